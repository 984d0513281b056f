"""The state as JSON that a person can write. Without `reveal` nothing in it tells what was delivered."""

from __future__ import annotations

from typing import Any

from companion.engine.codec import private_json
from companion.games.hellrail.state import RailState


def position(s: RailState, at: int, reveal: bool) -> dict[str, Any]:
    """Everything that is public; with `reveal` everything, so that it comes back exactly."""
    told: dict[str, Any] = {
        "level": s.level.value,
        "layout": s.layout,
        "variants": sorted(v.value for v in s.variants),
        "phase": s.phase.value,
        "active": s.seats[s.turn.active].name,
        "first": None if s.first is None else s.seats[s.first].name,
        "turn": {
            "n": s.turn.n,
            "drawn": s.turn.drawn,
            "returned": s.turn.returned,
            "tender": s.turn.tender,
            "gluttony": s.turn.gluttony,
        },
        "seats": [_seat(s, i, reveal) for i in range(len(s.seats))],
        "draw": s.draw,
        "discard": list(s.discard),
        "limbo": s.limbo,
        "table": sorted(s.table),
        "grid": {
            "circles": dict(s.grid.circles),
            "cards": [
                {"card": laid.card, "cell": cell, "q": laid.q}
                for cell, stack in s.grid.stacks.items()
                for laid in stack
            ],
        },
        "markers": list(s.markers) if s.map else s.markers_out,
        "cerberus": s.cerberus,
        "recharges": s.recharges,
        "reason": s.reason,
        "mode": list(s.mode),
        "toll": list(s.toll),
        "readers": dict(s.readers),
        "tally": _plain(s.tally),
    }
    if not s.secret or reveal:
        told |= {"effects": {circle: effect.value for circle, effect in s.effects.items()}}
        told |= {"unused": [effect.value for effect in s.unused]}
    told["in_use"] = None if s.in_use is None else s.in_use.value
    if reveal:
        told |= {
            "deck": _plain(s.deck),
            "strangers": _plain(s.strangers),
            "sealed": sorted(s.sealed.reveal()),
            "agenda": _plain(s.agenda),
            "looked": s.looked,
            "scores": _plain(s.scores),
            "opened": _plain(s.opened),
        }
    return told


def _seat(s: RailState, i: int, reveal: bool) -> dict[str, Any]:
    seat = s.seats[i]
    sealed = s.sealed.reveal()
    told: dict[str, Any] = {
        "seat": seat.name,
        "colour": seat.colour,
        "hand": seat.hand,
        "loaded": [id if reveal or id not in sealed else {"covered": True} for id in seat.train],
        "delivered": list(seat.delivered.reveal()) if reveal else seat.count,
        "tender": seat.tender,
        "boatman": seat.boatman,
        "soul_catcher": seat.soul_catcher,
        "heresy": None if seat.heresy is None else seat.heresy.value,
        "at": seat.stand.node,
        "heading": seat.stand.heading,
    }
    if reveal:
        told["known"] = sorted(seat.known.reveal())
    if reveal or not s.secret:
        told["held"] = None if seat.held is None else seat.held.value
    return told


def _plain(value: Any) -> Any:
    import msgspec

    return msgspec.json.decode(private_json(value))
