"""What is worth sounding and lighting (names as in docs/sound.md).

A step may do many things at once, and only three cues of it can be heard one after another: they keep the order in
which things happened, and what weighs least is left out. The end of the game is heard alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.engine.cues import Cue, weightiest
from companion.games.cerbere import events as ev
from companion.games.cerbere.names import CapturedRole, Winner
from companion.games.cerbere.state import CerbereState
from companion.games.cerbere.view import CerbereView

WEIGHT = ("capture", "chase", "bark", "doors", "whimper", "oars", "peek", "growl", "chain_up", "chain_down")
"""What the table has to hear first of all, to what it can do without; any other cue weighs less."""
ENDINGS = {Winner.CERBERUS: "howl", Winner.RUNNERS: "escape"}


def cues(before: CerbereState, events: Sequence[Any], after: CerbereState) -> tuple[Cue, ...]:
    """Return the cues of a step. The companion's own knock comes first: it waits for no other cue."""
    over = next((event for event in events if isinstance(event, ev.GameOver)), None)
    if over is not None:
        return (Cue(ENDINGS[over.side]),)
    made = _happened(before, events, after)
    return (*_own(events), *weightiest(made, WEIGHT))


def _own(events: Sequence[Any]) -> tuple[Cue, ...]:
    """The companion's own: it asks, or it was put right."""
    if any(isinstance(event, ev.ChoiceNeeded | ev.CatchAsked) for event in events):
        return (Cue("knock"),)
    return (Cue("undo"),) if any(isinstance(event, ev.Corrected) for event in events) else ()


def _happened(before: CerbereState, events: Sequence[Any], after: CerbereState) -> list[Cue]:
    """One cue of a name, in the order in which things happened first; the growl where the die was turned last.

    Only what still holds at the end is said of Speed and Hunt. A capture also sends the die home: the links of that
    are not heard beside it.
    """
    made: dict[str, Cue] = {}

    def links(steps: int) -> None:
        if steps:
            name = "chain_up" if steps > 0 else "chain_down"
            made[name] = Cue(name, abs(steps) + (made[name].n or 0 if name in made else 0))

    for event in events:
        match event:
            case ev.RageMoved(source=source, to=to):
                links(to - source)
            case ev.Corrected(patch=patch) if "die" in patch or "speed" in patch:  # also a dial of the panel: heard
                links(after.die - before.die)
                if after.speed != before.speed:
                    made["growl"] = Cue("growl", after.speed)
                if after.armed and not before.armed:
                    made["bark"] = Cue("bark")
            case ev.SpeedChanged() | ev.SpeedSet() if after.speed != before.speed:
                made.pop("growl", None)
                made["growl"] = Cue("growl", after.speed)
            case ev.HuntStarted(steps=steps):
                made["chase"] = Cue("chase", steps)
            case _ if event.cue:
                made.setdefault(event.cue, Cue(event.cue))
        if isinstance(event, ev.Captured) and event.role is CapturedRole.OUT:
            made.setdefault("doors", Cue("doors"))  # the gates fall shut behind a player who does not come back
    if not after.armed:
        made.pop("bark", None)
        if any(isinstance(event, ev.HuntDisarmed) for event in events) and "capture" not in made:
            made.setdefault("chain_down", Cue("chain_down", 1))
    return list(made.values())


FAR = 4
"""From so many steps to the Hunt on the glow is the same."""


def glow(view: CerbereView) -> str:
    """`rage_4` to `rage_1`: steps from the die to Hunt; `armed`, `chase`; `won` for the runners, else `lost`."""
    if view.over is not None:
        return "won" if view.over.side is Winner.RUNNERS else "lost"
    if view.turn.chasing:
        return "chase"
    return "armed" if view.rage.steps <= 0 else f"rage_{min(view.rage.steps, FAR)}"
