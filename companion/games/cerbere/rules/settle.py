"""What follows from a value that was put right. A position is put right from a fresh game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from companion.engine.patch import correction, following, patched, said
from companion.engine.refused import BadInput
from companion.games.cerbere.names import LAST_DARK, CapturedRole, DeckKind, Side
from companion.games.cerbere.state import ALL_ACTIONS, Capture, CerbereState, DeckCount, EndingQuestion, Seat

S = CerbereState


def settle(before: S, state: S, patch: Mapping[str, Any]) -> S:
    """:raises BadInput: if the player before is in the middle of a card."""
    state = _boat(before, _sides(before, state, patch), patch)
    for deck, total in ((DeckKind.SURVIVAL, state.catalogue.survival), (DeckKind.BETRAYAL, state.catalogue.betrayal)):
        state = state.with_pile(deck, _pile(state, deck, total, patch))
    state = following(state, patch, die=max(state.home, min(state.die, state.hunt)))
    if state.turn.active == before.turn.active:
        return state
    if before.play is not None or any(not isinstance(task, EndingQuestion) for task in before.agenda):
        raise BadInput(field="turn.active", reason="a card is being played")
    if state.seats[state.turn.active].side is Side.OUT and state.over is None:
        raise BadInput(field="turn.active", reason=f"{state.seats[state.turn.active].name} is out")
    return replace(state, turn=following(state.turn, patch, "turn", action_done=False, bonus_done=False, moved=False))


def _sides(before: S, state: S, patch: Mapping[str, Any]) -> S:
    """Sides and Rage track follow from each other (section 2); a player who changes sides begins there by the rules."""
    if said(patch, "caught"):
        for i, seat in enumerate(state.seats):
            if not said(patch, "seats", seat.name, "side") and (seat.side is Side.RUNNER) is (i in state.caught):
                state = state.with_seat(i, side=side_on_track(state, i))
    else:
        stays = [i for i in state.caught if state.seats[i].side is not Side.RUNNER]
        new = [i for side in (Side.CERBERUS, Side.OUT) for i, seat in enumerate(state.seats) if seat.side is side]
        state = replace(state, caught=(*stays, *(i for i in new if i not in stays)))
    rows = zip(before.seats, state.seats, strict=True)
    return replace(
        state, seats=tuple(seat if old.side is seat.side else _turned(state, seat, patch) for old, seat in rows)
    )


def _turned(state: S, seat: Seat, patch: Mapping[str, Any]) -> Seat:
    hand = frozenset() if seat.side is Side.OUT else ALL_ACTIONS
    at = state.path.gates if state.board and seat.side is Side.RUNNER else None
    return following(seat, patch, "seats", seat.name, hand=hand, survival=0, betrayal=0, at=at)


def side_on_track(state: S, seat: int) -> Side:
    """CB-077, CB-096."""
    if seat not in state.caught:
        return Side.RUNNER
    return Side.CERBERUS if state.unused + state.caught.index(seat) <= LAST_DARK else Side.OUT


def _boat(before: S, state: S, patch: Mapping[str, Any]) -> S:
    """CB-117: no passenger is lost with the boat. A pawn on the boat's space is aboard."""
    aboard = list(state.boats.aboard)
    if not said(patch, "boats", "aboard"):
        gone = {i for i in aboard if state.seats[i].side is not Side.RUNNER or state.boats.revealed is None}
        gone |= {i for i in aboard if state.seats[i].at not in (None, state.path.boat)}
        aboard = [i for i in aboard if i not in gone]
        aboard += [i for i, seat in enumerate(state.seats) if seat.at == state.path.boat and i not in aboard]
    state = replace(state, boats=replace(state.boats, aboard=tuple(aboard)))
    if state.board:
        for i, seat in enumerate(state.seats):
            if i in aboard and seat.at in (state.path.boat, before.seats[i].at):
                state = state.with_seat(i, at=None)
            elif i not in aboard and seat.side is Side.RUNNER and seat.at is None:
                state = state.with_seat(i, at=state.path.length - 1)
    return state


def _pile(state: S, deck: DeckKind, total: int, patch: Mapping[str, Any]) -> DeckCount:
    """CB-013: no card is lost. What a hand has more comes from the pile, then from the discards; what it has less goes
    to the discards. Of two heaps the one that is not said has the rest."""
    pile = state.pile(deck)
    more = total - pile.draw - pile.discard - sum(seat.cards(deck) for seat in state.seats)
    if said(patch, deck, "draw") and said(patch, deck, "discard"):
        return pile
    if said(patch, deck, "discard"):
        return DeckCount(pile.draw + more, pile.discard)
    drawn = 0 if said(patch, deck, "draw") else min(max(0, -more), pile.draw)
    return DeckCount(pile.draw - drawn, pile.discard + more + drawn)


def corrected(before: S, patch: Mapping[str, Any], at: int) -> S:
    """What a correction makes of a state; the books of the recap with it."""
    patch = correction(patch, before)
    before = replace(before, tally=replace(before.tally, corrected=True))
    s = settle(before, patched(before, patch, at), patch)
    if said(patch, "tally"):
        return s
    captures = s.tally.captures
    for i, (old, seat) in enumerate(zip(before.seats, s.seats, strict=True)):
        if old.side is not seat.side:
            captures = tuple(capture for capture in captures if capture.seat != i)
            if seat.side is not Side.RUNNER:
                captures += (Capture(s.turn.n, i, CapturedRole(seat.side.value)),)
    return replace(s, tally=replace(s.tally, captures=captures))
