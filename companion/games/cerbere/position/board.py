"""Boats and pawns of a position: where everybody stands, and that they can stand there."""

from __future__ import annotations

from msgspec.structs import replace

from companion.engine.refused import BadInput
from companion.engine.secret import Secret
from companion.games.cerbere.names import BOATS, Boating, Side
from companion.games.cerbere.position.keys import PositionData
from companion.games.cerbere.state import Boats, CerbereState

Slots = tuple[int | None, ...]


def read_boats(s: CerbereState, w: PositionData) -> CerbereState:
    """CB-006, CB-110, CB-114.

    :raises BadInput: naming the key.
    """
    told = w.boats
    boating = s.boats.boating if told.boating is None else told.boating
    slots = _slots(told.hidden, boating, told.revealed is not None or w.corrected)
    if told.revealed is not None and not w.corrected and slots[told.slot - 1] not in {None, told.revealed}:
        raise BadInput(field="boats.revealed", reason="another boat lies in that slot")
    aboard = _aboard(s, w)
    laid = told.laid
    if laid is None:
        laid = 0 if boating is Boating.UNKNOWN else sum(seats is not None for seats in slots)
    covered = w.over is not None and boating is Boating.KEPT and not told.shown
    if told.show_in_ms is not None and not covered:
        raise BadInput(field="boats.show_in_ms", reason="there are no kept boats to show after the end")
    if told.shown and (w.over is None or boating is not Boating.KEPT):
        raise BadInput(field="boats.shown", reason="only kept boats are shown, after the end")
    boats = Boats(
        boating, Secret(slots), laid, told.revealed, told.slot, aboard, show_at=told.show_in_ms, shown=told.shown
    )
    return replace(s, boats=boats)


def _slots(told: Slots | None, boating: Boating, lenient: bool) -> Slots:
    slots: Slots = (None, None, None) if told is None else told
    known = [seats for seats in slots if seats is not None]
    if len(set(known)) != len(known):
        raise BadInput(field="boats.hidden", reason="each boat is there once")
    if boating is Boating.KEPT and not lenient and sorted(known) != list(BOATS):
        raise BadInput(field="boats.hidden", reason="nobody but the companion knows what lies in the slots: tell it")
    return slots


def _aboard(s: CerbereState, w: PositionData) -> tuple[int, ...]:
    """Who is in the boat: `seated`, or whose pawn stands on it."""
    aboard: list[int] = []
    for name in w.boats.seated or ():
        seat = s.index(name)
        if seat is None:
            raise BadInput(field="boats.seated", reason=f"nobody is called {name}")
        if s.seats[seat].side is not Side.RUNNER:
            raise BadInput(field="boats.seated", reason=f"{name} is no runner")
        if seat in aboard:
            raise BadInput(field="boats.seated", reason=f"{name} is there twice")
        aboard.append(seat)
    key = "boats.seated"
    if s.board:
        for name, at in (w.pos or {}).items():
            seat = s.index(name)
            on_boat = at == s.path.boat and not isinstance(at, bool)
            if seat is None or on_boat == (seat in aboard):
                continue
            if w.boats.seated is not None:
                raise BadInput(field=f"pos.{name}", reason=f"{s.path.boat} is the boat: `seated` says otherwise")
            if s.seats[seat].side is Side.RUNNER:
                aboard.append(seat)
                key = f"pos.{name}"
    if aboard and w.boats.revealed is None:
        raise BadInput(field=key, reason="no boat is revealed")
    if len(aboard) > (w.boats.revealed or 0):
        raise BadInput(field=key, reason=f"the boat has {w.boats.revealed} seats")
    return tuple(aboard)


def read_pawns(s: CerbereState, w: PositionData) -> CerbereState:
    """CB-005, CB-009, CB-163: who is not told stands at the Gates, Cerberus in his den.

    :raises BadInput: naming the key.
    """
    s = replace(s, bridge=w.bridge_intact)
    if not s.board:
        for key, value in (("pos", w.pos), ("cerberus", w.cerberus)):
            if value is not None:
                raise BadInput(field=key, reason='only the level "board" knows where the pawns stand')
        return s
    pos = w.pos or {}
    for name in pos:
        _check_place(s, name, pos[name])
    cerberus = w.cerberus or 0
    if cerberus >= s.path.length:
        raise BadInput(field="cerberus", reason=f"the path has the spaces 0 to {s.path.length - 1}")
    seats = tuple(
        seat if seat.side is not Side.RUNNER or s.aboard(i) else replace(seat, at=pos.get(seat.name, s.path.gates))
        for i, seat in enumerate(s.seats)
    )
    for at, space in enumerate(s.path.spaces):
        there = [seat.name for seat in seats if seat.at == at]
        if space.capacity is not None and len(there) > space.capacity:
            raise BadInput(field=f"pos.{there[-1]}", reason=f"space {at} holds {space.capacity}")
    return replace(s, seats=seats, cerberus=cerberus)


def _check_place(s: CerbereState, name: str, at: object) -> None:
    key = f"pos.{name}"
    seat = s.index(name)
    if seat is None:
        raise BadInput(field=key, reason=f"nobody is called {name}")
    if not isinstance(at, int) or isinstance(at, bool) or not 0 <= at <= s.path.boat:
        raise BadInput(field=key, reason=f"spaces go from 0 to {s.path.boat}, which is the boat")
    if s.seats[seat].side is not Side.RUNNER:
        raise BadInput(field=key, reason="the pawn stands on the Rage track")


def read_peek(s: CerbereState, w: PositionData) -> CerbereState:
    """CB-112: somebody looks at a boat that the companion keeps.

    :raises BadInput: naming the key.
    """
    if w.peek is None:
        return s
    seat = s.index(w.peek.seat)
    if seat is None:
        raise BadInput(field="peek.seat", reason=f"nobody is called {w.peek.seat}")
    if s.boats.boating is not Boating.KEPT or s.boats.revealed is not None or s.over is not None:
        raise BadInput(field="peek", reason="there is no hidden boat to look at on the screen")
    return replace(s, peeking=(seat, w.peek.slot))
