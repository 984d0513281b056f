"""How cards and the symbols of the owner's box look."""

from __future__ import annotations

from companion.engine.virtual import Mark
from companion.games.infernal_wagon.names import Kind, Special
from companion.games.infernal_wagon.view import SymbolView, TrackCard

JOKER = "*"
ICONS = ("flame", "skull", "crown", "hunt", "die", "lock", "pawn", "boat", "heresy")
"""What a symbol's number in the box file draws; shapes that no kind of card uses."""
SPECIALS = {Special.TUNNEL: "tunnel", Special.EXPLOSION: "explosion"}
KINDS = {Kind.EASY: "joker", Kind.DANGER: "warning", Kind.EXIT: "gates"}


def symbol_mark(symbol: str, symbols: tuple[SymbolView, ...]) -> Mark:
    """Icon and colour of a symbol."""
    if symbol == JOKER:
        return Mark("joker", "bone")
    for known in symbols:
        if known.id == symbol:
            return Mark(ICONS[known.icon % len(ICONS)], known.colour)
    return Mark("warning", "bone")


def card_icon(card: TrackCard) -> str:
    """What a card of the track shows; "" is a piece of rail."""
    return SPECIALS.get(card.special) or KINDS.get(card.kind, "")
