"""Random games of all three, drawn by the real kiosk: how much memory the process keeps, game after game.

In a window of a real X server, whose frames are waited for at each swap, as on a Pi.
"""

from __future__ import annotations

import json
import os
import re
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from companion.engine.requests import Open
from companion.games.registry import GAMES
from tests.engine.subjects import subject
from tests.process.machine import ROOT, Kiosk
from tests.process.xorg import Xorg
from tests.tools.soak.report import Finding

MOVES = 100
"""Of one game, at most."""
NOWHERE = (1.0, 1.0)
"""px from the upper left corner: a touch here presses nothing, and is answered once a frame has been drawn."""
FLAT_MB = 40
"""So much more than after the fifth game, at most, after any later one."""


def soak_memory(games: int, seed: int, size: str = "800x480") -> Finding:
    """Play `games` random games in one process, every move drawn."""
    rng = Random(seed)
    kept: list[float] = []
    moves = 0
    with (
        tempfile.TemporaryDirectory(prefix="companion-soak-") as name,
        Xorg(Path(name) / "x") as server,
        Kiosk(Path(name), size=size, env={"SDL_VIDEODRIVER": "x11", "DISPLAY": server.display}, seen=True) as kiosk,
    ):
        kiosk.say(touch=list(NOWHERE))
        home = resident_mb(kiosk.process.pid)
        for opening, _ in zip(openings(rng), range(games), strict=False):
            moves += play(kiosk, opening, rng, lambda: kiosk.say(touch=list(NOWHERE)))
            kept.append(resident_mb(kiosk.process.pid))
    limit = unit_limit_mb()
    figures: dict[str, Any] = {
        "games": games,
        "moves": moves,
        "MB at home": round(home),
        "after games 1, 2, 3 ...": " ".join(f"{mb:.0f}" for mb in kept),
        "limit MB": limit,
    }
    growth = max(kept[5:], default=0.0) - (kept[4] if len(kept) > 4 else 0.0)
    broken = None
    if max(kept) > limit:
        broken = f"{max(kept):.0f} MB are more than the unit's limit"
    elif growth > FLAT_MB:
        broken = f"it grew by {growth:.0f} MB after the fifth game"
    return Finding(f"memory of an evening, {size}", figures, broken)


def openings(rng: Random) -> Iterator[tuple[dict[str, Any], list[dict[str, Any]]]]:
    """Each game in turn, each of its openings: the request, and the moves that bring it to where it is played."""
    games = list(GAMES)
    while True:
        for name in games:
            opening, moves = rng.choice(subject(name).openings)
            yield _request(opening), [dict(move) for move in moves]


def _request(opening: Open) -> dict[str, Any]:
    if opening.position is not None:
        return {"game": opening.game, "position": opening.position, "seed": opening.seed}
    seats: Any = msgspec.to_builtins(opening.seats)
    return {"game": opening.game, "seats": seats, "options": opening.options, "seed": opening.seed}


def play(
    kiosk: Kiosk, opening: tuple[dict[str, Any], list[dict[str, Any]]], rng: Random, drawn: Callable[[], object]
) -> int:
    """Random moves of one game; how many there were. `drawn` waits until one is drawn."""
    request, steps = opening
    kiosk.say(open={name: value for name, value in request.items() if value is not None})
    for step in steps:
        if "advance" not in step and "tag" not in step:
            kiosk.line(json.dumps({"move": step}).encode())
    made = 0
    while made < MOVES:
        legal = kiosk.line(b'{"legal": {}}').get("legal") or []
        if not legal:
            break
        kiosk.line(json.dumps({"move": rng.choice(legal)}).encode())
        drawn()
        made += 1
    return made


def resident_mb(pid: int) -> float:
    """What a process keeps in memory (its resident set)."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def unit_limit_mb() -> int:
    """MemoryMax of the kiosk's unit."""
    unit = (ROOT / "systemd/units/companion.service").read_text()
    found = re.search(r"^MemoryMax=(\d+)M$", unit, re.MULTILINE)
    assert found is not None, "the unit names no limit"
    return int(found[1])
