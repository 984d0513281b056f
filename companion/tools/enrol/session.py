"""An enrolment, step by step. Every function takes a `Plan` and an `Enrolment` and gives a new one; nothing is changed.

    e = chosen(plan, begin(plan), "rail")
    e = with_value(plan, e, "penalty", "2")           # sticks: every card tapped from now on discards 2
    e, tap = tapped(plan, e, "04 A1 01 FF", at=0)
    assert tap.means is Means.BOUND and tap.slot == "rail-01"

One tag is on one card, always. Times are ms of any clock that runs during the work.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from companion.engine.printed_number import meant, told_apart
from companion.engine.refused import Refused
from companion.engine.uid import plain_uid
from companion.tools.enrol.plan import CardGroup, Field, Plan
from companion.tools.enrol.state import (
    STEPS,
    Asked,
    Enrolment,
    Means,
    Progress,
    Record,
    Sign,
    Step,
    Tag,
    Tapped,
)


def begin(plan: Plan, name: str = "") -> Enrolment:
    """Return an empty enrolment."""
    return Enrolment(plan.game, name=name, heap=plan.heaps[0].id)


def resumed(e: Enrolment) -> Enrolment:
    """Resume on another evening: the time between does not count, and open questions are dropped."""
    fresh = replace(e, tally=replace(e.tally, last=None), asked=None, swap=None, checking=False)
    return replace(fresh, open=None, also=(), shown=None)


# ---------------------------------------------------------------- taps


def tapped(plan: Plan, e: Enrolment, uid: str, at: int, looking: bool = False) -> tuple[Enrolment, Tapped]:
    """Take a tag that was read, or its printed number. A tag that is known by another of its numbers keeps that one.

    :param looking: no heap is at hand: a known card, whatever its heap, shows its record.
    :raises Refused: `no_tag` if that is no tag; `many_tags`, `which_number` if it may be one of several (`among`).
    """
    readable(uid)
    uid = told_apart(uid, e.uids)
    e = replace(e, tally=e.tally.worked(at, taps=1), asked=None)
    e = replace(e, strangers=tuple(other for other in e.strangers if other != uid))
    on = e.on(uid)
    if e.swap is not None:
        return _swapped(plan, e, uid, on, e.swap)
    if e.checking:
        return _compared(e, on)
    if looking and on is not None:
        return _opened(plan, e, on), Tapped(Means.KNOWN, on)
    heap = plan.by_id[e.heap]
    if on is not None:
        return _met(plan, e, uid, on, heap)
    half = half_tagged(e, heap)
    if half is not None:
        record = e.record(half)
        other = Tag(uid, 0 if record.tags[0].end else 1)
        e = _step(e, half, replace(record, tags=(*record.tags, other), checked=False))
        return replace(e, open=None, also=(), shown=half), Tapped(Means.BOUND, half)
    slot = next_slot(plan, e, heap.id)
    if slot is None:
        return replace(e, open=None, also=()), Tapped(Means.FULL)
    record = replace(e.record(slot), tags=(_tag(e, heap, uid),), values=_with_form(heap, e, e.record(slot)))
    e = _step(e, slot, record)
    return replace(e, open=slot if _by_card(heap) else None, also=(), shown=slot), Tapped(Means.BOUND, slot)


def _met(plan: Plan, e: Enrolment, uid: str, on: str, heap: CardGroup) -> tuple[Enrolment, Tapped]:
    """Take a tag that is on a card already."""
    if on not in heap.slots:
        wanted = next_slot(plan, e, heap.id)
        if wanted is None:
            return _opened(plan, e, on), Tapped(Means.KNOWN, on)
        return replace(e, asked=Asked(uid, on, wanted), shown=on), Tapped(Means.TAKEN, wanted, on)
    record = e.record(on)
    values = _with_form(heap, e, record)
    if values != record.values and not heap.described(record.values):
        return replace(_step(e, on, replace(record, values=values, checked=False)), shown=on), Tapped(
            Means.DESCRIBED, on
        )
    if on == e.shown and e.open is None and not _by_card(heap):
        return e, Tapped(Means.KNOWN, on)  # the same card read once more: it was just laid there
    return _opened(plan, e, on), Tapped(Means.KNOWN, on)


def _swapped(plan: Plan, e: Enrolment, uid: str, on: str | None, slot: str) -> tuple[Enrolment, Tapped]:
    if on is not None and on != slot:
        return replace(e, asked=Asked(uid, on, slot)), Tapped(Means.TAKEN, slot, on)
    record = e.record(slot)
    e = _step(e, slot, replace(record, tags=(_tag(e, plan.slots[slot], uid),), checked=False))
    return _opened(plan, e, slot), Tapped(Means.SWAPPED, slot)


def _compared(e: Enrolment, on: str | None) -> tuple[Enrolment, Tapped]:
    if on is None:
        return confirmed(e), Tapped(Means.STRANGER)
    if on != e.shown:
        e = confirmed(e)
    return replace(e, shown=on), Tapped(Means.COMPARED, on)


def moved(plan: Plan, e: Enrolment) -> Enrolment:
    """Answer `asked`: move the tag from the card it is on to the one that was meant."""
    asked = e.asked
    if asked is None:
        return e
    left = e.record(asked.on)
    got = e.record(asked.wanted)
    heap = plan.slots[asked.wanted]
    values = _with_form(heap, e, got) if e.swap is None else got.values
    end = replace(left, tags=tuple(tag for tag in left.tags if tag.uid != asked.uid), checked=False)
    tag = _tag(e, heap, asked.uid)
    e = _steps(e, asked.wanted, end, replace(got, tags=(tag,), values=values, checked=False))
    open_ = asked.wanted if e.swap is not None or _by_card(heap) else None
    return replace(e, asked=None, swap=None, shown=asked.wanted, open=open_, also=(), heap=heap.id)


def left(e: Enrolment) -> Enrolment:
    """Answer `asked`: leave everything as it is."""
    return replace(e, asked=None)


# ---------------------------------------------------------------- touches


def chosen(plan: Plan, e: Enrolment, heap: str) -> Enrolment:
    """Choose the heap of the next cards.

    :raises KeyError: if there is no such heap.
    """
    return replace(e, heap=plan.by_id[heap].id, open=None, also=(), shown=None, swap=None, asked=None, checking=False)


def with_value(plan: Plan, e: Enrolment, field: str, value: str) -> Enrolment:
    """Set a value of the card in hand; without one, of all cards to come. The same value again removes it.

    :raises Refused: `bad_value` if the field cannot have it.
    """
    slot = e.open
    heap = plan.slots[slot] if slot is not None else plan.by_id[e.heap]
    known = heap.field(field)
    if known is None or (value and known.choices and value not in values_of(known, e)):
        raise Refused("bad_value", field=field, value=value)
    old = e.record(slot).values if slot is not None else e.form.get(heap.id, {})
    new = _trimmed(heap, {**old, field: "" if old.get(field) == value else value})
    if slot is None:
        return replace(e, form={**e.form, heap.id: new}, shown=None)
    together = (slot, *(other for other in e.also if other != slot))
    return _steps(e, slot, *(replace(e.record(one), values=new, checked=False) for one in together))


def opened(plan: Plan, e: Enrolment, slot: str) -> Enrolment:
    """Take this card in hand: its record shows and can be corrected.

    :raises Refused: `no_card` if there is none of that name.
    """
    if slot not in plan.slots:
        raise Refused("no_card", slot=slot)
    return _opened(plan, e, slot)


def like(plan: Plan, e: Enrolment, slot: str) -> tuple[str, ...]:
    """Return the other cards of its heap that are described just as this one: a mistake of the form is on all of
    them."""
    values = e.record(slot).values
    heap = plan.slots[slot]
    if not heap.alike or not any(values.values()):
        return ()
    return tuple(o for o in heap.slots if o != slot and e.record(o).values == values and e.record(o).tags)


def together(plan: Plan, e: Enrolment, on: bool) -> Enrolment:
    """Correct all cards like the one in hand, or that one alone."""
    return replace(e, also=like(plan, e, e.open) if on and e.open is not None else ())


def closed(e: Enrolment) -> Enrolment:
    """Put the card in hand away."""
    return replace(e, open=None, also=(), swap=None, asked=None, shown=None)


def swapping(e: Enrolment, slot: str | None) -> Enrolment:
    """Let the next tag replace this card's (its sticker is torn); None: cancel that."""
    return replace(e, swap=slot, asked=None)


def forgotten(e: Enrolment, slot: str) -> Enrolment:
    """Forget this card's record, and free its tag."""
    blank = replace(e.record(slot), tags=(), values={}, checked=False)
    return replace(_step(e, slot, blank), open=None, also=(), swap=None, shown=None)


def checking(e: Enrolment, on: bool) -> Enrolment:
    """Begin or end the second check; the card that shows at its end was right."""
    e = confirmed(e) if not on else e
    return replace(e, checking=on, open=None, also=(), shown=None, swap=None, asked=None)


def confirmed(e: Enrolment) -> Enrolment:
    """Mark the card that shows as compared and right."""
    if not e.checking or e.shown is None or e.record(e.shown).checked or e.record(e.shown).empty:
        return e
    return _step(e, e.shown, replace(e.record(e.shown), checked=True))


def doubted(plan: Plan, e: Enrolment) -> Enrolment:
    """Take the card that shows in hand, as it was compared and is wrong. The second check goes on afterwards."""
    return e if e.shown is None else replace(_opened(plan, e, e.shown), checking=False)


def undone(e: Enrolment) -> Enrolment:
    """Take the last step back; without one nothing happens."""
    if not e.steps:
        return e
    step = e.steps[-1]
    records = dict(e.records)
    for record in step.before:
        _keep(records, record)
    at = replace(e, heap=step.heap, open=step.open, also=(), shown=step.open, asked=None, swap=None)
    return replace(at, records=records, steps=e.steps[:-1])


def signed(plan: Plan, e: Enrolment, signs: Iterable[Sign]) -> Enrolment:
    """Set the owner's signs. Values that name a removed sign are forgotten.

    :raises Refused: `bad_signs` if they are too few, too many, or called alike.
    """
    new = tuple(signs)
    least, most = plan.signs
    ids = {sign.id for sign in new}
    if not least <= len(new) <= most or len(ids) != len(new):
        raise Refused("bad_signs", least=least, most=most)
    gone = {sign.id for sign in e.signs} - ids
    records = {slot: _without(plan.slots[slot], record, gone) for slot, record in e.records.items()}
    form = {id: _purged(plan.by_id[id], values, gone) for id, values in e.form.items()}
    return replace(e, signs=new, records=records, form=form, steps=() if gone else e.steps)


def named(e: Enrolment, name: str) -> Enrolment:
    """Set the owner's name for the box."""
    return replace(e, name=name.strip())


def worked(e: Enrolment, at: int, touches: int = 1) -> Enrolment:
    """Count a touch of the screen."""
    return replace(e, tally=e.tally.worked(at, touches=touches))


def met_stranger(e: Enrolment, uid: str) -> Enrolment:
    """Note a tag that a game does not know."""
    known = meant(uid, (*e.strangers, *e.uids))
    return e if known else replace(e, strangers=(*e.strangers, uid)[-30:])


# ---------------------------------------------------------------- looking


def readable(uid: str) -> str:
    """Return the tag's number as readers report it.

    :raises Refused: `no_tag` if there is none.
    """
    plain = plain_uid(uid)
    if not plain or any(c.isspace() for c in plain):
        raise Refused("no_tag", uid=uid)
    return plain


def values_of(field: Field, e: Enrolment) -> tuple[str, ...]:
    """Return the possible values of a field in this box."""
    return ((*(sign.id for sign in e.signs),) if field.signs else ()) + field.choices


def next_slot(plan: Plan, e: Enrolment, heap_id: str) -> str | None:
    """Return the card of a heap for the next new tag: one that is described just so, else one without a record.

    Where all are known the one in hand, if it has no tag.
    """
    heap = plan.by_id[heap_id]
    free = [slot for slot in heap.slots if not e.record(slot).tags]
    if not heap.alike:
        return free[0] if free else None
    form = {name: value for name, value in _sticking(heap, e).items() if value}
    told = {slot: {n: v for n, v in e.record(slot).values.items() if v} for slot in free}
    same = [slot for slot in free if told[slot] and form and all(told[slot].get(n) == v for n, v in form.items())]
    blank = [slot for slot in free if not told[slot]]
    sticky = any(field.sticks for field in heap.fields)  # then a card that is described is not just any card
    in_hand = [e.open] if e.open in free else free
    return next(iter(same or blank or ([] if sticky else in_hand)), None)


def half_tagged(e: Enrolment, heap: CardGroup) -> str | None:
    """Return a card with a tag at one end that waits for the other one."""
    if not (e.tag_ends and heap.ends):
        return None
    return next((slot for slot in heap.slots if [tag.end for tag in e.record(slot).tags] in ([0], [1])), None)


def two_tags(e: Enrolment, on: bool) -> Enrolment:
    """Choose between a tag at each end of a card and one tag a card."""
    return replace(e, tag_ends=on)


def progress(plan: Plan, e: Enrolment, heaps: Iterable[CardGroup] | None = None) -> Progress:
    """Return the progress, in all or in some heaps."""
    bound = described = checked = total = 0
    for heap in plan.heaps if heaps is None else heaps:
        for slot in heap.slots:
            record = e.record(slot)
            tagged = bool(record.tags)
            bound += tagged
            described += tagged and heap.described(record.values)
            checked += record.checked
            total += tagged or heap.tags_needed
    return Progress(bound, described, checked, total)


def described(plan: Plan, e: Enrolment, slot: str) -> bool:
    """Return whether all is known of this card that has to be."""
    return plan.slots[slot].described(e.record(slot).values)


# ---------------------------------------------------------------- inside


def _tag(e: Enrolment, heap: CardGroup, uid: str) -> Tag:
    return Tag(uid, 0 if e.tag_ends and heap.ends else None)


def _by_card(heap: CardGroup) -> bool:
    """Return whether its cards are described one by one."""
    return any(not field.sticks for field in heap.fields)


def _sticking(heap: CardGroup, e: Enrolment) -> Mapping[str, str]:
    form = e.form.get(heap.id, {})
    return {field.name: form.get(field.name, "") for field in heap.fields if field.sticks}


def _with_form(heap: CardGroup, e: Enrolment, record: Record) -> Mapping[str, str]:
    """Return the card's values, and where it has none, those that stick."""
    told = {name: value for name, value in record.values.items() if value}
    return _trimmed(heap, {**{n: v for n, v in _sticking(heap, e).items() if v}, **told})


def _trimmed(heap: CardGroup, values: Mapping[str, str]) -> Mapping[str, str]:
    """Return the values without empty ones and those that are not asked."""
    return {f.name: values[f.name] for f in heap.fields if values.get(f.name) and f.asked(values)}


def _opened(plan: Plan, e: Enrolment, slot: str) -> Enrolment:
    return replace(e, heap=plan.slots[slot].id, open=slot, also=(), shown=slot, swap=None, asked=None)


def _step(e: Enrolment, slot: str, record: Record) -> Enrolment:
    return _steps(e, slot, record)


def _steps(e: Enrolment, slot: str, *after: Record) -> Enrolment:
    """Replace records; the former ones can be taken back."""
    step = Step(slot, tuple(e.record(record.slot) for record in after), e.heap, e.open)
    records = dict(e.records)
    for record in after:
        _keep(records, record)
    return replace(e, records=records, steps=(*e.steps, step)[-STEPS:])


def _keep(records: dict[str, Record], record: Record) -> None:
    if record.empty:
        records.pop(record.slot, None)
        if record.heap:  # a name of a file keeps its heap
            records[record.slot] = record
    else:
        records[record.slot] = record


def _purged(heap: CardGroup, values: Mapping[str, str], gone: set[str]) -> Mapping[str, str]:
    signs = {field.name for field in heap.fields if field.signs}
    return _trimmed(heap, {n: "" if n in signs and v in gone else v for n, v in values.items()})


def _without(heap: CardGroup, record: Record, gone: set[str]) -> Record:
    values = _purged(heap, record.values, gone)
    return record if values == record.values else replace(record, values=values, checked=False)
