"""Where a pawn can go with its next step (3.10, 3.11)."""

from __future__ import annotations

from companion.games.cerbere.names import RUNNER, WALK, Via
from companion.games.cerbere.state import CerbereState


def portal_open(state: CerbereState, pawn: int | None) -> bool:
    """CB-168, CB-169, CB-Q30: a runner other than `pawn` is on the stele (`pawn` None: any runner)."""
    stele = state.path.stele
    return stele is not None and any(
        seat.at == stele and seat.side is RUNNER and i != pawn for i, seat in enumerate(state.seats)
    )


def ways(state: CerbereState, pawn: int, at: int, ahead: bool, first: bool) -> list[tuple[Via, int]]:
    """Return all ways to take one step from `at`; none at the den's end. `first`: the move begins here.

    CB-166 up the funicular only from its foot and as the first step; CB-Q29 never down. CB-167, CB-168, CB-Q34
    bridge and portal only towards the boat for an advance, only towards the den for a retreat.
    """
    path = state.path
    found = [(WALK, at + 1)] if ahead else [(WALK, at - 1)] if at > 0 else []
    near, far = (0, 1) if ahead else (1, 0)
    if path.bridge is not None and state.bridge and path.bridge[near] == at:
        found.append((Via.BRIDGE, path.bridge[far]))
    if path.portal is not None and path.portal[near] == at and portal_open(state, pawn):
        found.append((Via.PORTAL, path.portal[far]))
    if path.funicular is not None and ahead and first and path.funicular[0] == at:
        found.append((Via.FUNICULAR, path.funicular[1]))
    return found


def room(state: CerbereState, pawn: int, at: int) -> bool:
    """CB-163, CB-152: whether one more runner may stand on space `at`."""
    capacity = state.path.spaces[at].capacity
    if capacity is None:
        return True
    return sum(seat.at == at and i != pawn for i, seat in enumerate(state.seats)) < capacity


def enterable(state: CerbereState, pawn: int, at: int) -> bool:
    """CB-115, CB-163: neither a full boat nor an occupied stilt."""
    return not state.boats.full if at >= state.path.boat else room(state, pawn, at)


def can_step(state: CerbereState, pawn: int, ahead: bool) -> bool:
    """CB-154, CB-Q08: the pawn makes at least one step. Tracker: known only of passengers (CB-116)."""
    seat = state.seats[pawn]
    if seat.side is not RUNNER:
        return False
    aboard = pawn in state.boats.aboard
    if not state.board or aboard:
        return not (aboard and ahead)
    at = seat.at
    if at is None:
        return False
    for _, to in ways(state, pawn, at, ahead, first=True):
        if enterable(state, pawn, to):
            return True
    return bool(swappable(state, pawn, at))


def swappable(state: CerbereState, pawn: int, at: int) -> tuple[int, ...]:
    """CB-165: the runners on the other nacelle space, if `pawn` is on one of the two."""
    if state.path.nacelle is None or at not in state.path.nacelle:
        return ()
    low, high = state.path.nacelle
    other = high if at == low else low
    return tuple(i for i, seat in enumerate(state.seats) if seat.at == other and i != pawn)
