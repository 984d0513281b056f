"""The messages of an update, as words: what just happened, what all players must do, what had no effect."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.text import NOTHING, Text


class Line(Struct, frozen=True):
    """What just happened. `seat`: whom it is about. `stays_s`: None until the next one."""

    icon: str
    tone: str
    text: Text
    seat: str = ""
    stays_s: float | None = None


class Order(Struct, frozen=True):
    """An instruction to all players: it fills the screen for `stays_s`, or until the game goes on.

    `notes`: what follows from it. `seats`: whom it is about. `fall`: cards that leave the table. `capture`: a player
    is hunted or caught. `stays_s` None: hands have several things to do, so it stays until the game goes on.
    """

    icon: str
    tone: str
    head: Text
    text: Text
    notes: tuple[Line, ...] = ()
    seats: tuple[str, ...] = ()
    fall: int = 0
    capture: bool = False
    stays_s: float | None = 4.0


class Band(Struct, frozen=True):
    """An input that does not count, or that counts with a warning. `slot`: the card meant, if it is on the table."""

    title: Text
    hint: Text = NOTHING
    slot: str = ""


class Messages(Struct, frozen=True):
    """All messages of one update; each may be missing.

    `news`: something happened, so the message before is over. `intro`: an order that is shown before what moves
    on the table moves; `order` comes after it.
    """

    line: Line | None = None
    order: Order | None = None
    band: Band | None = None
    news: bool = False
    intro: Order | None = None


class Say(Struct, frozen=True):
    """A line with the event's own fields as facts."""

    icon: str
    tone: str
    msgid: str
    stays_s: float | None = None

    def line(self, event: Struct) -> Line:
        return Line(self.icon, self.tone, Text(self.msgid, {**facts_of(event, self.msgid)}), stays_s=self.stays_s)


def facts_of(event: Struct, msgid: str) -> dict[str, str | int]:
    """Return the fields that a text names."""
    return {name: getattr(event, name) for name in event.__struct_fields__ if f"{{{name}}}" in msgid}


def messages_of(events: Sequence[Any], seen: Any = None) -> Messages:
    """Return the messages of one update."""
    best: Line | None = None
    importance = 0
    orders: list[Order] = []
    band: Band | None = None
    for event in events:
        match event.line(seen):
            case Line() as line:
                if best is None or event.importance > importance:
                    best, importance = line, event.importance
            case Order() as order:
                orders.append(order)
            case Band() as band:
                pass
    return Messages(best, _one(orders), band, any(event.news for event in events))


def _one(orders: Sequence[Order]) -> Order | None:
    """Join several orders of one update: the first is huge, the next is below it."""
    if len(orders) < 2:
        return orders[0] if orders else None
    first, then, *_rest = orders
    notes = (*first.notes, Line(then.icon, then.tone, then.text))
    return replace(first, notes=notes, fall=sum(order.fall for order in orders))
