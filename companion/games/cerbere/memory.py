"""What history keeps of a game that is over: for the list of games, and for the group's next one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from msgspec import Meta, Struct

from companion.games.cerbere.names import Boating, CapturedRole, Level, Winner
from companion.games.cerbere.rules.setup import difficulty
from companion.games.cerbere.state import CerbereState


def result(state: CerbereState, at: int) -> dict[str, Any] | None:
    """Return plain JSON; None while it is not over. `captured` is in the order of the pawns on the track."""
    over = state.over
    if over is None:
        return None
    return {
        "winner": over.side.value,
        "winners": _names(state, over.winners),
        "players": [seat.name for seat in state.seats],
        "escaped": _names(state, state.boats.aboard) if over.side is Winner.RUNNERS else [],
        "captured": [
            {"name": state.seats[c.seat].name, "role": c.role.value, "turn": c.turn} for c in state.tally.captures
        ],
        "turns": state.turn.n,
        "difficulty": difficulty(state.path, len(state.seats), state.m),
        "level": state.level.value,
        "faces": list(state.path.faces),
        "m": state.m,
        "boats": state.boats.boating.value,
        "chases": state.tally.chases,
        "misses": state.tally.misses,
        "corrected": state.tally.corrected,
        "demo": state.demo,
    }


class Choices(Struct, frozen=True, omit_defaults=True):
    """What was chosen before a finished game, as far as it is kept. `faces`: the boards in their order."""

    level: Level | None = None
    faces: tuple[str, str, str, str] | None = None
    m: Annotated[int, Meta(ge=0, le=99)] = 0
    boats: Boating | None = None


def winners_of(result: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the names of the winners of a finished game, by the side that won; that side may have been amended
    afterwards.

    >>> winners_of({"winner": "cerberus", "winners": ["Ana"], "escaped": ["Ana"],
    ...             "captured": [{"name": "Bo", "role": "cerberus"}, {"name": "Cy", "role": "out"}]})
    ('Bo',)
    """
    escaped = result.get("escaped")
    if result.get("winner") == Winner.RUNNERS and escaped is not None:
        return tuple(escaped)
    if escaped:
        return tuple(one["name"] for one in result.get("captured") or () if one["role"] == CapturedRole.CERBERUS)
    return tuple(result.get("winners") or ())


def _names(state: CerbereState, seats: tuple[int, ...]) -> list[str]:
    return [state.seats[seat].name for seat in seats]


def next_minimum(last: Mapping[str, Any], skulls: int, minimum: int, most: int) -> int | None:
    """Return where the die might begin now; None if nothing harder is proposed.

    :param last: the result of the last game of those who play.
    :param skulls: the difficulty as it is wished now, with the die's `minimum`; `most`: the largest there is.

    >>> last = {"winner": "runners", "difficulty": 10}
    >>> next_minimum(last, 10, 3, 6), next_minimum(last, 11, 4, 6), next_minimum(last, 10, 6, 6)
    (4, None, None)
    """
    known = last.get("difficulty")
    harder = last.get("winner") == Winner.RUNNERS and isinstance(known, int) and skulls <= known
    return minimum + 1 if harder and minimum < most else None
