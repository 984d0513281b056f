"""Phones that wait to be let in: how many may wait, what they may be called, and the signs by which they are known.

A place (`door.address_place`) has two of them, the room sixteen. Where there is no room for one more, one that waits
leaves, drawn by lot: of the same place, else of those places that have the most. So nobody who waits keeps others out.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import permutations
from random import Random
from typing import Protocol, TypeVar

from companion.engine.player_names import plain
from companion.engine.refused import PrivateRefusal
from companion.engine.text import N_
from companion.presentation.cut import LONGEST

MOST = 16
"""Phones that wait at once."""
MOST_OF_PLACE = 2
"""Of one place."""

SIGNS: dict[str, str] = {
    "skull": N_("Skull"),
    "flame": N_("Flame"),
    "boat": N_("Boat"),
    "die": N_("Die"),
    "crown": N_("Crown"),
    "engine": N_("Engine"),
    "gates": N_("Gate"),
    "cerberus": N_("Dog"),
    "bridge": N_("Bridge"),
    "tunnel": N_("Tunnel"),
    "hand": N_("Hand"),
    "clock": N_("Clock"),
}
"""Icon -> msgid. They look different from each other at a glance, and have one word each to be read aloud."""
PAIRS = tuple(permutations(SIGNS, 2))


BURST, EACH_MS = 3, 10_000
"""A place asks so many times at once, and once in so many ms in the long run: the table can read the list."""


class Pace:
    """How often a place asks to come in.

    >>> pace = Pace()
    >>> [pace.may("10.0.0.1", 0) for _ in range(4)], pace.may("10.0.0.2", 0), pace.may("10.0.0.1", EACH_MS)
    ([True, True, True, False], True, True)
    """

    def __init__(self) -> None:
        self._free_at: dict[str, int] = {}
        """Place -> ms of the clock from which on it has all its turns."""

    def may(self, place: str, now: int) -> bool:
        """Return whether it may ask once more, and count it."""
        self._free_at = {one: at for one, at in self._free_at.items() if at > now}
        then = max(now, self._free_at.get(place, now)) + EACH_MS
        if then - now > BURST * EACH_MS:
            return False
        self._free_at[place] = then
        return True


class Waits(Protocol):
    """Something that waits. `place`: from which it came."""

    @property
    def place(self) -> str: ...
    @property
    def signs(self) -> tuple[str, str]: ...


W = TypeVar("W", bound=Waits)


def signs_for(waiting: Iterable[Waits], lots: Random) -> tuple[str, str]:
    """Return two signs that no other phone has both of."""
    taken = {one.signs for one in waiting}
    return lots.choice([pair for pair in PAIRS if pair not in taken])


def who_leaves(waiting: Sequence[W], place: str, lots: Random) -> W | None:
    """Return which of those that wait has to leave for one more from that place; None: there is room for it.

    >>> from collections import namedtuple
    >>> one = namedtuple("one", "place signs")
    >>> there = [one("10.0.0.1", ()), one("10.0.0.1", ()), one("10.0.0.2", ())]
    >>> who_leaves(there, "10.0.0.1", Random(1)).place, who_leaves(there, "10.0.0.2", Random(1))
    ('10.0.0.1', None)
    """
    same = [one for one in waiting if one.place == place]
    if len(same) >= MOST_OF_PLACE:
        return lots.choice(same)
    if len(waiting) < MOST:
        return None
    count = Counter(one.place for one in waiting)
    most = max(count.values())
    return lots.choice([one for one in waiting if count[one.place] == most])


def new_name(typed: str) -> str:
    """Return a name that was typed on a phone, as the table shows it: letters that the table's own keyboard has, or
    nearly so, and no two alphabets that look alike.

    >>> new_name("  Zoé  Marie-Lou "), new_name("ana’s")
    ('Zoé Marie-Lou', 'ana’s')

    :raises PrivateRefusal: `name_letters`, `name_long`.
    """
    name = plain(typed)
    if len(name) > LONGEST:
        raise PrivateRefusal("name_long", most=LONGEST)
    if not any(sign.isalpha() for sign in name) or not all(map(_allowed, name)):
        raise PrivateRefusal("name_letters")
    return name


_ALPHABET = range(0x180)
"""Basic Latin, Latin-1 and Latin Extended-A."""
_LOOK_ALIKE = frozenset("ıĸŉſªº")
_BETWEEN = frozenset(" -’'.")


def _allowed(sign: str) -> bool:
    letter = unicodedata.category(sign) in ("Lu", "Ll") and ord(sign) in _ALPHABET and sign not in _LOOK_ALIKE
    return letter or sign in _BETWEEN
