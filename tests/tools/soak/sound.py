"""A whole game and an evening in the real kiosk, by what its sound card would have played."""

from __future__ import annotations

from msgspec.structs import replace

from tests.tools.bench.kiosk.sound import EVENING_S, WHOLE_S, Sounding, cerbere_evening, whole_game
from tests.tools.soak.report import Finding

BED_MS = 8.0
"""So far from the clock may the bed be, in 95 of 100 places."""


def soak_sound(quick: bool, seed: int) -> list[Finding]:
    """Both; quick: a few seconds of the first, and what was found is no fault (it is one of this machine)."""
    if quick:
        return [replace(_finding("sound of a game", whole_game(8.0, seed), None), broken=None)]
    return [
        _finding("sound of a whole 7:00", whole_game(WHOLE_S, seed), BED_MS),
        _finding("sound of an evening of Cerbère", cerbere_evening(EVENING_S, seed), None),
    ]


def _finding(name: str, found: Sounding, aim_ms: float | None) -> Finding:
    errors = sorted(abs(error) for error in found.bed_ms)
    late = errors[int(0.95 * len(errors))] if errors else 0.0
    figures = {
        "seconds": found.seconds,
        "moves": found.moves,
        "underruns": found.underruns,
        "bed p95 ms": late,
        "places": len(errors),
    }
    broken = f"{found.underruns} underruns" if found.underruns else None
    if aim_ms is not None and late > aim_ms:
        broken = f"the bed is {late} ms off the clock"
    return Finding(name, figures, broken)
