"""Which face the playing screen shows. One mode at a time; Silence and U-turn colour all of them."""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine.choice import Choice
from companion.games.infernal_wagon.names import Level, Phase, Timer
from companion.games.infernal_wagon.view import WagonView

READY, CALM, LAST, ORDER, QUESTION, WHO, MISS, HELD = (
    "ready", "calm", "last", "order", "question", "who", "miss", "held",
)  # fmt: skip

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


def face_of(
    view: WagonView,
    choice: Choice | None,
    remaining: int | None,
    order_fall: int | None,
    missing: bool,
    exiting: bool = False,
) -> Face:
    """The face for a view.

    :param order_fall: cards that fall with the order that stands now, None without an order.
    :param missing: the table has pressed Miss and is asked which penalty the card bears.
    :param exiting: the table has pressed Exit laid, and is asked whether it meant that.
    """
    mode = CALM
    if view.phase is Phase.READY:
        mode = READY
    elif view.phase is Phase.HELD:
        mode = HELD
    elif choice is not None:
        mode = WHO if choice.question == "who" else QUESTION
    elif exiting:
        mode = QUESTION
    elif missing:
        mode = MISS
    elif order_fall is not None:
        mode = ORDER
    elif remaining is not None and remaining < LAST_MS:
        mode = LAST
    playing = mode not in (READY, HELD)
    return Face(
        mode=mode,
        silence=view.silence and playing,
        uturn=view.uturn and mode in (CALM, WHO),
        gate=view.setup.level is Level.L2 and mode in (CALM, LAST),
        timed=view.setup.timer is Timer.TIMED,
        touch=view.setup.level is Level.L0,
        seats=len(view.hands),
        curses=view.curses_left,
        fall=order_fall or 0,
    )
