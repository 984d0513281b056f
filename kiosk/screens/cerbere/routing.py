"""Which sheet shows: from the view, the prompt, and what a finger has opened."""

from __future__ import annotations

from companion.engine.prompt import Keys, Prompt
from companion.games.cerbere.names import Boating
from companion.games.cerbere.view import CerbereView
from kiosk.screens.sheet import SheetKey

TRACK, TABLE, ORDER, PLAY, PROMPT, CAUGHT, HUNT, PEEK, MENU = (
    "track", "table", "order", "play", "prompt", "caught", "hunt", "peek", "menu",
)  # fmt: skip
CARD = ("pay", "target", "effect")
"""Prompts about the card that was played."""
ON_BOARD = (*CARD, "way", "nacelle", "capture_order")
"""Prompts that pawns and spaces of the board answer, or the keys beside it."""


def place_of(
    view: CerbereView,
    local: SheetKey | None,
    order: str,
    looked: tuple[int, tuple[str, int]] | None = None,
    prompt: Prompt | None = None,
    path: Keys = (),
) -> SheetKey:
    """Return the sheet for a view.

    :param local: a sheet of the screen's own that a finger opened; a question comes before it.
    :param order: the words of an order that is to be read first.
    :param looked: turn and look (player and slot) that have been ended.
    :param prompt: what can be chosen now, at the table's `path`.
    """
    board = view.path is not None
    if order:
        return SheetKey(ORDER, order)
    if prompt is None:
        return SheetKey(TABLE if board else TRACK)
    if path[:1] == ("report",):
        return SheetKey(MENU) if len(path) == 1 else SheetKey(PROMPT, prompt.id, prompt.who)
    if board and prompt.id in ON_BOARD:
        return SheetKey(TABLE)
    kept = view.boats.boating is Boating.KEPT
    match prompt.id:
        case "caught" | "capture_order":
            pawns = ",".join(option.key for option in prompt.options if option.seat)
            return SheetKey(HUNT if view.turn.chasing else CAUGHT, pawns, prompt.id)
        case "boats" | "boat" | "swap" if kept:
            return SheetKey(PEEK, prompt.who, str(view.turn.n))
        case "turn" | "over" | "pay" | "target" | "effect":
            return _at_rest(view, local, looked, board)
        case _:
            return SheetKey(PROMPT, prompt.id, str(prompt.hint))


def _at_rest(
    view: CerbereView, local: SheetKey | None, looked: tuple[int, tuple[str, int]] | None, board: bool
) -> SheetKey:
    """Return the sheet when nothing is asked: a look at a boat, the card that is played, the table."""
    peek = view.boats.peek
    if peek is not None and view.boats.boating is Boating.KEPT and looked != (view.turn.n, peek):
        return SheetKey(PEEK, peek[0], str(view.turn.n))
    if view.play is not None:
        return SheetKey(PLAY, view.play.card, view.play.player)
    return local or SheetKey(TABLE if board else TRACK)
