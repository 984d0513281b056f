"""HellRail's pieces for the enrolment: 45 rail cards, 10 circles, 15 effect tokens, the other pieces; and its file.

A deck file (5.3) wants all 45 cards; what is not whole yet goes into a draft of the same make.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from companion.engine.config import ConfigError
from companion.engine.text import N_, Text
from companion.games.hellrail.board.segments import DRAWINGS
from companion.games.hellrail.data import deck_file
from companion.games.hellrail.data.card_remarks import lacking
from companion.games.hellrail.data.deck import LABELS, Card, Deck, TagOf
from companion.games.hellrail.data.deck_faults import PIECES
from companion.games.hellrail.data.draft import SCHEMA as DRAFT
from companion.games.hellrail.data.draft import DeckDraft, draft_toml, parse_draft
from companion.games.hellrail.effect_words import EFFECTS
from companion.games.hellrail.names import CARDS, CIRCLES, Effect
from companion.tools.enrol.box_names import BoxNames
from companion.tools.enrol.plan import CardField, CardGroup, EnrolmentPlan
from companion.tools.enrol.state import CardRecord, EnrolledTag, Enrolment

RAIL: Final = "rail"
CIRCLE: Final = "circle"
EFFECT: Final = "effect"
PIECE: Final = "piece"
FIELDS: Final = (
    CardField("car", tuple(map(str, range(1, 11))), sticks=False),
    CardField("pickup", LABELS, sticks=False),
    CardField("setout", LABELS, sticks=False),
    CardField("brimstone", tuple(map(str, range(10))), sticks=False),
    CardField("rails", tuple(map(",".join, DRAWINGS)), sticks=False, needed=False),
    CardField("name", sticks=False, needed=False),
)
"""Without a drawing a card is good for the Keeper; names come from files alone."""


class HellRailBox:
    """See `companion.tools.enrol.card_set_format.CardSetFormat`."""

    game = "hellrail"
    file = "hellrail-deck.toml"
    mark = "hellrail-d"

    def plan(self, config: Path | None, *known: Enrolment) -> EnrolmentPlan:
        return plan_of(*known)

    def own(self, config: Path) -> Path:
        return deck_file.own_deck(config)

    def found(self, config: Path) -> Path | None:
        path = deck_file.deck_path("", config)
        return None if path == deck_file.DEMO_FILE else path

    def tags(self, config: Path | None) -> Mapping[str, TagOf]:
        return deck_file.load_deck("", config).tags

    def read(self, text: str, path: Path, config: Path | None) -> Enrolment:
        if DRAFT in text[:2000]:
            return enrolled(parse_draft(text, path))
        deck = deck_file.parse_deck(text, path)
        if deck.placeholder:  # its cards are worth nothing, but circles and tokens may bear the owner's tags
            invented = deck_file.load_deck(deck_file.DEMO, config).tags
            others = {uid: on for uid, on in deck.tags.items() if not on.card and uid not in invented}
            return enrolled(DeckDraft(tags=others))
        return enrolled(DeckDraft(deck.name, tuple(deck.cards.values()), deck.tags))

    def text(self, enrolment: Enrolment, config: Path | None) -> str:
        draft = draft_of(enrolment)
        if any(lacking(draft.cards)):
            return draft_toml(draft)
        base = deck_file.load_deck("", config)
        cards = {card.id: card for card in draft.cards}
        same = not base.placeholder and base.cards == cards
        verified = all(enrolment.record(id).checked for id in cards) or (same and base.verified)
        name = draft.name or "HellRail"
        return deck_file.deck_toml(Deck(name, cards, base.layouts, draft.tags, base.rulings, verified=verified))

    def played(self, enrolment: Enrolment, config: Path | None) -> str:
        """As `text`; until the cards are whole the demonstration deck with the owner's other tags."""
        draft = draft_of(enrolment)
        if not any(lacking(draft.cards)):
            return self.text(enrolment, config)
        demo = deck_file.load_deck(deck_file.DEMO, config)
        tags = {uid: on for uid, on in draft.tags.items() if not on.card}
        base = _base(config)
        return deck_file.deck_toml(replace(demo, tags=tags, layouts=base.layouts, rulings=base.rulings))


def _base(config: Path | None) -> Deck:
    try:
        return deck_file.load_deck("", config)
    except ConfigError:
        return deck_file.load_deck(deck_file.DEMO, config)


def plan_of(*known: Enrolment) -> EnrolmentPlan:
    """Return the heaps; cards that a file calls by ids of its own keep them."""
    own = dict.fromkeys(record.slot for e in known for record in e.records.values() if record.heap == RAIL)
    ours = (id for i in range(1, CARDS + 1) if (id := f"R{i:02d}") not in own)
    slots = (*own, *ours)[:CARDS]
    pieces = tuple(f"{PIECE}-{name}-{n}" for name, many in PIECES.items() for n in range(1, many + 1))
    return EnrolmentPlan(
        "hellrail",
        (
            CardGroup(RAIL, slots, FIELDS),
            CardGroup(CIRCLE, tuple(f"{CIRCLE}-{circle}" for circle in CIRCLES), alike=False),
            CardGroup(EFFECT, tuple(f"{EFFECT}-{effect.value}" for effect in Effect), alike=False),
            CardGroup(PIECE, pieces, alike=False, tags_needed=False),
        ),
    )


# ---------------------------------------------------------------- a draft as an enrolment


def enrolled(draft: DeckDraft) -> Enrolment:
    """Return what a file says of the pieces as an enrolment."""
    records = {card.id: CardRecord(card.id, RAIL, values=_values(card)) for card in draft.cards}
    alike = Counter[str]()
    for uid, on in draft.tags.items():
        alike[on.piece] += 1
        slot = on.card or _slot_of(on, alike[on.piece])
        record = records.get(slot, CardRecord(slot))
        records[slot] = replace(record, tags=(*record.tags, EnrolledTag(uid)))
    return Enrolment("hellrail", name=draft.name, records=records, heap=RAIL)


def _slot_of(on: TagOf, number: int) -> str:
    """Return what bears a tag and is no card; `number`: its own among pieces that are alike."""
    if on.piece:
        return f"{PIECE}-{on.piece}-{number}"
    return f"{CIRCLE}-{on.circle}" if on.circle else f"{EFFECT}-{on.effect}"


def draft_of(enrolment: Enrolment) -> DeckDraft:
    """Return the enrolment as a file has it: what `enrolled` makes of it are the records of `e` again."""
    plan = plan_of(enrolment)
    tags = {tag.uid: _on(slot, heap.id) for slot, heap in plan.slots.items() for tag in enrolment.record(slot).tags}
    return DeckDraft(
        enrolment.name,
        tuple(card_of_record(r) for slot in plan.by_id[RAIL].slots if not (r := enrolment.record(slot)).empty),
        tags,
    )


def _on(slot: str, heap: str) -> TagOf:
    if heap == RAIL:
        return TagOf(card=slot)
    name = slot.removeprefix(f"{heap}-")
    if heap == CIRCLE:
        return TagOf(circle=name)
    return TagOf(effect=name) if heap == EFFECT else TagOf(piece=name.rpartition("-")[0])


def _values(card: Card) -> dict[str, str]:
    values = {name: str(value) for name, value in card.printed.items()}
    return values | {n: v for n, v in (("rails", ",".join(card.rails)), ("name", card.name)) if v}


def card_of_record(record: CardRecord) -> Card:
    """Return a rail card, as far as it is described."""
    values: Mapping[str, str] = record.values

    def number(name: str) -> int | None:
        told = values.get(name, "")
        return int(told) if told.isascii() and told.isdigit() else None

    return Card(
        record.slot,
        number("car"),
        values.get("pickup") or None,
        values.get("setout") or None,
        number("brimstone"),
        rails_of(values.get("rails", "")),
        values.get("name", ""),
    )


def rails_of(value: str) -> tuple[str, ...]:
    """Return the segments of a drawing, given as the value of a field; none if it is no drawing."""
    rails = tuple(value.split(","))
    return rails if rails in DRAWINGS else ()


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
    """Return a piece by what it is; a rail card by its number."""
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
