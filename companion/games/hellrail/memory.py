"""What history keeps of a finished game. Until the reveal it says that it ended, and nothing of the deliveries."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from companion.engine.summary import Ending
from companion.engine.text import N_, Text
from companion.games.hellrail.names import ENDED, Level, Variant
from companion.games.hellrail.state import RailState


def result(s: RailState) -> dict[str, Any] | None:
    """None while it runs."""
    if s.phase is not ENDED:
        return None
    names = [seat.name for seat in s.seats]
    told: dict[str, Any] = {
        "ended": s.reason,
        "players": names,
        "turns": s.turn.n,
        "level": s.level.value,
        "layout": s.layout,
        "variants": sorted(s.variants),
        "revealed": s.scores is not None,
        "official": s.official,
    }
    if s.scores is None:
        return told
    told["scores"] = {
        names[score.seat]: {"delivered": score.delivered, "loaded": score.loaded, "rank": score.rank}
        for score in s.scores
    }
    told["winners"] = [names[score.seat] for score in s.scores if score.rank == 1]
    told["deliveries"] = {seat.name: seat.count for seat in s.seats}
    told["rams"] = len(s.tally.rams)
    told["derailments"] = len(s.tally.derailments)
    told["longest"] = s.tally.longest[0]
    return told


class Choices(Struct, frozen=True, omit_defaults=True):
    """What was chosen before a finished game, as far as it is kept."""

    level: Level | None = None
    layout: str = ""
    variants: tuple[Variant, ...] = ()


def ending(result: Mapping[str, Any]) -> Ending:
    """Return the most that was delivered; of a game whose cars were never opened it is unknown."""
    points = [int(score.get("delivered", 0)) for score in (result.get("scores") or {}).values()]
    if not points:
        return Ending(Text(N_("never opened")))
    return Ending(Text(N_("Most delivered: {points}"), {"points": max(points)}))
