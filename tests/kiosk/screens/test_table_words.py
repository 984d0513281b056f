"""What a newcomer stumbled over: acts on the table with a reason, a way back, names with accents, readers that lack."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.requests import Ask
from kiosk.screens.cerbere import routing
from tests.kiosk.screens.cerbere_positions import Cerbere
from tests.kiosk.screens.conftest import Play
from tests.kiosk.screens.hellrail_table import HellRailTable


@pytest.fixture
def table(play: Any) -> HellRailTable:
    return HellRailTable(play)


def test_a_dim_act_says_why(table: HellRailTable) -> None:
    """E6: touched while it cannot be used, a key tells the reason and does nothing else."""
    table.open()
    table.move("correct", field="place.Cy", value="rail")
    keys = {key.label: key for key in table.sheet.keys}
    before = table.play.view
    for label, title in (("Pick-up", "Not in a circle"), ("Set-out", "Not in a circle")):
        assert not keys[label].enabled
        table.tap(keys[label])
        assert table.screen.band.visible and table.screen.band._what == title
        assert table.play.view == before


def test_a_name_with_accents(play: Any) -> None:
    """E11: Zoë and Jérôme can be written; Erase takes a letter back and says so."""
    play.tap(play.screen.gates[0])
    for start, letters in (("Ana", ["Z", "O", "ëï", "Ë"]), ("Bo", ["J", "É", "R", "ëï", "Ô", "M", "E", "X"])):
        play.tap(play.screen.players)
        play.press(start)
        for letter in letters:
            play.press(letter)
        if letters[-1] == "X":
            play.press("Erase")
        play.press("Done")
        play.press("Done")
    assert [hand.name for hand in play.view.hands][:2] == ["Zoë", "Jérôme"]


def test_a_swap_can_be_thought_better_of(play: Play) -> None:
    """E8: where the boats lie on the table, too; the rules hear of it with the second boat."""
    table = Cerbere(play)
    table.open()
    play.move("play", card="sur_couardise", option="a")
    play.move("ok")
    table.press("Swap two")
    assert table.screen.sheet.title.text == "Which two?"
    table.press("Barque 2")
    assert table.screen.sheet.title.text == "And which one?"
    assert play.kiosk.runtime.table.ask(Ask(path=())).answer.id == "boats", "nothing is told yet"
    table.press("Barque 2")
    assert table.screen.sheet.title.text == "Which two?", "touched again it is not chosen"
    table.press("Back")
    assert table.screen.sheet.title.text == "Look or swap?" and not table.screen.sheet.keys
    table.press("Look at one")
    table.press("Back")
    table.press("Swap two")
    table.press("Barque 1")
    table.press("Barque 3")
    assert table.kind == routing.TRACK and table.screen.sheet.line.text == "Barques 1 and 3 swapped"
