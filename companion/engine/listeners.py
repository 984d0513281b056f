"""Listeners: callables that are called with each value of one kind."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

T = TypeVar("T")


class Listeners(Generic[T]):
    """They may be added and dropped on any thread, also while they are called; one that is being dropped may be called
    once more."""

    def __init__(self) -> None:
        self._all: tuple[Callable[[T], object], ...] = ()
        self._lock = threading.Lock()

    def add(self, listener: Callable[[T], object]) -> Callable[[], None]:
        """Add a listener; return a function that removes it."""
        with self._lock:
            self._all = (*self._all, listener)
        return lambda: self._drop(listener)

    def _drop(self, listener: Callable[[T], object]) -> None:
        with self._lock:
            self._all = tuple(one for one in self._all if one is not listener)

    def __iter__(self) -> Iterator[Callable[[T], object]]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)
