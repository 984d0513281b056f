"""HellRail in a browser: train and tokens of a seat, the cards that the companion knows it holds, a token face down."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.text import N_, Text
from companion.games.hellrail.effect_words import EFFECTS, FACE_DOWN, TOKENS
from companion.games.hellrail.memory import ending
from companion.games.hellrail.names import Level, Token
from companion.games.hellrail.prompts.parts import circle_within
from companion.games.hellrail.view import HellRailView, SeatView
from companion.pages.games import Fact, GamePage
from companion.pages.pictures.hellrail import picture


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
        if seat.known:
            cards = Text(", ", parts=tuple(Text("{card}", {"card": card}) for card in seat.known))
            yield Fact("eye", cards, tone="hex", secret=True)
        for car in seat.train:
            yield Fact("car", _car(car.car, car.setout), tone="brim" if car.here else "")
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


def _car(value: int | None, setout: str | None) -> Text:
    if value is None:
        return Text(N_("A covered car"))
    if setout is None:
        return Text(N_("Car {value}, for any circle"), {"value": value})
    return Text(N_("Car {value}, for {circle}"), {"value": value, "circle": circle_within(f"C{setout}")})


def _tokens(seat: SeatView) -> Iterator[Token]:
    if seat.tender:
        yield Token.TENDER
    if seat.boatman:
        yield Token.BOATMAN
    if seat.soul_catcher:
        yield Token.SOUL_CATCHER
    if seat.heresy is not None:
        yield seat.heresy


PAGE = GamePage("{hr.game}", _status, _own, picture=picture, ending=ending)
