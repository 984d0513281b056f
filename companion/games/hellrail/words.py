"""The words of HellRail, in English msgids: refusals, the Undo key, the voice. Our own words.

No label names a card, not even one that is in the open now: a car may be delivered later, and then no line names it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations
from typing import Any

from msgspec.structs import replace

from companion.engine.game import UndoLabel
from companion.engine.message import Line, Messages, Order, messages_of
from companion.engine.spoken import Spoken, each_event, said, turn_of
from companion.engine.text import N_, Text, TitleAndHint
from companion.games.hellrail import events as ev
from companion.games.hellrail import moves as mv
from companion.games.hellrail.events import CardsGiven, CarMoved
from companion.games.hellrail.names import CIRCLES, Effect, Level, Source, What
from companion.games.hellrail.state import RailState, owed
from companion.games.hellrail.view import HellRailView

REFUSALS: dict[str, TitleAndHint] = {
    "bad_setup": TitleAndHint(N_("It cannot begin like this"), N_("Look through the set-up once more.")),
    "gates_take_no_effect": TitleAndHint(N_("No token on the {hr.gates:short}"), N_("Choose a circle with a number.")),
    "not_your_turn": TitleAndHint(N_("Not this player’s turn"), N_("The name on top is the one who plays.")),
    "wrong_phase": TitleAndHint(N_("Not at this moment"), N_("Do what is lit first.")),
    "wrong_phase:begun": TitleAndHint(N_("Only at the beginning of a turn"), N_("Before anything is drawn or played.")),
    "wrong_phase:unmoved": TitleAndHint(N_("No engine has moved yet"), N_("First the card that moves it.")),
    "entry_choice_open": TitleAndHint(N_("First the circle"), N_("Use its effect, or leave it.")),
    "answer_due": TitleAndHint(N_("{seat} answers first"), N_("The screen says what is awaited.")),
    "game_over": TitleAndHint(N_("The game is over"), N_("Open the cars, or take the end back.")),
    "game_over:revealed": TitleAndHint(N_("The game is over"), N_("The delivered cars are open.")),
    "sealed_until_end": TitleAndHint(N_("Sealed until the end"), N_("Nobody looks into a delivered car.")),
    "unknown_card": TitleAndHint(N_("Unknown card"), N_("It is not in the deck file.")),
    "card_elsewhere": TitleAndHint(N_("That card cannot be here"), N_("Take another one, or put the record right.")),
    "hand_empty:toll": TitleAndHint(N_("Too few cards in hand"), N_("One has to be left to move.")),
    "hand_empty": TitleAndHint(N_("Too few cards in hand"), N_("It takes more than are held.")),
    "draw_count_wrong": TitleAndHint(N_("Not that many"), N_("Draw as many as the screen says.")),
    "no_tender": TitleAndHint(N_("No {hr.tender:short} on this train"), N_("Only who has one gives it back.")),
    "no_boatman": TitleAndHint(N_("No {hr.boatman} here"), N_("A circle may lend one.")),
    "no_heresy_token": TitleAndHint(N_("No such {hr.heresy} token"), N_("Only its holder may answer with it.")),
    "no_held_token": TitleAndHint(N_("No token on the engine"), N_("Use the circle’s, or leave it.")),
    "not_in_circle": TitleAndHint(N_("Not in a circle"), N_("Cars are picked up and set out in circles only.")),
    "wrong_circle:train": TitleAndHint(
        N_("No car arrives here"), N_("A car’s figure is the circle where it is set out.")
    ),
    "wrong_circle": TitleAndHint(N_("Wrong circle for this card"), N_("The engine’s circle: {at}.")),
    "not_on_train:no_car": TitleAndHint(N_("No car on this train"), N_("Pick one up first.")),
    "not_on_train": TitleAndHint(N_("Not on this train"), N_("Choose one of its cars.")),
    "not_enough_brimstone:any": TitleAndHint(N_("This train needs {needs}"), N_("No card has so much brimstone.")),
    "not_enough_brimstone": TitleAndHint(N_("Too little brimstone: {has}"), N_("This train needs {needs}.")),
    "zero_move": TitleAndHint(N_("No step at all"), N_("A move goes one tie at least.")),
    "too_many_ties": TitleAndHint(N_("Too far"), N_("Ties of this card: {limit} at most.")),
    "reversing": TitleAndHint(N_("Never backwards"), N_("On the rail an engine only goes on.")),
    "no_track:here": TitleAndHint(N_("No rail leads from here"), N_("Lay a rail first.")),
    "no_track": TitleAndHint(N_("No rail leads there"), N_("Follow the lit ties.")),
    "toll_missing": TitleAndHint(
        N_("{hr.cerberus} wants a toll"), N_("First cards worth more than {more_than} in all.")
    ),
    "toll_too_small": TitleAndHint(N_("Too little for {hr.cerberus}: {has}"), N_("He wants more than {more_than}.")),
    "no_gap:here": TitleAndHint(N_("No gap to cross from here"), N_("It goes straight on, to the next card.")),
    "no_gap": TitleAndHint(N_("No gap to cross there"), N_("Choose another side.")),
    "no_gap:lands": TitleAndHint(N_("A {hr.boatman} lands"), N_("On rail or in a circle, never beside it.")),
    "gap_too_wide:any": TitleAndHint(N_("Too wide: {gap}"), N_("No card carries so far.")),
    "gap_too_wide": TitleAndHint(N_("Too wide: {gap}"), N_("This card carries over {has}.")),
    "no_track_facing": TitleAndHint(N_("No rail on the far side"), N_("It must face the gap.")),
    "cell_not_empty": TitleAndHint(N_("Something lies there"), N_("Choose an empty space.")),
    "no_neighbour": TitleAndHint(N_("Nothing touches it"), N_("A side must meet another card.")),
    "no_rail_card:none": TitleAndHint(N_("No rail card lies there yet"), N_("Lay a card first.")),
    "no_rail_card": TitleAndHint(N_("No such rail card"), N_("It has to lie on the table.")),
    "card_occupied": TitleAndHint(N_("An engine stands on it"), N_("Choose an unoccupied rail card.")),
    "card_carries_marker": TitleAndHint(N_("A {hr.check} lies on it"), N_("Choose another rail card.")),
    "tracks_not_covered": TitleAndHint(N_("Old rails would be lost"), N_("The new card must cover all of them.")),
    "tender_forbids_fan": TitleAndHint(N_("No fanning with a {hr.tender:short}"), N_("End the turn instead.")),
    "gluttony_forbids_fan": TitleAndHint(
        N_("No fanning after {hr.gluttony}"), N_("Play or discard the hand, then end the turn.")
    ),
    "hand_not_empty": TitleAndHint(N_("The hand must be empty: {count}"), N_("After {hr.gluttony} all of it goes.")),
    "effect_unavailable": TitleAndHint(
        N_("That effect cannot be used"), N_("Leave it; the visit counts all the same.")
    ),
    "effect_unavailable:face_down": TitleAndHint(
        N_("What lies there cannot be used so"), N_("Look at it first, alone, or leave it.")
    ),
    "already_holds_one": TitleAndHint(N_("Holds one already"), N_("One of a kind for each player.")),
    "none_left": TitleAndHint(N_("There is none left"), N_("Leave it; the visit counts all the same.")),
    "bad_target": TitleAndHint(N_("Not this one"), N_("Choose one that is lit.")),
    "bad_target:in_circle": TitleAndHint(
        N_("It stands in a circle"), N_("Nobody is rammed, pushed or derailed there.")
    ),
    "no_check": TitleAndHint(N_("No {hr.check} on the map"), N_("None was laid, or none is left.")),
    "tie_taken": TitleAndHint(N_("That tie is taken"), N_("Choose one without engine and {hr.check}.")),
    "brimstone_differs": TitleAndHint(N_("Other brimstone"), N_("It has to be {needs}.")),
    "already_ahead": TitleAndHint(N_("Holds the most cards already"), N_("Nothing more is taken.")),
    "wrong_count": TitleAndHint(N_("Not that many: {has}"), N_("It has to be {needs}.")),
    "no_heresy_window": TitleAndHint(N_("Nothing to answer"), N_("{hr.heresy} answers an effect as it is declared.")),
    "no_player_target": TitleAndHint(N_("Aimed at nobody"), N_("It can be stopped, not turned aside.")),
    "target_is_user": TitleAndHint(N_("Not on its own user"), N_("Choose somebody else.")),
    "target_is_user:nobody_else": TitleAndHint(N_("Not on its own user"), N_("There is nobody else.")),
    "target_unchanged": TitleAndHint(N_("It is aimed there already"), N_("Choose somebody else.")),
    "gates_first": TitleAndHint(N_("The {hr.gates:short} come first"), N_("Place them before all others.")),
    "no_diagonal_neighbour": TitleAndHint(N_("Touches no corner"), N_("Choose a lit place.")),
    "too_many_neighbours": TitleAndHint(N_("Touches too many corners"), N_("Two at most: choose a lit place.")),
    "unknown_tag": TitleAndHint(N_("Unknown tag"), N_("It belongs to no piece of this game.")),
    "unknown_zone": TitleAndHint(N_("No such zone: {zone}"), N_("Look at the table’s settings.")),
    "wrong_zone": TitleAndHint(N_("Not here, not now"), N_("The screen says what is awaited.")),
    "not_followed": TitleAndHint(
        N_("Cards are not followed here"), N_("The screen follows circles, tokens and deliveries.")
    ),
    "too_late": TitleAndHint(N_("Too late"), N_("The delivered cars are open.")),
}
"""Code, or code and reason -> what it is, and what to do about it: for the screen, the table protocol and the log."""

OF_MOVE: dict[type, str] = {
    mv.DealCircles: N_("dealing the circles"),
    mv.PlaceCircle: N_("a circle by {name}"),
    mv.Deal: N_("the deal"),
    mv.DropTender: N_("{name}: the {hr.tender:short} given back"),
    mv.Draw: N_("the draw of {name}"),
    mv.Pickup: N_("a car for {name}"),
    mv.Go: N_("the move of {name}"),
    mv.PlayBoat: N_("the {hr.boatman} of {name}"),
    mv.Branching: N_("the way at the junction"),
    mv.Soulcatch: N_("the answer of the {hr.soul_catcher_piece}"),
    mv.LayRail: N_("a rail card by {name}"),
    mv.Upgrade: N_("a rail card by {name}"),
    mv.TellFlip: N_("the card turned over"),
    mv.Discard: N_("the cards discarded by {name}"),
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
    mv.TellLoaded: N_("what {name} has loaded"),
    mv.Gather: N_("a card tapped by {name}"),
    mv.Setout: N_("a car set out by {name}"),
    mv.UseEffect: N_("{name}: the effect of the circle"),
    mv.Decline: N_("{name}: left the circle alone"),
    mv.EndOfTurn: N_("the end of {name}’s turn"),
    mv.TellHeresy: N_("{name}: an answer to the effect"),
    mv.Correct: N_("the correction"),
}
"""What a move is called if nothing that it led to has a name of its own."""


OF_REPORT: dict[What, str] = {
    What.ARRIVED: N_("the arrival of {name}"),
    What.ON_RAIL: N_("the stop of {name}"),
    What.RAMMED: N_("the ram into {name}"),
    What.PUSHED: N_("the push of {name}"),
    What.DERAILED: N_("the derailment of {name}"),
    What.MARKER: N_("{name} on a {hr.check}"),
    What.NO_CARDS: N_("the end of the game"),
}


def label(before: RailState, move: Any, events: Sequence[Any]) -> UndoLabel:
    """Return what Undo takes back: the weightiest thing that `move` led to, or else what the move is called."""
    name, text = _named(before, move, [event for event in events if event.announced])
    return UndoLabel(type(move).__struct_config__.tag, text, {"name": name})


def _named(before: RailState, move: Any, events: Sequence[Any]) -> tuple[str, str]:
    due = owed(before.task)
    acting = getattr(move, "seat", None) or before.seats[due[1][0] if due else before.turn.active].name
    for event in events:
        if event.undo is not None:
            return getattr(event, "seat", acting), event.undo.msgid
    if isinstance(move, mv.ReportMove):
        return move.target or acting, OF_REPORT[move.what]
    giver = _giver(events) if isinstance(move, mv.Give) else None
    return giver or (acting if isinstance(move, mv.TellHeresy) else _first_seat(events, acting)), OF_MOVE[type(move)]


def _giver(events: Sequence[Any]) -> str | None:
    """Return who gave cards, or a car: it need not be the player whose turn it is."""
    return next((event.source for event in events if isinstance(event, CardsGiven | CarMoved)), None)


def _first_seat(events: Sequence[Any], acting: str) -> str:
    for event in events:
        seat = getattr(event, "seat", None)
        if isinstance(seat, str):
            return seat
    return acting


# -- an update: orders and lines ---------------------------------------------------------------------------------------


def _derailed(events: Sequence[Any], view: HellRailView) -> Order | None:
    """HR-054 to HR-059: what hands have to do. A hand that is followed was asked for before."""
    event = next((event for event in reversed(events) if isinstance(event, ev.Derailed)), None)
    if event is None:
        return None
    light = view.level is Level.LIGHT
    notes = []
    if light and "hand" not in event.keeps:
        notes.append(Line("hand", "bone", Text(N_("The hand: all discarded"))))
    if event.cars or (light and "loaded_cars" not in event.keeps):
        cars = N_("All {hr.loaded_car:many}: discarded. What is set out stays.")
        notes.append(Line("discard", "bone", Text(cars)))
    notes.append(Line("engine", "bone", Text(N_("The engine: to the {hr.gates:short}"))))
    if event.soul_catcher:
        notes.append(Line("soulcatcher", "bone", Text(N_("{hr.soul_catcher_piece}: back to the supply"))))
    text = Text(N_("{seat} derails"), {"seat": event.seat})
    return Order("derail", "danger", Text("{hr.derail}"), text, tuple(notes), (event.seat,), stays_s=None)


def tell(events: Sequence[Any], view: HellRailView) -> Messages:
    """Return the story of one update."""
    return replace(messages_of(events), order=_derailed(events, view))


# -- the voice ---------------------------------------------------------------------------------------------------------


SAID = (
    ev.Derailed, ev.Rammed, ev.PushedIntoCircle, ev.MarkerHit, ev.TollPaid, ev.CarDelivered, ev.CarRemoved,
    ev.CarsDropped, ev.HandDumped, ev.EffectDeclared, ev.EffectCancelled, ev.EffectRedirected, ev.EffectsSwapped,
    ev.CerberusMoved, ev.RailRemoved, ev.RailTurned,
)  # fmt: skip
SHUFFLE = Text(N_("Shuffle the discards"))
MOST_CARS = 6
"""Cars lost at once that are listed."""


def orders(events: Sequence[Any], view: HellRailView) -> tuple[Text, ...]:
    """Return the weightiest thing, whether to shuffle, whose turn it is."""
    found = said(e for e in events if isinstance(e, SAID))
    shuffle = any(isinstance(e, ev.Recharged) for e in events)
    turns = [turn_of(e.next) for e in events if isinstance(e, ev.TurnEnded)] if view.ended is None else []
    return (*found, *([SHUFFLE] if shuffle else []), *turns[-1:])


def phrases(names: Sequence[str]) -> Iterable[Text]:
    """Yield all but what becomes of a push."""
    yield SHUFFLE
    yield from map(turn_of, names)
    yield from each_event(_examples(names))


def _examples(names: Sequence[str]) -> Iterator[Any]:
    """Yield an event for each wording."""
    yield from (ev.EffectsSwapped(("", "")), ev.RailRemoved("", None, 0), ev.RailTurned("", None, 0))
    yield from (ev.CerberusMoved("", circle) for circle in CIRCLES)
    for name in names:
        yield from (ev.Derailed(name, (), False), ev.MarkerHit(name, None), ev.TollPaid(name, "", ()))
        yield from (ev.CarDelivered(name, 0), ev.CarRemoved("", name, ""), ev.HandDumped(name, ()))
        yield from (ev.CarsDropped(name, ("",) * n) for n in range(1, MOST_CARS + 1))
        yield from (ev.EffectDeclared(name, effect, Source.CIRCLE) for effect in Effect)
        yield from (ev.EffectCancelled("", name), ev.EffectRedirected("", name, name))
    for one, other in permutations(names, 2):
        yield from (ev.Rammed(one, other), ev.EffectRedirected("", one, other))


SPOKEN = Spoken(orders, phrases)
