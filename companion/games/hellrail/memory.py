"""What history keeps of a finished game. Until the reveal it says that it ended, and nothing of the deliveries."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from companion.games.hellrail.names import ENDED, Level, Variant
from companion.games.hellrail.state import RailState


def result(state: RailState) -> dict[str, Any] | None:
    """None while it runs."""
    if state.phase is not ENDED:
        return None
    names = [seat.name for seat in state.seats]
    told: dict[str, Any] = {
        "ended": state.reason,
        "players": names,
        "turns": state.turn.n,
        "level": state.level.value,
        "layout": state.layout,
        "variants": sorted(state.variants),
        "revealed": state.scores is not None,
        "official": state.official,
    }
    if state.scores is None:
        return told
    told["scores"] = {
        names[score.seat]: {"delivered": score.delivered, "loaded": score.loaded, "rank": score.rank}
        for score in state.scores
    }
    told["winners"] = [names[score.seat] for score in state.scores if score.rank == 1]
    told["deliveries"] = {seat.name: seat.count for seat in state.seats}
    told["rams"] = len(state.tally.rams)
    told["derailments"] = len(state.tally.derailments)
    told["longest"] = state.tally.longest[0]
    return told


class Choices(Struct, frozen=True, omit_defaults=True):
    """What was chosen before a finished game, as far as it is kept."""

    level: Level | None = None
    layout: str = ""
    variants: tuple[Variant, ...] = ()
