"""An enrolment,
step by step. Every function takes a `EnrolmentPlan` and an `Enrolment` and gives a new one; nothing is changed.

    e = chosen(plan, begin(plan), "rail")
    e = with_value(plan, e, "penalty", "2")           # sticks: every card tapped from now on discards 2
    e, tap = tapped(plan, e, "04 A1 01 FF", at=0)
    assert tap.means is Means.BOUND and tap.slot == "rail-01"

One tag is on one card, always. Times are ms of any clock that runs during the work.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from companion.engine.printed_number import meant, single_uid
from companion.engine.refused import Refused
from companion.engine.uid import plain_uid
from companion.tools.enrol.plan import CardField, CardGroup, EnrolmentPlan
from companion.tools.enrol.state import (
    STEPS,
    CardRecord,
    CardSymbol,
    EnrolledTag,
    Enrolment,
    EnrolmentStep,
    Means,
    Progress,
    TagConflict,
    Tapped,
)


def new_enrolment(plan: EnrolmentPlan, name: str = "") -> Enrolment:
    """Return an empty enrolment."""
    return Enrolment(plan.game, name=name, heap=plan.heaps[0].id)


def resumed(enrolment: Enrolment) -> Enrolment:
    """Resume on another evening: the time between does not count, and open questions are dropped."""
    fresh = replace(enrolment, tally=replace(enrolment.tally, last=None), asked=None, swap=None, checking=False)
    return replace(fresh, open=None, also=(), shown=None)


# ---------------------------------------------------------------- taps


def take_tag(
    plan: EnrolmentPlan, enrolment: Enrolment, uid: str, at: int, looking: bool = False
) -> tuple[Enrolment, Tapped]:
    """Take a tag that was read, or its printed number. A tag that is known by another of its numbers keeps that one.

    :param looking: no heap is at hand: a known card, whatever its heap, shows its record.
    :raises Refused: `no_tag` if that is no tag; `many_tags`, `which_number` if it may be one of several (`among`).
    """
    readable(uid)
    uid = single_uid(uid, enrolment.uids)
    enrolment = replace(enrolment, tally=enrolment.tally.worked(at, taps=1), asked=None)
    enrolment = replace(enrolment, strangers=tuple(other for other in enrolment.strangers if other != uid))
    on = enrolment.on(uid)
    if enrolment.swap is not None:
        return _swapped(plan, enrolment, uid, on, enrolment.swap)
    if enrolment.checking:
        return _compared(enrolment, on)
    if looking and on is not None:
        return _opened(plan, enrolment, on), Tapped(Means.KNOWN, on)
    heap = plan.by_id[enrolment.heap]
    if on is not None:
        return _met(plan, enrolment, uid, on, heap)
    half = half_tagged(enrolment, heap)
    if half is not None:
        record = enrolment.record(half)
        other = EnrolledTag(uid, 0 if record.tags[0].end else 1)
        enrolment = _step(enrolment, half, replace(record, tags=(*record.tags, other), checked=False))
        return replace(enrolment, open=None, also=(), shown=half), Tapped(Means.BOUND, half)
    slot = next_slot(plan, enrolment, heap.id)
    if slot is None:
        return replace(enrolment, open=None, also=()), Tapped(Means.FULL)
    record = replace(
        enrolment.record(slot),
        tags=(_tag(enrolment, heap, uid),),
        values=_with_form(heap, enrolment, enrolment.record(slot)),
    )
    enrolment = _step(enrolment, slot, record)
    return replace(enrolment, open=slot if _by_card(heap) else None, also=(), shown=slot), Tapped(Means.BOUND, slot)


def _met(plan: EnrolmentPlan, enrolment: Enrolment, uid: str, on: str, heap: CardGroup) -> tuple[Enrolment, Tapped]:
    """Take a tag that is on a card already."""
    if on not in heap.slots:
        wanted = next_slot(plan, enrolment, heap.id)
        if wanted is None:
            return _opened(plan, enrolment, on), Tapped(Means.KNOWN, on)
        return replace(enrolment, asked=TagConflict(uid, on, wanted), shown=on), Tapped(Means.TAKEN, wanted, on)
    record = enrolment.record(on)
    values = _with_form(heap, enrolment, record)
    if values != record.values and not heap.described(record.values):
        return replace(_step(enrolment, on, replace(record, values=values, checked=False)), shown=on), Tapped(
            Means.DESCRIBED, on
        )
    if on == enrolment.shown and enrolment.open is None and not _by_card(heap):
        return enrolment, Tapped(Means.KNOWN, on)  # the same card read once more: it was just laid there
    return _opened(plan, enrolment, on), Tapped(Means.KNOWN, on)


def _swapped(
    plan: EnrolmentPlan, enrolment: Enrolment, uid: str, on: str | None, slot: str
) -> tuple[Enrolment, Tapped]:
    if on is not None and on != slot:
        return replace(enrolment, asked=TagConflict(uid, on, slot)), Tapped(Means.TAKEN, slot, on)
    record = enrolment.record(slot)
    enrolment = _step(enrolment, slot, replace(record, tags=(_tag(enrolment, plan.slots[slot], uid),), checked=False))
    return _opened(plan, enrolment, slot), Tapped(Means.SWAPPED, slot)


def _compared(enrolment: Enrolment, on: str | None) -> tuple[Enrolment, Tapped]:
    if on is None:
        return confirmed(enrolment), Tapped(Means.STRANGER)
    if on != enrolment.shown:
        enrolment = confirmed(enrolment)
    return replace(enrolment, shown=on), Tapped(Means.COMPARED, on)


def move_tag(plan: EnrolmentPlan, enrolment: Enrolment) -> Enrolment:
    """Answer `asked`: move the tag from the card it is on to the one that was meant."""
    asked = enrolment.asked
    if asked is None:
        return enrolment
    left = enrolment.record(asked.on)
    got = enrolment.record(asked.wanted)
    heap = plan.slots[asked.wanted]
    values = _with_form(heap, enrolment, got) if enrolment.swap is None else got.values
    end = replace(left, tags=tuple(tag for tag in left.tags if tag.uid != asked.uid), checked=False)
    tag = _tag(enrolment, heap, asked.uid)
    enrolment = _steps(enrolment, asked.wanted, end, replace(got, tags=(tag,), values=values, checked=False))
    open_ = asked.wanted if enrolment.swap is not None or _by_card(heap) else None
    return replace(enrolment, asked=None, swap=None, shown=asked.wanted, open=open_, also=(), heap=heap.id)


def left(enrolment: Enrolment) -> Enrolment:
    """Answer `asked`: leave everything as it is."""
    return replace(enrolment, asked=None)


# ---------------------------------------------------------------- touches


def choose_heap(plan: EnrolmentPlan, enrolment: Enrolment, heap: str) -> Enrolment:
    """Choose the heap of the next cards.

    :raises KeyError: if there is no such heap.
    """
    return replace(
        enrolment, heap=plan.by_id[heap].id, open=None, also=(), shown=None, swap=None, asked=None, checking=False
    )


def with_value(plan: EnrolmentPlan, enrolment: Enrolment, field: str, value: str) -> Enrolment:
    """Set a value of the card in hand; without one, of all cards to come. The same value again removes it.

    :raises Refused: `bad_value` if the field cannot have it.
    """
    slot = enrolment.open
    heap = plan.slots[slot] if slot is not None else plan.by_id[enrolment.heap]
    known = heap.field(field)
    if known is None or (value and known.choices and value not in values_of(known, enrolment)):
        raise Refused("bad_value", field=field, value=value)
    old = enrolment.record(slot).values if slot is not None else enrolment.form.get(heap.id, {})
    new = _trimmed(heap, {**old, field: "" if old.get(field) == value else value})
    if slot is None:
        return replace(enrolment, form={**enrolment.form, heap.id: new}, shown=None)
    together = (slot, *(other for other in enrolment.also if other != slot))
    return _steps(enrolment, slot, *(replace(enrolment.record(one), values=new, checked=False) for one in together))


def open_card(plan: EnrolmentPlan, enrolment: Enrolment, slot: str) -> Enrolment:
    """Take this card in hand: its record shows and can be corrected.

    :raises Refused: `no_card` if there is none of that name.
    """
    if slot not in plan.slots:
        raise Refused("no_card", slot=slot)
    return _opened(plan, enrolment, slot)


def like(plan: EnrolmentPlan, enrolment: Enrolment, slot: str) -> tuple[str, ...]:
    """Return the other cards of its heap that are described just as this one: a mistake of the form is on all of
    them."""
    values = enrolment.record(slot).values
    heap = plan.slots[slot]
    if not heap.alike or not any(values.values()):
        return ()
    return tuple(
        o for o in heap.slots if o != slot and enrolment.record(o).values == values and enrolment.record(o).tags
    )


def correct_alike(plan: EnrolmentPlan, enrolment: Enrolment, on: bool) -> Enrolment:
    """Correct all cards like the one in hand, or that one alone."""
    return replace(enrolment, also=like(plan, enrolment, enrolment.open) if on and enrolment.open is not None else ())


def close_card(enrolment: Enrolment) -> Enrolment:
    """Put the card in hand away."""
    return replace(enrolment, open=None, also=(), swap=None, asked=None, shown=None)


def swapping(enrolment: Enrolment, slot: str | None) -> Enrolment:
    """Let the next tag replace this card's (its sticker is torn); None: cancel that."""
    return replace(enrolment, swap=slot, asked=None)


def forgotten(enrolment: Enrolment, slot: str) -> Enrolment:
    """Forget this card's record, and free its tag."""
    blank = replace(enrolment.record(slot), tags=(), values={}, checked=False)
    return replace(_step(enrolment, slot, blank), open=None, also=(), swap=None, shown=None)


def checking(enrolment: Enrolment, on: bool) -> Enrolment:
    """Begin or end the second check; the card that shows at its end was right."""
    enrolment = confirmed(enrolment) if not on else enrolment
    return replace(enrolment, checking=on, open=None, also=(), shown=None, swap=None, asked=None)


def confirmed(enrolment: Enrolment) -> Enrolment:
    """Mark the card that shows as compared and right."""
    if (
        not enrolment.checking
        or enrolment.shown is None
        or enrolment.record(enrolment.shown).checked
        or enrolment.record(enrolment.shown).empty
    ):
        return enrolment
    return _step(enrolment, enrolment.shown, replace(enrolment.record(enrolment.shown), checked=True))


def doubted(plan: EnrolmentPlan, enrolment: Enrolment) -> Enrolment:
    """Take the card that shows in hand, as it was compared and is wrong. The second check goes on afterwards."""
    return enrolment if enrolment.shown is None else replace(_opened(plan, enrolment, enrolment.shown), checking=False)


def undone(enrolment: Enrolment) -> Enrolment:
    """Take the last step back; without one nothing happens."""
    if not enrolment.steps:
        return enrolment
    step = enrolment.steps[-1]
    records = dict(enrolment.records)
    for record in step.before:
        _keep(records, record)
    at = replace(enrolment, heap=step.heap, open=step.open, also=(), shown=step.open, asked=None, swap=None)
    return replace(at, records=records, steps=enrolment.steps[:-1])


def with_signs(plan: EnrolmentPlan, enrolment: Enrolment, signs: Iterable[CardSymbol]) -> Enrolment:
    """Set the owner's signs. Values that name a removed sign are forgotten.

    :raises Refused: `bad_signs` if they are too few, too many, or called alike.
    """
    new = tuple(signs)
    least, most = plan.signs
    ids = {sign.id for sign in new}
    if not least <= len(new) <= most or len(ids) != len(new):
        raise Refused("bad_signs", least=least, most=most)
    gone = {sign.id for sign in enrolment.signs} - ids
    records = {slot: _without(plan.slots[slot], record, gone) for slot, record in enrolment.records.items()}
    form = {id: _purged(plan.by_id[id], values, gone) for id, values in enrolment.form.items()}
    return replace(enrolment, signs=new, records=records, form=form, steps=() if gone else enrolment.steps)


def with_box_name(enrolment: Enrolment, name: str) -> Enrolment:
    """Set the owner's name for the box."""
    return replace(enrolment, name=name.strip())


def worked(enrolment: Enrolment, at: int, touches: int = 1) -> Enrolment:
    """Count a touch of the screen."""
    return replace(enrolment, tally=enrolment.tally.worked(at, touches=touches))


def met_stranger(enrolment: Enrolment, uid: str) -> Enrolment:
    """Note a tag that a game does not know."""
    known = meant(uid, (*enrolment.strangers, *enrolment.uids))
    return enrolment if known else replace(enrolment, strangers=(*enrolment.strangers, uid)[-30:])


# ---------------------------------------------------------------- looking


def readable(uid: str) -> str:
    """Return the tag's number as readers report it.

    :raises Refused: `no_tag` if there is none.
    """
    plain = plain_uid(uid)
    if not plain or any(c.isspace() for c in plain):
        raise Refused("no_tag", uid=uid)
    return plain


def values_of(field: CardField, enrolment: Enrolment) -> tuple[str, ...]:
    """Return the possible values of a field in this box."""
    return ((*(sign.id for sign in enrolment.signs),) if field.signs else ()) + field.choices


def next_slot(plan: EnrolmentPlan, enrolment: Enrolment, heap_id: str) -> str | None:
    """Return the card of a heap for the next new tag: one that is described just so, else one without a record.

    Where all are known the one in hand, if it has no tag.
    """
    heap = plan.by_id[heap_id]
    free = [slot for slot in heap.slots if not enrolment.record(slot).tags]
    if not heap.alike:
        return free[0] if free else None
    form = {name: value for name, value in _sticking(heap, enrolment).items() if value}
    told = {slot: {n: v for n, v in enrolment.record(slot).values.items() if v} for slot in free}
    same = [slot for slot in free if told[slot] and form and all(told[slot].get(n) == v for n, v in form.items())]
    blank = [slot for slot in free if not told[slot]]
    sticky = any(field.sticks for field in heap.fields)  # then a card that is described is not just any card
    in_hand = [enrolment.open] if enrolment.open in free else free
    return next(iter(same or blank or ([] if sticky else in_hand)), None)


def half_tagged(enrolment: Enrolment, heap: CardGroup) -> str | None:
    """Return a card with a tag at one end that waits for the other one."""
    if not (enrolment.tag_ends and heap.ends):
        return None
    return next((slot for slot in heap.slots if [tag.end for tag in enrolment.record(slot).tags] in ([0], [1])), None)


def two_tags(enrolment: Enrolment, on: bool) -> Enrolment:
    """Choose between a tag at each end of a card and one tag a card."""
    return replace(enrolment, tag_ends=on)


def progress(plan: EnrolmentPlan, enrolment: Enrolment, heaps: Iterable[CardGroup] | None = None) -> Progress:
    """Return the progress, in all or in some heaps."""
    bound = described = checked = total = 0
    for heap in plan.heaps if heaps is None else heaps:
        for slot in heap.slots:
            record = enrolment.record(slot)
            tagged = bool(record.tags)
            bound += tagged
            described += tagged and heap.described(record.values)
            checked += record.checked
            total += tagged or heap.tags_needed
    return Progress(bound, described, checked, total)


def described(plan: EnrolmentPlan, enrolment: Enrolment, slot: str) -> bool:
    """Return whether all is known of this card that has to be."""
    return plan.slots[slot].described(enrolment.record(slot).values)


# ---------------------------------------------------------------- inside


def _tag(enrolment: Enrolment, heap: CardGroup, uid: str) -> EnrolledTag:
    return EnrolledTag(uid, 0 if enrolment.tag_ends and heap.ends else None)


def _by_card(heap: CardGroup) -> bool:
    """Return whether its cards are described one by one."""
    return any(not field.sticks for field in heap.fields)


def _sticking(heap: CardGroup, enrolment: Enrolment) -> Mapping[str, str]:
    form = enrolment.form.get(heap.id, {})
    return {field.name: form.get(field.name, "") for field in heap.fields if field.sticks}


def _with_form(heap: CardGroup, enrolment: Enrolment, record: CardRecord) -> Mapping[str, str]:
    """Return the card's values, and where it has none, those that stick."""
    told = {name: value for name, value in record.values.items() if value}
    return _trimmed(heap, {**{n: v for n, v in _sticking(heap, enrolment).items() if v}, **told})


def _trimmed(heap: CardGroup, values: Mapping[str, str]) -> Mapping[str, str]:
    """Return the values without empty ones and those that are not asked."""
    return {f.name: values[f.name] for f in heap.fields if values.get(f.name) and f.asked(values)}


def _opened(plan: EnrolmentPlan, enrolment: Enrolment, slot: str) -> Enrolment:
    return replace(enrolment, heap=plan.slots[slot].id, open=slot, also=(), shown=slot, swap=None, asked=None)


def _step(enrolment: Enrolment, slot: str, record: CardRecord) -> Enrolment:
    return _steps(enrolment, slot, record)


def _steps(enrolment: Enrolment, slot: str, *after: CardRecord) -> Enrolment:
    """Replace records; the former ones can be taken back."""
    step = EnrolmentStep(slot, tuple(enrolment.record(record.slot) for record in after), enrolment.heap, enrolment.open)
    records = dict(enrolment.records)
    for record in after:
        _keep(records, record)
    return replace(enrolment, records=records, steps=(*enrolment.steps, step)[-STEPS:])


def _keep(records: dict[str, CardRecord], record: CardRecord) -> None:
    if record.empty:
        records.pop(record.slot, None)
        if record.heap:  # a name of a file keeps its heap
            records[record.slot] = record
    else:
        records[record.slot] = record


def _purged(heap: CardGroup, values: Mapping[str, str], gone: set[str]) -> Mapping[str, str]:
    signs = {field.name for field in heap.fields if field.signs}
    return _trimmed(heap, {n: "" if n in signs and v in gone else v for n, v in values.items()})


def _without(heap: CardGroup, record: CardRecord, gone: set[str]) -> CardRecord:
    values = _purged(heap, record.values, gone)
    return record if values == record.values else replace(record, values=values, checked=False)
