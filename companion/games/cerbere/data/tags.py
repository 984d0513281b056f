"""Which tag is on which piece: the owner's `cerbere/box.toml`, or the invented tags of the virtual table.

A file has the tags by piece; "" is for a piece without a tag:

    [actions]                                  # four cards of each colour, 1 to 4
    red = ["04A1", "04A2", "", "04A4"]
    [survival]                                 # up to as many as there are copies
    sur_egoisme = ["04B1", "04B2"]
    [betrayal]
    bet_rancune = ["04C1"]
    [pawns]                                    # seven colours, and cerberus
    red = "04D1"
    [boats]                                    # by seats
    2 = "04E2"
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from msgspec import Struct

from companion.engine.config import BadValue, KeyPath, load_toml, parse_toml
from companion.engine.packaged import PACKAGED, own_file
from companion.engine.refused import Refused
from companion.engine.text import N_, Facts, Text
from companion.games.cerbere.data.cards import CardCatalogue
from companion.games.cerbere.data.catalogue import load_catalogue
from companion.games.cerbere.data.files import Meta, loaded_file
from companion.games.cerbere.names import BOATS, COLOURS, CardDeck


class ActionTag(Struct, frozen=True, tag="action"):
    """One tag, two faces: the player's side decides (CB-Q31). `index` 1..4."""

    colour: str
    index: int


class CardTag(Struct, frozen=True, tag="card"):
    """A Survival or Betrayal card, by the id of its kind."""

    card: str


class PawnTag(Struct, frozen=True, tag="pawn"):
    """A pawn by its colour; `cerberus` is Cerberus's own."""

    colour: str


class BoatTag(Struct, frozen=True, tag="boat"):
    """A boat by its number of seats."""

    seats: int


TaggedPiece = ActionTag | CardTag | PawnTag | BoatTag


class Tags(Struct, frozen=True):
    """UID -> piece. `demo`: invented tags of the virtual table."""

    pieces: dict[str, TaggedPiece] = {}
    demo: bool = False


DEMO: Final = "demo"
CERBERUS: Final = "cerberus"
"""The name of Cerberus's pawn among the colours."""


class _File(Struct, forbid_unknown_fields=True):
    meta: Meta
    actions: dict[str, tuple[str, ...]] = {}
    survival: dict[str, tuple[str, ...]] = {}
    betrayal: dict[str, tuple[str, ...]] = {}
    pawns: dict[str, str] = {}
    boats: dict[str, str] = {}


def load_tags(name: str, config_dir: Path | None) -> Tags:
    """Return the tags of the box called `name`: "" is the owner's (without a file: no tags), "demo" the invented one.

    :raises Refused: `bad_setup`, reason unknown_box, for another name.
    :raises ConfigError: naming file, line and key.
    """
    if name not in ("", DEMO):
        raise Refused("bad_setup", reason="unknown_box", box=name, known=DEMO)
    path = PACKAGED / "cerbere/demo.toml" if name == DEMO else own_file("cerbere", "box.toml", config_dir)
    if path is None:
        return Tags()
    catalogue = loaded_file(load_catalogue, "cards.toml", config_dir)
    if name == DEMO:  # of cards that the owner's file does not have, no invented tag is known either
        pieces = {uid: piece for _, uid, piece in _bound(load_toml(path, _File))}
        known = {u: p for u, p in pieces.items() if not isinstance(p, CardTag) or p.card in catalogue.cards}
        return Tags(known, demo=True)
    file = load_toml(path, _File, lambda file: _check(file, catalogue))
    return Tags({uid: piece for _, uid, piece in _bound(file)})


def parse_tags(text: str, path: Path, catalogue: CardCatalogue) -> list[tuple[KeyPath, str, TaggedPiece]]:
    """Read a box file's text; `path` is named in errors. Return every tag: its place in the file, its uid, its piece.

    :raises ConfigError: naming file, line and key.
    """
    file = parse_toml(text, path, _File, lambda file: _check(file, catalogue))
    return list(_bound(file))


def _bound(file: _File) -> Iterator[tuple[KeyPath, str, TaggedPiece]]:
    """Yield every tag of the file: its place, its uid as the readers report it, its piece."""
    for key, uid, piece in _written(file):
        if plain := re.sub(r"[:\- ]", "", uid).upper():
            yield key, plain, piece


def _written(file: _File) -> Iterator[tuple[KeyPath, str, TaggedPiece]]:
    for colour, uids in file.actions.items():
        yield from ((("actions", colour, i), uid, ActionTag(colour, i + 1)) for i, uid in enumerate(uids))
    for deck in (CardDeck.SURVIVAL, CardDeck.BETRAYAL):
        for card, uids in _of(file, deck).items():
            yield from (((deck.value, card, i), uid, CardTag(card)) for i, uid in enumerate(uids))
    yield from ((("pawns", colour), uid, PawnTag(colour)) for colour, uid in file.pawns.items())
    yield from ((("boats", seats), uid, BoatTag(int(seats))) for seats, uid in file.boats.items())


def _of(file: _File, deck: CardDeck) -> dict[str, tuple[str, ...]]:
    return file.survival if deck is CardDeck.SURVIVAL else file.betrayal


def _check(file: _File, catalogue: CardCatalogue) -> None:
    _check_names("actions", file.actions, COLOURS)
    for colour, uids in file.actions.items():
        if len(uids) != 4:
            wrong = Text(N_('a colour has 4 cards, not {n}; write "" for one without a tag'), {"n": len(uids)})
            raise BadValue(("actions", colour), wrong)
    for deck in (CardDeck.SURVIVAL, CardDeck.BETRAYAL):
        copies = {card.id: card.copies for card in catalogue.cards.values() if card.deck is deck}
        _check_names(deck.value, _of(file, deck), tuple(copies))
        for card, uids in _of(file, deck).items():
            if len(uids) > copies[card]:
                facts: Facts = {"most": copies[card], "n": len(uids)}
                raise BadValue((deck.value, card), Text(N_("copies: {most}, but tags: {n}"), facts))
    _check_names("pawns", file.pawns, (*COLOURS, CERBERUS))
    _check_names("boats", file.boats, tuple(str(seats) for seats in BOATS))
    seen: dict[str, KeyPath] = {}
    for key, uid, _ in _bound(file):
        if any(c.isspace() for c in uid):
            raise BadValue(key, Text(N_("a uid contains no blanks")))
        if uid in seen:
            there = " ".join(str(part) for part in seen[uid])
            raise BadValue(key, Text(N_("the uid {word} is already that of {words}"), {"word": uid, "words": there}))
        seen[uid] = key


def _check_names(table: str, entries: dict[str, tuple[str, ...]] | dict[str, str], known: tuple[str, ...]) -> None:
    for name in entries:
        if name not in known:
            wrong = Text(N_("there is no {word} here; known are {words}"), {"word": name, "words": ", ".join(known)})
            raise BadValue((table, name), wrong)
