"""A public value that is made only when it is read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Deferred(Generic[T]):
    """`public_json` writes what it makes."""

    __slots__ = ("made",)

    def __init__(self, made: Callable[[], T]) -> None:
        self.made = made
