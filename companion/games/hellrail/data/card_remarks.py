"""What the rail cards of a deck still lack, and what is odd about them (5.3). Our own words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from msgspec import Struct

from companion.engine.text import N_, Text
from companion.games.hellrail.board.segments import SIDES, sides
from companion.games.hellrail.data.deck import Card, Ranges
from companion.games.hellrail.names import CARDS

_LACKING: Final = {
    "car": N_("The {hr.car_value} is missing."),
    "pickup": N_("The {hr.pickup_circle} is missing."),
    "setout": N_("The {hr.setout_circle} is missing."),
    "brimstone": N_("The {hr.brimstone} is missing."),
}
_ODD: Final[Mapping[str, tuple[tuple[int, int], str]]] = {
    "car": (Ranges().car, N_("A car of {value}? {least} to {most} are usual.")),
    "brimstone": (Ranges().brimstone, N_("Brimstone {value}? {least} to {most} is usual.")),
}
"""What is publicly known of the printed cards."""


class Remark(Struct, frozen=True):
    """About the card with the number `n`, from 1; 0: the whole deck."""

    n: int
    text: Text


def lacking(cards: tuple[Card, ...]) -> Iterator[Remark]:
    """Yield all that keeps the deck from being finished: card by card, then how many cards are not there yet."""
    for n, card in enumerate(cards, 1):
        for field, sentence in _LACKING.items():
            if getattr(card, field) is None:
                yield Remark(n, Text(sentence))
    if len(cards) != CARDS:
        yield Remark(0, Text(N_("{n} of 45 cards are there."), {"n": len(cards)}))


def odd(cards: Iterable[Card], tagged: Iterable[str]) -> Iterator[Remark]:
    """Yield all that is odd, though it may be so; missing values are not odd. `tagged`: ids of the cards with a tag."""
    with_tag = set(tagged)
    for n, card in enumerate(cards, 1):
        for text in _odd(card):
            yield Remark(n, text)
        if with_tag and card.id not in with_tag:
            yield Remark(n, Text(N_("This card has no tag yet.")))


def _odd(card: Card) -> Iterator[Text]:
    for field, ((least, most), sentence) in _ODD.items():
        value: int | None = getattr(card, field)
        if value is not None and not least <= value <= most:
            yield Text(sentence, {"value": value, "least": least, "most": most})
    if card.pickup is not None and card.pickup == card.setout:
        yield Text(N_("Pick-up and set-out are the same circle. Is that so?"))
    if not card.rails:
        yield Text(N_("Without tracks the deck is not for the level “The whole map”."))
    elif len(sides(card.rails)) < len(SIDES):
        yield Text(N_("One side has no rail. Is that so?"))
