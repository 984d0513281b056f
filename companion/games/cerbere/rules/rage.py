"""The Rage track (3.2), never left of the first free space nor beyond Hunt; the die's face, Speed (3.3).

CB-030: a change of face never moves the die on the track.
"""

from __future__ import annotations

from companion.games.cerbere.events import HuntArmed, HuntDisarmed, RageMoved, RageSet, SpeedChanged, SpeedSet
from companion.games.cerbere.names import FASTEST
from companion.games.cerbere.rules.move_context import MoveContext


def forward(context: MoveContext, steps: int) -> None:
    """CB-020: towards Hunt, at most onto it; CB-023: there it only arms."""
    s = context.state
    to = min(s.hunt, s.die + steps)
    if to > s.die:
        context.emit(RageMoved(s.die, to))
        if to == s.hunt:
            context.emit(HuntArmed())


def back(context: MoveContext, steps: int) -> None:
    """CB-021: not below the first free space; the surplus is lost. CB-024: off Hunt there is no chase."""
    s = context.state
    armed = s.armed
    to = max(s.home, s.die - steps)
    if to < s.die:
        context.emit(RageMoved(s.die, to))
        if armed:
            context.emit(HuntDisarmed())


def home(context: MoveContext) -> None:
    """CB-026, CB-027: the die to the first free space, wherever it was."""
    context.emit(RageSet(context.state.home))


def arm(context: MoveContext) -> None:
    """CB-187, CB-Q06: the chase symbol puts the die on Hunt at once."""
    if not context.state.armed:
        context.emit(HuntArmed())


def faster(context: MoveContext, steps: int) -> None:
    """CB-031, CB-036: at most 8."""
    _turn_face(context, min(FASTEST, context.state.speed + steps))


def pay_slower(context: MoveContext, steps: int) -> None:
    """CB-033: as a cost the face may go under the chosen minimum (down to 3: checked before)."""
    _turn_face(context, context.state.speed - steps)


def slower(context: MoveContext, steps: int) -> None:
    """CB-034: as an effect not under the minimum; if it is under it already, nothing changes."""
    s = context.state
    if s.speed > s.m:
        _turn_face(context, max(s.m, s.speed - steps))


def reset_speed(context: MoveContext) -> None:
    """CB-035: to the minimum, also from below."""
    context.emit(SpeedSet(context.state.m))


def _turn_face(context: MoveContext, to: int) -> None:
    if to != context.state.speed:
        context.emit(SpeedChanged(context.state.speed, to))
