"""Positions of HellRail played on through the real game: what the screens are told, as at a table.

updates = played_hellrail(move("move", card="R01"), seats=seats(3), effects=EFFECTS)
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
from companion.games.hellrail.game import HellRail
from companion.games.hellrail.names import NUMBERED, Effect
from tests.games.hellrail.place import place
from tests.tools.gallery.played import WALL

NAMES = ("Ana", "Bo", "Cy", "Éléonore")
COLOURS = ("red", "blue", "yellow", "green")
EFFECTS: dict[str, str] = {
    circle: str(effect)
    for circle, effect in zip(
        NUMBERED,
        (
            Effect.ABYSS, Effect.THIEVERY, Effect.LUST, Effect.GERYON, Effect.GUARD_DUTY, Effect.SHIFT,
            Effect.TENDERS, Effect.GLUTTONY, Effect.HERESY,
        ),
        strict=True,
    )
}  # fmt: skip
"""A deal of the tokens; the other six are spare."""


CARDS = ("hand", "train")
"""What level light does not follow."""


def move(kind: str, /, **fields: Any) -> dict[str, Any]:
    """A move by its name."""
    return {"type": kind, **fields}


def people(n: int = 3, **more: dict[str, Any]) -> list[dict[str, Any]]:
    """The first `n` of the evening's players for a position; `more`: Ana={"train": ["R01"]} ..."""
    return [
        {"seat": name, "colour": colour, "hand": 4, **more.get(name, {})}
        for name, colour in zip(NAMES[:n], COLOURS, strict=False)
    ]


def played_hellrail(*inputs: dict[str, Any] | Signal | Request, n: int = 3, **position: Any) -> tuple[Update, ...]:
    """All updates from the opening to the last input: of a new game with `options=`, else of a position."""
    heard: list[Update] = []
    journal = Journal()
    try:
        desk = Engine({"hellrail": HellRail(None)}, journal, ManualClock(1_000), lambda: WALL)
        desk.listen(heard.append)
        options = position.pop("options", None)
        if options is not None:
            given = tuple(Player(name, colour) for name, colour in zip(NAMES[:n], COLOURS, strict=False))
            desk.handle(Open("hellrail", given, options, seed=1))
        else:
            laid = {"seats": people(n), "effects": EFFECTS, **position}
            if position.get("level") == "light":
                laid["seats"] = [
                    {key: said for key, said in seat.items() if key not in CARDS} for seat in laid["seats"]
                ]
            desk.handle(Open("hellrail", position=place(**laid), seed=1))
        for one in inputs:
            with suppress(Refused):  # the screens have been told
                desk.handle(MakeMove(one) if isinstance(one, dict) else one)
    finally:
        journal.close()
    return tuple(heard)
