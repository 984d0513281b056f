"""What a voice says of Cerbère: Rage and chase with their numbers, captures, the boat, whose turn it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from companion.engine.spoken import Spoken, each, said, turn_of
from companion.engine.text import N_, Text
from companion.games.cerbere import events as ev
from companion.games.cerbere.data.cards import Catalogue
from companion.games.cerbere.names import BOATS, FASTEST, SLOWEST
from companion.games.cerbere.rules.chase import run_of
from companion.games.cerbere.view import CerbereView

SAID = (
    ev.RageMoved, ev.SpeedChanged, ev.HuntArmed, ev.HuntDisarmed, ev.HuntMissed, ev.Seated, ev.Unseated, ev.BridgeGone,
    ev.Portal, ev.ActionSkipped, ev.ActionsRestored,
)  # fmt: skip
MOST_RAGE = 9
"""Steps on the track that are listed."""


def orders(events: Sequence[Any], view: CerbereView) -> tuple[Text, ...]:
    """The chase, who was caught, the boat; without these, the weightiest thing; then whose turn it is."""
    grave = [text for event in events for text in _grave(event)]
    found = grave or said((e for e in events if isinstance(e, SAID)), ev.Seen(view, None, Catalogue({}), tuple(events)))
    turns = [turn_of(e.player) for e in events if isinstance(e, ev.TurnStarted)] if view.over is None else []
    return (*found, *turns[-1:])


def _grave(event: Any) -> Iterator[Text]:
    match event:
        case ev.HuntStarted(steps=n):
            spaces = Text(N_("{n} spaces") if n > 1 else N_("{n} space"), {"n": n})
            again = Text("{n}", {"n": n})  # «six cases» and «huit cases» are one sound apart
            yield Text(", ", parts=(Text(N_("{cb.cerberus} runs")), spaces, again))
        case ev.Captured(pawn=name):
            yield Text(N_("{name} is caught"), {"name": name})
        case ev.BoatRevealed(seats=n):
            seats = Text(N_("{n} seats") if n > 1 else N_("1 seat"), {"n": n})
            yield Text(", ", parts=(Text(N_("The {cb.boat} is there")), seats))


def phrases(names: Sequence[str]) -> Iterable[Text]:
    """All of it."""
    for speed in range(SLOWEST, FASTEST + 1):
        yield from _grave(ev.HuntStarted(run_of(speed)))
    for n in BOATS:
        yield from _grave(ev.BoatRevealed(0, n))
    for name in names:
        yield turn_of(name)
        yield Text(N_("{name} is caught"), {"name": name})
        yield Text(N_("{pawn} is in the {cb.boat}"), {"pawn": name})
    yield Text(N_("Full: away at the end of the turn"))
    yield from each(_examples(names))


def _examples(names: Sequence[str]) -> Iterator[Any]:
    """An event for each wording."""
    yield from (ev.RageMoved(0, n) for n in range(-MOST_RAGE, MOST_RAGE + 1) if n)
    yield from (ev.SpeedChanged(0, n) for n in range(SLOWEST, FASTEST + 1))
    yield from (ev.HuntArmed(), ev.HuntDisarmed(), ev.HuntMissed(), ev.BridgeGone(), ev.Portal(True), ev.Portal(False))
    for name in names:
        yield from (ev.Unseated(name, 0, 0), ev.ActionSkipped(name), ev.ActionsRestored(name))


SPOKEN = Spoken(orders, phrases)
