"""Of several lines of one update the most important one is told; of several orders the first, the next below it."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from companion.engine.game import Event
from companion.engine.message import Line, Order, Say, messages_of
from companion.engine.text import Text


class Small(Event, frozen=True, tag="small"):
    n: int
    tells: ClassVar[Say | None] = Say("tap", "ash", "small {n}")


class Great(Event, frozen=True, tag="great"):
    n: int
    tells: ClassVar[Say | None] = Say("tap", "ash", "great {n}")
    importance: ClassVar[int] = 2


class Must(Event, frozen=True, tag="must"):
    fall: int

    def line(self, seen: Any) -> Order:
        return Order("tap", "ash", Text("head"), Text("{n}", {"n": self.fall}), fall=self.fall)


@pytest.mark.parametrize(
    ("events", "told"),
    [
        ((), None),
        ((Small(1),), ("small {n}", 1)),
        ((Small(1), Small(2)), ("small {n}", 1)),
        ((Small(1), Great(2)), ("great {n}", 2)),
        ((Great(1), Small(2)), ("great {n}", 1)),
        ((Great(1), Great(2)), ("great {n}", 1)),
    ],
)
def test_the_most_important_line_is_told_and_of_equals_the_earliest(
    events: tuple[Event, ...], told: tuple[str, int] | None
) -> None:
    line = messages_of(events).line
    assert (None if line is None else (line.text.msgid, line.text.facts["n"])) == told


def test_the_second_order_stands_below_the_first() -> None:
    assert messages_of((Must(1),)).order == Must(1).line(None)
    order = messages_of((Must(1), Small(1), Must(2))).order
    assert order is not None
    assert order.text.facts == {"n": 1} and order.fall == 3
    assert order.notes == (Line("tap", "ash", Text("{n}", {"n": 2})),)
