"""Cerbère in a browser: Rage and Speed, the cards left in a hand, the boat that a seat alone is looking at."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.message import Messages
from companion.engine.text import N_, Text, counted
from companion.engine.update import Update
from companion.figures.cerbere.page import picture
from companion.figures.cerbere.rage import NEAR
from companion.games.cerbere.data.card_words import action_name
from companion.games.cerbere.data.cards import CardCatalogue
from companion.games.cerbere.memory import ending
from companion.games.cerbere.names import Side
from companion.games.cerbere.view import CerbereView
from companion.games.cerbere.words import tell
from companion.web.desk.games import Fact, GamePage

NO_CARD = Text(N_("no card"))


def _status(view: CerbereView) -> Iterator[Fact]:
    if view.over is not None:
        return
    steps = view.rage.steps
    if view.turn.chasing:
        yield Fact("hunt", Text(N_("{cb.cerberus} runs")), tone="danger")
    elif steps > 0:
        words = counted("step to the {cb.hunt}", "steps to the {cb.hunt}", steps)
        yield Fact("flame", words, str(steps), "ember" if steps <= NEAR else "")
    else:
        yield Fact("hunt", Text(N_("The {cb.hunt} comes with the end of this turn")), tone="danger")
    yield Fact("die", Text(N_("{cb.speed}")), str(view.rage.speed))
    yield Fact("pile", Text(N_("{cb.survival}")), str(view.survival_pile))
    yield Fact("pile", Text(N_("{cb.betrayal}")), str(view.betrayal_pile), "danger")


def _own(view: CerbereView, name: str) -> Iterator[Fact]:
    seat = next((seat for seat in view.seats if seat.name == name), None)
    if seat is None:
        return
    boats = view.boats
    if boats.peek is not None and boats.peek[0] == name and boats.seen is not None:
        seats = counted("{cb.boat} {slot}: {n} seat", "{cb.boat} {slot}: {n} seats", boats.seen, slot=boats.peek[1])
        yield Fact("boat", seats, tone="hex", secret=True)
    if seat.side is Side.RUNNER:
        yield Fact("pawn", Text(N_("You flee")), tone="brim")
        yield Fact("hand", Text(N_("{cb.survival}")), str(seat.survival))
    elif seat.side is Side.CERBERUS:
        yield Fact("cerberus", Text(N_("You run with {cb.cerberus}")), tone="danger")
        yield Fact("hand", Text(N_("{cb.betrayal}")), str(seat.betrayal))
    else:
        yield Fact("skull", Text(N_("Out of the game")))
        return
    if view.follow_cards:
        hunts = seat.side is Side.CERBERUS
        held = Text(", ", parts=tuple(action_name(n, hunts) for n in seat.actions)) if seat.actions else NO_CARD
        yield Fact("hand", Text(N_("{cb.action} cards in hand: {cards}"), {"cards": held}))


def _messages(update: Update, before: CerbereView | None) -> Messages:
    assert isinstance(update.view, CerbereView)
    return tell(update.events, update.view, before, CardCatalogue({}))


PAGE = GamePage("{cb.game}", _status, _own, _messages, picture, ending=ending)
