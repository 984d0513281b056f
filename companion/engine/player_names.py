"""What a player may be called."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from companion.engine.refused import BadInput

_UNSEEN = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs that are blank: fillers of Hangul, the empty cell of Braille."""


def check_names(names: Iterable[str]) -> None:
    """Whether every name can be seen: no blanks alone, no line breaks, no signs without a width, no accents without a
    letter.

    :raises BadInput: naming the first that cannot.
    """
    for name in names:
        if not name.isprintable() or not any(map(_seen, name)):
            raise BadInput(field="seats", reason="a name is made of signs that can be seen", name=repr(name[:40]))


def _seen(sign: str) -> bool:
    """Whether a sign shows something by itself."""
    return unicodedata.category(sign)[0] in "LNPS" and sign not in _UNSEEN
