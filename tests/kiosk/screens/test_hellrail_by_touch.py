"""Whole games of HellRail by touch alone, on screen, map and virtual table: from home through the reveal.

COMPANION_PICTURES=FOLDER keeps a picture of every step.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.presentation import i18n
from tests.kiosk.remembered import Remembered
from tests.kiosk.screens.hellrail_fingers import Table


@pytest.fixture
def table(tmp_path: Path, window: Any, request: pytest.FixtureRequest) -> Iterator[Table]:
    """A kiosk with `--simulate` in the window, in English, where nothing moves."""
    from kivy.clock import Clock

    before, fps = i18n.language(), Clock._max_fps
    shown = window(None, (800, 480), motion=False)
    Clock._max_fps = 0  # nobody looks: no frame waits for the next sixtieth of a second
    folder = os.environ.get("COMPANION_PICTURES")
    made = Table(tmp_path / "data", shown, 11, Path(folder) / request.node.name if folder else None)
    i18n.set_language("en")
    made.kiosk.context.set(language="en", motion=False)
    made.root.rebuild()
    yield made
    made.close()
    Clock._max_fps = fps
    i18n.set_language(before)


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "level", "seed"), [(2, "keeper", 10), (4, "map", 13)])
def test_a_whole_evening(table: Table, seats: int, level: str, seed: int) -> None:
    table.follow(seed)
    table.enter(seats, level)
    assert len(table.view.seats) == seats and table.view.level == level
    table.play(260, most=760)
    assert table.root.name == "hellrail_reveal" and table.view.ended == "no_cards" and table.view.scores is None
    assert "reveal" not in table.refused
    table.reveal()
    assert table.root.name == "hellrail_recap"
    [memory] = Remembered(table.kiosk.context.memories).finished()
    assert memory.result["revealed"] and memory.result["winners"]
    assert table.diary.drawn, "the virtual table was used, too"
    assert {"card pickup", "card move", "card fan", "ask"} <= table.seen_kinds
    assert not table.diary.faults, "\n" + "\n".join(f"{at}: {fault}" for fault, at in table.diary.faults.items())
