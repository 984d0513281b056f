"""What an update tells the table, as words: what just happened, what everybody must do, what had no effect."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.history import Redone, Undone
from companion.engine.text import N_, NOTHING, Text


class Line(Struct, frozen=True):
    """What just happened. `seat`: whom it is about. `stays_s`: None until the next one."""

    icon: str
    tone: str
    text: Text
    seat: str = ""
    stays_s: float | None = None


class Order(Struct, frozen=True):
    """What everybody must do or know now: it fills the screen for `stays_s`, or until the game goes on.

    `notes`: what follows from it. `seats`: whom it is about. `fall`: cards that leave the table. `capture`: somebody
    is hunted or caught.
    """

    icon: str
    tone: str
    head: Text
    text: Text
    notes: tuple[Line, ...] = ()
    seats: tuple[str, ...] = ()
    fall: int = 0
    capture: bool = False
    stays_s: float = 4.0


class Band(Struct, frozen=True):
    """An input that does not count, or that counts with a warning. `slot`: the card meant, if it lies on the table."""

    title: Text
    hint: Text = NOTHING
    slot: str = ""


class Messages(Struct, frozen=True):
    """All that one update tells; each may be missing.

    `news`: something happened, whatever stood there before is over. `intro`: an order that is shown before what moves
    on the table moves; `order` comes after it.
    """

    line: Line | None = None
    order: Order | None = None
    band: Band | None = None
    news: bool = False
    intro: Order | None = None


Teller = Callable[[Any, Any], Line | Order | Band | None]
"""(Event, whatever the game gives to look at besides) -> what it tells."""


class Tellers(Struct, frozen=True):
    """What the events of a game tell.

    An event that is not in `by_event` tells nothing by itself. `rank`: which line wins when one input tells several;
    what is not named comes after these, the earlier event first. `no_news`: events after which everything stands as it
    stood.
    """

    by_event: Mapping[type, Teller] = {}
    rank: Sequence[type] = ()
    no_news: frozenset[type] = frozenset()

    def tell(self, events: Sequence[Any], seen: Any = None) -> Messages:
        """The story of one update."""
        lines: list[tuple[int, Line]] = []
        orders: list[Order] = []
        band: Band | None = None
        for event in events:
            kind = type(event)
            teller = self.by_event.get(kind) or STEPS.get(kind)
            match teller(event, seen) if teller is not None else None:
                case Line() as line:
                    lines.append((self.rank.index(kind) if kind in self.rank else len(self.rank), line))
                case Order() as order:
                    orders.append(order)
                case Band() as band:
                    pass
        best = min(lines, key=lambda pair: pair[0])[1] if lines else None
        news = any(type(event) not in self.no_news for event in events)
        return Messages(best, _one(orders), band, news)


def _one(orders: Sequence[Order]) -> Order | None:
    """Several orders of one update: the first is huge, the next stands below it."""
    if len(orders) < 2:
        return orders[0] if orders else None
    first, then, *_rest = orders
    notes = (*first.notes, Line(then.icon, then.tone, then.text))
    return replace(first, notes=notes, fall=sum(order.fall for order in orders))


def line(icon: str, tone: str, msgid: str, stays_s: float | None = None) -> Teller:
    """A line with the event's own fields as facts."""

    def teller(event: Any, _seen: Any) -> Line:
        facts = {name: getattr(event, name) for name in event.__struct_fields__} if "{" in msgid else {}
        return Line(icon, tone, Text(msgid, facts), stays_s=stays_s)

    return teller


TAKEN_BACK = Line("undo", "ember", Text(N_("Taken back")), stays_s=4)
STEPS: dict[type, Teller] = {
    Undone: lambda _event, _seen: TAKEN_BACK,
    Redone: line("redo", "ember", N_("Made again"), 4),
}
"""The engine's own events; they tell the same in every game."""
