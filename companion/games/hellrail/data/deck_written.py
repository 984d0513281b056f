"""The deck that a game is opened with: by name, as `position` writes it, or its cards alone."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from companion.engine.refused import BadInput
from companion.engine.strict import to_struct
from companion.engine.uid import plain_uid
from companion.games.hellrail.board.segments import canonical, segment
from companion.games.hellrail.data.deck import LABELS, Card, Deck, Rulings, TagOf
from companion.games.hellrail.data.deck_file import DEMO, load_deck
from companion.games.hellrail.names import CARDS, CIRCLES, Effect

FAR = 99
"""No table reaches farther than this from its middle."""
KEY = "options.deck"


def deck_of(written: str | Mapping[str, Any], config_dir: Path | None) -> Deck:
    """
    :raises Refused: `bad_setup` for a name of no deck.
    :raises BadInput: naming the field that is wrong.
    """
    if isinstance(written, str):
        return load_deck(written, config_dir)
    if "cards" not in written:
        raise BadInput(field=KEY, reason="a name, or cards")
    if not isinstance(written["cards"], Mapping):
        return _checked(_cards_alone(written, config_dir))
    deck: Deck = to_struct(written, Deck, KEY)
    for name, card in deck.cards.items():
        if name != card.id:
            raise BadInput(field=f"{KEY}.cards.{name}.id", reason="the same id twice")
    return _checked(deck)


def _cards_alone(written: Mapping[str, Any], config_dir: Path | None) -> Deck:
    """All else is the demonstration deck's. `tags`: UID -> card."""
    for key in written:
        if key not in ("cards", "rulings", "tags"):
            raise BadInput(field=f"{KEY}.{key}", reason="there is no such key")
    cards: tuple[Card, ...] = to_struct(written["cards"], tuple[Card, ...], f"{KEY}.cards")
    bound: dict[str, str] = to_struct(written.get("tags", {}), dict[str, str], f"{KEY}.tags")
    for i, card in enumerate(cards):
        check_rails(card, f"{KEY}.cards[{i}]")
    known = {card.id: replace(card, rails=canonical(card.rails)) for card in cards}
    tags = {plain_uid(uid): TagOf(card=id) for uid, id in bound.items()}
    rulings = to_struct(written.get("rulings", {}), Rulings, f"{KEY}.rulings")
    return replace(load_deck(DEMO, config_dir), name="inline", cards=known, tags=tags, rulings=rulings)


def _checked(deck: Deck) -> Deck:
    """5.3, as far as it matters here."""
    if len(deck.cards) != CARDS:
        raise BadInput(field=f"{KEY}.cards", reason=f"{CARDS} different cards")
    for name, card in deck.cards.items():
        check_card(card, f"{KEY}.cards.{name}")
        if not name or name.startswith(("~", "#")):
            raise BadInput(field=f"{KEY}.cards.{name}.id", reason="a name of its own")
    for id, layout in deck.layouts.items():
        if any(spot.circle not in CIRCLES or max(abs(spot.x), abs(spot.y)) > FAR for spot in layout.spots):
            raise BadInput(field=f"{KEY}.layouts.{id}", reason="circles on the table")
    for uid, tag in deck.tags.items():
        known = (
            (not tag.card or tag.card in deck.cards)
            and (not tag.circle or tag.circle in CIRCLES)
            and (not tag.effect or tag.effect in set(Effect))
        )
        if not known or sum(map(bool, (tag.card, tag.circle, tag.effect, tag.piece))) != 1:
            raise BadInput(field=f"{KEY}.tags.{uid}", reason="one piece")
    return deck


def check_card(card: Card, key: str) -> None:
    """:raises BadInput: for values that no card has."""
    for field, label in (("pickup", card.pickup), ("setout", card.setout)):
        if label is not None and label not in LABELS:
            raise BadInput(field=f"{key}.{field}", reason="G or 1 to 9")
    check_rails(card, key)


def check_rails(card: Card, key: str) -> None:
    """:raises BadInput: for tracks that no card has."""
    if not all(segment(one) for one in card.rails):
        raise BadInput(field=f"{key}.rails", reason="NS, EW, NE, SE, SW, NW")
