"""Playing a card (3.4): whether it may be played, which option can be paid, and the costs that are paid at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from msgspec.structs import replace

from companion.engine.refused import BadInput, Refused
from companion.games.cerbere.data.cards import DECKS, FACE_OF, Card, CardOption, Op
from companion.games.cerbere.events import CardPlayed, CostDue, EffectDue
from companion.games.cerbere.names import FASTEST, SLOWEST, Asks, FaceUp, From, OpName, Who
from companion.games.cerbere.rules import rage
from companion.games.cerbere.rules.decks import DECK_OF
from companion.games.cerbere.rules.move_context import MoveContext
from companion.games.cerbere.rules.ways import can_step
from companion.games.cerbere.state import CerbereState, PlayedCard

BY_HAND = (OpName.DISCARD, OpName.MOVE)
"""Costs that a player has to pay."""
AT_ONCE: Mapping[OpName, Callable[[MoveContext, int], None]] = {
    OpName.RAGE_FORWARD: rage.forward,
    OpName.SPEED_UP: rage.faster,
    OpName.SPEED_DOWN: rage.pay_slower,
}
"""Costs that are paid as the card is played (reading 7)."""


def find_card(state: CerbereState, name: str, player: int) -> Card:
    """`act2_adv`, `sur_egoisme` ..., or `act2`: then the player's side decides the face (CB-Q31).

    :raises BadInput: if there is no such card.
    """
    card = state.catalogue.cards.get(name)
    if card is None:
        face = FACE_OF.get(state.seats[player].side, FaceUp.ADVENTURER)
        suffix = "_adv" if face is FaceUp.ADVENTURER else "_cer"
        card = state.catalogue.cards.get(name + suffix)
    if card is None:
        raise BadInput(field="card", value=name, expected="the id of a card")
    return card


def play_card(context: MoveContext, name: str, option: str | None, player: str | None) -> None:
    """CB-041, CB-042: one card, its option named now or asked for."""
    s = context.state
    seat, card, chosen = named_card(s, name, option, player)
    check_card(s, card, seat)
    if chosen is not None:
        begin(context, card, chosen, seat)
        return
    codes = [option_refusal(s, card, o, seat) for o in card.options]
    if all(codes):
        raise Refused(codes[0] or "wrong_phase", card=card.id)
    context.play = PlayedCard(card.id, seat)
    context.ask(seat, Asks.OPTION)


def named_card(
    state: CerbereState, name: str, option: str | None, player: str | None
) -> tuple[int, Card, CardOption | None]:
    """Return the seat, the card and the option that were named.

    :raises BadInput: naming what there is not.
    """
    seat = state.turn.active if player is None else state.index(player)
    if seat is None:
        raise BadInput(field="player", value=player, expected="a player of this game")
    card = find_card(state, name, seat)
    chosen = None if option is None else card.option(option)
    if option is not None and chosen is None:
        raise BadInput(field="option", value=option, expected="a or b")
    return seat, card, chosen


def check_card(state: CerbereState, card: Card, seat: int) -> None:
    """Reading 21: the phase, the turn, the side (CB-044), one of each kind a turn (CB-041, CB-042), in hand.

    :raises Refused: with the first of those that does not hold.
    """
    if state.agenda or state.play is not None:
        raise Refused("wrong_phase")
    if seat != state.turn.active:
        raise Refused("not_your_turn", player=state.seats[state.turn.active].name)
    side = state.seats[seat].side
    deck = DECKS.get(card.deck)
    action = deck is None
    right = FACE_OF.get(side) is card.face if action else DECK_OF.get(side) is deck
    if not right:
        raise Refused("wrong_side", card=card.id)
    if state.turn.action_done if action else state.turn.bonus_done:
        raise Refused("action_already_played" if action else "bonus_already_played")
    held = card.index in state.seats[seat].hand if deck is None else state.seats[seat].cards(deck) > 0
    if not held:
        raise Refused("not_in_hand", card=card.id)


def choose_option(context: MoveContext, id: str) -> None:
    """CB-041: choose the option of the card on the table.

    :raises Refused: `target_invalid` if the card has no such option, or why it cannot be paid.
    """
    p = context.play
    if p is None or p.option is not None:
        raise Refused("wrong_phase")
    card = context.state.catalogue.cards[p.card]
    chosen = card.option(id)
    if chosen is None:
        raise Refused("target_invalid", pick=id)
    begin(context, card, chosen, p.player)


def option_refusal(state: CerbereState, card: Card, option: CardOption, player: int) -> str | None:
    """CB-045: why this option cannot be chosen; None if it can. All of its costs must be payable."""
    for op in option.cost:
        unpayable = UNPAYABLE.get(op.op)
        if unpayable is not None and (code := unpayable(state, card, op, player)) is not None:
            return code
    if state.boats.revealed is not None and _about_boats(option):
        return "boat_revealed"  # CB-113, CB-Q15
    return None


@lru_cache(maxsize=512)
def _about_boats(option: CardOption) -> bool:
    return all(op.op is OpName.BOAT for op in option.effect)


def _move(state: CerbereState, card: Card, op: Op, player: int) -> str | None:
    """CB-154."""
    if op.who is Who.SELF:
        return None if can_step(state, player, op.n > 0) else "cost_move"
    return None if any(can_step(state, i, op.n > 0) for i in range(len(state.seats)) if i != player) else "cost_move"


UNPAYABLE: Mapping[OpName, Callable[[CerbereState, Card, Op, int], str | None]] = {
    OpName.RAGE_FORWARD: lambda s, _card, op, _i: "cost_rage" if s.die + op.n > s.hunt else None,  # CB-022, CB-Q07
    OpName.SPEED_UP: lambda s, _card, op, _i: "cost_speed" if s.speed + op.n > FASTEST else None,  # CB-032
    OpName.SPEED_DOWN: lambda s, _card, op, _i: "cost_speed" if s.speed - op.n < SLOWEST else None,  # CB-033
    OpName.DISCARD: lambda s, card, op, i: "cost_cards" if pool(s, card, op, i) < op.n else None,  # CB-050..052
    OpName.MOVE: _move,
}
"""Why a cost cannot be paid; None if it can. Other ops cost nothing."""


def pool(state: CerbereState, card: Card, op: Op, player: int) -> int:
    """Return how many cards could pay a discard, without the played one (CB-052) and those of players out (CB-Q33)."""
    played = 1 if DECKS.get(card.deck) is op.deck else 0
    if op.source is From.SELF:
        return state.seats[player].cards(op.deck) - played
    side = state.seats[player].side
    return sum(seat.cards(op.deck) for seat in state.seats if seat.side is side) - played


def begin(context: MoveContext, card: Card, option: CardOption, player: int) -> None:
    """Play it: Rage and Speed are paid at once, the rest falls due (reading 7).

    :raises Refused: if a cost cannot be paid; then nothing was played.
    """
    code = option_refusal(context.state, card, option, player)
    if code is not None:
        raise Refused(code, card=card.id, option=option.id)
    context.emit(CardPlayed(context.name(player), card.id, option.id))
    for op in option.cost:
        pay = AT_ONCE.get(op.op)
        if pay is not None:
            pay(context, op.n)
    owed = tuple([i for i, op in enumerate(option.cost) if op.op in BY_HAND])
    context.play = PlayedCard(card.id, player, option.id, owed, tuple(range(len(option.effect))))
    if owed:
        context.emit(CostDue(owed))
    else:
        context.emit(EffectDue(context.play.left))


def option_of(state: CerbereState, play: PlayedCard) -> CardOption:
    """Return the option that is being played."""
    found = state.catalogue.options.get((play.card, play.option))
    if found is None:
        raise Refused("wrong_phase")
    return found


def paid(context: MoveContext, cost: int) -> None:
    """One cost less; after the last one the effects fall due."""
    p = context.play
    if p is None:
        return
    owed = tuple(i for i in p.owed if i != cost)
    context.play = replace(p, owed=owed, donors=())
    if not owed:
        context.emit(EffectDue(p.left))
