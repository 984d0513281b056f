"""The cards of Infernal Wagon in words: eight heaps by their kinds."""

from __future__ import annotations

from companion.engine.text import Text
from companion.games.infernal_wagon.names import KINDS
from companion.tools.enrol.box_names import BoxNames
from companion.tools.enrol.plan import CardGroup


def _heap(heap: CardGroup) -> Text:
    return Text(KINDS[heap.id][1])


def _slot(heap: CardGroup, slot: str) -> Text:
    """Return a card: its kind, and its number in the heap; Start cards bear theirs."""
    if len(heap.slots) == 1:
        return _heap(heap)
    number = slot.rpartition("-")[2] if heap.id == "start" else str(heap.slots.index(slot) + 1)
    return Text(" ", parts=(_heap(heap), Text(number, names={"en": number})))


NAMES = BoxNames(KINDS, _heap, _slot, lambda heap, _slot: KINDS[heap.id][0])
