"""The questions of section 3.2: their answers, and what is taken if nobody answers."""

from __future__ import annotations

from companion.engine.refused import BadInput, Refused
from companion.games.infernal_wagon import events as ev
from companion.games.infernal_wagon.names import Question, Special
from companion.games.infernal_wagon.rules.ending import curses_answered
from companion.games.infernal_wagon.rules.move_context import MoveContext
from companion.games.infernal_wagon.rules.place import clear, play, seat
from companion.games.infernal_wagon.rules.turn import judged, skip, special
from companion.games.infernal_wagon.state import Ask

ANSWERS = {
    Question.MATCHED: ("matched", "missed"),
    Question.SPECIAL: tuple(Special),
    Question.DOUBTFUL: ("yes", "no"),
    Question.CURSES: ("yes", "no"),
}
DEFAULTS = {
    Question.MATCHED: "matched",
    Question.WHO: None,
    Question.SPECIAL: "none",
    Question.DOUBTFUL: "no",
    Question.CURSES: "no",
}
"""None: nobody is named."""


def answer(w: MoveContext, question: Question, value: str) -> None:
    """The table answers (reading 22). A question under another may be answered; the upper one gets its default."""
    if not any(ask.question is question for ask in w.state.asks):
        raise Refused("not_allowed_now")
    if question is Question.WHO:
        seat(w.state, value, "value")
    elif value not in ANSWERS[question]:
        raise BadInput(field="value", reason=f"{value} is no answer to {question}")
    _down_to(w, question)
    _take(w, w.state.asks[-1], value)


def take_default(w: MoveContext) -> None:
    """Nobody answered: the question on top gets its default."""
    ask = w.state.asks[-1]
    _take(w, ask, DEFAULTS[ask.question])


def default_due(w: MoveContext, question: Question) -> None:
    """A question's time is up."""
    if not any(ask.question is question for ask in w.state.asks):
        raise Refused("not_allowed_now")
    _down_to(w, question)
    take_default(w)


def _down_to(w: MoveContext, question: Question) -> None:
    while w.state.asks[-1].question is not question:
        take_default(w)


def _take(w: MoveContext, ask: Ask, value: str | None) -> None:
    w.emit(ev.Answered())
    match ask.question:
        case Question.MATCHED:
            judged(w, missed=value == "missed")
        case Question.SPECIAL:
            w.emit(ev.SpecialTold(Special(value or "none")))
            special(w)
        case Question.DOUBTFUL:
            if value == "yes":
                clear(w, ask.curse.reveal() if ask.curse is not None else None, ask.seat)
        case Question.CURSES:
            curses_answered(w, value == "yes", ask.appeal)
        case Question.WHO:
            _named(w, ask, value)


def _named(w: MoveContext, ask: Ask, name: str | None) -> None:
    """IW-051, reading 9: a seat with an empty hand cannot have played, so the question stays."""
    s = w.state
    named = seat(s, name, "value")
    if named is not None and s.hands[named] == 0:
        w.ask(Question.WHO, pending=ask.pending)
        return
    if ask.pending is None:
        skip(w, named)
        return
    card = s.prep.box.cards[ask.pending.slot]
    actor = ask.pending.actor if s.uturn else named
    play(w, card, ask.pending.end, actor, named, asked=True)
