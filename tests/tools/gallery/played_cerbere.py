"""Positions of Cerbère played on through the real game: what the screens are told, as at a table.

updates = played_cerbere(move("play", card="act2", option="a"), move("ok"), seats=5, speed=5)
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from companion.engine.clock import ManualClock
from companion.engine.engine import Engine
from companion.engine.game import Player
from companion.engine.journal import Journal
from companion.engine.refused import Refused
from companion.engine.requests import MakeMove, Open, Request
from companion.engine.signals import Signal
from companion.engine.update import Update
from companion.games.cerbere.game import Cerbere
from tests.games.cerbere.place import place
from tests.tools.gallery.played import WALL

NAMES = ("Ana", "Bo", "Cy", "Dan", "Éléonore", "Flo", "Maximilien")
COLOURS = ("cyan", "orange", "white", "green", "pink", "red", "blue")


def players(n: int = 4, **sides: str) -> list[dict[str, Any]]:
    """The first `n` of the evening's players for a position; `sides`: Bo="cerberus" ..."""
    return [
        {"seat": name, "colour": colour, "side": sides.get(name, "runner")}
        for name, colour in zip(NAMES[:n], COLOURS, strict=False)
    ]


def played_cerbere(*inputs: dict[str, Any] | Signal | Request, seats: int = 4, **position: Any) -> tuple[Update, ...]:
    """All updates from the opening to the last input: of a new game with `options=`, else of a position."""
    heard: list[Update] = []
    clock = ManualClock(1_000)
    journal = Journal()
    try:
        desk = Engine({"cerbere": Cerbere(None)}, journal, clock, lambda: WALL)
        desk.listen(heard.append)
        options = position.pop("options", None)
        if options is not None:
            given = tuple(Player(name, colour) for name, colour in zip(NAMES[:seats], COLOURS, strict=False))
            desk.handle(Open("cerbere", given, options, seed=1))
        else:
            desk.handle(Open("cerbere", position=place(**{"players": players(seats), **position}), seed=1))
        for one in inputs:
            with suppress(Refused):  # the screens have been told
                desk.handle(MakeMove(one) if isinstance(one, dict) else one)
    finally:
        journal.close()
    return tuple(heard)
