"""Which face the playing screen shows. One mode at a time; Silence and U-turn colour all of them."""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine.prompt import Prompt
from companion.games.infernal_wagon.names import Level, Timer
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


@dataclass(frozen=True)
class Face:
    """All that decides where things stand; when it changes the screen lays itself out again."""

    mode: str
    silence: bool = False
    uturn: bool = False
    gate: bool = False
    """The exit symbols are known and shown."""
    timed: bool = True
    touch: bool = False
    """No tags at all (L0): cards are counted by touch."""
    seats: int = 3
    curses: int = 0
    fall: int = 0


def face_of(view: WagonView, prompt: Prompt | None, remaining: int | None, order_fall: int | None) -> Face:
    """The face for a view and the table's prompt.

    :param order_fall: cards that fall with the order that stands now, None without an order.
    """
    mode = MODES.get(prompt.id, SHEET) if prompt is not None else CALM
    if mode == CALM and order_fall is not None:
        mode = ORDER
    if mode == CALM and remaining is not None and remaining < LAST_MS:
        mode = LAST
    return Face(
        mode=mode,
        silence=view.silence and mode != READY,
        uturn=view.uturn and mode in (CALM, WHO, HELD),
        gate=view.setup.level is Level.L2 and mode in (CALM, LAST, HELD),
        timed=view.setup.timer is Timer.TIMED,
        touch=view.setup.level is Level.L0,
        seats=len(view.hands),
        curses=view.curses_left,
        fall=order_fall or 0,
    )
