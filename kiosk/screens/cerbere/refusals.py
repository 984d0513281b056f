"""What Cerbère's rules refuse, for the band on the screen: what it was, and what was expected (ui.md section 8)."""

from __future__ import annotations

from companion.engine.text import N_
from kiosk.words import Said

REFUSALS: dict[str, Said] = {
    "not_your_turn": Said(N_("Not this player’s turn"), N_("The name on top is the one who plays.")),
    "wrong_phase": Said(N_("Not at this moment"), N_("First answer what the screen asks.")),
    "action_already_played": Said(N_("The Action is played already"), N_("A bonus card, or the end of the turn.")),
    "bonus_already_played": Said(N_("The bonus is played already"), N_("An Action card, or the end of the turn.")),
    "action_missing": Said(N_("No Action card played yet"), N_("Each turn plays exactly one.")),
    "wrong_side": Said(N_("A card of the other side"), N_("Those who flee play Survival, the caught Betrayal.")),
    "not_in_hand": Said(N_("This card is not in hand"), N_("Play one that is held, or correct the counts.")),
    "cost_rage": Said(N_("The Rage cannot rise further"), N_("The die is on the Hunt: choose another option.")),
    "cost_speed": Said(N_("The die has no such face"), N_("Choose another option.")),
    "cost_cards": Said(N_("Too few cards to pay"), N_("Others may give some; or choose another option.")),
    "cost_move": Said(N_("That pawn cannot pay"), N_("Name one that can make the step.")),
    "target_self": Said(N_("Not the player’s own pawn"), N_("Choose somebody else.")),
    "target_repeated": Said(N_("This pawn is chosen already"), N_("Choose a different one.")),
    "target_invalid": Said(N_("Not this one"), N_("Choose one that is lit.")),
    "target_seated": Said(N_("Sitting in the boat"), N_("Choose somebody on the path.")),
    "boat_hidden": Said(N_("The boats are still hidden"), N_("The first on the End board reveals one.")),
    "boat_revealed": Said(N_("The boat is revealed"), N_("There is nothing left to look at or to swap.")),
    "boat_full": Said(N_("The boat is full"), N_("The pawn stops on the space before.")),
    "path_closed": Said(N_("This way is closed"), N_("Choose a way that is lit.")),
    "swap_unavailable": Said(N_("Nobody to change places with"), N_("Walk on as usual.")),
    "game_over": Said(N_("The game is over"), N_("Only Undo is left.")),
    "not_in_game": Said(N_("Not in this game"), N_("Nobody plays this colour tonight.")),
    "unknown_tag": Said(N_("Unknown tag"), N_("It belongs to no piece of this game.")),
    "bad_setup": Said(N_("It cannot begin like this"), N_("Look through the set-up once more.")),
    "bad_setup:same_face_twice": Said(N_("It cannot begin like this"), N_("Two different middle boards, please.")),
    "bad_setup:unknown_face": Said(N_("It cannot begin like this"), N_("Board {face} is not in the board file.")),
    "bad_setup:place_twice": Said(N_("It cannot begin like this"), N_("Both middle boards bear the same place.")),
}
"""Code, or code and reason -> two lines."""
