"""The icons of the spaces of the path."""

from __future__ import annotations

from companion.games.cerbere.data.boards import Space
from companion.games.cerbere.data.card_words import SIGNS

PLACES = {"den": "cerberus", "stilt": "stilts", "funicular_foot": "funicular", "funicular_top": "funicular"}
"""Place -> icon where it is not called the same."""


def icon_of(space: Space) -> str:
    """What a space shows: its place, else its symbol, else the den mark."""
    if space.place is not None:
        name = str(space.place)
        return PLACES.get(name, name)
    if space.sym:
        return SIGNS[space.sym[0].op]
    return "cerberus" if space.den else ""
