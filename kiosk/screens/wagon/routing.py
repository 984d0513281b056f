"""Which face the playing screen shows. One mode at a time; Silence and U-turn colour all of them."""

from __future__ import annotations

from typing import NamedTuple

from companion.engine.prompt import Prompt
from companion.games.infernal_wagon.names import Level
from companion.games.infernal_wagon.view import WagonView

READY, CALM, LAST, ORDER, QUESTION, WHO, SHEET, HELD = (
    "ready", "calm", "last", "order", "question", "who", "sheet", "held",
)  # fmt: skip
MODES = {
    "turn": CALM, "ready": READY, "held": HELD, "who": WHO, "curse": WHO,
    "matched": QUESTION, "special": QUESTION, "doubtful": QUESTION, "curses": QUESTION, "exit": QUESTION,
    "give_up": QUESTION,
}  # fmt: skip
"""What shows a prompt; any other is a sheet of tiles."""

LAST_MS = 60_000


class Face(NamedTuple):
    """What decides which pieces are seen."""

    mode: str
    silence: bool = False
    uturn: bool = False
    gate: bool = False
    """The exit symbols are known and shown."""


def face_of(view: WagonView, prompt: Prompt | None, remaining: int | None, ordered: bool) -> Face:
    """The face for a view and the table's prompt.

    :param ordered: an order stands now.
    """
    mode = MODES.get(prompt.id, SHEET) if prompt is not None else CALM
    if mode == CALM and ordered:
        mode = ORDER
    if mode == CALM and remaining is not None and remaining < LAST_MS:
        mode = LAST
    return Face(
        mode,
        view.silence and mode != READY,
        view.uturn and mode in (CALM, WHO, HELD),
        view.setup.level is Level.L2 and mode in (CALM, LAST, HELD),
    )
