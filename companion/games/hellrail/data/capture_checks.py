"""What the deck's capture still lacks, and what is odd about it (5.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from msgspec import Struct

from companion.engine.printed_names import named
from companion.games.hellrail.data.capture_words import SENTENCES, Reason
from companion.games.hellrail.data.deck import Card, TagOf
from companion.games.hellrail.data.deck_checks import REPORTED, Odd, card_remarks
from companion.games.hellrail.data.deck_faults import is_segment
from companion.games.hellrail.data.deck_shape import LABELS
from companion.games.hellrail.names import CARDS

LETTERS: Final = 60
"""Of a name."""

_LEAST: Final = {"car": (1, Reason.CAR_TOO_SMALL), "brimstone": (0, Reason.BRIMSTONE_TOO_SMALL)}
_MISSING: Final = {
    "car": Reason.CAR_MISSING,
    "pickup": Reason.PICKUP_MISSING,
    "setout": Reason.SETOUT_MISSING,
    "brimstone": Reason.BRIMSTONE_MISSING,
}
_ODD: Final = {
    Odd.CAR: Reason.CAR_ODD,
    Odd.BRIMSTONE: Reason.BRIMSTONE_ODD,
    Odd.SAME_CIRCLE: Reason.SAME_CIRCLE,
    Odd.SIDE: Reason.SIDE,
    Odd.NO_RAILS: Reason.NO_RAILS,
}


class Remark(Struct, frozen=True):
    """About card `n` (0: the whole deck). `msgid` is filled with `facts`."""

    n: int
    field: str
    reason: Reason
    facts: Mapping[str, Any] = {}

    @property
    def msgid(self) -> str:
        return SENTENCES[self.reason]

    @property
    def sentence(self) -> str:
        """In English."""
        return named(self.msgid, "en").format(**self.facts)


def faults(cards: tuple[Card, ...]) -> Iterator[Remark]:
    """All that keeps the deck from being finished: card by card, then how many cards are not there yet."""
    for n, card in enumerate(cards, 1):
        for field, missing in _MISSING.items():
            value = getattr(card, field)
            if value is None:
                yield Remark(n, field, missing)
            elif fault := fault_of(field, value):
                yield Remark(n, field, fault.reason, fault.facts)
        for field in ("rails", "name"):
            if fault := fault_of(field, getattr(card, field)):
                yield Remark(n, field, fault.reason, fault.facts)
    if len(cards) != CARDS:
        yield Remark(0, "", Reason.CARDS_MISSING, {"n": len(cards)})


def remarks(cards: tuple[Card, ...], tags: Mapping[str, TagOf]) -> Iterator[Remark]:
    """All that is odd, though it may be so."""
    tagged = {on.card for on in tags.values() if on.card}
    for n, card in enumerate(cards, 1):
        for field, odd, value in card_remarks(card):
            least, most = REPORTED.car if odd is Odd.CAR else REPORTED.brimstone
            facts = {"value": value, "least": least, "most": most} if odd in (Odd.CAR, Odd.BRIMSTONE) else {}
            yield Remark(n, field, _ODD[odd], facts)
        if tagged and card.id not in tagged:
            yield Remark(n, "tag", Reason.UNTAGGED)


def complete(cards: Iterable[Card]) -> int:
    """How many cards have all that a deck file wants: the progress, of 45."""
    return sum(all(getattr(card, field) is not None for field in _MISSING) for card in cards)


def next_open(cards: tuple[Card, ...]) -> int | None:
    """The number of the first card that lacks something."""
    return next((fault.n for fault in faults(cards) if fault.n), None)


class Fault(Struct, frozen=True):
    """Why a value cannot be."""

    reason: Reason
    facts: Mapping[str, Any] = {}


def fault_of(field: str, value: Any) -> Fault | None:
    """Why this value of a card's field cannot be."""
    if field in _LEAST:
        least, reason = _LEAST[field]
        good = isinstance(value, int) and not isinstance(value, bool) and value >= least
        return None if good else Fault(reason)
    if field in {"pickup", "setout"}:
        return None if value in LABELS else Fault(Reason.NO_CIRCLE)
    if field == "rails":
        good = all(is_segment(one) for one in value) and len({frozenset(one) for one in value}) == len(value)
        return None if good else Fault(Reason.NO_DRAWING)
    return None if len(value) <= LETTERS else Fault(Reason.NAME_TOO_LONG, {"most": LETTERS})
