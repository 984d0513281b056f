"""What a tap or a press means now (design.md section 4). One reader and four buttons are enough."""

from __future__ import annotations

from companion.engine.signals import Button, Signal, Tag
from companion.games.infernal_wagon.moves import Answer, CardTap, Hit, Hold, Miss, Resume, Start, WagonMove
from companion.games.infernal_wagon.names import Phase, Question
from companion.games.infernal_wagon.questions import ANSWERS
from companion.games.infernal_wagon.state import WagonState

SEAT_READER = "seat:"


def read(s: WagonState, signal: Signal) -> WagonMove | None:
    """The move; None for a tag that leaves or a button that is let go."""
    match signal:
        case Tag(reader=reader, uid=uid, present=True):
            return CardTap(uid=uid, seat=_seat(s, reader))
        case Button(name=name, pressed=True):
            return _press(s, name)
        case _:
            return None


def _seat(s: WagonState, reader: str) -> str | None:
    """Whose reader it is, where each player has one."""
    name = reader.removeprefix(SEAT_READER) if reader.startswith(SEAT_READER) else s.prep.readers.get(reader)
    return name if name is not None and s.prep.seat(name) is not None else None


def _press(s: WagonState, name: str) -> WagonMove | None:
    """start: start, hold, go on. a, b: the first and the second answer; without a question fit and misfit."""
    match name:
        case "start":
            if s.phase is Phase.READY:
                return Start()
            return Hold() if s.live and s.held_at is None else Resume()
        case "a" | "b":
            first = name == "a"
            if s.asking is not None and s.held_at is None:
                return _answer(s, s.asking.question, 0 if first else 1)
            return Hit() if first else Miss()
        case _:
            return None


def _answer(s: WagonState, question: Question, which: int) -> WagonMove:
    if question is Question.WHO:
        return Answer(question, s.prep.players[which].name)
    # Yes before no and tunnel before explosion, as the screen shows them.
    shown = ("tunnel", "explosion") if question is Question.SPECIAL else ANSWERS[question]
    return Answer(question, shown[which])
