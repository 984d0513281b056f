"""Which answers of an open question are on the board: pawns, and spaces where a way parts."""

from __future__ import annotations

from companion.engine.choice import Choice, Option
from companion.games.cerbere.names import Question
from companion.games.cerbere.view import CerbereView

PAWNS = {Question.PAY, Question.TARGET, Question.NACELLE, Question.CAPTURE_ORDER}
"""Questions that are answered by touching a pawn."""


def answers_on_board(choice: Choice | None) -> bool:
    """Whether pawns or spaces answer the open question."""
    return choice is not None and (choice.question in PAWNS or choice.question == Question.PATH)


def pawn_options(choice: Choice | None, view: CerbereView) -> set[str]:
    """Names of the pawns that can be touched now."""
    if choice is None or choice.question not in PAWNS:
        return set()
    here = {seat.name for seat in view.seats if seat.at is not None}
    return {option.value for option in choice.options if option.value in here}


def space_options(choice: Choice | None, view: CerbereView) -> dict[str, int]:
    """Ways that can be taken now -> the space to which each leads: the question's facts have it."""
    path = view.path
    if choice is None or choice.question != Question.PATH or path is None:
        return {}
    found: dict[str, int] = {}
    for option in choice.options:
        to = choice.facts.get(option.value)
        if isinstance(to, int) and 0 <= to <= len(path.spaces):
            found[option.value] = to
    return found


def left_over(view: CerbereView, choice: Choice | None) -> tuple[Option, ...]:
    """Options that nothing on the board answers: they need keys or tiles of their own."""
    if choice is None:
        return ()
    if not answers_on_board(choice) or view.path is None:
        return choice.options
    there = pawn_options(choice, view) | set(space_options(choice, view))
    return tuple(option for option in choice.options if option.value not in there)
