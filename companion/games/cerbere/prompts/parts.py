"""Pieces that the prompts of Cerbère share: players as options."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.engine.prompt import Option
from companion.engine.text import Text
from companion.games.cerbere import moves as mv
from companion.games.cerbere.state import CerbereState


def pawn_option(s: CerbereState, i: int, move: object = None, chosen: bool = False, key: str | None = None) -> Option:
    """A player or pawn as an option."""
    seat = s.seats[i]
    at = s.place_of(i) if s.board else None
    place = "" if at is None else str(at)
    return Option(
        key or seat.name,
        Text("{name}", {"name": seat.name}),
        icon="pawn",
        seat=seat.name,
        place=place,
        slot=f"pawn:{seat.colour}",
        move=move,
        chosen=chosen,
    )


def answers(s: CerbereState, seats: Iterable[int], chosen: Sequence[int] = ()) -> tuple[Option, ...]:
    return tuple(pawn_option(s, i, mv.Answer(s.seats[i].name), i in chosen) for i in seats)


def name_of(s: CerbereState, i: int) -> str:
    return s.seats[i].name
