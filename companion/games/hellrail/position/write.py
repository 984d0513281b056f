"""The state as JSON that a person can write. Without `reveal` nothing in it tells what is secret."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.engine import typed
from companion.engine.codec import private_json
from companion.games.hellrail import state as st
from companion.games.hellrail.data.deck import Deck, Rulings
from companion.games.hellrail.names import CIRCLES
from companion.games.hellrail.position.keys import DOWN
from companion.games.hellrail.state import RailState, Task


def write_position(s: RailState, at: int, reveal: bool) -> dict[str, Any]:
    """Everything that is public; with `reveal` everything, so that it comes back exactly."""
    told: dict[str, Any] = {
        "level": s.level.value,
        "layout": s.layout,
        "variants": sorted(v.value for v in s.variants),
        "phase": s.phase.value,
        "active": s.seats[s.turn.active].name,
        "first": _name(s, s.first),
        "placer": _name(s, s.placer),
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
        "effects": {circle: _token(s, circle, reveal) for circle in s.effects},
        "unused": [effect.value for effect in s.unused] if reveal or not s.secret else len(s.unused),
        "in_use": None if s.in_use is None else s.in_use.value,
        "markers": list(s.markers) if s.map else s.markers_out,
        "cerberus": s.cerberus,
        "recharges": s.recharges,
        "reason": s.reason,
        "toll": list(s.toll),
        "looked": _name(s, s.looked),
        "readers": dict(s.readers),
        "agenda": [_plain(task if reveal else _by_place(s, task)) for task in s.agenda],
        "tally": _plain(s.tally),
        "scores": _plain(s.scores),
        "opened": _plain(s.opened),
        "strangers": _plain(
            {id: card for id, card in s.strangers.items() if reveal or not _secret(s, id) or s.in_the_open(id)}
        ),
        "deck": _deck(s.deck),
    }
    if s.named:
        told["named"] = sorted(s.named)
    if reveal:
        told["sealed"] = sorted(s.sealed.reveal())
    return told


def _name(s: RailState, seat: int | None) -> str | None:
    return None if seat is None else s.seats[seat].name


def _token(s: RailState, circle: str, reveal: bool) -> str:
    """HR-118, HR-119: face down but while it is used."""
    effect = s.effects[circle]
    shown = any(isinstance(task, st.Use) and (task.circle, task.effect) == (circle, effect) for task in s.agenda)
    return effect.value if reveal or shown or not s.secret else DOWN


def _secret(s: RailState, card: str) -> bool:
    """Delivered, or covered after an undone delivery. After the reveal nothing is."""
    if s.revealed:
        return False
    return card in s.sealed.reveal() or any(card in seat.delivered.reveal() for seat in s.seats)


def _seat(s: RailState, i: int, reveal: bool) -> dict[str, Any]:
    seat = s.seats[i]
    told: dict[str, Any] = {
        "seat": seat.name,
        "colour": seat.colour,
        "hand": seat.hand,
        "loaded": [id if reveal or id not in s.sealed.reveal() else {"covered": True} for id in seat.train],
        "delivered": list(seat.delivered.reveal()) if reveal or s.revealed else seat.count,
        "tender": seat.tender,
        "boatman": seat.boatman,
        "soul_catcher": seat.soul_catcher,
        "heresy": None if seat.heresy is None else seat.heresy.value,
        "held": None if seat.held is None else seat.held.value if reveal or not s.secret else DOWN,
        "at": seat.stand.node,
        "heading": seat.stand.heading,
    }
    if seat.circles:
        told["circles"] = list(seat.circles)
    if seat.loaded_worth is not None:
        told["loaded_worth"] = seat.loaded_worth
    if reveal:
        told["known"] = sorted(seat.known.reveal())
    return told


def _by_place(s: RailState, task: Task) -> Task:
    """What is begun, its cars called by their places: a car that is named may be delivered, or be a covered one."""
    match task:
        case st.Use(seat=seat, target=target, car=car, to=to):
            # What was chosen face down from the unused pile is known to nobody.
            hidden = s.secret and to is not None and to not in CIRCLES
            owner = seat if target is None else target
            return msgspec.structs.replace(task, car=_place(s, owner, car), to="unused" if hidden else to)
        case st.Deliver(seat=seat, car=car):
            return msgspec.structs.replace(task, car=_place(s, seat, car) or "")
        case st.TakeCar(target=target, car=car):
            return msgspec.structs.replace(task, car=_place(s, target, car) or "")
        case st.Marker(seat=seat, cards=cards):
            return msgspec.structs.replace(task, cards=tuple(_place(s, seat, car) or "" for car in cards))
        case _:
            return task


def _place(s: RailState, seat: int, car: str | None) -> str | None:
    train = s.seats[seat].train
    return f"#{train.index(car) + 1}" if car in train else None


def _deck(deck: Deck) -> dict[str, Any]:
    """The whole deck, so that it is the same wherever the position is read; of the rulings those that were changed."""
    told: dict[str, Any] = _plain(deck)
    standard = _plain(Rulings())
    return told | {"rulings": {key: value for key, value in told["rulings"].items() if value != standard[key]}}


def _plain(value: Any) -> Any:
    return typed.from_json(private_json(value))
