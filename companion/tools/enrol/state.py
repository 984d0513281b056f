"""The state of an enrolment: frozen, JSON, and small enough to be written after every tap."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Literal

from msgspec import Meta, Struct

STEPS = 20
"""How many steps can be taken back, also on another evening."""
PAUSE_MS = 120_000
"""Between two inputs no more than this counts as work; longer pauses are breaks."""


Counted = Annotated[int, Meta(ge=0, lt=2**53)]


class CardSymbol(Struct, frozen=True, forbid_unknown_fields=True):
    """A symbol of the owner's cards, in the owner's words. `icon`: number of its drawing."""

    id: str
    name: str = ""
    icon: Annotated[int, Meta(ge=0, le=999)] = 0
    colour: str = ""


class EnrolledTag(Struct, frozen=True, forbid_unknown_fields=True):
    """A tag on a card. `end`: the place in the card's ends that it sticks at, of boxes with a tag at each end."""

    uid: str
    end: Annotated[int, Meta(ge=0, le=9)] | None = None


class CardRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """The record of one card. `checked`: it was compared a second time.

    `heap`: where it belongs, if a file gave it a name that is not ours.
    """

    slot: str
    heap: str = ""
    tags: tuple[EnrolledTag, ...] = ()
    values: Mapping[str, str] = {}
    checked: bool = False

    @property
    def empty(self) -> bool:
        return not self.tags and not any(self.values.values())


class WorkTally(Struct, frozen=True, forbid_unknown_fields=True):
    """The work so far. `last`: when the last input came (ms); None after a break."""

    taps: Counted = 0
    touches: Counted = 0
    ms: Counted = 0
    last: Counted | None = None

    def worked(self, at: int, taps: int = 0, touches: int = 0) -> WorkTally:
        """Return the tally with these inputs at `at` (ms)."""
        since = at - self.last if self.last is not None else 0
        more = since if 0 <= since <= PAUSE_MS else 0
        return WorkTally(self.taps + taps, self.touches + touches, self.ms + more, at)

    @property
    def minutes(self) -> float:
        return self.ms / 60_000


class EnrolmentStep(Struct, frozen=True, forbid_unknown_fields=True):
    """A step that can be taken back: the former records, and the former card in hand."""

    slot: str
    before: tuple[CardRecord, ...]
    heap: str
    open: str | None


class TagConflict(Struct, frozen=True, forbid_unknown_fields=True):
    """A tag that is on a card already was tapped for another one."""

    uid: str
    on: str
    wanted: str


class Enrolment(Struct, frozen=True, forbid_unknown_fields=True):
    """All of it. `form`: heap -> what sticks; `open`: the slot in hand; `swap`: the slot that gets the next tag.

    `also`: cards that are described like the one in hand, and are corrected with it.

    `tag_ends`: cards with two ends bear a tag at each.
    `file`: digest of the box file with this content, "" for none: it shows whether the file was changed since.
    `shown`: the slot that was met last. `strangers`: unknown tags of a game, to be named.
    """

    game: str
    format: Literal[1] = 1
    name: str = ""
    edition: str = ""
    signs: tuple[CardSymbol, ...] = ()
    records: Mapping[str, CardRecord] = {}
    form: Mapping[str, Mapping[str, str]] = {}
    heap: str = ""
    open: str | None = None
    also: tuple[str, ...] = ()
    shown: str | None = None
    swap: str | None = None
    checking: bool = False
    asked: TagConflict | None = None
    steps: tuple[EnrolmentStep, ...] = ()
    tally: WorkTally = WorkTally()
    strangers: tuple[str, ...] = ()
    tag_ends: bool = False
    file: str = ""

    def record(self, slot: str) -> CardRecord:
        """Return what is known of a card, perhaps nothing."""
        return self.records.get(slot) or CardRecord(slot)

    @property
    def uids(self) -> tuple[str, ...]:
        """Of all tags that are on a card."""
        return tuple(tag.uid for record in self.records.values() for tag in record.tags)

    def on(self, uid: str) -> str | None:
        """Return the slot of the card that bears this tag."""
        return next((r.slot for r in self.records.values() for tag in r.tags if tag.uid == uid), None)


class Means(StrEnum):
    """The effect of a tap."""

    BOUND = "bound"
    """A new tag is on the next card of the heap."""
    DESCRIBED = "described"
    """A known card took over what sticks."""
    KNOWN = "known"
    """A known card: its record shows."""
    TAKEN = "taken"
    """Refused: it is on another card; `asked` names both."""
    FULL = "full"
    """Refused: no card of this heap is left without a tag."""
    SWAPPED = "swapped"
    """The card in hand has another tag."""
    COMPARED = "compared"
    """Second check: the record shows; the card before it was right."""
    STRANGER = "stranger"
    """Second check: no card bears this tag."""


class Tapped(Struct, frozen=True):
    """The answer to a tap: the card it is about, and the one that has the tag already."""

    means: Means
    slot: str | None = None
    other: str | None = None


class Progress(Struct, frozen=True):
    """Cards that bear a tag, are described, are checked, of how many."""

    bound: int
    described: int
    checked: int
    total: int

    @property
    def whole(self) -> bool:
        return self.bound >= self.total and self.described >= self.total
