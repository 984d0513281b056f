"""Who is to be told of a change: bound methods, held weakly, in the order in which they came."""

from __future__ import annotations

from collections.abc import Callable
from weakref import WeakMethod


class Observers:
    """Each is told for as long as its object lives."""

    def __init__(self) -> None:
        self._methods: dict[WeakMethod[Callable[[], None]], None] = {}

    def add(self, method: Callable[[], None]) -> None:
        """Tell it from now on."""
        self._methods[WeakMethod(method, self._forget)] = None

    def tell(self) -> None:
        """Call all of them; whoever comes meanwhile is told the next time."""
        for method in list(self._methods):
            call = method()
            if call is not None:
                call()

    def __len__(self) -> int:
        return len(self._methods)

    def _forget(self, method: WeakMethod[Callable[[], None]]) -> None:
        self._methods.pop(method, None)
