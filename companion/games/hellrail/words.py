"""English msgids of HellRail that leave the engine: refusals and what stands on the Undo key. Our own words.

No label names a card, not even one that is in the open now: a car may be delivered later, and then no line names it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.engine.game import Label
from companion.engine.text import N_, Text
from companion.games.hellrail import moves as mv
from companion.games.hellrail.events import CardsGiven, CarMoved
from companion.games.hellrail.rules.waiting import owed
from companion.games.hellrail.state import RailState

REFUSALS: dict[str, str] = {
    "bad_setup": "A game cannot begin like this: {key}",
    "gates_take_no_effect": "The {hr.gates:short} never carry a token.",
    "not_your_turn": "It is the turn of {active}.",
    "wrong_phase": "That is not open at this moment.",
    "entry_choice_open": "First the circle: use its effect, or leave it.",
    "answer_due": "An answer of {seat} is awaited first.",
    "game_over": "The game is over.",
    "sealed_until_end": "What was delivered stays sealed until the end.",
    "unknown_card": "No card of the deck is called {card}.",
    "card_elsewhere": "That card cannot be here.",
    "hand_empty": "There are not enough cards in the hand.",
    "draw_count_wrong": "That number of cards is not drawn now.",
    "no_tender": "There is no {hr.tender:short} on this train.",
    "no_boatman": "The player holds no {hr.boatman}.",
    "no_heresy_token": "The player holds no such {hr.heresy} token.",
    "no_held_token": "There is no token on the engine card.",
    "not_in_circle": "The engine is not in a circle.",
    "wrong_circle": "The card says {needs}, the engine is at {at}.",
    "not_on_train": "That car is not on this train.",
    "not_enough_brimstone": "The train needs {needs} brimstone, the card has {has}.",
    "zero_move": "A Move goes at least one tie.",
    "too_many_ties": "This card goes {limit} ties at most.",
    "reversing": "An engine never turns round on the rail.",
    "no_track": "No rail leads there.",
    "toll_missing": "{hr.cerberus} wants cards worth more than {more_than}.",
    "toll_too_small": "{hr.cerberus} wants more than {more_than}, the cards are worth {has}.",
    "no_gap": "There is no empty space to cross there.",
    "gap_too_wide": "The gap is {gap} wide, the card carries over {has}.",
    "no_track_facing": "No rail faces the gap on the other side.",
    "cell_not_empty": "Something lies there already.",
    "no_neighbour": "The card has to touch another one with a side.",
    "no_rail_card": "No such rail card lies there.",
    "card_occupied": "An engine stands on that card.",
    "card_carries_marker": "A marker lies on that card.",
    "tracks_not_covered": "The new card does not cover all the old tracks.",
    "tender_forbids_fan": "With a {hr.tender:short} the flames are not fanned.",
    "gluttony_forbids_fan": "After {hr.gluttony} the flames are not fanned.",
    "hand_not_empty": "After {hr.gluttony} the whole hand has to go: {count} left.",
    "effect_unavailable": "That effect cannot be used now.",
    "already_holds_one": "The player holds one already.",
    "none_left": "There is none left.",
    "bad_target": "That cannot be chosen for it.",
    "tie_taken": "That tie is taken.",
    "brimstone_differs": "The brimstone differs: {needs} and {has}.",
    "already_ahead": "The player has the most cards already.",
    "wrong_count": "{needs} are wanted, {has} were given.",
    "no_heresy_window": "There is nothing for {hr.heresy} to answer.",
    "no_player_target": "That effect is aimed at nobody.",
    "target_is_user": "It cannot turn on the player who uses it.",
    "target_unchanged": "It is aimed at that player already.",
    "gates_first": "The {hr.gates:short} are placed first.",
    "no_diagonal_neighbour": "A circle has to touch another one at a corner.",
    "too_many_neighbours": "A new circle touches two others at most.",
    "unknown_tag": "The tag {uid} belongs to no piece that is known.",
    "unknown_zone": "There is no zone {zone}.",
    "wrong_zone": "Nothing can be done with that card there now.",
    "too_late": "It is too late for that.",
}
"""Code -> sentence for the table protocol and the log."""

OF_MOVE: dict[type, str] = {
    mv.DealCircles: N_("dealing the circles"),
    mv.PlaceCircle: N_("a circle by {name}"),
    mv.Deal: N_("the deal"),
    mv.DropTender: N_("{name}: the {hr.tender:short} given back"),
    mv.Draw: N_("the draw of {name}"),
    mv.Pickup: N_("a car for {name}"),
    mv.Go: N_("the move of {name}"),
    mv.Boat: N_("the {hr.boatman} of {name}"),
    mv.Branching: N_("the way at the junction"),
    mv.Soulcatch: N_("the answer of the {hr.soul_catcher_piece}"),
    mv.Lay: N_("a rail card by {name}"),
    mv.Upgrade: N_("a rail card by {name}"),
    mv.TellFlip: N_("the card turned over"),
    mv.Discard: N_("the cards thrown by {name}"),
    mv.DropCars: N_("the cars dropped by {name}"),
    mv.Pick: N_("the choice of {name}"),
    mv.TurnCard: N_("a rail card turned"),
    mv.TakeOne: N_("a card taken by {name}"),
    mv.Give: N_("the gift of {name}"),
    mv.Answer: N_("the answer of {name}"),
    mv.TakeToken: N_("the token drawn by {name}"),
    mv.Redeal: N_("the tokens dealt anew"),
    mv.Done: N_("the end of the effect"),
    mv.Fan: N_("the flames of {name}"),
    mv.Report: N_("what was reported"),
    mv.Gather: N_("a card tapped by {name}"),
    mv.Setout: N_("a car set out by {name}"),
    mv.UseEffect: N_("{name}: the effect of the circle"),
    mv.Decline: N_("{name}: left the circle alone"),
    mv.EndOfTurn: N_("the end of {name}'s turn"),
    mv.TellHeresy: N_("{name}: an answer to the effect"),
    mv.Correct: N_("the correction"),
}
"""What a move is called if nothing that it led to has a name of its own."""


def label(before: RailState, move: Any, events: Sequence[Any]) -> Label:
    """What Undo takes back: the weightiest thing that `move` led to, or else what the move is called."""
    name, text = _named(before, move, [event for event in events if event.told])
    return Label(type(move).__struct_config__.tag, text, {"name": name})


def _named(before: RailState, move: Any, told: Sequence[Any]) -> tuple[str, str]:
    due = owed(before.task)
    acting = getattr(move, "seat", None) or before.seats[due[1][0] if due else before.turn.active].name
    tapped = isinstance(move, mv.Tap)
    for event in sorted(told, key=lambda event: event.undo is None or not event.undo.importance):
        if event.undo is not None and (tapped or event.undo.importance):
            seat = getattr(event, "seat", acting)
            return seat if event.undo.importance else _first_seat(told, acting), event.undo.msgid
    kind = mv.Gather if tapped else type(move)
    giver = _giver(told) if isinstance(move, mv.Give) else None
    return giver or (acting if isinstance(move, mv.TellHeresy) else _first_seat(told, acting)), OF_MOVE[kind]


def _giver(told: Sequence[Any]) -> str | None:
    """Who gave cards, or a car: it need not be the player whose turn it is."""
    return next((event.source for event in told if isinstance(event, CardsGiven | CarMoved)), None)


def _first_seat(told: Sequence[Any], acting: str) -> str:
    for event in told:
        seat = getattr(event, "seat", None)
        if isinstance(seat, str):
            return seat
    return acting


TAPS: dict[tuple[str, str], tuple[str, str]] = {
    ("draw", ""): ("pile", N_("draw")),
    ("play", "lay"): ("rail", N_("lay a rail")),
    ("play", "upgrade"): ("rings", N_("upgrade a rail")),
    ("play", ""): ("rail", N_("lay a rail")),
    ("train", ""): ("draw", N_("pick up")),
    ("deliver", ""): ("deliver", N_("set out")),
    ("discard", "move"): ("move", N_("move")),
    ("discard", "toll"): ("cerberus", N_("pay the toll")),
    ("discard", "boat"): ("boatman", N_("cross a gap")),
    ("discard", "fan"): ("flame", N_("fan the flames")),
    ("discard", ""): ("discard", N_("discard")),
    ("flip", ""): ("pile", N_("turn over")),
}
"""Zone and mode of a tap -> icon and what it does."""


def tap_words(mode: tuple[str, str]) -> tuple[str, Text]:
    """Icon and words for what the next card on the reader does."""
    icon, text = TAPS.get(mode) or TAPS.get((mode[0], "")) or ("tag", N_("nothing"))
    return icon, Text(text)
