"""English msgids of Cerbère that leave the engine: refusals and what stands on the Undo key. Our own words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.engine.game import Label
from companion.engine.text import N_
from companion.games.cerbere import events as ev
from companion.games.cerbere import moves as mv
from companion.games.cerbere.data.cards import Op
from companion.games.cerbere.names import CardDeck, OpName, Who
from companion.games.cerbere.state import Catch, CerbereState

REFUSALS: dict[str, str] = {
    "not_your_turn": "It is another player's turn.",
    "wrong_phase": "That is not open at this moment.",
    "action_already_played": "An {cb.action} card was played in this turn already.",
    "bonus_already_played": "A {cb.survival} or {cb.betrayal} card was played in this turn already.",
    "action_missing": "The turn wants an {cb.action} card first.",
    "wrong_side": "That card belongs to the other side.",
    "not_in_hand": "The player does not hold that card.",
    "cost_rage": "The die lies on the {cb.hunt_space}: the {cb.rage} cannot be paid.",
    "cost_speed": "The die has no such face: the {cb.speed} cannot be paid.",
    "cost_cards": "There are too few cards to give for it.",
    "cost_move": "No pawn that was named can make this move, and it is the price.",
    "target_self": "Another player is wanted there.",
    "target_repeated": "That pawn is in it already: another one is wanted.",
    "target_invalid": "That one cannot be chosen for it.",
    "target_seated": "A passenger of the {cb.boat} cannot be chosen for it.",
    "boat_hidden": "No {cb.boat} is revealed yet.",
    "boat_revealed": "The {cb.boat:many} are no longer hidden.",
    "boat_full": "The {cb.boat} has no free seat.",
    "path_closed": "That way is not open for this step.",
    "swap_unavailable": "Nobody can change places there now.",
    "bad_setup": "A game cannot begin like this ({reason}).",
    "game_over": "The game is over. Only undo is left.",
    "not_in_game": "Nobody plays the colour {colour}.",
    "unknown_tag": "The tag {uid} belongs to no piece that is known.",
}
"""Code -> sentence for the table protocol and the log."""

# -- what stands on the Undo key -------------------------------------------------------------------------------------

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

CHASE = N_("the {cb.hunt}")
CAPTURE = N_("the capture of {name}")
CAPTURES = N_("{names} caught")
CAPTURES_MANY = N_("{name} and {n} more caught")
END_OF_TURN = N_("{name}: end of turn")
REVEALED = N_("the {cb.boat} in the open")
PEEKED = N_("the look at {cb.boat} {slot}")
SWAPPED = N_("the swap of {cb.boat:many} {a} and {b}")
LAID = N_("the {cb.boat} in place {slot}")
ABOARD = N_("{name} on board")
ASHORE = N_("{name} off the {cb.boat}")
LAST_BOARD = N_("{name}: {cb.end_board}")
SYMBOL = N_("the symbol under {name}")
BRIDGE = N_("the {cb.bridge}")
NACELLE = N_("the {cb.nacelle}")
PAWN = N_("{name}: a move")
COST = N_("the card's price")
EFFECT = N_("a card's effect")
PICKED = N_("{name} chosen")
NOBODY = N_("nobody caught")
ANSWER = N_("the answer")
CORRECTION = N_("the correction")

OF_MOVE: dict[type, str] = {
    mv.Correct: CORRECTION,
    mv.Symbol: SYMBOL,
    mv.BridgeUsed: BRIDGE,
    mv.NacelleSwap: NACELLE,
    mv.EndBoardReached: LAST_BOARD,
}

_QUESTIONS = (ev.ChoiceNeeded, ev.CatchAsked)
_PICKS = (mv.Answer, mv.Choose, mv.Target, mv.TakeCapture, mv.HuntResult)
_OWN = (mv.Correct, mv.Symbol, mv.EndBoardReached, mv.NacelleSwap, mv.BridgeUsed)
"""Moves that are called after themselves, whatever follows from them."""
Named = tuple[str, dict[str, str | int]]


def label(before: CerbereState, move: Any, events: Sequence[Any]) -> Label:
    """What Undo takes back: the weightiest thing that `move` led to, or else what was answered.

    No boat's content is ever in it: it is told of slots and of who looked, nothing else.
    """
    text, facts = _named(before, move, [event for event in events if event.told])
    return Label(type(move).__struct_config__.tag, text, facts)


def _named(before: CerbereState, move: Any, told: Sequence[Any]) -> Named:
    if isinstance(move, _OWN):
        pawn = getattr(move, "pawn", None)
        return OF_MOVE[type(move)], {} if pawn is None else {"name": pawn}
    found = _capture_or_card(before, told) or _boat(told) or _end_of_turn(before, told) or _pawn(told)
    if found is not None:
        return found
    if isinstance(move, mv.PlayCard):
        return _asked_card(before, move)
    if not told or (isinstance(move, _PICKS) and all(isinstance(event, _QUESTIONS) for event in told)):
        return _answered(before, move)
    if before.play is None or before.play.option is None:
        return ANSWER, {}
    return COST if before.play.owed else EFFECT, {}


def _answered(before: CerbereState, move: Any) -> Named:
    """An answer of which nothing came yet: a pick, or that nobody was caught."""
    pawn = getattr(move, "value", None) or getattr(move, "pick", None) or getattr(move, "pawn", None)
    if pawn in {seat.name for seat in before.seats}:
        return PICKED, {"name": pawn}
    if isinstance(before.task, Catch) and before.task.picking and not before.task.picked:
        return NOBODY, {}
    return ANSWER, {}


def _capture_or_card(before: CerbereState, told: Sequence[Any]) -> Named | None:
    """A capture before a chase before a card."""
    caught = [event.pawn for event in told if isinstance(event, ev.Captured)]
    if caught:
        if len(caught) > 2:  # a key has no room for more names
            return CAPTURES_MANY, {"name": caught[0], "n": len(caught) - 1}
        return (CAPTURE, {"name": caught[0]}) if len(caught) == 1 else (CAPTURES, {"names": ", ".join(caught)})
    if any(isinstance(event, ev.HuntMissed) for event in told):
        return CHASE, {}
    for event in told:
        if isinstance(event, ev.CardPlayed):
            return _card(before, event.player, event.card, event.option)
    return None


def _boat(told: Sequence[Any]) -> Named | None:
    for event in told:
        match event:
            case ev.BoatRevealed():
                return REVEALED, {}
            case ev.BoatPeeked(slot=slot):
                return PEEKED, {"slot": slot}
            case ev.BoatsSwapped(a=a, b=b):
                return SWAPPED, {"a": a, "b": b}
            case ev.BoatLaid(slot=slot):
                return LAID, {"slot": slot}
    return None


def _end_of_turn(before: CerbereState, told: Sequence[Any]) -> Named | None:
    if any(isinstance(event, ev.HuntStarted | ev.TurnStarted | ev.ActionSkipped | ev.GameOver) for event in told):
        return END_OF_TURN, {"name": before.seats[before.turn.active].name}
    return None


def _pawn(told: Sequence[Any]) -> Named | None:
    """One pawn's move; several together are an effect of the card."""
    if len({event.pawn for event in told if isinstance(event, ev.PawnMoved)}) > 1:
        return None
    for event in told:
        match event:
            case ev.PawnMoved(pawn=pawn):
                return PAWN, {"name": pawn}
            case ev.Seated(pawn=pawn):
                return ABOARD, {"name": pawn}
            case ev.Unseated(pawn=pawn):
                return ASHORE, {"name": pawn}
    return None


# -- cards -----------------------------------------------------------------------------------------------------------


def _card(s: CerbereState, player: str, card_id: str, option_id: str) -> Named:
    """A bonus card by its name, an Action card by what the chosen option does."""
    facts: dict[str, str | int] = {"name": player}
    card = s.catalogue.cards.get(card_id)
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


def _asked_card(s: CerbereState, move: mv.PlayCard) -> Named:
    """A card whose option is still asked."""
    name = move.player or s.seats[s.turn.active].name
    card = s.catalogue.cards.get(move.card)  # `act2` is none: the player's side decides the face
    action = card is None or card.deck is CardDeck.ACTION
    return OF_CARD.get(move.card, ACTION_CARD if action else BONUS_CARD), {"name": name}
