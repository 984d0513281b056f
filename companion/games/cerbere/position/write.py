"""A game as JSON that a person can write, and back again (what FEN is to chess). docs/cerbere.md lists the keys.

`play`, `agenda` and `tally` are what only a running companion knows: the middle of a card or of a capture, and the
books of the recap. A position written by hand does without them.
"""

from __future__ import annotations

from typing import Any

from companion.engine.codec import to_plain
from companion.games.cerbere.names import Deck
from companion.games.cerbere.position.keys import BLOCKED
from companion.games.cerbere.state import CerbereState, Seat


def write_position(s: CerbereState, at: int, reveal: bool) -> dict[str, Any]:
    """The position at session time `at`, in the form of section 4.1. What lies in the slots only if `reveal`."""
    written: dict[str, Any] = {
        "level": s.level.value,
        "players": [_player(seat) for seat in s.seats],
        "faces": list(s.path.faces),
        "m": s.m,
        "speed": s.speed,
        "die": s.die,
        "B": s.path.blanks,
        "track": [BLOCKED] * s.unused + _names(s, s.caught),
        "piles": {deck.value: {"draw": s.pile(deck).draw, "discard": s.pile(deck).discard} for deck in Deck},
        "boats": _boats(s, at, reveal),
        "turn": {
            "active": s.seats[s.turn.active].name,
            "action_done": s.turn.action_done,
            "bonus_done": s.turn.bonus_done,
            "moved": s.turn.moved,
            "n": s.turn.n,
        },
        "bridge_intact": s.bridge,
        "over": None if s.over is None else {"side": s.over.side.value, "winners": _names(s, s.over.winners)},
        "fast_die": s.rulings.fast_die,
        "gates_zone": s.rulings.gates_zone.value,
        "follow_cards": s.rulings.follow_cards,
    }
    if s.board:
        written["pos"] = {seat.name: to for i, seat in enumerate(s.seats) if (to := s.place_of(i)) is not None}
        written["cerberus"] = s.cerberus
    return written | _midway(s)


def _midway(s: CerbereState) -> dict[str, Any]:
    """What only a running companion knows; the middle of a card is left out where there is none."""
    more: dict[str, Any] = {}
    if s.demo:
        more["box"] = "demo"
    if s.peeking is not None:
        more["peek"] = {"seat": s.seats[s.peeking[0]].name, "slot": s.peeking[1]}
    if s.play is not None:
        more["play"] = to_plain(s.play)
    if s.agenda:
        more["agenda"] = to_plain(s.agenda)
    return more | {"tally": to_plain(s.tally)}


def _player(seat: Seat) -> dict[str, Any]:
    return {
        "seat": seat.name,
        "colour": seat.colour,
        "side": seat.side.value,
        "actions_in_hand": sorted(seat.hand),
        "survival": seat.survival,
        "betrayal": seat.betrayal,
    }


def _boats(s: CerbereState, at: int, reveal: bool) -> dict[str, Any]:
    boats = s.boats
    hidden = {"hidden": list(boats.slots.reveal())} if reveal or boats.shown else {}
    shown: dict[str, Any] = {"shown": True} if boats.shown else {}
    if boats.show_at is not None:
        shown["show_in_ms"] = max(0, boats.show_at - at)
    return {
        "boating": boats.boating.value,
        **hidden,
        "revealed": boats.revealed,
        "slot": boats.slot,
        "seated": _names(s, boats.aboard),
        "laid": boats.laid,
        **shown,
    }


def _names(s: CerbereState, seats: tuple[int, ...]) -> list[str]:
    return [s.seats[seat].name for seat in seats]
