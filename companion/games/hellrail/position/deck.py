"""The deck that a position is played with: by name, as `position` writes it, or its cards alone."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from companion.engine.refused import BadInput, Refused
from companion.engine.strict import to_struct
from companion.engine.uid import plain_uid
from companion.games.hellrail.board.layout import place_of
from companion.games.hellrail.board.segments import canonical, segment
from companion.games.hellrail.data.deck import LABELS, Card, Deck, TagOf
from companion.games.hellrail.data.deck_file import load_deck
from companion.games.hellrail.names import CARDS, CIRCLES, Effect
from companion.games.hellrail.position.keys import wrong
from companion.games.hellrail.rules.setup import rulings_of

FAR = 99
"""No table reaches farther than this from its middle."""


def deck_of(written: Any, rulings: Any, base: Mapping[str, Any], name: str, config_dir: Path | None) -> Deck:
    """The deck. `written`: what the position says, `name`: what the options say; `rulings` and `base` the same.

    :raises BadInput: naming the field that is wrong.
    """
    deck = load_deck(name, config_dir) if written is None else _written(written, config_dir)
    if not isinstance(rulings or {}, Mapping):
        wrong("rulings", "a table of rulings")
    return replace(deck, rulings=_ruled(deck, {**base, **(rulings or {})}, "rulings"))


def _ruled(deck: Deck, given: Mapping[str, Any], key: str) -> Any:
    try:
        return rulings_of(deck.rulings, given)
    except BadInput as error:
        wrong(key, str(error.facts.get("reason", "")))


def _written(written: Any, config_dir: Path | None) -> Deck:
    if isinstance(written, str):
        try:
            return load_deck(written, config_dir)
        except Refused as refused:
            if refused.code != "bad_setup":
                raise
            wrong("deck", "demo, or nothing: the owner's", value=written)
    if not isinstance(written, Mapping) or "cards" not in written:
        wrong("deck", "a name, or cards")
    if isinstance(written["cards"], Mapping):
        whole: Deck = to_struct(written, Deck, "deck")
        for name, card in whole.cards.items():
            if name != card.id:
                wrong(f"deck.cards.{name}.id", "the same id twice")
        return _checked(whole)
    return _cards_alone(written, config_dir)


def _cards_alone(written: Mapping[str, Any], config_dir: Path | None) -> Deck:
    """All else is the demonstration deck's. `tags`: UID -> card."""
    for key in written:
        if key not in ("cards", "rulings", "tags"):
            wrong(f"deck.{key}", "there is no such key")
    cards: tuple[Card, ...] = to_struct(written["cards"], tuple[Card, ...], "deck.cards")
    given = written.get("rulings", {})
    if not isinstance(given, Mapping):
        wrong("deck.rulings", "a table of rulings")
    bound: dict[str, str] = to_struct(written.get("tags", {}), dict[str, str], "deck.tags")
    tags = {plain_uid(uid): TagOf(card=id) for uid, id in bound.items()}
    demo = load_deck("demo", config_dir)
    known = {card.id: replace(card, rails=_segments(card, f"deck.cards[{i}]")) for i, card in enumerate(cards)}
    rulings = _ruled(demo, given, "deck.rulings")
    return _checked(replace(demo, name="inline", cards=known, tags=tags, rulings=rulings))


def _segments(card: Card, key: str) -> tuple[str, ...]:
    if not all(segment(one) for one in card.rails):
        wrong(f"{key}.rails", "NS, EW, NE, SE, SW, NW")
    return canonical(card.rails)


def _checked(deck: Deck) -> Deck:
    """5.3, as far as it matters here."""
    if len(deck.cards) != CARDS:
        wrong("deck.cards", f"{CARDS} different cards", value=len(deck.cards))
    for name, card in deck.cards.items():
        check_card(card, f"deck.cards.{name}")
        if not name or name.startswith(("~", "#")):
            wrong(f"deck.cards.{name}.id", "a name of its own")
    for id, layout in deck.layouts.items():
        for spot in layout.spots:
            if spot.circle not in CIRCLES or abs(spot.x) > FAR or abs(spot.y) > FAR:
                wrong(f"deck.layouts.{id}", "circles on the table")
    for uid, tag in deck.tags.items():
        known = (
            (not tag.card or tag.card in deck.cards)
            and (not tag.circle or tag.circle in CIRCLES)
            and (not tag.effect or tag.effect in set(Effect))
        )
        if not known or sum(map(bool, (tag.card, tag.circle, tag.effect, tag.piece))) != 1:
            wrong(f"deck.tags.{uid}", "one piece")
    return deck


def check_card(card: Card, key: str) -> None:
    """:raises BadInput: for values that no card has."""
    for field, number in (("car", card.car), ("brimstone", card.brimstone)):
        if number is not None and not 0 <= number <= FAR:
            wrong(f"{key}.{field}", "a number on a card", value=str(number))
    for field, label in (("pickup", card.pickup), ("setout", card.setout)):
        if label is not None and label not in LABELS:
            wrong(f"{key}.{field}", "G or 1 to 9", value=label)
    _segments(card, key)


def near(cell: str) -> bool:
    """Whether a cell, in the grid's own spelling, lies on the table."""
    x, y = place_of(cell)
    return abs(x) <= FAR and abs(y) <= FAR
