"""What a player may be called."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.refused import BadInput


def check_names(names: Iterable[str]) -> None:
    """Whether every name can be seen: no blanks alone, no line breaks, no signs without a width.

    :raises BadInput: naming the first that cannot.
    """
    for name in names:
        if not name.strip() or not name.isprintable():
            raise BadInput(field="seats", reason="a name is made of signs that can be seen", name=repr(name[:40]))
