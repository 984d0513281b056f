"""The cards of one box: what each of them is, which way round it may lie, and which tag it bears (IW-001, IW-039)."""

from __future__ import annotations

from functools import lru_cache
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from companion.engine.refused import BadInput
from companion.games.infernal_wagon.names import CardKind, Level, PenaltyKind, Special
from companion.games.infernal_wagon.view import SymbolView

JOKER: Final = "*"
EXPECTED: Final = MappingProxyType(
    {
        CardKind.EXIT: 1,
        CardKind.START: 3,
        CardKind.RAIL: 47,
        CardKind.DANGER: 18,
        CardKind.EASY: 8,
        CardKind.CURSE: 5,
        CardKind.SILENCE: 8,
        CardKind.UTURN: 6,
    }
)
"""How many cards of each kind a whole box has (section 1): 96 in all."""
TWO_ENDED: Final = frozenset({CardKind.RAIL, CardKind.DANGER})
"""The cards of the track whose ends the owner must enter before the companion can judge (L2)."""

CardWay = tuple[str, tuple[str, ...]]
"""One way round: the entry, and the exits that are then open (three after an Intersection)."""


class Penalty(Struct, frozen=True, gc=False):
    """The connection effect printed on a card; `n` is given only for "discard" (IW-042, IW-044)."""

    kind: PenaltyKind = PenaltyKind.UNKNOWN
    n: int | None = None


class Card(Struct, frozen=True, gc=False):
    """One card of the box. `slot` is our name for it; equal cards have different slots.

    `ends` are symbol ids: two of a free card, in the order entry, exit if `directional`, four clockwise of an
    Intersection; the entry of the Exit; the exit of the last Start card; the ordered pair of a Curse.
    `special` is None where it is not known. `described`: nothing more need be known of its ends.
    """

    slot: str
    kind: CardKind
    ends: tuple[str, ...] = ()
    intersection: bool = False
    directional: bool = False
    penalty: Penalty = Penalty()
    special: Special | None = None
    described: bool = False

    @property
    def ways(self) -> tuple[CardWay, ...]:
        """All ways round it may be in the track; empty if its ends are not known, or if it is never there.

        >>> Card("R1", CardKind.RAIL, ("A", "B"), described=True).ways
        (('A', ('B',)), ('B', ('A',)))
        """
        return _ways(self.kind, self.ends, self.intersection, self.directional) if self.described else ()

    def way_from(self, end: int) -> CardWay | None:
        """Return the one way that enters at place `end` of `ends`; an arrow has the last word (IW-034). None: not
        known.

        :raises BadInput: if the card has no such place.
        """
        ways = self.ways
        if not ways:
            return None
        if not self.has_end(end):
            raise BadInput(field="end", reason=f"{self.slot} has no end {end}")
        if self.directional or self.kind in (CardKind.EXIT, CardKind.EASY):
            return ways[0]
        return _entered(self.ends, end)

    def has_end(self, end: int) -> bool:
        """Whether it may be entered at that place; of a card that is not described any is taken."""
        return not self.ways or self.directional or self.kind is CardKind.EXIT or 0 <= end < len(self.ends)


class TagOf(Struct, frozen=True, gc=False):
    """The meaning of a tag: a card, and the place in its `ends` that it sticks at (end tags only)."""

    slot: str
    end: int | None = None


class CardBox(Struct, frozen=True, gc=False):
    """Everything that is known of a physical box. Cards stand in the file's order, the Start cards 3-2-1."""

    label: str
    edition: str
    demo: bool
    tag_ends: bool
    symbols: tuple[SymbolView, ...]
    cards: dict[str, Card]
    tags: dict[str, TagOf]
    """Upper-case uid -> card."""

    def find(self, uid_or_slot: str) -> tuple[Card, int | None] | None:
        """Return the card that bears this tag, or has this name, and the end that the tag sticks at."""
        tag = self.tags.get(uid_or_slot.upper()) or TagOf(uid_or_slot)
        card = self.cards.get(tag.slot)
        return (card, tag.end) if card else None

    def of_kind(self, kind: CardKind) -> tuple[Card, ...]:
        return tuple(card for card in self.cards.values() if card.kind is kind)

    @property
    def starts(self) -> tuple[str, ...]:
        """The slots of the three Start cards, the oldest first: a track begins with them (IW-003)."""
        # By what they are, not by their place: a box that went through JSON has its cards in another order.
        first = sorted(self.of_kind(CardKind.START), key=lambda card: card.slot[-1:], reverse=True)
        return tuple(card.slot for card in sorted(first, key=lambda card: bool(card.ends)))

    def default_level(self) -> Level:
        """Return what the tags can tell: L2 if each card bound to a tag is described too, L0 without any tag (3.2)."""
        tagged = {tag.slot for tag in self.tags.values()}
        owners = [card for card in self.cards.values() if card.kind in TWO_ENDED]
        if not tagged:
            return Level.L0
        if any(card.kind is CardKind.RAIL for card in owners) and all(c.described and c.slot in tagged for c in owners):
            return Level.L2
        return Level.L1


@lru_cache(maxsize=1024)
def _ways(kind: CardKind, ends: tuple[str, ...], intersection: bool, directional: bool) -> tuple[CardWay, ...]:
    match kind:
        case CardKind.EASY:
            return ((JOKER, (JOKER,)),)
        case CardKind.EXIT:
            return ((ends[0] if ends else JOKER, ()),)
        case CardKind.RAIL | CardKind.DANGER if ends:
            places = range(1 if directional else len(ends))
            ways = [_entered(ends, place) for place in places]
            return tuple(ways) if intersection else tuple(dict.fromkeys(ways))
        case _:
            return ()


def _entered(ends: tuple[str, ...], place: int) -> CardWay:
    return ends[place], ends[:place] + ends[place + 1 :]


def virtual_start(slot: str, last: bool) -> Card:
    """Return a Start card that bears no tag."""
    ends = (JOKER,) if last else ()
    return Card(slot, CardKind.START, ends, penalty=Penalty(PenaltyKind.NONE), special=Special.NONE, described=True)


def virtual_exit() -> Card:
    """Return an Exit that bears no tag: `exit_laid` plays it."""
    return Card(
        "EXIT", CardKind.EXIT, (JOKER,), penalty=Penalty(PenaltyKind.NONE), special=Special.NONE, described=True
    )


def _empty() -> CardBox:
    cards = [virtual_start(f"ST{n}", n == 1) for n in (3, 2, 1)] + [virtual_exit()]
    return CardBox("", "", False, False, (), {card.slot: card for card in cards}, {})


EMPTY_BOX: Final = _empty()
"""No card is known: clock only (L0)."""
