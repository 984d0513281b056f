"""Before the first draw (2.1, 2.10): circles placed in turn, tokens and hands dealt, the first player."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine.refused import BadInput, Refused
from companion.games.hellrail.board.layout import cell_text, place_ok
from companion.games.hellrail.events import CirclePlaced, CirclesDealt, FirstPlayerSet, GameStarted, HandsDealt, Placed
from companion.games.hellrail.names import CARDS, CIRCLES, GATES, HAND, Effect, Phase, Variant
from companion.games.hellrail.rules import tokens
from companion.games.hellrail.rules.move_context import MoveContext
from companion.games.hellrail.state import RailState


def placers(s: RailState) -> tuple[int, ...]:
    """HR-123, reading 21: who may place a circle now: anybody the first one, then clockwise; in the last round seats
    without a card left are passed over, and whoever was passed over has none."""
    n, placed = len(s.seats), len(s.grid.circles)
    if dealt(s):
        begins = next((i for i, seat in enumerate(s.seats) if GATES in seat.circles), None)
        after = begins if begins is not None else s.after(s.placer or 0)
        return (next(i % n for i in range(after, after + n) if s.seats[i % n].circles),)
    if placed == 0:
        return tuple(range(n))
    first = s.first if s.first is not None else 0
    full = n * (len(CIRCLES) // n)
    if placed < full:
        return ((first + placed) % n,)
    last = s.placer if s.placer is not None else (first + placed - 1) % n
    begun = 0 if placed == full else (last - first) % n + 1
    return tuple((first + i) % n for i in range(begun, n)) or (last,)


def dealt(s: RailState) -> bool:
    """Whether the companion dealt the circles, and some are still to be placed."""
    return any(seat.circles for seat in s.seats)


def left_to_place(s: RailState, seat: int) -> tuple[str, ...]:
    """The circles that a seat may still place: its own once they are dealt, else any that is left."""
    return s.seats[seat].circles if dealt(s) else tuple(c for c in CIRCLES if c not in s.grid.circles)


def deal_circles(w: MoveContext) -> None:
    """HR-122: shuffled and dealt one by one, uneven hands accepted.

    :raises Refused: `wrong_phase` once they are dealt or the first one is placed.
    """
    s = w.state
    if s.phase is not Phase.PLACING or s.grid.circles or dealt(s):
        raise Refused("wrong_phase", phase=s.phase.value)
    circles = list(CIRCLES)
    w.rng.shuffle(circles)
    n = len(s.seats)
    w.emit(CirclesDealt({seat.name: tuple(circles[i::n]) for i, seat in enumerate(s.seats)}))


def place_circle(w: MoveContext, seat: int, circle: str, cell: str | None) -> None:
    """HR-122..125: the Gates first, then diagonally to one or two circles; the last one settles who begins.

    :raises Refused: `not_your_turn`, `bad_target`, `gates_first`, `no_diagonal_neighbour`, `too_many_neighbours`.
    """
    s = w.state
    if seat not in placers(s):
        raise Refused("not_your_turn", active=s.seats[placers(s)[0]].name)
    if circle not in left_to_place(s, seat):
        raise Refused("bad_target", circle=circle)
    at = None if cell is None else cell_text(cell)
    if at is None:
        raise BadInput(field="cell", value=cell, expected="x,y")
    code = place_ok(s.grid.circles, at, circle)
    if code is not None:
        raise Refused(code, cell=at)
    w.emit(CirclePlaced(w.name(seat), circle, at))
    if len(w.state.grid.circles) == len(CIRCLES):
        w.emit(FirstPlayerSet(w.name(s.after(seat))))
        w.emit(Placed())


def deal(w: MoveContext, effects: Mapping[str, Effect] | None, first: str | None) -> None:
    """HR-005, HR-007, HR-009: tokens on the circles, three cards each, the first player.

    :raises Refused: `bad_setup`, `gates_take_no_effect`.
    """
    s = w.state
    found = s.first if s.first is not None else 0
    if first is not None and Variant.DEVILS_ADVOCATE not in s.variants:
        index = s.index(first)
        if index is None:
            raise Refused("bad_setup", key="first")
        found = index
    tokens.deal(w, effects)
    n = len(s.seats)
    w.emit(HandsDealt(HAND, 0 if s.light else CARDS - HAND * n))
    w.emit(FirstPlayerSet(w.name(found)))


def started(s: RailState) -> GameStarted:
    """A game begins at this table."""
    return GameStarted(tuple(seat.name for seat in s.seats), s.level, s.layout, tuple(sorted(s.variants)))
