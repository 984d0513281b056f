"""Does the new card fit? Section 3.3: the exit is a set of possibilities until something settles it."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from msgspec import Struct

from companion.games.infernal_wagon.data.cards import JOKER, CardWay
from companion.games.infernal_wagon.state import UNKNOWN, Join, Laid

_WILD = (JOKER, UNKNOWN)
_ANY_WAY: tuple[CardWay, ...] = ((UNKNOWN, (UNKNOWN,)),)


class Verdict(Enum):
    """Whether the symbols settle it."""

    MATCH = "match"
    MISS = "miss"
    OPEN = "open"


class CardFit(Struct, frozen=True):
    """What follows from a judgement: how the card may lie, its junction, and the exit after it."""

    ways: tuple[CardWay, ...]
    join: Join
    exits: tuple[str, ...]
    any_of: bool


def eq(one: str, other: str) -> bool:
    """IW-046, IW-123: the joker equals every other symbol; so does an undescribed one."""
    return one == other or one in _WILD or other in _WILD


def verdict(exits: tuple[str, ...], any_of: bool, ways: tuple[CardWay, ...]) -> Verdict:
    """IW-033, IW-036: a sure match, a sure miss, or open."""
    if not ways or not exits:
        return Verdict.MATCH
    fitting = sum(any(eq(e, way[0]) for way in ways) for e in exits)
    if fitting == len(exits) or (any_of and fitting):
        return Verdict.MATCH
    return Verdict.OPEN if fitting else Verdict.MISS


def settle_ways(exits: tuple[str, ...], ways: tuple[CardWay, ...], missed: bool) -> CardFit:
    """IW-031, IW-033..037: the ways round that are left once it is known whether the card fits (reading 18)."""
    before = exits or (UNKNOWN,)
    kept = tuple(way for way in ways if any(eq(e, way[0]) is not missed for e in before))
    join = (Join.MISS if missed else Join.MATCH) if kept or not ways else Join.FREE
    return card_fit(kept or ways, join)


def card_fit(ways: tuple[CardWay, ...], join: Join) -> CardFit:
    """Return the exit after a card placed in one of `ways`: all ends that may be free."""
    outs = tuple(sorted({out for way in ways or _ANY_WAY for out in way[1]}))
    return CardFit(ways, join, outs, any(len(way[1]) > 1 for way in ways))


def junctions(track: tuple[Laid, ...]) -> Iterator[set[tuple[str, str]]]:
    """For each junction of the track, newest first: the pairs (exit, entry) that are still possible (reading 18).

    Later cards narrow earlier ones; Start cards make none among themselves.
    """
    alive = track[-1].ways or _ANY_WAY if track else ()
    for older, newer in zip(track[-2::-1], track[:0:-1], strict=True):
        behind = older.ways or _ANY_WAY
        if newer.join is Join.NONE:
            alive = behind
            continue
        pairs = {
            (way, out, into[0]) for way in behind for out in way[1] for into in alive if _goes(newer.join, out, into[0])
        }
        yield {(out, into) for _, out, into in pairs}
        alive = tuple({way for way, _, _ in pairs}) or behind


def _goes(join: Join, out: str, into: str) -> bool:
    match join:
        case Join.MATCH:
            return eq(out, into)
        case Join.MISS:
            return not eq(out, into) or UNKNOWN in (out, into)
        case Join.FREE | Join.NONE:
            return True
