"""What a table may put right by hand: a game declares pages of lines from what everybody sees, with the moves to make.

Moves are complete: whoever shows the lines needs no rule. A move that is None cannot be made now.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from companion.engine.prompt import Option
from companion.engine.text import Text


class Step(Struct, frozen=True):
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


class Choice(Struct, frozen=True):
    """Small options of which one or several are chosen."""

    label: Text
    options: tuple[Option, ...]


class Switch(Struct, frozen=True):
    """Something that is so or not."""

    label: Text
    on: bool
    move: Any


class Keys(Struct, frozen=True):
    """Switches and options side by side."""

    keys: tuple[Switch | Option, ...]


Line = Step | Choice | Keys


class Page(Struct, frozen=True):
    """The lines of one player, or of the whole table (`seat` ""). `icon` stands on its tab; `out`: no longer plays."""

    lines: tuple[Line, ...]
    seat: str = ""
    colour: str = ""
    icon: str = ""
    out: bool = False


def step(value: int, least: int, most: int, move: Any, label: Text, icon: str = "", **more: Any) -> Step:
    """A number within its bounds; `move(n)` makes the correction to n."""
    return Step(
        label,
        str(value),
        move(value - 1) if value > least else None,
        move(value + 1) if value < most else None,
        icon,
        **more,
    )
