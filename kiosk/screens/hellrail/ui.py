"""HellRail in the kiosk: its tile, its seats, its row in the memories."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine.text import N_
from companion.games.hellrail.hints import HINTS
from companion.games.hellrail.names import COLOURS, Phase
from companion.games.hellrail.rules import correction_pages
from companion.games.hellrail.view import HellRailView
from companion.games.hellrail.virtual import HellRailTable
from kiosk.game_ui import Ended, GameUi
from kiosk.i18n import _, ngettext
from kiosk.memories import Memory
from kiosk.words import Said, names

GAME = "hellrail"


def base(view: HellRailView) -> str:
    """The circles are placed, it is played, the sealed cars are opened."""
    if view.ended is not None:
        return "hellrail_reveal"
    return "hellrail_placing" if view.phase is Phase.PLACING else "hellrail"


# ---------------------------------------------------------------- the memories

LONGEST = 24
"""Letters of names that one line of the memories holds."""


def ended(memory: Memory) -> Ended:
    """Who won with how much; a game whose cars were never opened only ended."""
    result = memory.result
    turns = int(result.get("turns") or 0)
    more = [ngettext("{n} turn", "{n} turns", turns).format(n=turns) if turns else ""]
    if not result.get("official", False):
        more.append(_("demo deck"))
    told = " · ".join(part for part in more if part)
    winners = tuple(str(name) for name in result.get("winners") or ())
    if not winners:
        return Ended(_("never opened"), "sealed", False, told)
    scores = result.get("scores") or {}
    points = max((int(score.get("delivered", 0)) for score in scores.values()), default=0)
    who = names(winners)
    if len(who) > LONGEST:
        who = ngettext("{n} player", "{n} players", len(winners)).format(n=len(winners))
    return Ended(_("{who}: {points}").format(who=who, points=points), "crown", True, told)


def standing(games: Sequence[Memory]) -> str:
    """Who has won the most; more than one: how many games were played."""
    wins: dict[str, int] = {}
    for game in games:
        for name in game.result.get("winners") or ():
            wins[str(name)] = wins.get(str(name), 0) + 1
    if not wins:
        return ""
    most = max(wins.values())
    best = [name for name, n in wins.items() if n == most]
    if len(best) > 1:
        return ngettext("{n} game, no master yet", "{n} games, no master yet", len(games)).format(n=len(games))
    return ngettext("{name} leads: {n} win", "{name} leads: {n} wins", most).format(name=best[0], n=most)


def outcomes(memory: Memory) -> Sequence[tuple[str, Mapping[str, Any]]]:
    """One of the players; of a game whose cars were never opened nobody knows."""
    return tuple((name, {"winners": [name]}) for name in memory.names) if memory.result.get("winners") else ()


REFUSALS: dict[str, Said] = {
    "bad_setup": Said(N_("It cannot begin like this"), N_("Look through the set-up once more.")),
    "gates_take_no_effect": Said(N_("No token on the {hr.gates:short}"), N_("Choose a circle with a number.")),
    "not_your_turn": Said(N_("Not this player’s turn"), N_("The name on top is the one who plays.")),
    "wrong_phase": Said(N_("Not at this moment"), N_("Do what is lit first.")),
    "entry_choice_open": Said(N_("First the circle"), N_("Use its effect, or leave it.")),
    "answer_due": Said(N_("{seat} answers first"), N_("The screen says what is awaited.")),
    "game_over": Said(N_("The game is over"), N_("Only Undo is left.")),
    "sealed_until_end": Said(N_("Sealed until the end"), N_("Nobody looks into a delivered car.")),
    "unknown_card": Said(N_("Unknown card"), N_("It is not in the deck file.")),
    "card_elsewhere": Said(N_("That card cannot be here"), N_("Take another one, or put the record right.")),
    "hand_empty": Said(N_("Too few cards in hand"), N_("Set out, or end the turn.")),
    "draw_count_wrong": Said(N_("Not that many"), N_("Draw as many as the screen says.")),
    "no_tender": Said(N_("No {hr.tender:short} on this train"), N_("Only who has one gives it back.")),
    "no_boatman": Said(N_("No {hr.boatman} here"), N_("A circle may lend one.")),
    "no_heresy_token": Said(N_("No such {hr.heresy} token"), N_("Only its holder may answer with it.")),
    "no_held_token": Said(N_("No token on the engine"), N_("Use the circle’s, or leave it.")),
    "not_in_circle": Said(N_("Not in a circle"), N_("Cars are picked up and set out in circles only.")),
    "wrong_circle": Said(N_("Wrong circle: the card says {needs}"), N_("The engine is at {at}.")),
    "not_on_train": Said(N_("Not on this train"), N_("Choose one of its cars.")),
    "not_enough_brimstone": Said(N_("Too little brimstone: {has}"), N_("This train needs {needs}.")),
    "zero_move": Said(N_("No step at all"), N_("A move goes one tie at least.")),
    "too_many_ties": Said(N_("Too far"), N_("This card goes {limit} ties at most.")),
    "reversing": Said(N_("Never backwards"), N_("On the rail an engine only goes on.")),
    "no_track": Said(N_("No rail leads there"), N_("Follow the lit ties.")),
    "toll_missing": Said(N_("{hr.cerberus} wants a toll"), N_("Cards worth more than {more_than} first.")),
    "toll_too_small": Said(N_("Too little for {hr.cerberus}: {has}"), N_("He wants more than {more_than}.")),
    "no_gap": Said(N_("No gap to cross there"), N_("Choose another side.")),
    "gap_too_wide": Said(N_("Too wide: {gap} spaces"), N_("This card carries over {has}.")),
    "no_track_facing": Said(N_("No rail on the far side"), N_("It must face the gap.")),
    "cell_not_empty": Said(N_("Something lies there"), N_("Choose an empty space.")),
    "no_neighbour": Said(N_("Nothing touches it"), N_("A side must meet another card.")),
    "no_rail_card": Said(N_("No rail card there"), N_("Choose one that lies on the table.")),
    "card_occupied": Said(N_("An engine stands on it"), N_("Choose a free rail card.")),
    "card_carries_marker": Said(N_("A {hr.check} lies on it"), N_("Choose another rail card.")),
    "tracks_not_covered": Said(N_("Old rails would be lost"), N_("The new card must cover all of them.")),
    "tender_forbids_fan": Said(N_("No fanning with a {hr.tender:short}"), N_("End the turn instead.")),
    "gluttony_forbids_fan": Said(N_("No fanning after {hr.gluttony}"), N_("Throw the hand, then end the turn.")),
    "hand_not_empty": Said(N_("The hand must be empty: {count}"), N_("After {hr.gluttony} all of it goes.")),
    "effect_unavailable": Said(N_("That effect cannot be used"), N_("Leave it; the visit counts all the same.")),
    "already_holds_one": Said(N_("Holds one already"), N_("One of a kind for each player.")),
    "none_left": Said(N_("There is none left"), N_("Leave it; the visit counts all the same.")),
    "bad_target": Said(N_("Not this one"), N_("Choose one that is lit.")),
    "tie_taken": Said(N_("That tie is taken"), N_("Choose one without engine and {hr.check}.")),
    "brimstone_differs": Said(N_("Other brimstone: {has}"), N_("It has to be {needs}.")),
    "already_ahead": Said(N_("Holds the most cards already"), N_("Nothing more is taken.")),
    "wrong_count": Said(N_("Not that many: {has}"), N_("It has to be {needs}.")),
    "no_heresy_window": Said(N_("Nothing to answer"), N_("{hr.heresy} answers an effect as it is declared.")),
    "no_player_target": Said(N_("Aimed at nobody"), N_("It can be stopped, not turned aside.")),
    "target_is_user": Said(N_("Not on its own user"), N_("Choose somebody else.")),
    "target_unchanged": Said(N_("It is aimed there already"), N_("Choose somebody else.")),
    "gates_first": Said(N_("The {hr.gates:short} come first"), N_("Place them before all others.")),
    "no_diagonal_neighbour": Said(N_("Touches no corner"), N_("Choose a lit place.")),
    "too_many_neighbours": Said(N_("Touches too many corners"), N_("Two at most: choose a lit place.")),
    "unknown_tag": Said(N_("Unknown tag"), N_("It belongs to no piece of this game.")),
    "unknown_zone": Said(N_("No such zone: {zone}"), N_("Look at the table’s settings.")),
    "wrong_zone": Said(N_("Not here, not now"), N_("The screen says what the next tap does.")),
    "too_late": Said(N_("Too late"), N_("The delivered cars are open.")),
}
"""Code -> two lines."""

UI = GameUi(
    game=GAME,
    icon="engine",
    title="HellRail",
    inside=N_("deliveries"),
    line=N_("deliver the damned"),
    view=HellRailView,
    base=base,
    recapped=lambda view: view.scores is not None,
    playing=frozenset(["hellrail"]),
    aided=frozenset(["hellrail", "hellrail_placing"]),
    hints=HINTS,
    corrections=correction_pages.pages,
    virtual=lambda _book: HellRailTable(),
    naming="hellrail_players",
    least=2,
    most=4,
    usual=3,
    colours=COLOURS,
    ended=ended,
    standing=standing,
    outcomes=outcomes,
    refusals=REFUSALS,
)
