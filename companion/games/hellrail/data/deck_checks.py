"""What is odd about a deck, though it can be played (5.3: warnings, never refusals)."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Final

from msgspec import Struct

from companion.games.hellrail.board.segments import SIDES, sides
from companion.games.hellrail.data.deck import MUST_FILL, Card, Deck, Ranges

REPORTED: Final = Ranges()
"""What is publicly known of the printed cards."""


class Odd(StrEnum):
    """Why something is remarked on."""

    CAR = "car_out_of_range"
    BRIMSTONE = "brimstone_out_of_range"
    SAME_CIRCLE = "pickup_is_setout"
    SIDE = "side_without_rail"
    NO_RAILS = "no_rails"
    """The Keeper needs none, the map does."""
    STATUS = "layout_filled_in"
    """It has cells, but its status still says that the owner has to fill them in."""
    VERIFIED = "verified_placeholder"
    """`owner_verified` means nothing while the deck is a placeholder."""


class Warning_(Struct, frozen=True):
    """Where (as `card[3].car`), why, and whatever a sentence needs: the card or layout, the value that is odd."""

    key: str
    reason: Odd
    what: str = ""
    value: str = ""


def check_deck(deck: Deck, ranges: Ranges = REPORTED) -> tuple[Warning_, ...]:
    """Everything that is odd about a deck, in the order of its file."""
    return tuple(_found(deck, ranges))


def _found(deck: Deck, ranges: Ranges) -> Iterator[Warning_]:
    if deck.placeholder and deck.verified:
        yield Warning_("deck.owner_verified", Odd.VERIFIED, deck.name)
    for i, layout in enumerate(deck.layouts.values()):
        if layout.spots and layout.status == MUST_FILL:
            yield Warning_(f"layout[{i}].status", Odd.STATUS, layout.id, layout.status)
    for i, card in enumerate(deck.cards.values()):
        for field, reason, value in card_remarks(card, ranges):
            yield Warning_(f"card[{i}].{field}", reason, card.id, value)


def card_remarks(card: Card, ranges: Ranges = REPORTED) -> Iterator[tuple[str, Odd, str]]:
    """What is odd about one card, as (field, reason, value); what nobody told is not odd."""
    for field, value, (least, most), reason in (
        ("car", card.car, ranges.car, Odd.CAR),
        ("brimstone", card.brimstone, ranges.brimstone, Odd.BRIMSTONE),
    ):
        if value is not None and not least <= value <= most:
            yield field, reason, str(value)
    if card.pickup is not None and card.pickup == card.setout:
        yield "setout", Odd.SAME_CIRCLE, card.pickup
    if not card.rails:
        yield "rails", Odd.NO_RAILS, ""
    elif len(used := sides(card.rails)) < len(SIDES):
        yield "rails", Odd.SIDE, "".join(side for side in SIDES if side not in used)


def without_rails(deck: Deck) -> tuple[str, ...]:
    """Cards whose drawing nobody told: with one of them there is no game at Map level (5.3)."""
    return tuple(card.id for card in deck.cards.values() if not card.rails)
