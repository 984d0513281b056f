"""Cerberus runs (3.5, CB-155). He ignores symbols and all special places (CB-065, CB-162)."""

from __future__ import annotations

from companion.games.cerbere.events import CerberusMoved, HuntMissed
from companion.games.cerbere.names import Why
from companion.games.cerbere.rules import rage, speed
from companion.games.cerbere.rules.move_context import MoveContext
from companion.games.cerbere.state import Caught, CerbereState


def run_of(speed: int) -> int:
    """CB-060: how many spaces Cerberus runs in a chase."""
    return speed


def spaces(s: CerbereState) -> int:
    """How many he runs now."""
    return run_of(s.speed)


def reach(s: CerbereState, n: int) -> int:
    """CB-064: the last space that Cerberus can come to with `n` steps."""
    return max(s.cerberus, min(s.cerberus + n, s.path.length - 1))


def run_to(s: CerbereState, n: int) -> tuple[int, tuple[int, ...]]:
    """CB-060, CB-061, CB-064, CB-Q01: where Cerberus stops after at most `n` steps, and whom he finds there."""
    here = s.cerberus
    farthest = reach(s, n)
    at = min([seat.at for seat in s.seats if seat.at is not None and here < seat.at <= farthest], default=None)
    if at is None:
        return farthest, ()
    return at, tuple([i for i, seat in enumerate(s.seats) if seat.at == at])


def go(w: MoveContext, n: int, why: Why) -> bool:
    """Board: Cerberus moves; whoever he catches waits for the capture. False: he caught nobody."""
    s = w.state
    to, found = run_to(s, n)
    if to != s.cerberus:
        w.emit(CerberusMoved(s.cerberus, to, why))
    if found:
        w.push(Caught(found))
    return bool(found)


def miss(w: MoveContext) -> None:
    """CB-062, CB-036, CB-Q23: one faster from the face that shows, and the die goes home."""
    w.emit(HuntMissed())
    speed.up(w, 1)
    rage.home(w)
