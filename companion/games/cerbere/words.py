"""English msgids of Cerbère that leave the engine: refusals and what stands on the Undo key. Our own words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.engine.game import Label, Words, undo_words
from companion.engine.text import N_, Said
from companion.games.cerbere import events as ev
from companion.games.cerbere import moves as mv
from companion.games.cerbere.events import asked_card
from companion.games.cerbere.names import Asks
from companion.games.cerbere.state import Catch, CerbereState, Walk

REFUSALS: dict[str, Said] = {
    "not_your_turn": Said(N_("Not this player’s turn"), N_("The name on top is the one who plays.")),
    "wrong_phase": Said(N_("Not at this moment"), N_("First answer what the screen asks.")),
    "action_already_played": Said(
        N_("The {cb.action} card is played already"),
        N_("A {cb.survival} or {cb.betrayal} card, or the end of the turn."),
    ),
    "bonus_already_played": Said(
        N_("{cb.survival}/{cb.betrayal} is played already"), N_("An {cb.action} card, or the end of the turn.")
    ),
    "action_missing": Said(N_("No {cb.action} card played yet"), N_("Each turn plays exactly one.")),
    "wrong_side": Said(
        N_("A card of the other side"),
        N_("{cb.survival} for {cb.adventurer:many}, {cb.betrayal} for {cb.cerberus_player:many}."),
    ),
    "not_in_hand": Said(N_("This card is not in hand"), N_("Play one that is held, or correct the counts.")),
    "cost_rage": Said(
        N_("The {cb.rage} cannot rise further"), N_("The die is on the {cb.hunt_space}: choose another option.")
    ),
    "cost_speed": Said(N_("The die has no such face"), N_("Choose another option.")),
    "cost_cards": Said(N_("Too few cards to pay"), N_("Choose another option.")),
    "cost_move": Said(N_("That pawn cannot pay"), N_("Name one that can make the step.")),
    "target_self": Said(N_("Not the player’s own pawn"), N_("Choose somebody else.")),
    "target_repeated": Said(N_("This pawn is chosen already"), N_("Choose a different one.")),
    "target_invalid": Said(N_("Not this one"), N_("Choose one that is lit.")),
    "target_seated": Said(N_("Sitting in the {cb.boat}"), N_("Choose somebody on the path.")),
    "boat_hidden": Said(N_("The {cb.boat:many} are still hidden"), N_("The first on the {cb.end_board} reveals one.")),
    "boat_revealed": Said(N_("The {cb.boat} is revealed"), N_("There is nothing left to look at or to swap.")),
    "boat_full": Said(N_("The {cb.boat} is full"), N_("The pawn stops on the space before.")),
    "path_closed": Said(N_("This way is closed"), N_("Choose a way that is lit.")),
    "swap_unavailable": Said(N_("Nobody to change places with"), N_("Walk on as usual.")),
    "game_over": Said(N_("The game is over"), N_("Only Undo is left.")),
    "not_in_game": Said(N_("Not in this game"), N_("Nobody plays this colour tonight.")),
    "unknown_tag": Said(N_("Unknown tag"), N_("It belongs to no piece of this game.")),
    "bad_setup": Said(N_("It cannot begin like this"), N_("Look through the set-up once more.")),
    "bad_setup:same_face_twice": Said(N_("It cannot begin like this"), N_("Two different {cb.mid_boards}, please.")),
    "bad_setup:unknown_face": Said(N_("It cannot begin like this"), N_("Board {face} is not in the board file.")),
    "bad_setup:place_twice": Said(N_("It cannot begin like this"), N_("Both {cb.mid_boards} bear the same place.")),
}
"""Code, or code and reason -> what it is, and what to do about it: for the screen, the table protocol and the log."""

# -- what stands on the Undo key -------------------------------------------------------------------------------------

OF_MOVE: dict[type, str] = {
    mv.Correct: N_("the correction"),
    mv.Symbol: N_("the symbol under {name}"),
    mv.BridgeUsed: N_("the {cb.bridge}"),
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
NACELLE = N_("the {cb.nacelle}")

_QUESTIONS = (ev.ChoiceNeeded, ev.CatchAsked)


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
    if len(moved) > 1 and isinstance(before.task, Walk) and before.task.asked is Asks.NACELLE:
        return NACELLE, {}
    if len(moved) > 1:  # an effect of the card, not one pawn's move
        told = [event for event in told if not isinstance(event, ev.PawnMoved | ev.Seated | ev.Unseated)]
    found = _captured(told) or undo_words(told, before)
    if found is not None:
        return found
    if isinstance(move, mv.PlayCard):
        return asked_card(before, move)
    if not told or (isinstance(move, mv.Answer) and all(isinstance(event, _QUESTIONS) for event in told)):
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
    if isinstance(move, mv.Answer) and before.index(move.value) is not None:
        return PICKED, {"name": move.value}
    if isinstance(before.task, Catch) and before.task.picking and not before.task.picked:
        return NOBODY, {}
    return ANSWER, {}
