"""Cerbère in the kiosk: its tile, its seats, its row in the memories."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine.text import N_
from companion.games.cerbere.hints import HINTS
from companion.games.cerbere.rules import correction_pages
from companion.games.cerbere.view import CerbereView
from companion.games.cerbere.virtual import CerbereTable
from kiosk.game_ui import COLOURS, Ended, GameUi
from kiosk.i18n import _, ngettext
from kiosk.memories import Memory
from kiosk.words import Said, names

GAME = "cerbere"

# ---------------------------------------------------------------- screens


def base(view: CerbereView) -> str:
    """The tracker while it is played, the recap once it is over."""
    return "cerbere" if view.over is None else "cerbere_recap"


# ---------------------------------------------------------------- the memories


LONGEST = 24
"""Letters of names that one line of the memories holds."""


def ended(memory: Memory) -> Ended:
    """Who got away, or that nobody did."""
    result = memory.result
    parts = [skulls(int(result.get("difficulty") or 0)), turns(int(result.get("turns") or 0))]
    more = " · ".join(part for part in parts if part)
    if str(result.get("winner")) != "runners":
        return Ended(_("{cb.cerberus} wins"), "cerberus", False, more)
    got_out = tuple(str(name) for name in result.get("escaped") or result.get("winners") or ())
    who = names(got_out)
    if len(who) > LONGEST:
        how = _("{n} escaped").format(n=len(got_out))
    else:
        how = ngettext("{names} escaped", "{names} escaped", len(got_out)).format(names=who)
    return Ended(how if got_out else _("Escaped"), "boat", True, more)


def skulls(n: int) -> str:
    """The difficulty in words."""
    return ngettext("{n} skull", "{n} skulls", n).format(n=n) if n else ""


def turns(n: int) -> str:
    """How long it lasted in words."""
    return ngettext("{n} turn", "{n} turns", n).format(n=n) if n else ""


def standing(games: Sequence[Memory]) -> str:
    """Escapes, and the streak of one side if there is one."""
    won = [str(g.result.get("winner")) == "runners" for g in games]
    if not won:
        return ""
    streak = next((i for i, w in enumerate(won) if w != won[0]), len(won))
    if streak < 2:
        text = ngettext("{won} escape in {all}", "{won} escapes in {all}", sum(won))
        return text.format(won=sum(won), all=len(won))
    text = (
        ngettext("{n} escape in a row", "{n} escapes in a row", streak)
        if won[0]
        else ngettext("{cb.cerberus} wins {n} in a row", "{cb.cerberus} wins {n} in a row", streak)
    )
    return text.format(n=streak)


def outcomes(_memory: Memory) -> Sequence[tuple[str, Mapping[str, Any]]]:
    """One side or the other."""
    return ((_("Escaped"), {"winner": "runners"}), (_("{cb.cerberus} wins"), {"winner": "cerberus"}))


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
"""Code, or code and reason -> two lines."""

UI = GameUi(
    game=GAME,
    icon="cerberus",
    title="Cerbère",
    inside=N_("the escape"),
    line=N_("run, and betray in time"),
    view=CerbereView,
    base=base,
    playing=frozenset(["cerbere"]),
    aided=frozenset(["cerbere"]),
    hints=HINTS,
    corrections=correction_pages.pages,
    virtual=CerbereTable,
    naming="cerbere_players",
    least=3,
    most=7,
    usual=4,
    colours=COLOURS[:7],
    ended=ended,
    standing=standing,
    outcomes=outcomes,
    refusals=REFUSALS,
    tab=(0.89, 0.45),
)
