"""What a voice says of HellRail: effects and mishaps that concern all, and whose turn it is.

Nothing of the end: the cars are opened one by one on the screen, at its own pace.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations
from typing import Any

from companion.engine.spoken import Spoken, each, said, turn_of
from companion.engine.text import N_, Text
from companion.games.hellrail import events as ev
from companion.games.hellrail.names import CIRCLES, Effect, Source
from companion.games.hellrail.view import HellRailView

SAID = (
    ev.Derailed, ev.Rammed, ev.PushedIntoCircle, ev.MarkerHit, ev.TollPaid, ev.CarDelivered, ev.CarRemoved,
    ev.CarsDropped, ev.HandDumped, ev.EffectDeclared, ev.EffectCancelled, ev.EffectRedirected, ev.EffectsSwapped,
    ev.CerberusMoved, ev.RailRemoved, ev.RailTurned,
)  # fmt: skip
SHUFFLE = Text(N_("Shuffle the discards"))
MOST_CARS = 6
"""Cars lost at once that are listed."""


def orders(events: Sequence[Any], view: HellRailView) -> tuple[Text, ...]:
    """The weightiest thing, whether to shuffle, whose turn it is."""
    found = said(e for e in events if isinstance(e, SAID))
    shuffle = any(isinstance(e, ev.Recharged) for e in events)
    turns = [turn_of(e.next) for e in events if isinstance(e, ev.TurnEnded)] if view.ended is None else []
    return (*found, *([SHUFFLE] if shuffle else []), *turns[-1:])


def phrases(names: Sequence[str]) -> Iterable[Text]:
    """All but what becomes of a push."""
    yield SHUFFLE
    yield from map(turn_of, names)
    yield from each(_examples(names))


def _examples(names: Sequence[str]) -> Iterator[Any]:
    """An event for each wording."""
    yield from (ev.EffectsSwapped(("", "")), ev.RailRemoved("", None, 0), ev.RailTurned("", None, 0))
    yield from (ev.CerberusMoved("", circle) for circle in CIRCLES)
    for name in names:
        yield from (ev.Derailed(name, (), False), ev.MarkerHit(name, None), ev.TollPaid(name, "", ()))
        yield from (ev.CarDelivered(name, 0), ev.CarRemoved("", name, ""), ev.HandDumped(name, ()))
        yield from (ev.CarsDropped(name, ("",) * n) for n in range(1, MOST_CARS + 1))
        yield from (ev.EffectDeclared(name, effect, Source.CIRCLE) for effect in Effect)
        yield ev.EffectCancelled("", name)
    for one, other in permutations(names, 2):
        yield from (ev.Rammed(one, other), ev.EffectRedirected("", one, other))


SPOKEN = Spoken(orders, phrases)
