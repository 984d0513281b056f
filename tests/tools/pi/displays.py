"""A whole game by one finger and a boat by two, on displays of both shapes and whichever way they hang."""

from __future__ import annotations

from typing import NamedTuple

from tests.tools.pi.play import WIDE, Glass, boat, evening, fresh, home
from tests.tools.pi.session import Session
from tests.tools.pi.steps import step

UPRIGHT = (720, 1280)
"""Of the Touch Display 2, px."""


class Hung(NamedTuple):
    """A display, and by how much its picture is turned against the clock."""

    name: str
    about: str
    size: tuple[int, int]
    degrees: int


DISPLAYS = (
    Hung("turned-90", "a whole game by one finger and a boat by two, the picture turned by 90°", WIDE, 90),
    Hung("turned-180", "the same by 180°", WIDE, 180),
    Hung("turned-270", "the same by 270°", WIDE, 270),
    Hung("upright", "the same on an upright display (720x1280), not turned", UPRIGHT, 0),
    Hung("lying", "the same on an upright display that lies, the picture turned by 90°", UPRIGHT, 90),
)


def _add(display: Hung) -> None:
    @step(display.name, display.about)
    def turned(session: Session) -> str:
        glass = Glass(session.out / "run", display.size, display.degrees)
        fresh(session, boot={"size": display.size}, rotation=display.degrees)
        off = home(session, glass, display.name)
        evening(session, glass, display.name)
        seconds = boat(session, glass, display.name)
        return f"home off by {off:.1%}, secret hidden by a second finger after {seconds:.1f} s"


for _display in DISPLAYS:
    _add(_display)
