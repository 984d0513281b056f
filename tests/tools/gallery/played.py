"""Positions of Infernal Wagon played on through the real game: what the screens are told, as at a table.

updates = played(tap("rail-36", "Bo"), 2_000, tap("rail-15"), level="L1", elapsed_ms=60_000)
"""

from __future__ import annotations

import json
from contextlib import suppress
from functools import cache
from typing import Any

from companion.engine.clock import ManualClock
from companion.engine.engine import Engine
from companion.engine.game import Player
from companion.engine.journal import Journal
from companion.engine.refused import Refused
from companion.engine.requests import Advance, MakeMove, Open, PostNotice, Request, Undo
from companion.engine.signals import Signal
from companion.engine.update import Update
from companion.games.infernal_wagon.data.box import PACKAGED
from companion.games.infernal_wagon.game import InfernalWagon
from tests.games.infernal_wagon.place import place

Input = dict[str, Any] | int | Signal | PostNotice | Undo
"""A move, ms that pass, a signal, a notice of the house, or that a step is taken back."""

SEATS = tuple(
    Player(name, colour)
    for name, colour in zip(
        ("Ana", "Bo", "Cy", "Dan", "Éléonore"), ("red", "blue", "green", "pink", "orange"), strict=True
    )
)
WALL = "2026-11-20T22:14:00+01:00"
TRACK = (
    "rail-33", "rail-12", "rail-07", "danger-04", "rail-04", "rail-10", "danger-01", "rail-43", "rail-20", "easy-01",
    "rail-08",
)  # fmt: skip
"""Cards of the demo box that fit one after the other; the last ends in C, the one before in anything."""


def played(*inputs: Input, seats: int = 3, **position: Any) -> tuple[Update, ...]:
    """All updates from the opening of `position` (as `place` has it) to the last input.

    Time that passes at the end is in an update of its own.
    """
    heard: list[Update] = []
    clock = ManualClock(1_000)
    journal = Journal()
    try:
        desk = Engine({"infernal_wagon": InfernalWagon(None)}, journal, clock, lambda: WALL)
        desk.listen(heard.append)
        names = [seat.name for seat in SEATS[:seats]]
        desk.handle(Open("infernal_wagon", SEATS[:seats], position=place(names, **{"box": box(), **position}), seed=1))
        for given in inputs:
            with suppress(Refused):  # the screens have been told
                desk.handle(_request(given))
        if heard[-1].stamp != clock.now_ms():
            heard.append(desk.update())
    finally:
        journal.close()
    return tuple(heard)


def _request(given: Input) -> Request:
    if isinstance(given, int):
        return Advance(given)
    return MakeMove(given) if isinstance(given, dict) else given


def tap(card: str, seat: str | None = None, **more: Any) -> dict[str, Any]:
    """A card is laid on the table's reader, by its name in the box."""
    return move("card", card=card, **({"seat": seat} if seat else {}), **more)


def move(kind: str, **fields: Any) -> dict[str, Any]:
    """Any other move."""
    return {"type": kind, **fields}


@cache
def box() -> dict[str, Any]:
    """The demo cards as an owner's box: without the word "demo" on every screen."""
    made: dict[str, Any] = json.loads((PACKAGED / "demo.json").read_text(encoding="utf-8"))
    return {**made, "box": {**made["box"], "demo": False}}


@cache
def bound_box() -> dict[str, Any]:
    """The same with nothing but tags and kinds, as after the first evening of enrolling."""
    return {**box(), "cards": [_bound(card) for card in box()["cards"]]}


def _bound(card: dict[str, Any]) -> dict[str, Any]:
    return {"slot": card["slot"], "kind": card["kind"], "tags": card["tags"], "state": "bound"}
