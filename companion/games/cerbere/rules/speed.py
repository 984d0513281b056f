"""The Speed die's face (3.3). CB-030: a change of face never moves the die on the track."""

from __future__ import annotations

from companion.games.cerbere.events import SpeedChanged, SpeedSet
from companion.games.cerbere.names import FASTEST
from companion.games.cerbere.rules.move_context import MoveContext


def up(w: MoveContext, n: int) -> None:
    """CB-031, CB-036: at most 8."""
    _turn(w, min(FASTEST, w.state.speed + n))


def pay_down(w: MoveContext, n: int) -> None:
    """CB-033: as a cost the face may go under the chosen minimum (down to 3: checked before)."""
    _turn(w, w.state.speed - n)


def down(w: MoveContext, n: int) -> None:
    """CB-034: as an effect not under the minimum; if it is under it already, nothing changes."""
    s = w.state
    if s.speed > s.m:
        _turn(w, max(s.m, s.speed - n))


def reset(w: MoveContext) -> None:
    """CB-035: to the minimum, also from below."""
    w.emit(SpeedSet(w.state.m))


def _turn(w: MoveContext, to: int) -> None:
    if to != w.state.speed:
        w.emit(SpeedChanged(w.state.speed, to))
