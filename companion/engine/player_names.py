"""Names of players: how they are cleaned, and which are allowed."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from companion.engine.refused import BadInput

_UNSEEN = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs that are blank: fillers of Hangul, the empty cell of Braille."""


@lru_cache(maxsize=1024)
def plain(name: str) -> str:
    """Return the name without what is invisible: composed letters, single blanks, none at the ends, no zero-width
    signs.

    >>> plain(" Ana  Li ") == plain("Ana Li") == "Ana Li", plain("e\u0301") == "\u00e9"
    (True, True)
    """
    shown = "".join(sign for sign in unicodedata.normalize("NFC", name) if not _without_width(sign))
    return " ".join(shown.split())


def seats_of(view: Any) -> Sequence[Any]:
    """Return the players in the view of any game, each with name and colour."""
    return getattr(view, "seats", ()) or getattr(view, "hands", ())


def seat_asked(view: Any, who: str) -> int:
    """Return the number of the seat that is asked, from 1; 0: any seat, or none.

    :param who: `Prompt.who`.
    """
    names = [seat.name for seat in seats_of(view)]
    return names.index(who) + 1 if who in names else 0


def _without_width(sign: str) -> bool:
    return unicodedata.category(sign) == "Cf" or sign == "\u034f" or "\ufe00" <= sign <= "\ufe0f"


def check_names(names: Iterable[str], field: str = "seats") -> None:
    """Check that every name can be seen (no blanks alone, no line breaks, no signs without a width, no accents without
    a letter), and that no two look the same.

    :raises BadInput: naming the first that cannot be seen.
    """
    told = list(names)
    for name in told:
        if not name.isprintable() or not any(map(_seen, name)):
            raise BadInput(field=field, reason="a name is made of signs that can be seen", name=repr(name[:40]))
    if len(set(map(plain, told))) < len(told):
        raise BadInput(field=field, reason="each seat needs a name of its own")


def _seen(sign: str) -> bool:
    """Return whether a sign shows something by itself."""
    return unicodedata.category(sign)[0] in "LNPS" and sign not in _UNSEEN
