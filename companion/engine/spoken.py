"""The spoken words of a game: orders of its events, and all phrases that may come of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from msgspec import Struct

from companion.engine.message import Band, Line, Order
from companion.engine.text import N_, NOTHING, Text


def _nothing(*_of: Any) -> tuple[Text, ...]:
    return ()


class Spoken(Struct, frozen=True):
    """`orders`: of the events of an update and the public view after it, what everybody must do or know now.
    `phrases`: for these names, all that it may give, as far as that can be listed.
    """

    orders: Callable[[Sequence[Any], Any], tuple[Text, ...]] = _nothing
    phrases: Callable[[Sequence[str]], Iterable[Text]] = _nothing


def turn_of(name: str) -> Text:
    """Return whose turn it is, in two words."""
    return Text(N_("{name}’s turn"), {"name": name})


def said(events: Iterable[Any], seen: Any = None) -> tuple[Text, ...]:
    """Return what these events order or warn of; without that, their most important line."""
    orders: list[Text] = []
    best, weight = NOTHING, -1
    for event in events:
        match event.line(seen):
            case Order(text=text):
                orders.append(text)
            case Band(title, hint):
                orders.append(title if hint == NOTHING else hint)
            case Line(text=text) if event.importance > weight:
                best, weight = text, event.importance
    return tuple(orders) or ((best,) if best != NOTHING else ())


def each_event(events: Iterable[Any], seen: Any = None) -> Iterable[Text]:
    """Return the words of each event by itself."""
    for event in events:
        yield from said([event], seen)
