"""Whole games of HellRail by touch alone, on screen, map and virtual table: from home through the reveal.

COMPANION_PICTURES=FOLDER keeps a picture of every step.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.kiosk.remembered import Remembered
from tests.kiosk.screens.hellrail_fingers import Table
from tests.thorough import rounds


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "level", "seed"), [(4, "map", 13), (2, "keeper", 10)][: rounds(1, 2)])
def test_a_whole_evening(seat: Any, seats: int, level: str, seed: int) -> None:
    table = seat(Table, seed=seed, language="en")
    table.enter(seats, level)
    assert len(table.view.seats) == seats and table.view.level == level
    table.play(260, most=760)
    assert table.root.name == "hellrail_reveal" and table.view.ended == "no_cards" and table.view.scores is None
    assert "reveal" not in table.refused
    table.reveal()
    assert table.root.name == "hellrail_recap"
    [memory] = Remembered(table.kiosk.context.table.memories).finished()
    assert memory.result["revealed"] and memory.result["winners"]
    assert table.diary.drawn, "the virtual table was used, too"
    assert {"card pickup", "card move", "card fan", "ask"} <= table.seen_kinds
    assert not table.diary.faults, "\n" + "\n".join(f"{at}: {fault}" for fault, at in table.diary.faults.items())
