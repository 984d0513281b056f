"""What follows from a value that was put right. A position is put right from a fresh game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from companion.engine.patch import correction, following, names_field, patched
from companion.engine.refused import BadInput
from companion.games.cerbere.names import LAST_DARK, CapturedRole, DeckKind, Side
from companion.games.cerbere.state import ALL_ACTIONS, Capture, CatchQuestion, CerbereState, DeckCount, EndingQuestion

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
    if names_field(patch, "caught"):
        for i, seat in enumerate(state.seats):
            if not names_field(patch, "seats", seat.name, "side") and (seat.side is Side.RUNNER) is (i in state.caught):
                state = state.with_seat(i, side=side_on_track(state, i))
    else:
        stays = [i for i in state.caught if state.seats[i].side is not Side.RUNNER]
        new = [i for side in (Side.CERBERUS, Side.OUT) for i, seat in enumerate(state.seats) if seat.side is side]
        state = replace(state, caught=(*stays, *(i for i in new if i not in stays)))
    for i, seat in enumerate(state.seats):
        if seat.side is not before.seats[i].side:
            hand = frozenset() if seat.side is Side.OUT else ALL_ACTIONS
            at = state.path.gates if state.board and seat.side is Side.RUNNER else None
            anew = following(seat, patch, "seats", seat.name, hand=hand, survival=0, betrayal=0, at=at)
            state = replace(state, seats=(*state.seats[:i], anew, *state.seats[i + 1 :]))
    return state


def side_on_track(state: S, seat: int) -> Side:
    """CB-077, CB-096."""
    if seat not in state.caught:
        return Side.RUNNER
    return Side.CERBERUS if state.unused + state.caught.index(seat) <= LAST_DARK else Side.OUT


def _boat(before: S, state: S, patch: Mapping[str, Any]) -> S:
    """CB-117: no passenger is lost with the boat. A pawn on the boat's space is aboard."""
    aboard, seats, boat = list(state.boats.aboard), state.seats, state.path.boat
    if not names_field(patch, "boats", "aboard"):
        sit = {i for i, seat in enumerate(seats) if seat.side is Side.RUNNER and seat.at in (None, boat)}
        there = [i for i in aboard if i in sit and state.boats.revealed is not None]
        aboard = there + [i for i, seat in enumerate(seats) if seat.at == boat and i not in there]
    state = replace(state, boats=replace(state.boats, aboard=tuple(aboard)))
    if state.board:
        for i, seat in enumerate(state.seats):
            if i in aboard and seat.at in (boat, before.seats[i].at):
                state = state.with_seat(i, at=None)
            elif i not in aboard and seat.side is Side.RUNNER and seat.at is None:
                state = state.with_seat(i, at=state.path.length - 1)
    return state


def _pile(state: S, deck: DeckKind, total: int, patch: Mapping[str, Any]) -> DeckCount:
    """CB-013: no card is lost. What a hand has more comes from the pile, then from the discards; what it has less goes
    to the discards. Of two heaps the one that is not said has the rest."""
    pile = state.pile(deck)
    more = total - pile.draw - pile.discard - sum(seat.cards(deck) for seat in state.seats)
    if names_field(patch, deck, "draw") and names_field(patch, deck, "discard"):
        return pile
    if names_field(patch, deck, "discard"):
        return DeckCount(pile.draw + more, pile.discard)
    drawn = 0 if names_field(patch, deck, "draw") else min(max(0, -more), pile.draw)
    return DeckCount(pile.draw - drawn, pile.discard + more + drawn)


def corrected(before: S, patch: Mapping[str, Any], at: int) -> S:
    """What a correction makes of a state; the books of the recap with it."""
    patch = correction(patch, before)
    before = replace(before, tally=replace(before.tally, corrected=True))
    s = settle(before, patched(before, patch, at), patch)
    turned = [i for i, seat in enumerate(s.seats) if seat.side is not before.seats[i].side]
    caught = [Capture(s.turn.n, i, CapturedRole(s.seats[i].side.value)) for i in turned if i in s.caught]
    captures = (*(capture for capture in s.tally.captures if capture.seat not in turned), *caught)
    agenda = tuple(_picked(s, task) if isinstance(task, CatchQuestion) else task for task in s.agenda)
    return replace(s, agenda=agenda, tally=following(s.tally, patch, "tally", captures=captures))


def _picked(state: S, task: CatchQuestion) -> CatchQuestion:
    """Without those who cannot be caught: then more may be picked."""
    picked = tuple(i for i in task.picked if state.seats[i].side is Side.RUNNER and not state.aboard(i))
    return task if picked == task.picked else replace(task, picked=picked, picking=True)
