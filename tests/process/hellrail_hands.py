"""Hands at a real table of HellRail: two antennas of a board, the demo deck's tags, mock buttons."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import msgspec

from companion.options import PACKAGED_CONFIG
from drivers.readers import BOARD
from tests.process.hands import Table
from tests.process.hearing import captured
from tests.process.machine import TABLE
from tests.process.pictures import Box, Picture
from tests.process.readers import hands

_DECK: Final = tomllib.loads((PACKAGED_CONFIG / "hellrail/deck_demo.toml").read_text(encoding="utf-8"))
TAGS: Final[dict[str, str]] = {card["id"]: card["tag"] for card in _DECK["card"]}

NAMES: Final = ("Ana", "Bo", "Cy")
COLOURS: Final = ("red", "blue", "yellow")

OPEN_THE_CARS: Final = "Open the cars"


def late(delivers: str, discard: tuple[str, ...] = ("R40", "R41"), draw: int = 1) -> dict[str, Any]:
    """A Keeper's game near its end: Ana stands at circle 1 with a car that goes there and one that goes elsewhere.

    :param delivers: the car of Ana's train that is to be delivered.
    """
    seats = {"Ana": ("C1", ["R05", delivers], 2), "Bo": ("C6", ["R28"], 1), "Cy": ("CG", [], 1)}
    open_ones = {*discard, *(car for _at, train, _hand in seats.values() for car in train)}
    unseen = draw + sum(hand for _at, _train, hand in seats.values())
    free = sorted((id for id in TAGS if id not in open_ones), key=IN_HAND.__contains__)
    return {
        "players": [{"name": name, "colour": colour} for name, colour in zip(NAMES, COLOURS, strict=True)],
        "options": {"level": "keeper"},
        "phase": "start",
        "draw": draw,
        "discard": list(discard),
        "table": free[:-unseen],
        "seats": {name: {"at": at, "train": train, "hand": hand} for name, (at, train, hand) in seats.items()},
    }


IN_HAND: Final = ("R01", "R17", "R24")
"""In a hand or in the pile, if they are on no train: R01 is picked up at circle 1, the others are delivered there."""


class Hands(Table):
    """Tags on two antennas of a board and fingers on mock buttons.

    :param motion: whether anything moves on the screen; if not, the same table is the same picture.
    """

    def __init__(self, folder: Path, motion: bool = True) -> None:
        self._wires = dict(zip(("train", "deliver"), hands(2, BOARD), strict=True))
        table = TABLE.replace("[panel]", "[panel]\ndebounce_ms = 1")
        captured(folder / "config", table + "".join(wire.entry(name) for name, wire in self._wires.items()))
        (folder / "data").mkdir(exist_ok=True)
        settings = msgspec.json.encode(
            {"motion": motion, "language": "en", "first_games": {"hellrail": {"on": False}}}  # nothing is explained
        )
        (folder / "data/settings.json").write_bytes(settings)
        super().__init__(folder)

    def close(self) -> None:
        for wire in self._wires.values():
            wire.close()

    # -- tags and buttons -------------------------------------------------------------------------------------------

    def seat(self, name: str) -> Any:
        return next(seat for seat in self.view["seats"] if seat["name"] == name)

    def tap(self, reader: str, card: str, done: Callable[[Any], object]) -> Any:
        """A card's tag is laid on a reader until the view is as it should be."""
        return self.kiosk.tap(self._wires[reader], TAGS[card], done)

    # -- what comes of it -------------------------------------------------------------------------------------------

    def still(self, what: str) -> Picture:
        """The first picture that is like the one before it."""
        last = [self.kiosk.picture()]

        def same(picture: Picture) -> bool:
            before, last[0] = last[0], picture
            return bool((before.pixels == picture.pixels).all())

        return self.shows(same, what)

    @staticmethod
    def count_of(name: str) -> Box:
        """Where a player's delivered cars are counted (Keeper, 800 x 480, three players)."""
        left = 0.70 + 0.09 * NAMES.index(name)
        return (left, 0.385, left + 0.07, 0.465)
