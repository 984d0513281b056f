"""What the deck's capture still lacks, what is odd about it (5.3), and how it says so. Our own words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from typing import Any, Final

from msgspec import Struct

from companion.engine.printed_names import named
from companion.engine.refused import Refused
from companion.engine.text import N_
from companion.games.hellrail.board.segments import SIDES, sides
from companion.games.hellrail.data.deck import LABELS, Card, Ranges, TagOf
from companion.games.hellrail.data.deck_faults import is_segment
from companion.games.hellrail.names import CARDS


class Reason(StrEnum):
    """Why something is not taken, is missing, or is odd."""

    # missing or impossible: the deck cannot be finished
    CARDS_MISSING = "cards_missing"
    CAR_MISSING = "car_missing"
    PICKUP_MISSING = "pickup_missing"
    SETOUT_MISSING = "setout_missing"
    BRIMSTONE_MISSING = "brimstone_missing"
    CAR_TOO_SMALL = "car_too_small"
    BRIMSTONE_TOO_SMALL = "brimstone_too_small"
    NO_CIRCLE = "no_circle"
    NO_DRAWING = "no_drawing"
    NAME_TOO_LONG = "name_too_long"
    # odd, but so be it
    CAR_ODD = "car_out_of_range"
    BRIMSTONE_ODD = "brimstone_out_of_range"
    SAME_CIRCLE = "pickup_is_setout"
    SIDE = "side_without_rail"
    NO_RAILS = "no_rails"
    UNTAGGED = "untagged"
    # not taken
    NO_TAG = "no_tag"
    MANY_TAGS = "many_tags"
    WHICH_NUMBER = "which_number"
    TAG_TAKEN = "tag_taken"
    FULL = "full"
    NO_CARD = "no_card"


SENTENCES: dict[Reason, str] = {
    Reason.CARDS_MISSING: N_("{n} of 45 cards are there."),
    Reason.CAR_MISSING: N_("The {hr.car_value} is missing."),
    Reason.PICKUP_MISSING: N_("The {hr.pickup_circle} is missing."),
    Reason.SETOUT_MISSING: N_("The {hr.setout_circle} is missing."),
    Reason.BRIMSTONE_MISSING: N_("The {hr.brimstone} is missing."),
    Reason.CAR_TOO_SMALL: N_("A car is worth 1 or more."),
    Reason.BRIMSTONE_TOO_SMALL: N_("Brimstone is 0 or more."),
    Reason.NO_CIRCLE: N_("A circle is G or 1 to 9."),
    Reason.NO_DRAWING: N_("That is no rail drawing."),
    Reason.NAME_TOO_LONG: N_("A name has at most {most} letters."),
    Reason.CAR_ODD: N_("A car of {value}? {least} to {most} are usual."),
    Reason.BRIMSTONE_ODD: N_("Brimstone {value}? {least} to {most} is usual."),
    Reason.SAME_CIRCLE: N_("Pick-up and set-out are the same circle. Is that so?"),
    Reason.SIDE: N_("One side has no rail. Is that so?"),
    Reason.NO_RAILS: N_("Without a drawing the deck is for the Keeper level only."),
    Reason.UNTAGGED: N_("This card has no tag yet."),
    Reason.NO_TAG: N_("The reader told no tag."),
    Reason.MANY_TAGS: N_("Several tags end like this: tap the card at a reader that tells all of its number."),
    Reason.WHICH_NUMBER: N_("This number may be hexadecimal or decimal: tap the card at another reader."),
    Reason.TAG_TAKEN: N_("This tag is on {other} already; {card} needs another one."),
    Reason.FULL: N_("All 45 cards are there; this tag is on none of them."),
    Reason.NO_CARD: N_("There is no card {n} yet."),
}


REASONS = {reason.value: reason for reason in Reason}


def refused(reason: Reason, **facts: Any) -> Refused:
    """A refusal of the capture: facts `reason`, `msgid`, and those that fill the sentence."""
    return Refused("bad_capture", reason=reason.value, msgid=SENTENCES[reason], **facts)


LETTERS: Final = 60
"""Of a name."""

_LEAST: Final = {"car": (1, Reason.CAR_TOO_SMALL), "brimstone": (0, Reason.BRIMSTONE_TOO_SMALL)}
_MISSING: Final = {
    "car": Reason.CAR_MISSING,
    "pickup": Reason.PICKUP_MISSING,
    "setout": Reason.SETOUT_MISSING,
    "brimstone": Reason.BRIMSTONE_MISSING,
}
REPORTED: Final = Ranges()
"""What is publicly known of the printed cards."""


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
        yield from _odd(n, card)
        if tagged and card.id not in tagged:
            yield Remark(n, "tag", Reason.UNTAGGED)


def _odd(n: int, card: Card) -> Iterator[Remark]:
    """What is odd about one card; what nobody told is not odd."""
    for field, value, (least, most), reason in (
        ("car", card.car, REPORTED.car, Reason.CAR_ODD),
        ("brimstone", card.brimstone, REPORTED.brimstone, Reason.BRIMSTONE_ODD),
    ):
        if value is not None and not least <= value <= most:
            yield Remark(n, field, reason, {"value": value, "least": least, "most": most})
    if card.pickup is not None and card.pickup == card.setout:
        yield Remark(n, "setout", Reason.SAME_CIRCLE)
    if not card.rails:
        yield Remark(n, "rails", Reason.NO_RAILS)
    elif len(sides(card.rails)) < len(SIDES):
        yield Remark(n, "rails", Reason.SIDE)


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
