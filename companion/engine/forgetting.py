"""Remove names from games that are over: a forgotten name becomes a dash, in the seats and in the result."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from companion.engine.game import Player
from companion.engine.journal_rows import GameRow
from companion.engine.player_names import plain

NOBODY = "–"
"""Replaces a forgotten name; the second one of a game is two of it, and so on."""


def is_nobody(name: str) -> bool:
    """Return whether a name was forgotten."""
    return set(name) == set(NOBODY)


def group_of(names: Iterable[str]) -> tuple[str, ...]:
    """Return the same for the same people, in whatever order they sat."""
    return tuple(sorted(plain(name) for name in names))


def unnamed(seats: Iterable[Player]) -> tuple[Player, ...]:
    """Return the same seats, all of them forgotten."""
    return tuple(replace(seat, name=NOBODY * n) for n, seat in enumerate(seats, 1))


def without(row: GameRow, name: str, fields: Collection[str]) -> tuple[tuple[Player, ...], dict[str, Any] | None]:
    """Return the seats and the result of a game without a name.

    :param fields: of the result, that hold names (`Game.named`).
    """
    taken = {seat.name for seat in row.seats}
    stand_in = next(dash for n in range(1, len(taken) + 2) if (dash := NOBODY * n) not in taken)
    seats = tuple(replace(seat, name=stand_in) if plain(seat.name) == plain(name) else seat for seat in row.seats)
    result = row.result and {
        key: _renamed(value, plain(name), stand_in) if key in fields else value for key, value in row.result.items()
    }
    return seats, result


def _renamed(value: Any, name: str, new: str) -> Any:
    """`value` with `new` for the name `name`, wherever a result holds names: in lists, as keys, at the key `name`."""
    match value:
        case str():
            return new if plain(value) == name else value
        case list():
            return [_renamed(one, name, new) for one in value]
        case Mapping() if "name" in value:
            return {**value, "name": _renamed(value["name"], name, new)}
        case Mapping():
            return {_renamed(key, name, new): one for key, one in value.items()}
    return value
