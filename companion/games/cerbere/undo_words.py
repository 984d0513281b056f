"""What stands on the Undo key about a card and the end of a turn."""

from __future__ import annotations

from companion.engine.game import Words
from companion.engine.text import N_
from companion.games.cerbere import moves as mv
from companion.games.cerbere.data.cards import Op
from companion.games.cerbere.names import CardDeck, OpName, Who
from companion.games.cerbere.state import CerbereState

OF_CARD = {
    "sur_sacrifice": N_("{name}: {cb.sur_sacrifice}"),
    "sur_favoritisme": N_("{name}: {cb.sur_favoritisme}"),
    "sur_opportunisme": N_("{name}: {cb.sur_opportunisme}"),
    "sur_fatalisme": N_("{name}: {cb.sur_fatalisme}"),
    "sur_egoisme": N_("{name}: {cb.sur_egoisme}"),
    "sur_couardise": N_("{name}: {cb.sur_couardise}"),
    "sur_arrogance": N_("{name}: {cb.sur_arrogance}"),
    "bet_embuscade": N_("{name}: {cb.bet_embuscade}"),
    "bet_perfidie": N_("{name}: {cb.bet_perfidie}"),
    "bet_violence": N_("{name}: {cb.bet_violence}"),
    "bet_sabotage": N_("{name}: {cb.bet_sabotage}"),
    "bet_rancune": N_("{name}: {cb.bet_rancune}"),
    "bet_fourberie": N_("{name}: {cb.bet_fourberie}"),
}
"""Bonus cards by their printed names; a card of an owner's own making is told by what it does."""
OF_OP = {
    OpName.RAGE_FORWARD: N_("{name}: {cb.rage} +{n}"),
    OpName.RAGE_BACK: N_("{name}: {cb.rage} −{n}"),
    OpName.SPEED_UP: N_("{name}: {cb.speed} +{n}"),
    OpName.SPEED_DOWN: N_("{name}: {cb.speed} −{n}"),
    OpName.DRAW: N_("{name}: draws {n}"),
    OpName.TAKE_BACK: N_("{name}: cards back in hand"),
    OpName.BOAT: N_("{name}: to the {cb.boat:many}"),
    OpName.CERBERUS: N_("{name}: {cb.cerberus} +{n}"),
}
"""An option by what it does first; taking the Action cards back comes before all."""
FORWARD = N_("{name}: forward {n}")
BACK = N_("{name}: back {n}")
OTHERS_FORWARD = N_("{name}: others forward")
OTHERS_BACK = N_("{name}: others back")
ACTION_CARD = N_("{name}: an {cb.action} card")
BONUS_CARD = N_("{name}: {cb.survival}/{cb.betrayal}")

END_OF_TURN = N_("{name}: end of turn")


def end_of_turn(before: CerbereState) -> Words:
    return END_OF_TURN, {"name": before.seats[before.turn.active].name}


def card_words(before: CerbereState, player: str, card_id: str, option_id: str) -> Words:
    """A bonus card by its name, an Action card by what the chosen option does."""
    facts: dict[str, str | int] = {"name": player}
    card = before.catalogue.cards.get(card_id)
    option = None if card is None else card.option(option_id)
    if card is None or option is None or card_id in OF_CARD:
        return OF_CARD.get(card_id, BONUS_CARD), facts
    op = next((op for op in option.effect if op.op is OpName.TAKE_BACK), None) or next(iter(option.effect), None)
    text = None if op is None else _op_text(op)
    if op is None or text is None:
        return ACTION_CARD if card.deck is CardDeck.ACTION else BONUS_CARD, facts
    return text, facts | ({"n": abs(op.n)} if "{n}" in text else {})


def _op_text(op: Op) -> str | None:
    if op.op is not OpName.MOVE:
        return OF_OP.get(op.op)
    if op.who is Who.SELF:
        return FORWARD if op.n > 0 else BACK
    return OTHERS_FORWARD if op.n > 0 else OTHERS_BACK


def asked_card(before: CerbereState, move: mv.PlayCard) -> Words:
    """A card whose option is still asked."""
    name = move.player or before.seats[before.turn.active].name
    card = before.catalogue.cards.get(move.card)  # `act2` is none: the player's side decides the face
    action = card is None or card.deck is CardDeck.ACTION
    return OF_CARD.get(move.card, ACTION_CARD if action else BONUS_CARD), {"name": name}
