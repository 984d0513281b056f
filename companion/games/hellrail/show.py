"""What a turn of HellRail shows, what a seat sees of itself, and how a game ended."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.engine.summary import Ending
from companion.engine.text import N_, NOTHING, Text, counted, joined
from companion.games.hellrail.effect_words import EFFECTS, FACE_DOWN, TOKENS
from companion.games.hellrail.names import Level, Phase, Token
from companion.games.hellrail.prompts.parts import circle_within
from companion.games.hellrail.view import CarView, HellRailView, SeatView
from companion.presentation.show import Fact, Show, TurnShown, few

PHASES = {
    Phase.SETUP: N_("The deal"),
    Phase.START: N_("Draw first"),
    Phase.DRAW: N_("Now draw"),
    Phase.ACTIONS: N_("Play cards"),
    Phase.ENDED: N_("The end"),
}


def turn(view: HellRailView) -> TurnShown | None:
    """Before the draw it is about how many cards there are to draw, then about what a move needs."""
    if view.ended is not None:
        return None
    seat, warnings, trial = view.active, tuple(_warnings(view)), Text(N_("demo deck") if view.placeholder else "")
    if view.level is Level.LIGHT:
        return TurnShown(seat.name, warnings=warnings, idle=Text(N_("Touch where you arrive")))
    if view.turn.draws:
        about = Fact("pile", Text(N_("to draw")), str(max(view.turn.draws)))
    else:
        about = Fact("flame", Text(N_("brimstone for a move")), str(seat.fuel), "brim")
    counts = (
        Fact("discard", Text(N_("Thrown away")), str(view.discard)),
        Fact("pile", Text(N_("In the pile")), str(view.draw)),
    )
    return TurnShown(seat.name, about, counts, warnings, Text(PHASES.get(view.phase, "")), trial)


def _warnings(view: HellRailView) -> Iterator[Fact]:
    if view.turn.gluttony:
        yield Fact("hand", Text(N_("{hr.gluttony}: the hand must go")), tone="danger")
    if view.turn.toll is not None:
        yield Fact("cerberus", Text(N_("Toll: cards worth more than {n}"), {"n": view.turn.toll}), tone="danger")


def own(view: HellRailView, name: str) -> Iterator[Fact]:
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


def ending(result: Mapping[str, Any]) -> Ending:
    """Return who won with how much; of a game whose cars were never opened it is unknown."""
    turns, scores = int(result.get("turns") or 0), result.get("scores") or {}
    more = (counted("{n} turn", "{n} turns", turns),) * bool(turns)
    more += (Text(N_("demo deck")),) * (not result.get("official", False))
    winners = [str(name) for name in result.get("winners") or ()]
    if not scores and not winners:
        return Ending(Text(N_("never opened")), icon="sealed", good=False, more=more)
    points = max((int(score.get("delivered", 0)) for score in scores.values()), default=0)
    who = few(winners) or counted("{n} player", "{n} players", len(winners))
    named = Text(N_("{who}: {points}"), {"who": who, "points": points})
    return Ending(Text(N_("Most delivered: {points}"), {"points": points}), named=named, more=more)


def over(view: HellRailView) -> Ending | None:
    """Return the same for those who look at the opened cars."""
    if view.scores is None:
        return None
    scores = {score.name: {"delivered": score.delivered} for score in view.scores}
    return ending({"scores": scores, "winners": [score.name for score in view.scores if score.rank == 1]})


def each(view: HellRailView, name: str) -> Iterator[Fact]:
    """Return what is public of a seat: its hand and its delivered cars, by their numbers."""
    seat = next((seat for seat in view.seats if seat.name == name), None)
    if seat is None:
        return
    if view.level is not Level.LIGHT:
        yield Fact("hand", Text(N_("Cards")), str(seat.hand))
    yield Fact("sealed", Text(N_("Delivered cars")), str(seat.delivered))


SHOW = Show(turn, own, ending, over, each=each)
