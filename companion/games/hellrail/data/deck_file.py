"""Read a deck file (5.3), and write one. Whatever is wrong is named by file, line and key."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from msgspec import structs

from companion.engine import packaged
from companion.engine.atomic_file import NoRoom
from companion.engine.config import load_toml, parse_toml
from companion.engine.loaded import loaded
from companion.engine.refused import Refused
from companion.engine.text import N_, Text
from companion.games.hellrail.board.segments import SEGMENTS, canonical
from companion.games.hellrail.data.deck import SCHEMA, Card, CircleLayout, CircleSpot, Deck, DeckFile, Ranges, TagOf
from companion.games.hellrail.data.deck_faults import bound_tags, check_deck, circle_of
from companion.games.hellrail.names import CARDS, CIRCLES, COLOURS, GATES, HERESIES, Effect, number_of
from companion.tools.enrol.toml_text import toml_table, toml_value

PACKAGED: Final = packaged.PACKAGED / "hellrail"
DEMO: Final = "demo"
DEMO_FILE: Final = PACKAGED / "deck_demo.toml"


def own_deck(config_dir: Path) -> Path:
    """Return where the owner's deck file is, or would be."""
    return config_dir / "hellrail" / "deck.toml"


def deck_path(name: str, config_dir: Path | None) -> Path:
    """Return the file of the deck called `name`: "" the owner's if there is one, else the demonstration deck; "demo"
    that one.

    :raises Refused: `bad_setup` for another name.
    """
    if name not in ("", DEMO):
        raise Refused("bad_setup", key="deck", reason="unknown_deck", deck=name, known=DEMO)
    return DEMO_FILE if name == DEMO else packaged.own_file("hellrail", "deck.toml", config_dir) or DEMO_FILE


def load_deck(name: str, config_dir: Path | None) -> Deck:
    """Return the deck called `name`: "" the owner's `hellrail/deck.toml` if there is one, else "demo", the packaged
    deck.

    :raises Refused: `bad_setup` for another name.
    :raises ConfigError: naming file, line and key.
    """
    path = deck_path(name, config_dir)
    return loaded(_from_file, path, path)


def parse_deck(text: str, path: Path) -> Deck:
    """Return a deck file's text; `path` is only named in errors.

    :raises ConfigError: naming file, line and key.
    """
    return _made(parse_toml(text, path, DeckFile, check_deck))


def _from_file(path: Path) -> Deck:
    return _made(load_toml(path, DeckFile, check_deck))


def _made(file: DeckFile) -> Deck:
    cards = {
        row.id: Card(row.id, row.car, row.pickup, row.setout, row.brimstone, canonical(row.rails), row.name)
        for row in file.card
    }
    layouts = {
        row.id: CircleLayout(
            row.id, row.status, tuple(CircleSpot(circle_of(cell.circle), cell.x, cell.y) for cell in row.cells)
        )
        for row in file.layout
    }
    return Deck(
        file.deck.name,
        cards,
        layouts,
        {tag.uid: tag.on for tag in bound_tags(file)},
        file.rulings,
        file.deck.placeholder,
        file.deck.owner_verified,
    )


_HEAD = """\
# A deck of HellRail, taken down by the companion. The keys are explained in the head of its deck_demo.toml.
# When you have compared the cards once more with what stands here, set `owner_verified = true`.
"""


def deck_toml(deck: Deck) -> str:
    """Return the deck as TOML.

    :raises NoRoom: if two tags are on one card, circle or effect: the file has room for one.
    """
    return _HEAD + "\n".join(_lines(deck))


def _lines(deck: Deck) -> Iterator[str]:
    tags = _by_piece(deck.tags)
    yield f"schema = {toml_value(SCHEMA)}"
    yield from toml_table(
        "[deck]",
        name=deck.name,
        placeholder=deck.placeholder,
        owner_verified=deck.verified,
        card_count=CARDS,
    )
    ranges = Ranges()
    yield from toml_table("[ranges]", car=ranges.car, brimstone=ranges.brimstone)
    yield from toml_table("[convention]", segments=SEGMENTS)
    yield from toml_table("[rulings]", **structs.asdict(deck.rulings))
    for circle in CIRCLES:
        yield from toml_table(
            "[[circle]]",
            id=circle,
            label=circle[1:],
            number=number_of(circle),
            effect_slot=circle != GATES,
            tag=_one(tags, TagOf(circle=circle)),
        )
    for effect in Effect:
        yield from toml_table("[[effect]]", id=effect.value, tag=_one(tags, TagOf(effect=effect.value)))
    yield from toml_table(
        "[pieces]", heresy=HERESIES, boatman=2, tender=2, soul_catcher=2, cerberus=1, check_marker=8, engines=COLOURS
    )
    if pieces := {on.piece: uids for on, uids in tags.items() if on.piece}:
        yield from toml_table("[piece_tags]", **pieces)
    for layout in deck.layouts.values():
        yield from _layout(layout)
    for card in deck.cards.values():
        yield from _card(card, _one(tags, TagOf(card=card.id)))


def _layout(layout: CircleLayout) -> Iterator[str]:
    yield from toml_table("[[layout]]", id=layout.id, status=layout.status)
    yield "cells = ["
    for spot in layout.spots:
        yield f"  {{ circle = {toml_value(spot.circle[1:])}, x = {spot.x}, y = {spot.y} }},"
    yield "]"


def _card(card: Card, tag: str) -> Iterable[str]:
    return toml_table("[[card]]", id=card.id, tag=tag, **card.printed, rails=card.rails, name=card.name)


def _by_piece(tags: dict[str, TagOf]) -> dict[TagOf, list[str]]:
    found: dict[TagOf, list[str]] = {}
    for uid, on in tags.items():
        found.setdefault(on, []).append(uid)
    return found


def _one(tags: dict[TagOf, list[str]], on: TagOf) -> str:
    uids = tags.get(on, [])
    if len(uids) > 1:
        raise NoRoom(Text(N_("two tags on one piece: {word}"), {"word": str(on)}))
    return uids[0] if uids else ""
