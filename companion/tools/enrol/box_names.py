"""A game's names for the cards of its box, for the screen and for paper."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from companion.engine.text import Text
from companion.tools.enrol.plan import CardGroup


@dataclass(frozen=True)
class BoxNames:
    """
    :param groups: group of heaps -> icon and msgid.
    :param heap: a heap in words, as in "Lay the next … on the reader".
    :param slot: a card in words, short: "Rail 12".
    :param icon: the icon of a card.
    """

    groups: Mapping[str, tuple[str, str]]
    heap: Callable[[CardGroup], Text]
    slot: Callable[[CardGroup, str], Text]
    icon: Callable[[CardGroup, str], str]


def plain_words(heap: CardGroup) -> Text:
    """Return a heap whose game says no more than its id."""
    return Text(heap.id, names={"en": heap.id})


PLAIN = BoxNames({}, plain_words, lambda _heap, slot: Text(slot, names={"en": slot}), lambda _heap, _slot: "tag")
"""Of a game that gives no names."""


def with_capital(words: str) -> str:
    """Return the same with a capital at its head."""
    return words[:1].upper() + words[1:]
