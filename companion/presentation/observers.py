"""Callbacks for a change: bound methods, held weakly, in the order in which they were added."""

from __future__ import annotations

from collections.abc import Callable
from weakref import WeakMethod


class Observers:
    """Bound methods that are called as long as their objects live."""

    def __init__(self) -> None:
        self._methods: dict[WeakMethod[Callable[[], None]], None] = {}

    def add(self, method: Callable[[], None]) -> None:
        """Call it from now on."""
        # Weak: the language outlives each screen, and would keep the widgets of a closed one alive.
        self._methods[WeakMethod(method, self._forget)] = None

    def tell(self) -> None:
        """Call all of them; a method that is added meanwhile is called the next time."""
        # A copy: a call may add a method, and an object that dies meanwhile removes its own.
        for method in list(self._methods):
            call = method()
            if call is not None:
                call()

    def __len__(self) -> int:
        return len(self._methods)

    def _forget(self, method: WeakMethod[Callable[[], None]]) -> None:
        self._methods.pop(method, None)
