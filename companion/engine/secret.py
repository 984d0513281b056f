"""A value that is hidden until its time. It has no repr, no JSON and no comparison by accident.

Only the journal's own encoder writes what is inside; the public encoder raises. `companion.engine.codec`
holds both.
"""

from __future__ import annotations

from typing import Generic, TypeVar

T = TypeVar("T")


class Secret(Generic[T]):
    """A sealed value. `reveal()` is the only way in, and easy to search for."""

    __slots__ = ("_sealed",)

    def __init__(self, value: T) -> None:
        self._sealed = value

    def reveal(self) -> T:
        """Return the value itself: for rules and for the audience that owns it, never for PUBLIC."""
        return self._sealed

    def __repr__(self) -> str:
        return "<secret>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and self._sealed == other._sealed

    def __hash__(self) -> int:
        return hash(self._sealed)


class OfferedSecret(Secret[T]):
    """A value in a move that is only offered: anybody may read it there. Once the move is made it is a secret."""

    __slots__ = ()
