"""What an update of Infernal Wagon tells: the event line, the order, the warning band, and what a voice says."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from companion.engine.game import Label
from companion.engine.message import Messages
from companion.engine.message import tell as tell_events
from companion.engine.spoken import Spoken, each, said
from companion.engine.text import Text
from companion.games.infernal_wagon import events as ev
from companion.games.infernal_wagon.events import Seen
from companion.games.infernal_wagon.names import PenaltyKind
from companion.games.infernal_wagon.view import WagonView

SILENT_REPEAT_MS = 3000
"""A card read twice within this says nothing (rule C of IW-063)."""


def _no_slot(_uid: str) -> None:
    return None


def tell(
    events: Sequence[Any], view: WagonView, undo: Label | None = None, slot_of: Callable[[str], str | None] = _no_slot
) -> Messages:
    """The story of one update."""
    return tell_events(events, Seen(view, undo, slot_of))


SAID = (
    ev.Held, ev.Resumed, ev.Mismatch, ev.TrackDiscarded, ev.Explosion, ev.TunnelExpected, ev.DrawExpected,
    ev.DrawSkipped, ev.ReplacementExpected, ev.SilenceOff, ev.UturnOn, ev.UturnOff, ev.CurseCleared, ev.LastCards,
    ev.ExitDrawn, ev.LimitWarning, ev.Warn,
)  # fmt: skip
MOST_REMOVED = 5
"""Cards that one order removes, of those that are listed (IW-042, and one more)."""


def orders(events: Sequence[Any], view: WagonView) -> tuple[Text, ...]:
    """What the table must do now."""
    return said((e for e in events if isinstance(e, SAID)), ev.Seen(view, None, lambda _uid: None))


def phrases(names: Sequence[str]) -> Iterable[Text]:
    """All of it."""
    return each(_examples(names))


def _examples(names: Sequence[str]) -> Iterator[Any]:
    """An event for each wording."""
    yield from (ev.Held(None), ev.Resumed(None))
    yield from (ev.Mismatch(PenaltyKind.NONE), ev.Mismatch(PenaltyKind.NO_DRAW))
    yield from (ev.TrackDiscarded(("",) * n) for n in range(1, MOST_REMOVED + 1))
    yield from (ev.Explosion(()), ev.Explosion(("",)), ev.TunnelExpected(None), ev.ReplacementExpected())
    yield from (ev.SilenceOff(), ev.UturnOn(), ev.UturnOff(), ev.LastCards(0), ev.CurseCleared(None, 0))
    yield from (ev.LimitWarning(""), ev.Warn("", ""))
    for name in (None, *names):
        yield from (ev.DrawExpected(name), ev.DrawSkipped(name), ev.ExitDrawn(name), ev.CurseCleared(name, 1))


SPOKEN = Spoken(orders, phrases)
