"""A deck that is not whole yet, as a file: the known values of each card, and tags. It is no deck to play with."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final, Literal

from msgspec import Struct

from companion.engine.config import BadValue, KeyPath, parse_toml
from companion.engine.text import N_, Text
from companion.engine.uid import plain_uid
from companion.games.hellrail.board.segments import canonical, segment
from companion.games.hellrail.data.deck import Card, CarValue, CircleLabel, EffectRow, Name, TagOf, Value
from companion.games.hellrail.data.deck_faults import check_piece, id_fault, twice, wrong_card_count
from companion.games.hellrail.names import CARDS
from companion.tools.enrol.toml_text import toml_table

SCHEMA: Final = "hellrail-draft/1"
_HEAD = """\
# A deck of HellRail that is not whole yet, taken down by the companion: to be gone on with, not to be played with.
"""


class DeckDraft(Struct, frozen=True):
    """What is known of a deck. The number of a card is its place in `cards`, from 1."""

    name: str = ""
    cards: tuple[Card, ...] = ()
    tags: dict[str, TagOf] = {}


class _Head(Struct, frozen=True, forbid_unknown_fields=True):
    name: str = ""


class _Card(Struct, frozen=True, forbid_unknown_fields=True):
    id: Name
    tag: str = ""
    car: CarValue | None = None
    pickup: CircleLabel | None = None
    setout: CircleLabel | None = None
    brimstone: Value | None = None
    rails: tuple[str, ...] = ()
    name: str = ""


class _Circle(Struct, frozen=True, forbid_unknown_fields=True):
    id: Literal["CG", "C1", "C2", "C3", "C4", "C5", "C6", "C7", "C8", "C9"]
    tag: str = ""


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    schema: Literal["hellrail-draft/1"]
    deck: _Head = _Head()
    circle: tuple[_Circle, ...] = ()
    effect: tuple[EffectRow, ...] = ()
    card: tuple[_Card, ...] = ()
    piece_tags: dict[str, tuple[str, ...]] = {}


def parse_draft(text: str, path: Path) -> DeckDraft:
    """Return a draft's text; `path` is named in errors.

    :raises ConfigError: naming file, line and key.
    """
    file = parse_toml(text, path, _File, _check)
    cards = tuple(
        Card(row.id, row.car, row.pickup, row.setout, row.brimstone, canonical(row.rails), row.name)
        for row in file.card
    )
    return DeckDraft(file.deck.name, cards, {uid: on for _, uid, on in _tags(file)})


def _tags(file: _File) -> Iterator[tuple[KeyPath, str, TagOf]]:
    for i, card in enumerate(file.card):
        if uid := plain_uid(card.tag):
            yield ("card", i, "tag"), uid, TagOf(card=card.id)
    for i, circle in enumerate(file.circle):
        if uid := plain_uid(circle.tag):
            yield ("circle", i, "tag"), uid, TagOf(circle=circle.id)
    for i, effect in enumerate(file.effect):
        if uid := plain_uid(effect.tag):
            yield ("effect", i, "tag"), uid, TagOf(effect=effect.id.value)
    for piece, uids in file.piece_tags.items():
        for i, written in enumerate(uids):
            if uid := plain_uid(written):
                yield ("piece_tags", piece, i), uid, TagOf(piece=piece)


def _check(file: _File) -> None:
    ids: set[str] = set()
    for i, row in enumerate(file.card):
        if reason := id_fault(row.id):
            raise BadValue(("card", i, "id"), reason)
        if row.id in ids:
            raise BadValue(("card", i, "id"), Text(N_("card {word} is there twice"), {"word": row.id}))
        ids.add(row.id)
        if not all(segment(one) for one in row.rails) or len(set(canonical(row.rails))) != len(row.rails):
            raise BadValue(("card", i, "rails"), Text(N_("that is no rail drawing")))
    if len(file.card) > CARDS:
        raise BadValue(("card", CARDS), wrong_card_count(len(file.card)))
    for piece, uids in file.piece_tags.items():
        check_piece(piece, uids)
    for kind, names in (("circle", [row.id for row in file.circle]), ("effect", [row.id for row in file.effect])):
        for i, name in enumerate(names):
            if name in names[:i]:
                raise BadValue((kind, i, "id"), twice(name))
    seen: dict[str, TagOf] = {}
    for key, uid, on in _tags(file):
        if any(c.isspace() for c in uid):
            raise BadValue(key, Text(N_("a uid contains no blanks")))
        if uid in seen:
            other = seen[uid]
            called = other.card or other.circle or other.effect or other.piece
            wrong = Text(N_("the tag {word} is already that of {words}"), {"word": uid, "words": str(called)})
            raise BadValue(key, wrong)
        seen[uid] = on


def draft_toml(draft: DeckDraft) -> str:
    return _HEAD + "\n".join(_lines(draft)) + "\n"


def _lines(draft: DeckDraft) -> Iterator[str]:
    tags: dict[TagOf, list[str]] = {}
    for uid, on in draft.tags.items():
        tags.setdefault(on, []).append(uid)
    yield f'schema = "{SCHEMA}"'
    yield from toml_table("[deck]", name=draft.name)
    for on, uids in tags.items():
        if on.circle or on.effect:
            yield from toml_table("[[circle]]" if on.circle else "[[effect]]", id=on.circle or on.effect, tag=uids[0])
    for card in draft.cards:
        tag = tags.get(TagOf(card=card.id), [""])[0]
        yield from toml_table("[[card]]", id=card.id, tag=tag, **card.printed, rails=card.rails, name=card.name)
    if pieces := {on.piece: uids for on, uids in tags.items() if on.piece}:
        yield from toml_table("[piece_tags]", **pieces)
