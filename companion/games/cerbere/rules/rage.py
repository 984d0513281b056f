"""The Rage track (3.2). The die never lies left of the first free space, never beyond Hunt."""

from __future__ import annotations

from companion.games.cerbere.events import HuntArmed, HuntDisarmed, RageMoved, RageSet
from companion.games.cerbere.rules.move_context import MoveContext


def forward(w: MoveContext, n: int) -> None:
    """CB-020: towards Hunt, at most onto it; CB-023: there it only arms."""
    s = w.state
    to = min(s.hunt, s.die + n)
    if to > s.die:
        w.emit(RageMoved(s.die, to))
        if to == s.hunt:
            w.emit(HuntArmed())


def back(w: MoveContext, n: int) -> None:
    """CB-021: not below the first free space; the surplus is lost. CB-024: off Hunt there is no chase."""
    s = w.state
    armed = s.armed
    to = max(s.home, s.die - n)
    if to < s.die:
        w.emit(RageMoved(s.die, to))
        if armed:
            w.emit(HuntDisarmed())


def home(w: MoveContext) -> None:
    """CB-026, CB-027: the die to the first free space, wherever it was."""
    w.emit(RageSet(w.state.home))


def arm(w: MoveContext) -> None:
    """CB-187, CB-Q06: the chase symbol puts the die on Hunt at once."""
    if not w.state.armed:
        w.emit(HuntArmed())
