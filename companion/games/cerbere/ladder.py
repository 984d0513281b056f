"""The next harder step after an escape: the die begins one face faster, a skull more (CB-007, CB-008)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.cerbere.names import Winner


def next_minimum(last: Mapping[str, Any], skulls: int, m: int, most: int) -> int | None:
    """Where the die might begin now; None if nothing harder is proposed.

    :param last: the result of the last game of those who play.
    :param skulls: the difficulty as it is wished now, with the die's minimum `m`; `most`: the largest there is.

    >>> last = {"winner": "runners", "difficulty": 10}
    >>> next_minimum(last, 10, 3, 6), next_minimum(last, 11, 4, 6), next_minimum(last, 10, 6, 6)
    (4, None, None)
    """
    known = last.get("difficulty")
    harder = last.get("winner") == Winner.RUNNERS and isinstance(known, int) and skulls <= known
    return m + 1 if harder and m < most else None
