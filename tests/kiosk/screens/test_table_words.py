"""What a newcomer stumbled over: acts on the table with a reason, a way back, names with accents, readers that lack."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.requests import Ask
from companion.engine.update import Notice
from companion.presentation.i18n import _
from kiosk.screens.cerbere import routing
from tests.kiosk.screens.cerbere_positions import Cerbere
from tests.kiosk.screens.conftest import Play
from tests.kiosk.screens.hellrail_table import HellRailTable
from tests.tools.gallery.root import stand
from tests.tools.gallery.scenes import scenes


@pytest.fixture
def table(play: Any) -> HellRailTable:
    return HellRailTable(play)


def test_laying_rail_is_one_touch_away(table: HellRailTable) -> None:
    """E6: the commonest act stands on the table and is lit."""
    table.open()
    keys = {key.label: key for key in table.sheet.keys}
    assert keys["Lay"].enabled
    table.press("Lay", "It is laid")


def test_a_dim_act_says_why(table: HellRailTable) -> None:
    """E6: touched while it cannot be used, a key tells the reason and does nothing else."""
    table.open()
    table.move("correct", field="place.Cy", value="rail")
    keys = {key.label: key for key in table.sheet.keys}
    before = table.play.view
    for label, title in (("Pick-up", "Not in a circle"), ("Set-out", "Not in a circle")):
        assert not keys[label].enabled
        table.tap(keys[label])
        table.play.sync()
        assert table.screen.band.visible and table.screen.band._what == title
        assert table.play.view == before


def test_undo_keeps_its_word(table: HellRailTable) -> None:
    """E10: also where many keys stand beside it, and on the map it says what it takes back."""
    table.open()
    assert table.sheet.undo.label == "Undo"


def test_a_name_with_accents(play: Any) -> None:
    """E11: Zoë and Jérôme can be written; Erase takes a letter back and says so."""
    play.tap(play.screen.gates[0])
    play.sync()
    for start, letters in (("Ana", ["Z", "O", "ëï", "Ë"]), ("Bo", ["J", "É", "R", "ëï", "Ô", "M", "E", "X"])):
        play.tap(play.screen.players)
        play.press(start)
        for letter in letters:
            play.press(letter)
        if letters[-1] == "X":
            play.press("Erase")
        play.press("Done")
        play.sync()
        play.press("Done")
        play.sync()
    assert [hand.name for hand in play.view.hands][:2] == ["Zoë", "Jérôme"]


def test_a_box_without_a_reader_asks_for_one(play: Any) -> None:
    """E11: it does not ask for cards that nothing can read."""
    from companion.engine.signals import ReaderState

    assert not play.kiosk.context.reads, "this table has no reader"
    play.kiosk.context.notices.clear()
    assert play.kiosk.context.reads
    play.kiosk.runtime.table.post(ReaderState("table", False, "ttyUSB0"))
    play.sync()
    assert not play.kiosk.context.reads
    play.kiosk.context.card_read = True
    assert play.kiosk.context.reads, "a card that was read proves it"


def test_the_toll_says_of_how_many_cards_its_sum_is(window: Any) -> None:
    """F6: a sum and the same number beside it say nothing."""
    from kiosk.screens.hellrail.deal import Toll
    from tests.tools.gallery.root import stand
    from tests.tools.gallery.scenes import scenes

    root = stand(next(scene for scene in scenes() if scene.name == "hellrail-toll"))
    (toll,) = (widget for widget in root.walk(restrict=True) if isinstance(widget, Toll))
    assert toll.parts.text in ("1 card: 2", "1 carte\xa0: 2")


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


def test_without_a_reader_no_card_is_laid_on_it(table: HellRailTable) -> None:
    """Whoever has no reader is told what to touch, and not what a card on it would do."""
    table.open()
    notices = table.play.kiosk.context.notices
    notices["no_reader"] = Notice("no_reader", {})
    table.move("correct", field="place.Cy", value="rail")
    table.press("Lay")
    assert table.sheet.text.text == "Enter what stands on the card."
    notices.clear()
    table.press("Back")
    table.press("Lay")
    assert table.sheet.text.text == "Lay the card on the reader, or enter it."


def test_the_deal_is_told_with_the_tokens(window: Any) -> None:
    """The game is dealt when it begins: how many cards each gets stands beside the tokens to lay."""
    window()
    root: Any = stand(next(scene for scene in scenes() if scene.name == "hellrail-fresh"))
    assert root.screen.sheet.text.text.startswith(_("{hr.rail_card:many}: {n} for each of you.").format(n=3))


def test_a_report_says_what_it_is_about(window: Any) -> None:
    """Who is there first? Where: on the last board."""
    window()
    root: Any = stand(next(scene for scene in scenes() if scene.name == "cerbere-report-end"))
    assert root.screen.sheet.who.text == _("Plateau de Fin") and root.screen.sheet.who.visible
