"""Lines of what a table may put right by hand; `correction_pages.py` makes them of the fields that a game declares.

The moves of lines are complete: a page that shows them needs no rule. A move that is None cannot be made now.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from companion.engine.prompt import Option
from companion.engine.text import Text

NO_FIGURE = "–"
"""The value of a place that has none."""


class StepRow(Struct, frozen=True):
    """A value that goes one on or back. `place`: of a map, round and round; "–" is no circle of it. `seat`: a player
    instead of the icon."""

    label: Text
    value: str
    less: Any
    more: Any
    icon: str = ""
    tone: str = ""
    seat: str = ""
    place: bool = False


class ChoiceRow(Struct, frozen=True):
    """Small options of which one or several are chosen."""

    label: Text
    options: tuple[Option, ...]


class Switch(Struct, frozen=True):
    """Something that is so or not."""

    label: Text
    on: bool
    move: Any


class KeysRow(Struct, frozen=True):
    """Switches and options side by side."""

    keys: tuple[Switch | Option, ...]


CorrectionRow = StepRow | ChoiceRow | KeysRow


def touch_move(line: CorrectionRow, key: str) -> Any:
    """Return the move that a touch on a line means now; None: it means nothing."""
    match line:
        case StepRow(less=less, more=more):
            return less if key == "less" else more
        case ChoiceRow(options=options):
            return next((option.move for option in options if option.key == key), None)
        case KeysRow(keys=keys):
            return keys[int(key)].move


class Page(Struct, frozen=True):
    """The lines of one player, or of the whole table (`seat` ""). `icon` is on its tab; `out`: no longer plays."""

    lines: tuple[CorrectionRow, ...]
    seat: str = ""
    colour: str = ""
    icon: str = ""
    out: bool = False
