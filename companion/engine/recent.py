"""The last few things that were made of objects which never change."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Recent(Generic[T]):
    """Of the same objects the same is made: it is kept for as long as `most` others were not asked for since.

    >>> recent = Recent[str](2)
    >>> one = (1, 2)
    >>> recent.get((one,), lambda: "first"), recent.get((one,), lambda: "again")
    ('first', 'first')
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: tuple[tuple[tuple[object, ...], T], ...] = ()

    def get(self, of: tuple[object, ...], make: Callable[[], T]) -> T:
        for kept, made in self._kept:
            if all(one is other for one, other in zip(kept, of, strict=True)):
                return made
        new = make()
        self._kept = ((of, new), *self._kept[: self._most - 1])
        return new
