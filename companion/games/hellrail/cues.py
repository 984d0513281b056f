"""What is worth sounding and lighting (names as in docs/sound.md).

A step may do many things at once, and only three cues of it can be heard one after another: they keep the order in
which things happened, and what weighs least is left out. No cue depends on what a delivered car is worth or on which
token is face down: a delivery has one cue without a count, and effect tokens have none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.engine.cues import Cue, weightiest
from companion.games.hellrail import events as ev
from companion.games.hellrail.names import Owes, Phase
from companion.games.hellrail.state import RailState, owed
from companion.games.hellrail.view import HellRailView

WEIGHT = (
    "derail", "ram", "delivery", "heresy", "fire", "toot", "gong", "riffle", "toll", "coupling", "spike", "chuffs",
)  # fmt: skip
"""What the table has to hear first of all, to what it can do without; any other cue weighs less."""
END = "crown"
UNSEEN = 3
"""Keeper: the ties of a Move are not counted; it has so many chuffs."""
_PAID = (ev.FuelSpent, ev.BoatUsed)


def cues(before: RailState, events: Sequence[Any], after: RailState) -> tuple[Cue, ...]:
    """Return the cues of a step. The companion's own knock comes first: it waits for no other cue."""
    if before.scores is None and any(isinstance(event, ev.ScoresShown) for event in events):
        return (Cue(END), *_own(before, events, after))  # an end silences what was before it, not what follows
    made = _happened(events, after)
    return (*_own(before, events, after), *weightiest(made, WEIGHT))


def _own(before: RailState, events: Sequence[Any], after: RailState) -> tuple[Cue, ...]:
    """The companion's own: it asks, or it was put right."""
    if _asks(before, after) or any(isinstance(event, ev.GameEnded | ev.RevealMismatch) for event in events):
        return (Cue("knock"),)
    return (Cue("undo"),) if any(isinstance(event, ev.Corrected) for event in events) else ()


def _asks(before: RailState, after: RailState) -> bool:
    """Return whether a new answer is awaited. An engine on its way is watched by all, and no player is asked."""
    found = owed(after.task)
    return found is not None and found[0] is not Owes.ARRIVAL and after.agenda != before.agenda


def _happened(events: Sequence[Any], after: RailState) -> list[Cue]:
    """One cue of a name, in the order in which things happened first. After the end of the game no turn begins."""
    made: dict[str, Cue] = {}
    drives = (*_PAID, ev.Stepped, ev.CircleEntered) if after.map else _PAID
    for event in events:
        if isinstance(event, drives):
            made.setdefault("chuffs", Cue("chuffs", _chuffs(events, after)))
        if event.cue:
            made.setdefault(event.cue, Cue(event.cue))
    if any(isinstance(event, ev.GameEnded) for event in events):
        made.pop("toot", None)
    return list(made.values())


def _chuffs(events: Sequence[Any], after: RailState) -> int:
    """Return how often an engine that moves breathes: once for each point that it spent, at least for the card."""
    if not after.map:
        return UNSEEN
    return max(sum(isinstance(event, ev.Stepped | ev.CircleEntered) for event in events), 1)


def glow(view: HellRailView) -> str:
    """`rail_start` before the draw, `rail_fire` with cards to burn or under way, `rail_embers` without; `rail_asked`
    while a player has to answer; `rail_sealed` at the end until the cars are opened, then `won`."""
    if view.phase is Phase.ENDED:
        return "rail_sealed" if view.scores is None else "won"
    if view.phase in (Phase.PLACING, Phase.SETUP):
        return "setup"
    if view.owed is not None:
        return "rail_fire" if view.owed.what == Owes.ARRIVAL else "rail_asked"
    if view.phase is not Phase.ACTIONS:
        return "rail_start"
    return "rail_fire" if view.turn.act else "rail_embers"
