"""Pieces that the prompts of Cerbère share: players as options."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from msgspec.structs import replace

from companion.engine.prompt import Option
from companion.engine.text import Text
from companion.games.cerbere import moves as mv
from companion.games.cerbere.state import CerbereState


def pawn_option(s: CerbereState, i: int, move: object = None, chosen: bool = False) -> Option:
    """A player or pawn as an option."""
    seat = s.seats[i]
    pawn = _pawn(seat.name, seat.colour, s.place_of(i) if s.board else None)
    return replace(pawn, move=move, chosen=chosen)


@lru_cache(maxsize=1024)
def _pawn(name: str, colour: str, at: int | None) -> Option:
    place = "" if at is None else str(at)
    return Option(name, Text("{name}", {"name": name}), icon="pawn", seat=name, place=place, slot=f"pawn:{colour}")


def answers(s: CerbereState, seats: Iterable[int], chosen: Sequence[int] = ()) -> tuple[Option, ...]:
    return tuple([pawn_option(s, i, mv.Answer(s.seats[i].name), i in chosen) for i in seats])


def name_of(s: CerbereState, i: int) -> str:
    return s.seats[i].name
