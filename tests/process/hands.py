"""Fingers on mock buttons at a real table, what the table shows of it, and what its journal says afterwards."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from companion.engine.entry import Status
from companion.engine.journal import Journal
from tests.patience import until
from tests.process.hearing import Ear, awake
from tests.process.lamp import glows
from tests.process.machine import Kiosk, companion
from tests.process.pictures import Picture


class Table:
    """A kiosk, and what people do at it."""

    def __init__(self, folder: Path) -> None:
        self.kiosk = Kiosk(folder)

    def listen(self) -> int:
        """Wait until the sound is rendered and loaded; where the first one ends."""
        self.kiosk.wait_for_sound()
        self.ear = Ear(self.kiosk.sound, self.kiosk.data / "sound")
        return awake(self.kiosk, self.ear)

    @property
    def view(self) -> Any:
        return self.kiosk.view

    def push(self, button: str, done: Callable[[Any], object], what: str) -> None:
        """A finger on a button until what comes of it is there."""
        self.kiosk.say(press=button)
        until(lambda: done(self.view), f"{what}, of the button {button}")
        self.kiosk.release(button)

    def lit(self, mood: str) -> None:
        """Wait for a glow."""
        until(lambda: glows(self.kiosk.lamp, mood), f"the glow {mood}")

    def shows(self, condition: Callable[[Picture], bool], what: str) -> Picture:
        return self.kiosk.shows(condition, what)


def recorded(kiosk: Kiosk) -> tuple[list[Any], Any, Status]:
    """The events told in the one game of the journal, its result, and how it stands."""
    journal = Journal(kiosk.journal, read_only=True)
    try:
        (_row,) = journal.games()
        found = journal.record(None)
        assert found is not None
        told = [event for entry in found.saved.entries for event in msgspec.json.decode(entry.events)]
        return told, msgspec.json.decode(found.result or b"null"), found.saved.status
    finally:
        journal.close()


def replays(kiosk: Kiosk) -> str:
    """What is said while the game is played through again, which leads to the same."""
    done = companion("replay", "--data", kiosk.data, "--config", kiosk.config)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return done.stdout
