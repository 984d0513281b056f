"""Hands at a real table of Cerbère: the invented tags, mock buttons, and where things stand on the wide screen."""

from __future__ import annotations

import shutil
import tomllib
from pathlib import Path
from typing import Any, Final

from companion.options import PACKAGED_CONFIG
from kiosk.sound.kit import RATE
from kiosk.sound.profile import buffer_of
from tests.patience import until
from tests.process.hands import Table
from tests.process.hearing import captured
from tests.process.machine import TABLE
from tests.process.pictures import Box
from tests.process.readers import Hand

TAGS: Final[dict[str, Any]] = tomllib.loads((PACKAGED_CONFIG / "cerbere/demo.toml").read_text(encoding="utf-8"))
COLOURS: Final = {"Ana": "red", "Bo": "blue", "Cy": "green", "Dan": "pink"}
"""The four players of a first evening."""

GATE: Final = (0.5, 0.5)
START: Final = (0.74, 0.9)
"""Keys of the home screen and the set-up, as shares of the window (800 x 480)."""

MARK: Final[Box] = (0.04, 0.062, 0.13, 0.21)
"""Whose turn it is: the player's mark."""


def track(index: int) -> Box:
    """A space of the Rage track beside the halves of the Action cards, with all that can stand on it."""
    x = (325 + index * 49.3) / 800
    return (x - 0.02, 0.37, x + 0.02, 0.44)


class Hands(Table):
    """Tags on a reader and fingers on mock buttons; after `open` nobody touches the screen.

    :param folder: a fresh one: the owner's tags are the invented ones, and the card is never given back.
    """

    def __init__(self, folder: Path, wire: Hand) -> None:
        self._wire = wire
        table = TABLE.replace("[panel]", "[panel]\ndebounce_ms = 1")  # mock keys do not bounce, and this test is quick
        captured(folder / "config", table + wire.entry())
        shutil.copy(folder / "config/cerbere/demo.toml", folder / "config/cerbere/box.toml")
        super().__init__(folder)

    # -- on the screen, before the game ----------------------------------------------------------------------------

    def open(self) -> None:
        """From home through Cerbère's gate and the set-up into the first turn, by touch."""
        touch = self.kiosk.touch
        touch(*GATE)
        touch(*START)
        until(lambda: self.view is not None, "the open game")

    # -- tags and buttons -------------------------------------------------------------------------------------------

    @property
    def prompt(self) -> dict[str, Any]:
        """What can be chosen now."""
        return dict(self.kiosk.say(view={})["prompt"])

    def card(self, name: str, number: int) -> None:
        """A player's Action card is laid on the reader; its option is asked for."""
        self.kiosk.tap(self._wire, TAGS["actions"][COLOURS[name]][number - 1], lambda v: v["play"] is not None)

    def pawn(self, colour: str, done: Any) -> Any:
        """A pawn is laid on the reader until the view is as it should be."""
        return self.kiosk.tap(self._wire, TAGS["pawns"][colour], done)

    def names(self, name: str, slot: str) -> None:
        """A player's pawn is named for a place on the card."""
        self.pawn(COLOURS[name], lambda v: v["play"] is None or v["play"]["targets"].get(slot) == name)

    def plays(self, name: str, number: int, option: str, *named: str) -> None:
        """A whole turn: card, option, the pawns it names, the pawns moved by people, the end of the turn."""
        assert self.view["turn"]["player"] == name
        self.card(name, number)
        assert self.prompt["id"] == "option"
        self.push(option, lambda v: v["play"] is None or v["play"]["option"] == option, f"option {option}")
        for slot, who in zip("xy", named, strict=False):
            self.names(who, slot)
        self.ends(name)

    def ends(self, name: str) -> None:
        """The pawns are moved, and the turn is over."""
        if self.view["play"] is not None:
            self.push("start", lambda v: v["play"] is None, "the effects done")
        if self.view["turn"]["player"] == name and not self.view["turn"]["chasing"]:
            self.push("start", lambda v: v["turn"]["player"] != name or v["turn"]["chasing"], "the end of the turn")

    # -- what comes of it -------------------------------------------------------------------------------------------

    def hears(self, *cues: tuple[str, int | None], since: int) -> None:
        """All of these were played since then."""
        for name, n in cues:
            self.ear.heard(buffer_of(name, n), since=since)

    def pause(self) -> int:
        """People are slower than this test, and only two sounds wait for others: until all is still. Where that is."""
        begun = self.ear.now()

        def still() -> bool:
            now = self.ear.now()
            return now - begun > RATE // 2 and not self.ear.samples(now - RATE // 4).any()

        until(still, "stillness", pause=0.05)
        return self.ear.now()
