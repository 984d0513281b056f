"""Random games of Cerbère by touch alone: no dead end, no text that does not fit. In a window of its own.

`python -m tests.tools.soak.fingers [--games N] [--size 720x1280] [--lang fr] [--seed N] [--pictures FOLDER] [--json]`
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

from tests.tools.soak.report import Finding
from tests.tools.soak.windowed import WindowedPart, listed

FACES = ("BRIDGE", "PROMONTORY", "STILTS", "NACELLE", "FUNICULAR", "PORTAL")
TITLE = "games of cerbere by touch"
LONGEST = 400
"""Beats of one game: some tables never come to an end."""


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
    return Finding(f"{TITLE}, {size[0]}x{size[1]} {language}", figures, listed(told, "faults"))


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


PART = WindowedPart("tests.tools.soak.fingers", TITLE, soak_fingers, games=20)


if __name__ == "__main__":
    sys.exit(PART.main())
