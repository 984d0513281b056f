"""The pieces of Cerbère for the enrolment: 28 Action, 28 Survival, 18 Betrayal cards, 8 pawns, 3 boats (section 1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from msgspec import Struct

from companion.engine.config import KeyPath, parse_toml
from companion.engine.packaged import own_file
from companion.engine.text import N_, Text, counted
from companion.games.cerbere.data.card_words import action_name
from companion.games.cerbere.data.cards import CardCatalogue
from companion.games.cerbere.data.catalogue import load_catalogue
from companion.games.cerbere.data.tags import (
    CERBERUS,
    DEMO,
    ActionTag,
    BoatTag,
    CardTag,
    PawnTag,
    TaggedPiece,
    load_tags,
    parse_tags,
)
from companion.games.cerbere.names import BOATS, COLOURS, CardDeck
from companion.tools.enrol.box_names import BoxNames
from companion.tools.enrol.card_set_format import OwnBox
from companion.tools.enrol.plan import CardGroup, EnrolmentPlan
from companion.tools.enrol.state import CardRecord, EnrolledTag, Enrolment
from companion.tools.enrol.toml_text import toml_table

ACTIONS: Final = "actions"
PAWNS: Final = "pawns"
BOAT: Final = "boats"
_HEAD = """\
# The tags of a box of Cerbère, taken down by the companion. All of it may be changed by hand;
# `companion box check` says whether it can still be read, and if not, in which line.
"""


class _Named(Struct, frozen=True):
    label: str = ""
    edition: str = ""


class _Meta(Struct, frozen=True):
    meta: _Named = _Named()


class CerbereBox(OwnBox):
    """See `CardSetFormat`. Each card is identified by its slot: there is nothing to describe."""

    game = "cerbere"
    file = "cerbere-box.toml"
    mark = "cerbere"

    def plan(self, config: Path | None, *known: Enrolment) -> EnrolmentPlan:
        catalogue = load_catalogue(config)
        return EnrolmentPlan(self.game, tuple(_heaps(catalogue)))

    def found(self, config: Path) -> Path | None:
        return own_file("cerbere", "box.toml", config)

    def tags(self, config: Path | None) -> Mapping[str, TaggedPiece]:
        return load_tags("", config).pieces or load_tags(DEMO, config).pieces

    def read(self, text: str, path: Path, config: Path | None) -> Enrolment:
        pieces = parse_tags(text, path, load_catalogue(config))
        named = parse_toml(text, path, _Meta).meta
        records: dict[str, CardRecord] = {}
        for key, uid, piece in pieces:
            slot = _slot(key, piece)
            records[slot] = CardRecord(slot, tags=(EnrolledTag(uid),))
        return Enrolment(
            self.game, name=named.label, edition=named.edition, records=records, heap=f"{ACTIONS}-{COLOURS[0]}"
        )

    def text(self, enrolment: Enrolment, config: Path | None) -> str:
        return _HEAD + "\n".join(_lines(enrolment, self.plan(config))) + "\n"


def _heaps(catalogue: CardCatalogue) -> Iterator[CardGroup]:
    for colour in COLOURS:
        slots = tuple(f"{colour}-{n}" for n in range(1, 5))
        yield CardGroup(f"{ACTIONS}-{colour}", slots, group=ACTIONS, alike=False)
    for deck in (CardDeck.SURVIVAL, CardDeck.BETRAYAL):
        for card in catalogue.cards.values():
            if card.deck is deck:
                slots = tuple(f"{card.id}-{n}" for n in range(1, card.copies + 1))
                yield CardGroup(card.id, slots, group=deck.value)
    yield CardGroup(PAWNS, tuple(f"pawn-{colour}" for colour in (*COLOURS, CERBERUS)), alike=False)
    yield CardGroup(BOAT, tuple(f"boat-{seats}" for seats in BOATS), alike=False)


def _slot(key: KeyPath, piece: TaggedPiece) -> str:
    """Our name for the piece that a tag of the file is on; copies of a card by their place in its list."""
    match piece:
        case ActionTag(colour=colour, index=index):
            return f"{colour}-{index}"
        case CardTag(card=card):
            return f"{card}-{int(key[-1]) + 1}"
        case PawnTag(colour=colour):
            return f"pawn-{colour}"
        case BoatTag(seats=seats):
            return f"boat-{seats}"


def _lines(enrolment: Enrolment, plan: EnrolmentPlan) -> Iterator[str]:
    def uid(slot: str) -> str:
        tags = enrolment.record(slot).tags
        return tags[0].uid if tags else ""

    yield from toml_table("[meta]", game="cerbere", format=1, label=enrolment.name, edition=enrolment.edition)
    actions = {h.id.removeprefix(f"{ACTIONS}-"): [uid(s) for s in h.slots] for h in plan.group(ACTIONS)}
    yield from toml_table("[actions]", **{colour: uids for colour, uids in actions.items() if any(uids)})
    for deck in (CardDeck.SURVIVAL, CardDeck.BETRAYAL):
        cards = {heap.id: [uid(slot) for slot in heap.slots] for heap in plan.group(deck.value)}
        kept = {card: _short(uids) for card, uids in cards.items() if any(uids)}
        yield from toml_table(f"[{deck.value}]", **kept)
    for group, prefix in ((PAWNS, "pawn-"), (BOAT, "boat-")):
        told = {slot.removeprefix(prefix): uid(slot) for slot in plan.by_id[group].slots if uid(slot)}
        yield from toml_table(f"[{group}]", **told)


def _short(uids: list[str]) -> list[str]:
    """Without the empty places at the end; those in between are kept, so that each card keeps its number."""
    while uids and not uids[-1]:
        uids = uids[:-1]
    return uids


GROUPS = {
    "actions": ("hand", "{cb.action}"),
    "survival": ("flame", "{cb.survival}"),
    "betrayal": ("cerberus", "{cb.betrayal}"),
    "pawns": ("pawn", N_("Pawns")),
    "boats": ("boat", "{cb.boat:many}"),
}
COLOUR_NAMES = {
    "red": N_("red"),
    "pink": N_("pink"),
    "green": N_("green"),
    "blue": N_("blue"),
    "cyan": N_("cyan"),
    "orange": N_("orange"),
    "white": N_("white"),
    "cerberus": "{cb.cerberus}",
}


def names_of(catalogue: CardCatalogue) -> BoxNames:
    """With the owner's names of the cards."""

    def card(id: str) -> Text:
        known = catalogue.cards.get(id)
        if known is None:
            return Text(id, names={"en": id})
        name = known.name_fr.capitalize() or id  # capitals in the data
        return Text(name, names={"en": name})

    def heap_words(heap: CardGroup) -> Text:
        if heap.group == ACTIONS:
            return Text(
                N_("{cb.action}, {colour}"), {"colour": Text(COLOUR_NAMES[heap.id.removeprefix(f"{ACTIONS}-")])}
            )
        return Text(GROUPS[heap.id][1]) if heap.id in GROUPS else card(heap.id)

    def slot_words(heap: CardGroup, slot: str) -> Text:
        name = slot.rpartition("-")[2]
        if heap.group == ACTIONS:
            return Text(
                N_("{card}, {colour}"),
                {"card": action_name(int(name)), "colour": Text(COLOUR_NAMES[slot.partition("-")[0]])},
            )
        if heap.id == PAWNS:
            return Text(N_("Pawn {colour}"), {"colour": Text(COLOUR_NAMES[name])})
        if heap.id == BOAT:
            return counted("{cb.boat}, {n} seat", "{cb.boat}, {n} seats", int(name))
        return Text(" ", parts=(card(heap.id), Text(name, names={"en": name})))

    def icon(heap: CardGroup, slot: str) -> str:
        if heap.id == BOAT:
            return f"boat{slot.rpartition('-')[2]}"
        return GROUPS[heap.group or heap.id][0]

    return BoxNames(GROUPS, heap_words, slot_words, icon)
