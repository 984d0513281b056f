"""Who can have been caught, and where (Tracker)."""

from __future__ import annotations

from companion.games.cerbere.names import Side, Zone
from companion.games.cerbere.state import Catch, CerbereState


def zones_open(s: CerbereState) -> tuple[Zone, ...]:
    """CB-078: on the End board nobody can have been caught while the boats are hidden."""
    every = tuple(Zone)
    return every if s.boats.revealed is not None else every[:-1]


def walkers(s: CerbereState) -> tuple[int, ...]:
    """Runners on the path."""
    return tuple(i for i, seat in enumerate(s.seats) if seat.side is Side.RUNNER and i not in s.boats.aboard)


def catchable(s: CerbereState, task: Catch) -> tuple[int, ...]:
    """Who can have been caught: runners on the path; after a move back, the one that moved."""
    return tuple(i for i in walkers(s) if task.pawn in (None, i))
