"""Random games of Cerbère by touch alone: no dead end, no text that does not fit. In a window of its own.

`python -m tests.tools.soak.fingers [--games N] [--size 720x1280] [--lang fr] [--seed N] [--pictures FOLDER] [--json]`
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from tests.tools.soak.report import Finding

FACES = ("BRIDGE", "PROMONTORY", "STILTS", "NACELLE", "FUNICULAR", "PORTAL")
WINDOWS = (("800x480", "fr"), ("720x1280", "fr"), ("1024x600", "en"), ("1280x720", "fr"))
LONGEST = 400
"""Beats of one game: some tables never come to an end."""
KEPT = 12
"""Faults that are told; more are counted."""


def elsewhere(count: int, seed: int, size: str, language: str) -> Finding:
    """The same in a process of its own: one window for each."""
    words = ["--games", str(count), "--seed", str(seed), "--size", size, "--lang", language, "--json"]
    return in_process("tests.tools.soak.fingers", f"games of cerbere by touch, {size} {language}", words)


def in_process(module: str, name: str, words: Sequence[str]) -> Finding:
    """What a part of the soak that is a program finds. `name`: of the finding, if it says nothing."""
    done = subprocess.run([sys.executable, "-m", module, *words], capture_output=True, text=True, check=False)
    if not done.stdout.strip():
        return Finding(name, {}, done.stderr[-2_000:] or "it said nothing")
    return msgspec.json.decode(done.stdout.splitlines()[-1], type=Finding)


def soak_fingers(count: int, seed: int, size: tuple[int, int], language: str, pictures: Path | None = None) -> Finding:
    """Play `count` games, each with other players, boards and ways of playing."""
    from kivy.core.window import Window

    from companion.presentation import i18n
    from kiosk.display.look import look

    Window.size = size
    look.set(*size, motion=False)
    rng = Random(seed)
    begun, touches, drawn, ended = time.perf_counter(), 0, 0, 0
    found: dict[str, str] = {}
    for number in range(count):
        i18n.set_language("fr" if language == "fr" else "en")
        table = _table(Window, rng.randrange(1 << 30), language, pictures and pictures / f"game-{number}")
        try:
            ended += _one(table, rng)
        finally:
            table.close()
        diary = table.diary
        touches, drawn = touches + diary.touches, drawn + diary.drawn
        for fault, where in [*diary.faults.items(), *((text, "stuck") for text in diary.stuck)]:
            found.setdefault(fault, f"game {number}, {where}")
    figures: dict[str, Any] = {"games": count, "ended": ended, "touches": touches, "virtual tags": drawn}
    figures["touches/s"] = int(touches / (time.perf_counter() - begun))
    told = [f"{where}: {fault}" for fault, where in found.items()]
    broken = "\n    ".join([f"{len(told)} faults", *told[:KEPT]]) if told else None
    return Finding(f"games of cerbere by touch, {size[0]}x{size[1]} {language}", figures, broken)


def _table(window: Any, seed: int, language: str, pictures: Path | None) -> Any:
    from companion.presentation import i18n
    from tests.kiosk.screens.cerbere_fingers import Table

    table = Table(Path(tempfile.mkdtemp(prefix="companion-fingers-")), window, seed, pictures)
    i18n.set_language("fr" if language == "fr" else "en")
    table.root.rebuild()
    return table


def _one(table: Any, rng: Random) -> bool:
    """Whether the game came to its end."""
    from tests.kiosk.screens.cerbere_story import write

    seats, level = rng.randint(3, 7), rng.choice(("tracker", "board", "board"))
    boats = rng.choice(("unknown", "tagged", "kept"))
    opened = table.enter(seats, level, boats, rng.sample(FACES, 2))
    style = rng.choice(("any", "any", "flight", "feast"))
    beats = write(opened, style, rng.randrange(1 << 30), LONGEST)
    table.play(beats, drawer=0.1, strict=False)
    return table.root.name == "cerbere_recap"


def main() -> int:
    """Play; 1 if anything was wrong."""
    reader = argparse.ArgumentParser("tests.tools.soak.fingers", description=__doc__)
    reader.add_argument("--games", type=int, default=20)
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--size", default="800x480")
    reader.add_argument("--lang", choices=("en", "fr"), default="fr")
    reader.add_argument("--pictures", type=Path)
    reader.add_argument("--json", action="store_true")
    given = reader.parse_args()
    open_window()
    wide, _x, high = given.size.partition("x")
    finding = soak_fingers(given.games, given.seed, (int(wide), int(high)), given.lang, given.pictures)
    print(msgspec.json.encode(finding).decode() if given.json else finding)
    return int(finding.broken is not None)


def open_window() -> None:
    """Kivy offscreen, and no frame that waits for the next sixtieth of a second."""
    from kiosk.display import env

    os.environ["SDL_AUDIODRIVER"] = "dummy"
    env.prepare_kivy((800, 480), loop="stock", video="offscreen")
    from kivy.base import EventLoop
    from kivy.clock import Clock

    EventLoop.ensure_window()
    EventLoop.start()
    Clock._max_fps = 0


if __name__ == "__main__":
    sys.exit(main())
