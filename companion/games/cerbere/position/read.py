"""A position as the state of a game: what it does not say follows from the rules of the set-up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from companion.engine.game import GameSetup
from companion.engine.refused import BadInput
from companion.games.cerbere.names import LAST_DARK, PAWNS, Deck, Side, Winner
from companion.games.cerbere.position.board import read_boats, read_pawns, read_peek
from companion.games.cerbere.position.keys import BLOCKED, OverIn, PileIn, PlayerIn, PositionData, read
from companion.games.cerbere.position.midway import read_agenda, read_play, read_tally
from companion.games.cerbere.position.start import fresh
from companion.games.cerbere.rules.decks import DECK_OF
from companion.games.cerbere.state import ALL_ACTIONS, CerbereState, Mark, Over, Pile, Seat, Tally, Turn


def import_position(order: GameSetup, position: Mapping[str, Any], config_dir: Path | None) -> CerbereState:
    """The state that `position` describes; what it does not say follows from the rules of the set-up.

    :raises BadInput: naming the field that is wrong.
    """
    w = read(position)
    players, state = fresh(order, w, config_dir)
    state = _sides(state, w, players)
    if state.runners == 0 and w.over is None:
        raise BadInput(field="over", reason="no runner is left: the game is over")
    state = read_pawns(read_boats(state, w), w)
    state = _piles(_rage(state, w), w)
    state = _turn(state, w)
    if w.over is not None:
        state = replace(state, over=_over(state, w.over))
    return _middle(read_peek(state, w), w)


# -- players -----------------------------------------------------------------------------------------------------------


def _sides(s: CerbereState, w: PositionData, players: Sequence[PlayerIn]) -> CerbereState:
    """Sides and Rage track tell each other (section 2): whoever is no runner has a pawn there, and nobody else."""
    caught = _unsaid(players) if w.track is None else _told(s, w.track)
    seats = tuple(_seat(s, i, player, caught, w.corrected) for i, player in enumerate(players))
    return replace(s, seats=seats, caught=caught)


def _unsaid(players: Sequence[PlayerIn]) -> tuple[int, ...]:
    """The Cerberus players were caught first, or they would be none."""
    return tuple(i for side in (Side.CERBERUS, Side.OUT) for i, player in enumerate(players) if player.side is side)


def _told(s: CerbereState, track: Sequence[str | None]) -> tuple[int, ...]:
    """CB-012, CB-025: unused pawns, then the captured ones, then nothing."""
    pawns = list(track)
    while pawns and pawns[-1] is None:
        pawns.pop()
    if pawns[: s.unused] != [BLOCKED] * s.unused:
        raise BadInput(field="track", reason=f"it begins with {s.unused} x {BLOCKED}: {len(s.seats)} players")
    caught: list[int] = []
    for name in pawns[s.unused :]:
        if name is None:
            raise BadInput(field="track", reason="the pawns stand side by side")
        caught.append(seat_of(s, name, "track"))
    if len(set(caught)) != len(caught):
        raise BadInput(field="track", reason="a pawn stands there twice")
    return tuple(caught)


def _seat(s: CerbereState, i: int, player: PlayerIn, caught: Sequence[int], lenient: bool) -> Seat:
    key = f"players.{player.seat}"
    index = s.unused + caught.index(i) if i in caught else None
    side = player.side
    if side is None:
        side = Side.RUNNER if index is None else Side.CERBERUS if index <= LAST_DARK else Side.OUT
    if side is Side.RUNNER and index is not None:
        raise BadInput(field=f"{key}.side", reason="the pawn stands on the Rage track")
    if side is not Side.RUNNER and index is None:
        raise BadInput(field="track", reason=f"the pawn of {player.seat} is missing: {side.value}")
    if side is Side.CERBERUS and index is not None and index > LAST_DARK and not lenient:  # CB-077, CB-096
        raise BadInput(field=f"{key}.side", reason=f"the pawn stands on a light space ({PAWNS - index}): out")
    return replace(s.seats[i], side=side, hand=_hand(player, side), **_bonus(player, side), at=None)


def _bonus(player: PlayerIn, side: Side) -> dict[str, int]:
    """CB-044, CB-090, CB-Q33: cards of the own side only."""
    held = {deck.value: getattr(player, deck.value) for deck in Deck}
    for deck in Deck:
        if held[deck.value] and DECK_OF.get(side) is not deck:
            raise BadInput(field=f"players.{player.seat}.{deck.value}", reason=f"{side.value}: holds none of these")
    return held


def _hand(player: PlayerIn, side: Side) -> frozenset[int]:
    """CB-010, CB-091, CB-Q33."""
    hand = player.actions_in_hand
    if hand is None:
        hand = () if side is Side.OUT else tuple(ALL_ACTIONS)
    key = f"players.{player.seat}.actions_in_hand"
    if len(set(hand)) != len(hand):
        raise BadInput(field=key, reason="a card is there twice")
    if hand and side is Side.OUT:
        raise BadInput(field=key, reason="who is out holds none")
    return frozenset(hand)


def seat_of(s: CerbereState, name: str, key: str) -> int:
    """The seat called `name`.

    :raises BadInput: naming `key` if there is none.
    """
    seat = s.index(name)
    if seat is None:
        raise BadInput(field=key, reason=f"nobody is called {name}")
    return seat


# -- counts ------------------------------------------------------------------------------------------------------------


def _rage(s: CerbereState, w: PositionData) -> CerbereState:
    """Section 2: the die is never left of the first free space, nor beyond Hunt."""
    die = s.home if w.die is None else w.die
    if not s.home <= die <= s.hunt:
        raise BadInput(field="die", reason=f"it lies between {s.home} and {s.hunt}, not on {die}")
    return replace(s, die=die, speed=s.m if w.speed is None else w.speed)


def _piles(s: CerbereState, w: PositionData) -> CerbereState:
    return replace(
        s,
        survival=_pile(s, Deck.SURVIVAL, w.piles.survival, s.catalogue.survival),
        betrayal=_pile(s, Deck.BETRAYAL, w.piles.betrayal, s.catalogue.betrayal),
    )


def _pile(s: CerbereState, deck: Deck, told: PileIn, total: int) -> Pile:
    """What is not said is the rest of the deck."""
    key = f"piles.{deck.value}"
    rest = total - sum(seat.cards(deck) for seat in s.seats) - (told.draw or 0) - (told.discard or 0)
    if rest < 0:
        raise BadInput(field=key, reason=f"the deck has {total} cards: there are {-rest} too many")
    if told.draw is not None and told.discard is not None:
        return Pile(told.draw, told.discard)
    return Pile(told.draw, rest) if told.draw is not None else Pile(rest, told.discard or 0)


# -- turn, end ---------------------------------------------------------------------------------------------------------


def _turn(s: CerbereState, w: PositionData) -> CerbereState:
    told = w.turn
    if told.active is not None:
        active = seat_of(s, told.active, "turn.active")
    else:
        first = s.turn.active  # as the opening has it, else the first runner
        order = [first, *s.clockwise(first)]
        active = next((i for i in order if s.seats[i].side is Side.RUNNER), first)
    if s.seats[active].side is Side.OUT and w.over is None and not w.agenda and w.play is None:
        raise BadInput(field="turn.active", reason=f"{s.seats[active].name} is out")
    return replace(s, turn=Turn(active, told.action_done, told.bonus_done, told.n, told.moved))


def _over(s: CerbereState, told: OverIn) -> Over:
    """CB-130, CB-131: passengers win, or those who are Cerberus players."""
    winners = tuple(seat_of(s, name, "over.winners") for name in told.winners)
    if len(set(winners)) != len(winners):
        raise BadInput(field="over.winners", reason="somebody is there twice")
    side = Side.RUNNER if told.side is Winner.RUNNERS else Side.CERBERUS
    for seat in winners:
        if s.seats[seat].side is not side:
            raise BadInput(field="over.winners", reason=f"{s.seats[seat].name} is not on that side")
    if told.side is Winner.RUNNERS and not winners:
        raise BadInput(field="over.winners", reason="somebody escaped")
    return Over(told.side, winners)


def _middle(s: CerbereState, w: PositionData) -> CerbereState:
    """The middle of a card or of a capture, and the books."""
    if s.over is not None:
        for key, value in (("play", w.play), ("agenda", w.agenda)):
            if value:
                raise BadInput(field=key, reason="the game is over")
    if w.play is not None:
        s = replace(s, play=read_play(s, w.play))
    if w.agenda:
        s = replace(s, agenda=read_agenda(s, w.agenda))
    if s.play is not None and s.play.option is not None and not (s.agenda or s.play.owed or s.play.left):
        raise BadInput(field="play.left", reason="nothing of the card is left")
    begun = Tally(marks=(Mark(s.turn.n, s.die, s.home, s.speed),))
    return replace(s, tally=begun if w.tally is None else read_tally(s, w.tally))
