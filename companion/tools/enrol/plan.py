"""A game's plan for the enrolment: its heaps of cards, and what has to be known of a card. All values are words."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from msgspec import Struct


class CardField(Struct, frozen=True):
    """One thing that is printed on a card.

    :param choices: the possible values; with `signs` the owner's signs come before them.
    :param sticks: it is the same for many cards of a heap: entered once, copied to every card that is tapped.
    :param needed: without it the card is not described.
    :param when: another field and the value of it for which this one is asked at all.
    """

    name: str
    choices: tuple[str, ...] = ()
    signs: bool = False
    sticks: bool = True
    needed: bool = True
    when: tuple[str, str] | None = None

    def asked(self, values: Mapping[str, str]) -> bool:
        """Return whether it is asked of a card of which this much is known."""
        return self.when is None or values.get(self.when[0], "") == self.when[1]


class CardGroup(Struct, frozen=True):
    """Cards that are tapped together. `slots`: our names for them, in the order of tapping.

    :param group: heaps of one group share a tile on the screen.
    :param alike: a card differs from the others of its heap by its fields alone; else by its slot (a red pawn).
    :param ends: its cards have two ends, and a box may have a tag at each of them.
    :param tags_needed: a card without a tag counts as missing; else it counts only where it bears one.
    """

    id: str
    slots: tuple[str, ...]
    fields: tuple[CardField, ...] = ()
    group: str = ""
    alike: bool = True
    ends: bool = False
    tags_needed: bool = True

    def field(self, name: str) -> CardField | None:
        return next((field for field in self.fields if field.name == name), None)

    def described(self, values: Mapping[str, str]) -> bool:
        """Return whether all is known that has to be."""
        return all(values.get(f.name) for f in self.fields if f.needed and f.asked(values))


class EnrolmentPlan(Struct, frozen=True, dict=True):
    """All heaps of a game. `signs`: fewest and most signs (symbols) that the owner may have; (0, 0): none."""

    game: str
    heaps: tuple[CardGroup, ...]
    signs: tuple[int, int] = (0, 0)

    @cached_property
    def by_id(self) -> Mapping[str, CardGroup]:
        return {heap.id: heap for heap in self.heaps}

    @cached_property
    def slots(self) -> Mapping[str, CardGroup]:
        """Slot -> its heap, in the plan's order."""
        return {slot: heap for heap in self.heaps for slot in heap.slots}

    @cached_property
    def groups(self) -> tuple[str, ...]:
        """The groups, in order."""
        return tuple(dict.fromkeys(heap.group or heap.id for heap in self.heaps))

    def group(self, name: str) -> tuple[CardGroup, ...]:
        """Return the heaps of a group."""
        return tuple(heap for heap in self.heaps if (heap.group or heap.id) == name)
