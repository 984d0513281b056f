"""Which moves a test lets pass that no leaf of a prompt does, and whether it has to."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any


def unsaid_and_idle(
    vocabulary: Iterable[type],
    tries: Iterable[tuple[Any, Callable[[], bool], Callable[[], bool]]],
) -> tuple[set[type], set[type]]:
    """Kinds of moves that were never said, and kinds that were let pass though a leaf does each of them.

    :param tries: moves as they are said; whether one is let pass (it is accepted and stands apart); whether a leaf does
        the same.
    """
    said: set[type] = set()
    let_pass: set[type] = set()
    alone: set[type] = set()
    for move, passes, has_leaf in tries:
        kind = type(move)
        said.add(kind)
        if kind not in alone and passes():
            let_pass.add(kind)
            if not has_leaf():
                alone.add(kind)
    return set(vocabulary) - said, let_pass - alone
