"""Whole games of Cerbère by touch alone, on the screen and on the virtual table: both levels, both ways of ending.

COMPANION_PICTURES=FOLDER keeps a picture of every step; COMPANION_SIZE=720x1280 and COMPANION_LANG=fr say of which.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.kiosk.screens.cerbere_fingers import Table
from tests.kiosk.screens.cerbere_story import find

SIZE = os.environ.get("COMPANION_SIZE", "800x480")
GAMES = [
    (3, "board", "kept", ("FUNICULAR", "NACELLE"), "any", "cerberus", 120),
    (3, "tracker", "unknown", (), "any", "runners", 130),
    (7, "board", "unknown", ("PORTAL", "STILTS"), "any", "runners", 190),
    (7, "tracker", "unknown", (), "feast", "cerberus", 90),
]


@pytest.fixture
def table(tmp_path: Path, window: Any, request: pytest.FixtureRequest) -> Iterator[Table]:
    """A kiosk with `--simulate` in the window."""
    from kivy.clock import Clock

    from kiosk import i18n

    before, fps = i18n.language(), Clock._max_fps
    shown = window(None, tuple(map(int, SIZE.split("x"))))
    Clock._max_fps = 0  # nobody looks: no frame waits for the next sixtieth of a second
    folder = os.environ.get("COMPANION_PICTURES")
    made = Table(tmp_path / "data", shown, 7, Path(folder) / request.node.name if folder else None)
    i18n.set_language("fr" if os.environ.get("COMPANION_LANG") == "fr" else "en")
    made.floor.rebuild()
    yield made
    made.close()
    Clock._max_fps = fps
    i18n.set_language(before)


@pytest.mark.parametrize(("seats", "level", "boats", "mids", "style", "side", "most"), GAMES)
def test_a_whole_evening(
    table: Table, seats: int, level: str, boats: str, mids: tuple[str, ...], style: str, side: str, most: int
) -> None:
    opened = table.enter(seats, level, boats, mids)
    beats = find(opened, style, side, most)
    table.play(beats)
    assert table.floor.name == "cerbere_recap" and table.screen.won == (side == "runners")
    assert table.diary.drawn > 3, "the drawer was used, too"
    assert not table.diary.faults, "\n" + "\n".join(f"{at}: {fault}" for fault, at in table.diary.faults.items())
