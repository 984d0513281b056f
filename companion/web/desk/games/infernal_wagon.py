"""Infernal Wagon in a browser: the pile and what falls off, the hands. Nothing of it is one seat's alone."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.message import Messages
from companion.engine.text import N_, Text
from companion.engine.update import Update
from companion.figures.infernal_wagon.page import picture
from companion.games.infernal_wagon.memory import ending
from companion.games.infernal_wagon.names import Phase
from companion.games.infernal_wagon.view import WagonView
from companion.games.infernal_wagon.words import tell
from companion.web.desk.games import Fact, GamePage


def _status(view: WagonView) -> Iterator[Fact]:
    if view.phase is Phase.SETUP:
        return
    if view.silence:
        yield Fact("silence", Text(N_("{iw.silence}")), tone="ice")
    if view.uturn:
        yield Fact("uturn", Text(N_("{iw.uturn}")), tone="hex")
    yield Fact("pile", Text(N_("In the pile")), f"{'' if view.pile_sure else '~'}{view.pile}")
    yield Fact("wagon", Text(N_("Behind the {iw.wagon}")), str(view.behind))
    yield Fact("hand", Text(N_("In all hands")), str(view.hands_total))


def _own(view: WagonView, name: str) -> Iterator[Fact]:
    hand = next((hand for hand in view.hands if hand.name == name), None)
    if hand is None or view.phase is Phase.SETUP:
        return
    yield Fact("hand", Text(N_("Your cards")), f"{'' if hand.sure else '~'}{hand.cards}")
    if hand.curse:
        yield Fact("curse", Text(N_("You hold a {iw.curse}")), tone="hex")


def _messages(update: Update, _before: WagonView | None) -> Messages:
    assert isinstance(update.view, WagonView)
    return tell(update.events, update.view, update.undo)


def _setting_up(view: WagonView) -> bool:
    return view.phase is Phase.SETUP


PAGE = GamePage("{iw.game}", _status, _own, _messages, picture, clock=True, ending=ending, setting_up=_setting_up)
