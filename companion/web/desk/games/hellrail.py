"""HellRail in a browser: train and tokens of a seat, the cards that the companion knows it holds, a token face down."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.engine.message import Messages
from companion.engine.text import N_, NOTHING, Text, joined
from companion.engine.update import Update
from companion.figures.hellrail.page import figure, picture
from companion.games.hellrail.effect_words import EFFECTS, FACE_DOWN, TOKENS
from companion.games.hellrail.memory import ending
from companion.games.hellrail.names import Level, Token
from companion.games.hellrail.prompts.map import ON_MAP
from companion.games.hellrail.prompts.parts import circle_within
from companion.games.hellrail.view import CarView, HellRailView, SeatView
from companion.games.hellrail.words import tell
from companion.web.desk.games import Fact, GamePage


def _status(view: HellRailView) -> Iterator[Fact]:
    if view.ended is not None:
        return
    if view.turn.gluttony:
        emptied = Text(N_("After {hr.gluttony} all cards must be played or discarded this turn."))
        yield Fact("hand", emptied, tone="ember")
    if view.turn.toll is not None:
        yield Fact("cerberus_token", Text(N_("Leaving costs more than")), str(view.turn.toll), "danger")
    if view.level is Level.LIGHT:
        return
    if view.turn.draws:
        yield Fact("pile", Text(N_("to draw")), str(max(view.turn.draws)))
    else:
        yield Fact("flame", Text(N_("brimstone for a move")), str(view.active.fuel), "brim")
    yield Fact("pile", Text(N_("In the pile")), str(view.draw))


def _own(view: HellRailView, name: str) -> Iterator[Fact]:
    seat = next((seat for seat in view.seats if seat.name == name), None)
    if seat is None or view.scores is not None:
        return
    if view.level is not Level.LIGHT:
        yield Fact("hand", Text(N_("Your cards")), str(seat.hand))
        for card in seat.known:
            yield Fact("eye", _car(card), tone="hex", secret=True)
        for car in seat.train:
            yield Fact("car", _car(car), tone="brim" if car.here else "")
    yield Fact("sealed", Text(N_("Delivered cars")), str(seat.delivered))
    for token in _tokens(seat):
        icon, words = TOKENS[token]
        yield Fact(icon, Text(words))
    if view.looking == name and view.seen is not None:
        seen = EFFECTS[view.seen]
        text = Text(seen.name)
        if view.usable is False:
            text = Text(N_("{effect}: of no use now"), {"effect": text})
        yield Fact(seen.icon, text, tone="hex", secret=True)
    if seat.held is not None:
        held = EFFECTS[seat.held]
        yield Fact(held.icon, Text(held.name), tone="hex", secret=seat.held_down)
    elif seat.held_down:
        yield Fact(FACE_DOWN.icon, Text(FACE_DOWN.name))


def _car(car: CarView) -> Text:
    """Return words for a car, or for a card that may become one: no card has a printed name or number."""
    if car.covered:
        return Text(N_("A covered car"))
    label = Text(N_("A car"))
    if car.setout is not None:
        label = Text(N_("Car for {circle}"), {"circle": circle_within(f"C{car.setout}")})
    worth = NOTHING if car.car is None else Text(N_("worth {n}"), {"n": car.car})
    brimstone = NOTHING if car.brimstone is None else Text(N_("brimstone {n}"), {"n": car.brimstone})
    return joined(", ", (label, worth, brimstone))


def _tokens(seat: SeatView) -> Iterator[Token]:
    if seat.tender:
        yield Token.TENDER
    if seat.boatman:
        yield Token.BOATMAN
    if seat.soul_catcher:
        yield Token.SOUL_CATCHER
    if seat.heresy is not None:
        yield seat.heresy


def _messages(update: Update, before: Any) -> Messages:
    return tell(update.events, update.view) if isinstance(update.view, HellRailView) else Messages()


PAGE = GamePage(
    "{hr.game}",
    _status,
    _own,
    _messages,
    picture=picture,
    figure=figure,
    on_figure=(*ON_MAP, "place_cell"),
    ending=ending,
)
