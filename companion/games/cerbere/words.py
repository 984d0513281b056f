"""English msgids of Cerbère that leave the engine: refusals and what stands on the Undo key. Our own words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.engine.game import Label, Words, undo_words
from companion.engine.text import N_
from companion.games.cerbere import events as ev
from companion.games.cerbere import moves as mv
from companion.games.cerbere.state import Catch, CerbereState
from companion.games.cerbere.undo_words import asked_card

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

OF_MOVE: dict[type, str] = {
    mv.Correct: N_("the correction"),
    mv.Symbol: N_("the symbol under {name}"),
    mv.BridgeUsed: N_("the {cb.bridge}"),
    mv.NacelleSwap: N_("the {cb.nacelle}"),
    mv.EndBoardReached: N_("{name}: {cb.end_board}"),
}
"""Moves that are called after themselves, whatever follows from them."""
CAPTURE = N_("the capture of {name}")
CAPTURES = N_("{names} caught")
CAPTURES_MANY = N_("{name} and {n} more caught")
COST = N_("the card's price")
EFFECT = N_("a card's effect")
PICKED = N_("{name} chosen")
NOBODY = N_("nobody caught")
ANSWER = N_("the answer")

_QUESTIONS = (ev.ChoiceNeeded, ev.CatchAsked)
_PICKS = (mv.Answer, mv.Choose, mv.Target, mv.TakeCapture, mv.HuntResult)


def label(before: CerbereState, move: Any, events: Sequence[Any]) -> Label:
    """What Undo takes back: the weightiest thing that `move` led to, or else what was answered.

    No boat's content is ever in it: it is told of slots and of who looked, nothing else.
    """
    text, facts = _named(before, move, [event for event in events if event.told])
    return Label(type(move).__struct_config__.tag, text, facts)


def _named(before: CerbereState, move: Any, told: Sequence[Any]) -> Words:
    if type(move) in OF_MOVE:
        pawn = getattr(move, "pawn", None)
        return OF_MOVE[type(move)], {} if pawn is None else {"name": pawn}
    moved = {event.pawn for event in told if isinstance(event, ev.PawnMoved)}
    if len(moved) > 1:  # an effect of the card, not one pawn's move
        told = [event for event in told if not isinstance(event, ev.PawnMoved | ev.Seated | ev.Unseated)]
    found = _captured(told) or undo_words(told, before)
    if found is not None:
        return found
    if isinstance(move, mv.PlayCard):
        return asked_card(before, move)
    if not told or (isinstance(move, _PICKS) and all(isinstance(event, _QUESTIONS) for event in told)):
        return _answered(before, move)
    if before.play is None or before.play.option is None:
        return ANSWER, {}
    return COST if before.play.owed else EFFECT, {}


def _captured(told: Sequence[Any]) -> Words | None:
    caught = [event.pawn for event in told if isinstance(event, ev.Captured)]
    if len(caught) > 2:  # a key has no room for more names
        return CAPTURES_MANY, {"name": caught[0], "n": len(caught) - 1}
    if caught:
        return (CAPTURE, {"name": caught[0]}) if len(caught) == 1 else (CAPTURES, {"names": ", ".join(caught)})
    return None


def _answered(before: CerbereState, move: Any) -> Words:
    """An answer of which nothing came yet: a pick, or that nobody was caught."""
    pawn = getattr(move, "value", None) or getattr(move, "pick", None) or getattr(move, "pawn", None)
    if pawn in {seat.name for seat in before.seats}:
        return PICKED, {"name": pawn}
    if isinstance(before.task, Catch) and before.task.picking and not before.task.picked:
        return NOBODY, {}
    return ANSWER, {}
