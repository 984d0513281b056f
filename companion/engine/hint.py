"""What a game says to somebody who does not know it yet: a thing in our own words, with the rules it comes from."""

from __future__ import annotations

from msgspec import Struct


class Hint(Struct, frozen=True):
    """`title` and `text` are English msgids, to be filled with `facts`; `icon` names a sign of the screen.

    `id` is unique within its game; `rules` are ids of its matrix (`IW-041`).
    """

    id: str
    icon: str
    title: str
    text: str
    rules: tuple[str, ...] = ()
    facts: dict[str, str | int] = {}
