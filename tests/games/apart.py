"""Which moves a test lets pass that no leaf of a prompt does, and whether it has to."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any


class Kinds:
    """Kinds of moves that were said, and of those that were let pass the ones that no leaf does."""

    def __init__(self) -> None:
        self.said: set[type] = set()
        self._let_pass: set[type] = set()
        self._alone: set[type] = set()

    def tried(self, move: Any, accepted: bool, let_pass: bool, has_leaf: Callable[[], bool], *where: Any) -> bool:
        """A move was said: if the rules accept it, a leaf does the same, unless it is let pass. Whether one had to."""
        kind = type(move)
        self.said.add(kind)
        if accepted and not let_pass:
            assert has_leaf(), f"no leaf does {move} {where}"
            return True
        if let_pass and kind not in self._alone:
            self._let_pass.add(kind)
            if not has_leaf():
                self._alone.add(kind)
        return False

    def unsaid_and_idle(self, vocabulary: Iterable[type]) -> tuple[set[type], set[type]]:
        """Kinds that were never said, and kinds that were let pass though a leaf does each of them."""
        return set(vocabulary) - self.said, self._let_pass - self._alone
