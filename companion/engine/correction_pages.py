"""Pages of corrections, made of the fields that a game declares: their types say what they may be.

corrections = Corrections((Field("speed", Text("Speed"), "die"), Field("seats.NAME.hand", Text("Hand"), "hand")))
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from types import NoneType
from typing import Any

from msgspec import Meta, Struct
from msgspec.structs import replace

from companion.engine.correction import NO_FIGURE, ChoiceRow, CorrectionRow, KeysRow, Page, StepRow, Switch
from companion.engine.patch import SEAT, members, plain_type, saying, seat_names, value_at
from companion.engine.prompt import Option
from companion.engine.text import NOTHING, Text

PLAYER = "NAME"
"""In a field's path the name of each player; as what a field `has`, that of the player whose page it is."""
KEY = "KEY"
"""In a field's path each key of an object."""
WhoOf = Any
"""Of whose line something is asked: the index of a seat, a key of an object, None for a line of the whole table."""


class FieldLook(Enum):
    """How a field is shown where its type does not tell."""

    TYPE = "type"
    """A number to step, a switch, or small options."""
    KEY = "key"
    """What it has or has not: a key, lit if it has."""
    KEYS = "keys"
    """A key for each choice, side by side."""
    NEXT = "next"
    """One key that leads to the next choice."""
    PLACE = "place"
    """A place of a map, turned to the next or the one before."""
    MARKS = "marks"
    """A number of each player, beside the player's mark on the table's page."""


class Field(Struct, frozen=True):
    """A field of the state that everybody sees, as a patch has it: `speed`, `seats.NAME.hand`. Its type says what it
    may be, its path whose page it is on.

    :param has: what a collection, or the field itself, may be said to have or not.
    :param within: what it may be now, where that is less than its type allows.
    :param down_from: it is shown as what is left to that number.
    :param value: what is shown, where that is not the value itself.
    :param words: icon and words of its choices, by value.
    """

    path: str
    label: Text | Callable[[Any, WhoOf], Text] = NOTHING
    icon: str = ""
    tone: str = ""
    look: FieldLook = FieldLook.TYPE
    has: Any = None
    within: Sequence[Any] | Callable[[Any, WhoOf], Sequence[Any]] | None = None
    shown: Callable[[Any, WhoOf], object] = lambda _state, _who: True
    down_from: Callable[[Any], int] | None = None
    value: Callable[[Any, WhoOf], Any] | None = None
    words: Mapping[Any, tuple[str, Text]] = {}


class Corrections(Struct, frozen=True):
    """All that a game lets its table put right on a page.

    :param lines: in their order; several fields that are keys stand side by side on one.
    :param icon: of the table's page; `badge`: on a player's, by the state and the seat.
    :param out: who no longer plays.
    """

    lines: tuple[Field | tuple[Field, ...], ...] = ()
    icon: str = "swap"
    badge: Callable[[Any, int], str] = lambda _state, _seat: ""
    out: Callable[[Any, int], bool] = lambda _state, _seat: False


def pages(declared: Corrections, state: Any) -> tuple[Page, ...]:
    """The table's page of a state, and one for each player who has a line of his own."""
    rows = [line if isinstance(line, tuple) else (line,) for line in declared.lines]

    def lines(rows: Sequence[tuple[Field, ...]], seat: int | None) -> tuple[CorrectionRow, ...]:
        found = (_line(fields, state, who) for fields in rows for who in _whose(fields[0], state, seat))
        return tuple(line for line in found if line is not None)

    own = [row for row in rows if _own(row[0])]
    found = [Page(lines([row for row in rows if row not in own], None), icon=declared.icon)]
    for i, seat in enumerate(state.seats if own else ()):
        found.append(Page(lines(own, i), seat.name, seat.colour, declared.badge(state, i), declared.out(state, i)))
    return tuple(found)


def _own(field: Field) -> bool:
    """Whether it is on each player's own page."""
    return field.has == PLAYER or (PLAYER in field.path.split(".") and field.look is not FieldLook.MARKS)


def _whose(field: Field, state: Any, seat: int | None) -> Sequence[WhoOf]:
    """Of whom a page has a line of it."""
    outer, *keys = field.path.split(".")
    if KEY in keys:
        return tuple(getattr(state, outer))
    return range(len(state.seats)) if field.look is FieldLook.MARKS else (seat,)


def _line(fields: Sequence[Field], state: Any, who: WhoOf) -> CorrectionRow | None:
    parts = [_shown(field, state, who).part() for field in fields if field.shown(state, who)]
    keys = tuple(key for part in parts if isinstance(part, tuple) for key in part)
    return KeysRow(keys) if keys else next((part for part in parts if not isinstance(part, tuple)), None)


@dataclass(frozen=True)
class _Shown:
    """A field with its present value, of one player, of one key, or of the table."""

    field: Field
    path: Sequence[str]
    label: Text
    value: Any
    choices: Sequence[Any]
    down: int | None
    """It is shown as what is left to that."""
    seat: str
    """The colour of the mark of its player, on the table's page."""
    players: Sequence[str]

    def part(self) -> CorrectionRow | tuple[Switch | Option, ...]:
        """A line, or a part of one beside others."""
        match self.field.look, self.value:
            case _ if self.field.has is not None:
                return (self._held(),)
            case FieldLook.KEYS, _:
                return tuple(map(self._option, self.choices))
            case FieldLook.NEXT, _:
                after, (_, words) = self._beside(1), self.field.words.get(self.value, ("", self.label))
                move = None if after == self.value else self._said(after)
                return (Option(self.path[-1], words, icon=self.field.icon, move=move),)
            case FieldLook.PLACE, place:
                figure = str(self.field.words[place][1]) if place in self.field.words else NO_FIGURE
                less, more = self._said(self._beside(-1)), self._said(self._beside(1))
                return StepRow(self.label, figure, less, more, self.field.icon, self.field.tone, place=True)
            case _, bool() as on:
                return (Switch(self.label, on, self._may(not on, not on)),)
            case _, int() if not self.field.words:
                return self._number()
        return ChoiceRow(self.label, tuple(map(self._option, self.choices)))

    def _number(self) -> StepRow:
        less, more = (self._may(n, n) for n in (self.value - 1, self.value + 1))
        shown = self.value
        if self.down is not None:
            shown, less, more = self.down - shown, more, less
        return StepRow(self.label, str(shown), less, more, self.field.icon, self.field.tone, self.seat)

    def _held(self) -> Switch | Option:
        """Whether it has something: one of several, or that alone."""
        has, several = self.field.has, isinstance(self.value, list)
        on = has in self.value if several else self.value == has
        rest = [one for one in self.value if one != has] if several else None
        move = self._may(not on, rest if on else [*rest, has] if rest is not None else has)
        if self.field.look is FieldLook.KEY:
            return Option(str(has), self.label, icon=self.field.icon, chosen=on, move=move)
        return Switch(self.label, on, move)

    def _option(self, choice: Any) -> Option:
        short = str(choice)[:1] if choice in self.players else str(choice)
        icon, words = self.field.words.get(choice) or ("", Text(NO_FIGURE if choice is None else short))
        return Option(str(choice), words, icon=icon, chosen=choice == self.value, move=self._said(choice))

    def _beside(self, by: int) -> Any:
        """The choice after the one that it is, or before it, round and round."""
        here = self.choices.index(self.value) if self.value in self.choices else min(0, -by)
        return self.choices[(here + by) % len(self.choices)]

    def _may(self, choice: Any, said: Any) -> Any:
        """What says it, where that may be chosen."""
        return self._said(said) if choice in self.choices and said is not None else None

    def _said(self, value: Any) -> dict[str, Any]:
        return saying(self.path, value)


def _shown(field: Field, state: Any, who: WhoOf) -> _Shown:
    names, seat = seat_names(state), state.seats[who] if isinstance(who, int) else None
    player = who if seat is None else seat.name
    path = [player if key in (PLAYER, KEY) else key for key in field.path.split(".")]
    value, hint = value_at(state, path)
    marked = field.look is FieldLook.MARKS
    return _Shown(
        field=replace(field, has=player) if field.has == PLAYER else field,
        path=path,
        label=field.label(state, who) if callable(field.label) else Text(player) if marked else field.label,
        value=value if field.value is None else field.value(state, who),
        choices=_choices(field, hint, names, who, state),
        down=None if field.down_from is None else field.down_from(state),
        seat=seat.colour or "white" if seat is not None and marked else "",
        players=names,
    )


def _choices(field: Field, hint: Any, names: Sequence[str], who: WhoOf, state: Any) -> Sequence[Any]:
    """What it may be: as it says, else by its type: yes or no, a name, one of an enumeration, or a number."""
    if field.within is not None:
        return field.within(state, who) if callable(field.within) else field.within
    plain, notes = plain_type(hint)
    none = (None,) if NoneType in members(hint) else ()
    if plain is bool or field.has is not None:
        return (False, True)
    if SEAT in notes:
        return (*none, *names)
    if isinstance(plain, type) and issubclass(plain, Enum):
        return (*none, *(one.value for one in plain))
    metas = [meta for meta in notes if isinstance(meta, Meta)]
    least = next((int(meta.ge) for meta in metas if meta.ge is not None), 0)
    most = next((int(meta.le) for meta in metas if meta.le is not None), least)
    return (*none, *range(least, most + 1)) if none else range(least, most + 1)
