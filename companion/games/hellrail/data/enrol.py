"""HellRail's pieces for the enrolment: 45 rail cards, 10 circles, 15 effect tokens, the other pieces; and its file.

What is taken down is a `Capture` (the screen for rail cards works on it); here it is seen as an `Enrolment`, and back.
A deck file (5.3) wants all 45 cards; what is not whole yet goes into a draft of the same make.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import count
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from companion.engine.config import ConfigError
from companion.engine.text import N_, Text
from companion.enrol.box_names import BoxNames
from companion.enrol.plan import CardGroup, Field, Plan
from companion.enrol.state import Enrolment, Record, Tag
from companion.games.hellrail.data import capture as store
from companion.games.hellrail.data import deck_file
from companion.games.hellrail.data.capture import Capture, begin, finished
from companion.games.hellrail.data.capture_checks import faults
from companion.games.hellrail.data.deck import LABELS, Card, Deck, TagOf
from companion.games.hellrail.data.deck_faults import PIECES, canonical
from companion.games.hellrail.data.draft import SCHEMA as DRAFT
from companion.games.hellrail.data.draft import draft_toml, parse_draft
from companion.games.hellrail.effect_words import EFFECTS
from companion.games.hellrail.names import CARDS, CIRCLES, Effect

RAIL: Final = "rail"
CIRCLE: Final = "circle"
EFFECT: Final = "effect"
PIECE: Final = "piece"
FIELDS: Final = (
    Field("car", sticks=False),
    Field("pickup", LABELS, sticks=False),
    Field("setout", LABELS, sticks=False),
    Field("brimstone", sticks=False),
    Field("rails", sticks=False, needed=False),
    Field("name", sticks=False, needed=False),
)
"""Without a drawing a card is good for the Keeper."""


class HellRailBox:
    """See `companion.enrol.card_set_format.CardSetFormat`."""

    game = "hellrail"
    file = "hellrail-deck.toml"
    mark = "hellrail-d"

    def plan(self, config: Path | None, *known: Enrolment) -> Plan:
        own = [r.slot for e in known for r in e.records.values() if r.heap == RAIL]
        return plan_of(own)

    def own(self, config: Path) -> Path:
        return deck_file.own_deck(config)

    def found(self, config: Path) -> Path | None:
        path = deck_file.deck_path("", config)
        return None if path == deck_file.DEMO_FILE else path

    def resume(self, data: Path) -> Enrolment | None:
        capture = store.resume(data)
        return seen(capture) if capture is not None else None

    def save(self, e: Enrolment, data: Path) -> None:
        try:
            old = store.resume(data)
        except ConfigError:  # what cannot be read any more has no order to keep
            old = None
        store.save(kept(e, old or Capture()), data)

    def forget(self, data: Path) -> None:
        store.forget(data)

    def kept_in(self, data: Path) -> Path:
        return data / store.FILE

    def read(self, text: str, path: Path, config: Path | None) -> Enrolment:
        if DRAFT in text[:2000]:
            return seen(parse_draft(text, path))
        deck = deck_file.parse_deck(text, path)
        if deck.placeholder:  # its cards are worth nothing, but circles and tokens may bear the owner's tags
            invented = deck_file.load_deck(deck_file.DEMO, config).tags
            tags = {uid: on for uid, on in deck.tags.items() if not on.card and uid not in invented}
            return seen(Capture(tags=tags))
        return seen(begin(deck))

    def text(self, e: Enrolment, config: Path | None) -> str:
        capture = kept(e, Capture())
        if any(faults(capture.cards)):
            return draft_toml(capture)
        base = deck_file.load_deck("", config)
        deck = finished(capture, base, _verified(e))
        same = not base.placeholder and base.cards == deck.cards
        return deck_file.deck_toml(replace(deck, verified=deck.verified or (same and base.verified)))

    def played(self, e: Enrolment, config: Path | None) -> str:
        """As `text`; until the cards are whole the demonstration deck with the owner's other tags."""
        capture = kept(e, Capture())
        if not any(faults(capture.cards)):
            return self.text(e, config)
        demo = deck_file.load_deck(deck_file.DEMO, config)
        tags = {uid: on for uid, on in capture.tags.items() if not on.card}
        base = _base(config)
        return deck_file.deck_toml(replace(demo, tags=tags, layouts=base.layouts, rulings=base.rulings))


def _base(config: Path | None) -> Deck:
    try:
        return deck_file.load_deck("", config)
    except ConfigError:
        return deck_file.load_deck(deck_file.DEMO, config)


def _verified(e: Enrolment) -> bool:
    cards = [e.record(slot) for slot in plan_of(_own_cards(e)).by_id[RAIL].slots]
    return all(record.checked for record in cards)


def _own_cards(e: Enrolment) -> list[str]:
    return [r.slot for r in e.records.values() if r.heap == RAIL]


def plan_of(cards: Iterable[str]) -> Plan:
    """The heaps, with the cards that are there by their ids."""
    own = list(dict.fromkeys(cards))
    ours = (id for i in range(1, CARDS + 1) if (id := f"R{i:02d}") not in own)
    slots = (*own, *ours)[:CARDS]
    pieces = tuple(f"{PIECE}-{name}-{n}" for name, many in PIECES.items() for n in range(1, many + 1))
    return Plan(
        "hellrail",
        (
            CardGroup(RAIL, slots, FIELDS),
            CardGroup(CIRCLE, tuple(f"{CIRCLE}-{circle}" for circle in CIRCLES), alike=False),
            CardGroup(EFFECT, tuple(f"{EFFECT}-{effect.value}" for effect in Effect), alike=False),
            CardGroup(PIECE, pieces, alike=False, tags_needed=False),
        ),
    )


# ---------------------------------------------------------------- a capture as an enrolment


def seen(capture: Capture) -> Enrolment:
    """A capture as an enrolment; what only an enrolment knows comes from `capture.kept`."""
    old = capture.kept or Enrolment("hellrail", heap=CIRCLE)
    tags: dict[str, list[str]] = {}
    slots = _slots(capture.tags, old)
    for uid in capture.tags:
        tags.setdefault(slots[uid], []).append(uid)
    records = {}
    cards = {card.id: card for card in capture.cards}
    for slot in (*cards, *tags):
        if slot in records:
            continue
        card = cards.get(slot)
        values = _values(card) if card is not None else {}
        told = Record(slot, RAIL if card is not None else "", tuple(Tag(uid) for uid in tags.get(slot, ())), values)
        before = old.records.get(slot)
        same = before is not None and before.tags == told.tags and before.values == told.values
        records[slot] = replace(told, checked=same and before is not None and before.checked)
    open_ = capture.cards[capture.open - 1].id if capture.open is not None else None
    return replace(old, name=capture.name, records=records, open=open_ if old.heap == RAIL else None)


def kept(e: Enrolment, capture: Capture) -> Capture:
    """The enrolment as a capture: what `seen` makes of it is `e` again."""
    plan = plan_of(_own_cards(e))
    cards = [_card(e.record(slot)) for slot in plan.by_id[RAIL].slots if slot in e.records]
    order = {card.id: i for i, card in enumerate(capture.cards)}
    cards.sort(key=lambda card: order.get(card.id, len(order)))
    tags = {}
    for slot, heap in plan.slots.items():
        for tag in e.record(slot).tags:
            tags[tag.uid] = _on(slot, heap.id)
    ids = [card.id for card in cards]
    open_ = ids.index(e.open) + 1 if e.open in ids else None
    return Capture(name=e.name, cards=tuple(cards), tags=tags, open=open_, kept=e)


def _slots(tags: Mapping[str, TagOf], old: Enrolment) -> dict[str, str]:
    """Tag -> our name for what it is on. Pieces that are alike keep the number they had: undo calls them by it."""
    was = {tag.uid: record.slot for record in old.records.values() for tag in record.tags}
    alike = {uid: f"{PIECE}-{on.piece}" for uid, on in tags.items() if on.piece}
    slots = {uid: was[uid] for uid, name in alike.items() if was.get(uid, "").rpartition("-")[0] == name}
    used = set(slots.values())
    for uid, on in tags.items():
        if on.piece and uid not in slots:
            slots[uid] = next(slot for n in count(1) if (slot := f"{alike[uid]}-{n}") not in used)
            used.add(slots[uid])
        elif not on.piece:
            slots[uid] = on.card or (f"{CIRCLE}-{on.circle}" if on.circle else f"{EFFECT}-{on.effect}")
    return slots


def _on(slot: str, heap: str) -> TagOf:
    if heap == RAIL:
        return TagOf(card=slot)
    name = slot.removeprefix(f"{heap}-")
    if heap == CIRCLE:
        return TagOf(circle=name)
    return TagOf(effect=name) if heap == EFFECT else TagOf(piece=name.rpartition("-")[0])


def _values(card: Card) -> dict[str, str]:
    values = {name: str(value) for name, value in card.told.items()}
    return values | {n: v for n, v in (("rails", ",".join(card.rails)), ("name", card.name)) if v}


def _card(record: Record) -> Card:
    values: Mapping[str, str] = record.values

    def number(name: str) -> int | None:
        told = values.get(name, "")
        return int(told) if told.isascii() and told.isdigit() else None

    rails = canonical(tuple(values["rails"].split(","))) if values.get("rails") else ()
    return Card(
        record.slot,
        number("car"),
        values.get("pickup") or None,
        values.get("setout") or None,
        number("brimstone"),
        rails,
        values.get("name", ""),
    )


GROUPS = {
    RAIL: ("rail", "{hr.rail_card:many}"),
    CIRCLE: ("rings", "{hr.circle:many}"),
    EFFECT: ("flame", "{hr.circle_effects}"),
    PIECE: ("engine", N_("Pieces")),
}
PIECE_NAMES = {
    "heresy_cancel": ("heresy", N_("{hr.heresy}: stop")),
    "heresy_redirect": ("heresy", N_("{hr.heresy}: turn aside")),
    "boatman": ("boatman", "{hr.boatman}"),
    "tender": ("tender", "{hr.tender:short}"),
    "soul_catcher": ("soulcatcher", "{hr.soul_catcher_piece}"),
    "cerberus": ("cerberus_token", "{hr.cerberus}"),
    "check_marker": ("check", "{hr.check}"),
    "blue": ("engine", N_("{hr.engine:short}, blue")),
    "green": ("engine", N_("{hr.engine:short}, green")),
    "red": ("engine", N_("{hr.engine:short}, red")),
    "yellow": ("engine", N_("{hr.engine:short}, yellow")),
}


def _name(heap: CardGroup, slot: str) -> str:
    return slot.removeprefix(f"{heap.id}-")


def _heap(heap: CardGroup) -> Text:
    return Text(GROUPS[heap.id][1])


def _slot(heap: CardGroup, slot: str) -> Text:
    """A piece by what it is; a rail card by its number."""
    name = _name(heap, slot)
    if heap.id == RAIL:
        return Text(N_("Card {n}"), {"n": heap.slots.index(slot) + 1})
    if heap.id == CIRCLE:
        return Text(N_("{hr.circle} {n}"), {"n": name[1:]})
    if heap.id == EFFECT:
        return Text(EFFECTS[Effect(name)].name)
    piece, _dash, number = name.rpartition("-")
    words = Text(PIECE_NAMES[piece][1])
    several = f"{PIECE}-{piece}-2" in heap.slots
    return Text(" ", parts=(words, Text(number, names={"en": number}))) if several else words


def _icon(heap: CardGroup, slot: str) -> str:
    if heap.id == EFFECT:
        return EFFECTS[Effect(_name(heap, slot))].icon
    return PIECE_NAMES[_name(heap, slot).rpartition("-")[0]][0] if heap.id == PIECE else GROUPS[heap.id][0]


NAMES = BoxNames(GROUPS, _heap, _slot, _icon)
