"""Names that are too long for their room are cut here, for the screen, phones and televisions alike."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable
from unicodedata import east_asian_width

DOTS = "…"


def cut(words: str, fits: Callable[[str], bool]) -> str:
    """Return the words, or as many letters of them as fit with dots behind them; at least one letter.

    :param fits: false for all that is longer than something for which it is false.

    >>> cut("Wilhelmine", lambda words: len(words) <= 10), cut("Anna Maria", lambda words: len(words) <= 6)
    ('Wilhelmine', 'Anna…')
    """
    if fits(words):
        return words

    def shortened(letters: int) -> str:
        return words[:letters].rstrip() + DOTS

    most = bisect_left(range(1, len(words)), True, key=lambda letters: not fits(shortened(letters)))
    return shortened(max(1, most))


LONGEST = 16
"""Letters of a name that can be written at the table; only other programs give longer ones."""


def short_name(name: str) -> str:
    """Return a name, shortened for a row of several or for a sentence.

    >>> short_name("Wilhelmine Maria"), short_name("Maximilienne-Rose")
    ('Wilhelmine Maria', 'Maximilienne-Ro…')
    """
    return cut(name, lambda words: len(words) <= LONGEST)


def listed(names: Iterable[str]) -> str:
    """Return the names in a row.

    >>> listed(["Ana", "Maximilienne-Rose"])
    'Ana, Maximilienne-Ro…'
    """
    return ", ".join(map(short_name, names))


_NARROW, _WIDE = frozenset("fijlrtI.,;:'’!|()[] "), frozenset("mMW@%ŒœÆæ—…")


def words_width(words: str, size: float) -> float:
    """Return the approximate width of bold words in any face of a screen."""
    return size * sum(_em(sign) for sign in words)


def _em(sign: str) -> float:
    if east_asian_width(sign) in "WF":
        return 1.04
    if sign in _NARROW:
        return 0.38
    return 1.1 if sign in _WIDE else 0.8 if sign.isupper() or sign in "w~" else 0.66
