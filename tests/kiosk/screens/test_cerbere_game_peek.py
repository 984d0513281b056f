"""The look at a kept boat: only under the thumb, only for its player, gone in the same frame, kept nowhere."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.audience import PUBLIC, Seat
from companion.engine.requests import Export, LookAt
from kiosk.screens.cerbere import routing
from tests.kiosk.screens.cerbere_positions import Cerbere
from tests.patience import PATIENCE_S

HIDDEN = [2, 1, 3]


@pytest.fixture
def table(play: Any) -> Cerbere:
    """Ana has played a card that looks at a boat; the companion keeps them."""
    table = Cerbere(play)
    table.open(boating="kept", boats={"slots": HIDDEN})
    table.move("play", card="sur_couardise", option="a")
    table.press("It is done")
    assert table.kind == routing.PEEK
    return table


class Thumb:
    """A thumb on one of the slots; `close` lets the ring close."""

    def __init__(self, table: Cerbere, slot: int, touch: Any, until: Any) -> None:
        self.table, self.until = table, until
        self.field = table.screen.sheet.slots[slot - 1]
        table.play.pump(2)
        self.finger = touch(self.field.center_x, self.field.center_y)

    def close(self) -> None:
        self.field._close(1.0)
        self.table.play.sync()

    def secret(self) -> str:
        """What stands above it, once the answer has come."""
        self.until(lambda: self.field._secret)
        return str(self.field._secret)


@pytest.mark.parametrize("slot", [1, 2, 3])
def test_words_above_the_thumb_and_gone_with_it(table: Cerbere, slot: int, touch: Any, until: Any) -> None:
    thumb = Thumb(table, slot, touch, until)
    assert thumb.field.held and not thumb.field.open and table.view.boats.peek is None
    thumb.close()
    assert table.view.boats.peek == ("Ana", slot)
    seats = HIDDEN[slot - 1]
    assert thumb.secret() == ("1 seat" if seats == 1 else f"{seats} seats")
    thumb.finger.touch_up()  # nothing runs between the touch and the look: it is the same frame
    assert thumb.field._secret == "" and not thumb.field.held
    table.play.pump(3)
    assert thumb.field._secret == ""


def test_a_short_touch_looks_at_nothing(table: Cerbere, touch: Any, until: Any) -> None:
    thumb = Thumb(table, 2, touch, until)
    thumb.finger.touch_up()
    table.play.sync()
    assert table.view.boats.peek is None and table.play.kiosk.context.table.prompt.id == "boats"


def test_an_answer_that_comes_late_is_not_shown(table: Cerbere, touch: Any, until: Any) -> None:
    thumb = Thumb(table, 1, touch, until)
    held: list[Any] = []
    link = table.play.kiosk.context.ask.link
    link.look = lambda seat, then: held.append((seat, then))
    thumb.close()
    (seat, then), *_rest = held
    assert seat == "Ana"
    thumb.finger.touch_up()
    then(table.play.kiosk.runtime.table.ask(LookAt(Seat("Ana")), PATIENCE_S).answer)
    assert thumb.field._secret == ""
    again = Thumb(table, 1, touch, until)
    again.close()
    then(table.play.kiosk.runtime.table.ask(LookAt(Seat("Ana")), PATIENCE_S).answer)
    assert again.field._secret == "", "the answer to an earlier thumb"
    again.finger.touch_up()


def test_a_second_finger_blanks_it_and_presses_nothing(table: Cerbere, touch: Any, until: Any) -> None:
    thumb = Thumb(table, 3, touch, until)
    thumb.close()
    assert thumb.secret() == "3 seats"
    seen = table.screen.sheet.seen
    second = touch(seen.center_x, seen.center_y)
    assert thumb.field._secret == "" and not thumb.field.held and not seen.pressed
    second.lift()
    assert table.kind == routing.PEEK
    thumb.finger.touch_up()


def test_it_is_not_shown_for_ever(table: Cerbere, touch: Any, until: Any) -> None:
    thumb = Thumb(table, 1, touch, until)
    thumb.close()
    assert thumb.secret()
    thumb.field._over(0)
    assert thumb.field._secret == "" and not thumb.field.held


def test_only_the_boat_that_was_looked_at_may_be_seen_again(table: Cerbere, touch: Any, until: Any) -> None:
    first = Thumb(table, 2, touch, until)
    first.close()
    first.finger.touch_up()
    assert [field.enabled for field in table.screen.sheet.slots] == [False, True, False]
    other = Thumb(table, 1, touch, until)
    assert not other.field.held
    other.finger.touch_up()
    again = Thumb(table, 2, touch, until)
    again.close()
    assert again.secret() == "1 seat"
    again.finger.touch_up()


def test_seen_hides_it_and_the_turn_goes_on(table: Cerbere, touch: Any, until: Any) -> None:
    thumb = Thumb(table, 2, touch, until)
    thumb.close()
    thumb.finger.touch_up()
    before = table.view.turn
    table.press("Seen, hide it")
    assert table.kind == routing.TRACK and table.view.turn == before
    table.play.sync()
    assert table.view.boats.peek is None, "the look is over for everybody"


def test_nobody_else_is_told(table: Cerbere, touch: Any, until: Any) -> None:
    heard: list[Any] = []
    table.play.kiosk.runtime.table.listen(heard.append)
    thumb = Thumb(table, 2, touch, until)
    thumb.close()
    assert thumb.secret()
    asked = table.play.kiosk.runtime.table.ask
    assert asked(LookAt(PUBLIC), 5).answer.boats.seen is None
    assert asked(LookAt(Seat("Bo")), 5).answer.boats.seen is None
    assert heard and all(update.view.boats.seen is None for update in heard)
    assert table.play.kiosk.context.table.update.view.boats.seen is None
    lines = "\n".join(str(line) for line in asked(Export(), 5).answer)
    assert '"seen":null' in lines and '"seen":1' not in lines
    thumb.finger.touch_up()
