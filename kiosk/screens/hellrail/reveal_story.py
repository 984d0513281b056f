"""In which order the delivered cars are opened, and what comes after. Pure: nothing of it depends on a value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from companion.games.hellrail.view import ScoreView

BeatKind = Literal["roll", "open", "none", "tie", "crown"]

ROLL, OPEN, NONE, TIE = 1.6, 0.75, 0.7, 2.4
"""s from one beat to the next."""


@dataclass(frozen=True)
class Beat:
    """roll: the cars of a seat come to the front; open: the next one; none: there is none; tie; crown."""

    kind: BeatKind
    seat: str = ""
    car: int = 0
    wait: float = 0.0


def beats(scores: Sequence[ScoreView]) -> tuple[Beat, ...]:
    """One player after another, car by car, then the tie-break if it is needed, then the crown."""
    found: list[Beat] = []
    for score in scores:
        if not score.cars:
            found.append(Beat("none", score.name, 0, NONE))
            continue
        found.append(Beat("roll", score.name, 0, ROLL))
        found += [Beat("open", score.name, i, OPEN) for i in range(len(score.cars))]
    if tied(scores):
        found.append(Beat("tie", "", 0, TIE))
    found.append(Beat("crown"))
    return tuple(found)


def tied(scores: Sequence[ScoreView]) -> tuple[str, ...]:
    """Return the players level with the best: their loaded cars decide (HR-080); empty if one alone is best."""
    best = max((score.delivered for score in scores), default=0)
    names = tuple(score.name for score in scores if score.delivered == best)
    return names if len(names) > 1 else ()


def winners(scores: Sequence[ScoreView]) -> tuple[str, ...]:
    """Rank 1; several share it (HR-081)."""
    return tuple(score.name for score in scores if score.rank == 1)


def ranked(scores: Sequence[ScoreView]) -> tuple[str, ...]:
    """Names, the best first; equals as they sit."""
    return tuple(score.name for score in sorted(scores, key=lambda score: score.rank))
