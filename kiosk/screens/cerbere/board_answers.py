"""Which answers of an open question are on the board: pawns, and spaces where a way parts."""

from __future__ import annotations

from companion.engine.choice import Choice, Option
from companion.games.cerbere.names import Question, Via
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
    """Ways that can be taken now -> the space to which each leads (CB-165..168: ahead or back follows from them)."""
    path = view.path
    if choice is None or choice.question != Question.PATH or path is None:
        return {}
    at = next((seat.at for seat in view.seats if seat.name == choice.facts.get("pawn")), None)
    if at is None:
        return {}
    pairs = {Via.BRIDGE: path.bridge, Via.PORTAL: path.portal, Via.FUNICULAR: path.funicular}
    values = {option.value for option in choice.options}
    found: dict[str, int] = {}
    for via, pair in pairs.items():
        if via in values and pair is not None and at in pair:
            found[str(via)] = pair[1] if at == pair[0] else pair[0]
    if Via.WALK in values:
        back = any(n < at for n in found.values())
        walked = at - 1 if back else at + 1
        if 0 <= walked <= len(path.spaces):
            found[str(Via.WALK)] = walked
    return found


def left_over(view: CerbereView, choice: Choice | None) -> tuple[Option, ...]:
    """Options that nothing on the board answers: they need keys or tiles of their own."""
    if choice is None:
        return ()
    if not answers_on_board(choice) or view.path is None:
        return choice.options
    there = pawn_options(choice, view) | set(space_options(choice, view))
    return tuple(option for option in choice.options if option.value not in there)
