"""Which sheet shows: from the view, the open question, and what a finger has chosen before it is a move."""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine.choice import Choice
from companion.engine.prompt import Keys, Prompt
from companion.games.cerbere.names import Boating, Question
from companion.games.cerbere.view import CerbereView
from kiosk.screens.cerbere.board_answers import answers_on_board

TRACK, TABLE, ORDER, HAND, OPTIONS, PLAY, PROMPT, LISTS, CAUGHT, HUNT, PEEK, MENU = (
    "track", "table", "order", "hand", "options", "play", "prompt", "lists", "caught", "hunt", "peek", "menu",
)  # fmt: skip


@dataclass(frozen=True)
class SheetKey:
    """A sheet and what it is about. Another place is another sheet; the same one is only told the news.

    about: the card (options, play), the prompt; part: what tells two questions of a kind apart.
    """

    kind: str
    about: str = ""
    part: str = ""


def place_of(
    view: CerbereView,
    choice: Choice | None,
    local: SheetKey | None,
    order: str,
    looked: tuple[int, tuple[str, int]] | None = None,
    prompt: Prompt | None = None,
    path: Keys = (),
) -> SheetKey:
    """The sheet for a view.

    :param local: a sheet of the screen's own that a finger opened; a question comes before it.
    :param order: the words of an order that is to be read first.
    :param looked: turn and look (player and slot) that have been ended.
    :param prompt: what can be chosen now, at the table's `path`.
    """
    board = view.path is not None
    if order:
        return SheetKey(ORDER, order)
    if prompt is not None and path[:1] == ("report",):
        return SheetKey(MENU) if len(path) == 1 else SheetKey(PROMPT, prompt.id, prompt.who)
    if choice is not None:
        return _asked(view, choice, board, prompt)
    peek = view.boats.peek
    if peek is not None and view.boats.boating is Boating.KEPT and looked != (view.turn.n, peek):
        return SheetKey(PEEK, peek[0], str(view.turn.n))
    if view.play is not None:
        return SheetKey(TABLE) if board else SheetKey(PLAY, view.play.card, view.play.player)
    return local or SheetKey(TABLE if board else TRACK)


def _asked(view: CerbereView, choice: Choice, board: bool, prompt: Prompt | None) -> SheetKey:
    if board and answers_on_board(choice):
        return SheetKey(TABLE)
    question = choice.question
    part = ",".join(option.value for option in choice.options)
    player = str(choice.facts.get("player") or next((o.seat for o in choice.options if o.seat), "") or "")
    match question:
        case Question.OPTION:
            return SheetKey(OPTIONS, str(choice.facts.get("card", "")), "asked")
        case Question.PICK:
            return SheetKey(LISTS, str(choice.facts.get("effect", "")), player)
        case Question.PAY | Question.TARGET if view.play is not None:
            return SheetKey(PLAY, view.play.card, view.play.player)
        case Question.CAUGHT:
            return SheetKey(HUNT if choice.facts.get("hunt") else CAUGHT, part)
        case Question.CAPTURE_ORDER:
            return SheetKey(CAUGHT, part, "order")
        case Question.PEEK_OR_SWAP if view.boats.boating is Boating.KEPT:
            return SheetKey(PEEK, player, str(view.turn.n))
        case _:
            return SheetKey(PROMPT, prompt.id if prompt is not None else question, str(choice.facts.get("pawn", "")))
