"""Two box files become one: what one knows and the other does not is put together, and nothing is overwritten.

merged = merge(plan, mine, plan_of_theirs, theirs)
merged.conflicts        # the same tag on different cards, both named: cannot be
merged.questions        # the same card described in two ways: the owner has to say which
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.refused import Refused
from companion.tools.enrol.plan import CardGroup, EnrolmentPlan
from companion.tools.enrol.state import CardRecord, CardSymbol, EnrolledTag, Enrolment

Prefer = Literal["mine", "theirs"]


class Conflict(Struct, frozen=True):
    """The tag is on card `mine` in one box and on card `theirs` in the other. `mine` is empty: no card is left."""

    uid: str
    mine: str
    theirs: str


class MergeQuestion(Struct, frozen=True):
    """A card (or sign) is described in two ways. `field`: "tag", "name" or a field of the card."""

    slot: str
    field: str
    mine: str
    theirs: str


class Merged(Struct, frozen=True):
    """`homeless`: descriptions of cards without tags for which all places are taken."""

    box: Enrolment
    conflicts: tuple[Conflict, ...] = ()
    questions: tuple[MergeQuestion, ...] = ()
    homeless: int = 0
    added: int = 0

    @property
    def clear(self) -> bool:
        return not self.conflicts and not self.questions


def merge_enrolments(
    plan: EnrolmentPlan, mine: Enrolment, their_plan: EnrolmentPlan, theirs: Enrolment, prefer: Prefer | None = None
) -> Merged:
    """Return both in one. `prefer` answers all questions alike; a conflict it cannot answer.

    A sign of theirs is ours if it has the same name or, without a name, the same drawing; its letter does not count.

    :raises Refused: `bad_signs` if these are more signs than a box may have.
    """
    work = _Work(plan, mine, prefer)
    theirs = _in_our_signs(plan, theirs, work.signs(theirs.signs))
    for slot, heap in their_plan.slots.items():
        record = theirs.record(slot)
        if record.empty or heap.id not in plan.by_id:
            continue
        if record.tags:
            work.tagged(plan.by_id[heap.id], record)
        elif not plan.by_id[heap.id].alike:
            work.merge_values(slot, record)
    work.untagged(their_plan, theirs)
    named = replace(work.box, name=work.box.name or theirs.name, edition=work.box.edition or theirs.edition)
    return Merged(named, tuple(work.conflicts), tuple(work.questions), work.homeless, work.added)


class _Work:
    def __init__(self, plan: EnrolmentPlan, mine: Enrolment, prefer: Prefer | None) -> None:
        self.plan, self.box, self.prefer = (
            plan,
            replace(mine, steps=(), open=None, also=(), shown=None, asked=None),
            prefer,
        )
        self.conflicts: list[Conflict] = []
        self.questions: list[MergeQuestion] = []
        self.homeless = self.added = 0

    def signs(self, theirs: tuple[CardSymbol, ...]) -> Mapping[str, str]:
        """Merge their signs; return their id of a sign -> ours, where they differ."""
        mine = {sign.id: sign for sign in self.box.signs}
        ours: dict[str, str] = {}
        for sign in theirs:
            known = mine.get(sign.id)
            alike = _like(sign, self.box.signs)
            if known in alike or (known is None and not alike):
                mine.setdefault(sign.id, sign)
            elif len(alike) == 1 and len(_like(alike[0], theirs)) == 1:
                ours[sign.id] = alike[0].id
            elif known is None or self._choose(sign.id, "name", _called(known), _called(sign)) != _called(known):
                mine[sign.id] = sign
        least, most = self.plan.signs
        if len(mine) > max(most, len(self.box.signs)):
            raise Refused("bad_signs", least=least, most=most)
        self.box = replace(self.box, signs=tuple(mine.values()))
        return ours

    def tagged(self, heap: CardGroup, record: CardRecord) -> None:
        """Merge a card of theirs that bears a tag."""
        on = {slot for tag in record.tags if (slot := self.box.on(tag.uid)) is not None}
        target = self._target(heap, record, on)
        if target is None or on - {target}:
            for tag in record.tags:
                self.conflicts.append(Conflict(tag.uid, self.box.on(tag.uid) or "", record.slot))
            return
        if not on and self.box.record(target).tags:
            ours = self.box.record(target).tags[0].uid
            if self._choose(target, "tag", ours, record.tags[0].uid) == ours:
                self.merge_values(target, replace(record, tags=()))
                return
            self._keep(replace(self.box.record(target), tags=record.tags, checked=False))
        elif not on:
            self.added += 1
            self._keep(replace(self.box.record(target), tags=record.tags))
        else:
            self._keep(replace(self.box.record(target), tags=_all(self.box.record(target).tags, record.tags)))
        self.merge_values(target, record)

    def _target(self, heap: CardGroup, record: CardRecord, on: set[str]) -> str | None:
        if not heap.alike:
            return record.slot
        if on:
            slot = next(iter(on))
            return slot if slot in heap.slots else None
        free = [slot for slot in heap.slots if not self.box.record(slot).tags]
        if record.slot in free and self.box.record(record.slot).empty:
            return record.slot
        same = [slot for slot in free if _same(self.box.record(slot).values, record.values) and record.values]
        blank = [slot for slot in free if self.box.record(slot).empty]
        return next(iter(same or blank or free), None)

    def merge_values(self, slot: str, record: CardRecord) -> None:
        """Merge their values of a card into ours."""
        ours = self.box.record(slot)
        values = dict(ours.values)
        for name, value in record.values.items():
            if value:
                values[name] = self._choose(slot, name, values[name], value) if values.get(name) else value
        changed = not _same(values, ours.values)
        checked = record.checked if changed or not ours.checked else True
        self._keep(replace(ours, values=values, checked=checked and _same(values, record.values)))

    def untagged(self, their_plan: EnrolmentPlan, theirs: Enrolment) -> None:
        """Merge card data without tags: add as many cards of each description as the heap lacks."""
        for heap in self.plan.heaps:
            if not heap.alike or heap.id not in their_plan.by_id:
                continue
            told = [theirs.record(slot) for slot in their_plan.by_id[heap.id].slots]
            here = Counter(_key(self.box.record(slot).values) for slot in heap.slots)
            here.subtract(_key(record.values) for record in told if record.tags)
            for record in told:
                if record.tags or record.empty:
                    continue
                if here[_key(record.values)] > 0:
                    here[_key(record.values)] -= 1
                    continue
                blank = [slot for slot in heap.slots if self.box.record(slot).empty]
                if blank:
                    slot = record.slot if record.slot in blank else blank[0]
                    self._keep(replace(self.box.record(slot), values=record.values))
                    self.added += 1
                else:
                    self.homeless += 1

    def _choose(self, slot: str, field: str, mine: str, theirs: str) -> str:
        if mine == theirs:
            return mine
        if self.prefer is None:
            self.questions.append(MergeQuestion(slot, field, mine, theirs))
        return theirs if self.prefer == "theirs" else mine

    def _keep(self, record: CardRecord) -> None:
        if not record.empty:
            self.box = replace(self.box, records={**self.box.records, record.slot: record})


def _like(sign: CardSymbol, others: tuple[CardSymbol, ...]) -> list[CardSymbol]:
    """Return those that are called like it; if none is, and one of two has no name, those that are drawn like it."""
    called = [other for other in others if sign.name and sign.name.casefold() == other.name.casefold()]
    return called or [other for other in others if other.icon == sign.icon and not (other.name and sign.name)]


def _called(sign: CardSymbol) -> str:
    return sign.name or f"#{sign.icon + 1}"


def _in_our_signs(plan: EnrolmentPlan, theirs: Enrolment, ours: Mapping[str, str]) -> Enrolment:
    if not ours:
        return theirs
    signs = {field.name for heap in plan.heaps for field in heap.fields if field.signs}
    records = {
        slot: replace(record, values={n: ours.get(v, v) if n in signs else v for n, v in record.values.items()})
        for slot, record in theirs.records.items()
    }
    return replace(theirs, records=records)


def _same(one: Mapping[str, str], other: Mapping[str, str]) -> bool:
    return _key(one) == _key(other)


def _key(values: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    return tuple(sorted((name, value) for name, value in values.items() if value))


def _all(mine: tuple[EnrolledTag, ...], theirs: tuple[EnrolledTag, ...]) -> tuple[EnrolledTag, ...]:
    known = {tag.uid for tag in mine}
    return (*mine, *(tag for tag in theirs if tag.uid not in known))
