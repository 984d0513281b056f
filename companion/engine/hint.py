"""What a game says to somebody who does not know it yet: a thing in our own words, with the rules it comes from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace


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

    def told(self, **facts: str | int) -> Hint:
        """The same hint with these facts."""
        return replace(self, facts=facts)


def hints_of(events: Sequence[Any], hints: Mapping[str, Hint]) -> list[Hint]:
    """The hints of an update's events by their tags. The later in `hints` comes first: what a card leads to says more
    than that it was played."""
    tags = {type(event).__struct_config__.tag for event in events}
    return [hint for tag, hint in reversed(list(hints.items())) if tag in tags]
