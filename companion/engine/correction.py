"""What a table may put right by hand: a game declares fields of its state, and pages of lines from what everybody sees.

Moves are complete: whoever shows the lines needs no rule. A move that is None cannot be made now.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from itertools import groupby
from types import NoneType
from typing import Any

from msgspec import Meta, Struct
from msgspec.structs import replace

from companion.engine.patch import Called, Names, members, note, plain_type, value_at
from companion.engine.prompt import Option
from companion.engine.text import Text

SEAT = "NAME"
"""A placeholder in a field's path for the name of each player."""


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


# -- fields that need no page of their own -----------------------------------------------------------------------------


class Field(Struct, frozen=True):
    """A field of the state that everybody sees, as a patch has it: `speed`, `seats.NAME.hand`. Its type says what it
    may be, its path whose page it stands on."""

    path: str
    label: Text
    icon: str = ""


class Recorded(Struct, frozen=True):
    """A declared field as it stands. `seat`: whose it is ("": the table's)."""

    field: Field
    value: Any
    seat: str = ""
    bounds: tuple[int, int] = (0, 0)
    choices: tuple[str | None, ...] = ()

    def said(self, value: Any) -> dict[str, Any]:
        """The patch that says this value."""
        made = value
        for key in reversed(self.field.path.split(".")):
            made = {self.seat if key == SEAT else key: made}
        return made  # type: ignore[no-any-return]


def recorded(fields: Iterable[Field], state: Any, names: Names) -> tuple[Recorded, ...]:
    """The declared fields of a state."""
    found = []
    for field in fields:
        keys = field.path.split(".")
        for seat in names["seat"] if SEAT in keys else ("",):
            value, hint = value_at(state, [seat if key == SEAT else key for key in keys], names)
            metas = [meta for meta in plain_type(hint)[1] if isinstance(meta, Meta)]
            least = next((int(meta.ge) for meta in metas if meta.ge is not None), 0)
            most = next((int(meta.le) for meta in metas if meta.le is not None), least)
            found.append(Recorded(field, value, seat, (least, most), tuple(_choices(hint, names))))
    return tuple(found)


def _choices(hint: Any, names: Names) -> Iterator[str | None]:
    """What may be chosen, of a name or an enumeration."""
    plain, called = plain_type(hint)[0], note(hint, Called)
    if NoneType in members(hint):
        yield None
    if called is not None:
        yield from names.get(called.kind, ())
    elif isinstance(plain, type) and issubclass(plain, Enum):
        yield from (str(one.value) for one in plain)


def declared(pages: Sequence[Page], record: Iterable[Recorded], colours: Mapping[str, str]) -> tuple[Page, ...]:
    """A game's own pages with a line more for each declared field."""
    made = {page.seat: page for page in pages}
    for seat, own in groupby(sorted(record, key=lambda one: one.seat), key=lambda one: one.seat):
        page = made.get(seat) or Page((), seat, colours.get(seat, ""), "" if seat else "swap")
        made[seat] = replace(page, lines=(*page.lines, *map(_line, own)))
    return tuple(sorted(made.values(), key=lambda page: bool(page.seat)))


def _line(one: Recorded) -> Line:
    label, icon = one.field.label, one.field.icon
    match one.value:
        case bool() as on:
            return Keys((Switch(label, on, one.said(not on)),))
        case int() as n if not one.choices:
            return step(n, *one.bounds, one.said, label, icon)
    options = (
        Option(str(name), Text(str(name or "–")), chosen=name == one.value, move=one.said(name)) for name in one.choices
    )
    return Choice(label, tuple(options))
