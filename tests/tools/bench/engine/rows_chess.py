"""Rows of random play beside that of python-chess, in turns in one run, by processor time."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

from companion.engine.game import GameSetup
from companion.games.registry import Games
from kiosk.measure.figure import Measurement
from tests.random_play import SEATS, pace
from tests.tools.bench.engine.rivals import RIVALS_PYTHON, there_are_rivals
from tests.tools.bench.row import Row

GAMES: dict[str, tuple[str, dict[str, Any], float]] = {
    "Infernal Wagon": ("infernal_wagon", {"box": "demo"}, 1.5),
    "Cerbère, board": ("cerbere", {"level": "board", "boats": "kept"}, 1.0),
    "HellRail, keeper": ("hellrail", {"level": "keeper", "deck": "demo"}, 1.5),
    "HellRail, map": ("hellrail", {"level": "map", "deck": "demo"}, 0.5),
}
"""Game, options, and the aim: moves a second for one of python-chess."""
ROUNDS = 5
SECONDS = 1.0


def _chess() -> float:
    script = Path(__file__).with_name("chess_play.py")
    done = subprocess.run(
        [RIVALS_PYTHON, "-P", script, str(SECONDS)], capture_output=True, text=True, check=True, timeout=60
    )
    return float(done.stdout)


def beside_chess() -> Iterator[Measurement]:
    """The median of the rounds' ratios."""
    if not there_are_rivals():
        return
    games = Games(None)
    ratios: dict[str, list[float]] = {name: [] for name in GAMES}
    paces: list[float] = []
    for _ in range(ROUNDS):
        paces.append(_chess())
        for name, (game, options, _aim) in GAMES.items():
            ours, _count = pace(games[game], GameSetup(SEATS, options), SECONDS, clock=time.process_time)
            ratios[name].append(ours / paces[-1])
    for name, (_game, _options, aim) in GAMES.items():
        note = f"python-chess {median(paces):,.0f} moves/s"
        yield Measurement(f"{name}: random play / python-chess", median(ratios[name]), "times", aim, "higher", note)


ROWS = [Row("play.beside_chess", beside_chess)]
