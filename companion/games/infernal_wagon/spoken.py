"""What a voice says of Infernal Wagon. While Silence is in force the speaker says nothing (IW-102)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from companion.engine.spoken import Spoken, each, said
from companion.engine.text import Text
from companion.games.infernal_wagon import events as ev
from companion.games.infernal_wagon.names import PenaltyKind
from companion.games.infernal_wagon.view import WagonView

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
