"""A finding, the check that makes it, and the status that follows from all findings."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Sequence
from enum import IntEnum
from pathlib import Path

from msgspec import Struct

from companion.engine.text import Text
from companion.tools.doctor.live import Live


class Severity(IntEnum):
    """The gravity of a finding, in ascending order."""

    OK = 0
    NOTE = 1
    """Good to know; the game is as good without it."""
    WARN = 2
    """A game can be played, but something is missing or may break."""
    STOPS_PLAY = 3
    """No game can be played until it is mended."""


FindingFact = str | int | Text
"""Words are translated for the reader; anything else is data."""


class Finding(Struct, frozen=True):
    """The result of one check. `code` is of `companion.tools.doctor.catalogue`, which has its words; `facts` fill them
    in.

    `level`: None for the one that the catalogue gives to the code.
    """

    code: str
    facts: dict[str, FindingFact] = {}
    level: Severity | None = None


class Case(Struct, frozen=True):
    """The subject of an examination.

    `data`, `config`: the companion's folders. `quick`: open no window, play no tone, do not wait for bytes.
    `companion`: process of the companion that runs on this data now, 0 if none does: it has screen, ports and pins.
    `live`: the hardware as the running companion sees it, if it asks itself.
    """

    data: Path
    config: Path
    quick: bool = False
    companion: int = 0
    live: Live | None = None


RunCheck = Callable[[], Iterable[Finding]]


class Check(Struct, frozen=True):
    """One check. `name` is for the report of a failure; `limit_s`: seconds it may take."""

    name: str
    run: RunCheck
    limit_s: float = 5.0


Checks = Callable[[Case], list[Check]]
"""Gives all checks of a case."""


WELL, TROUBLE, UNPLAYABLE = 0, 1, 2
"""Exit status of `companion doctor`: all is well; playable with trouble; no game can be played."""


def run_checks(checks: Sequence[Check]) -> list[Finding]:
    """Run all checks side by side and return their findings in order; a crash or a hang is a finding itself."""
    looks = [_CheckThread(check) for check in checks]
    for look in looks:
        look.start()
    return [finding for look in looks for finding in look.found()]


class _CheckThread:
    """One check on a thread of its own."""

    def __init__(self, check: Check) -> None:
        self._check = check
        self._found: list[Finding] = []
        self._until = 0.0
        self._thread = threading.Thread(target=self._run, name=f"doctor-{check.name}", daemon=True)

    def start(self) -> None:
        self._until = time.monotonic() + self._check.limit_s
        self._thread.start()

    def _run(self) -> None:
        try:
            self._found = list(self._check.run())
        except Exception as error:  # noqa: BLE001 - whatever it is, the other findings must be printed
            text = " ".join(f"{type(error).__name__}: {error}".split())
            self._found = [Finding("check_failed", {"check": self._check.name, "error": text})]

    def found(self) -> list[Finding]:
        """Wait for its findings until its time is over. All run at once: several that hang cost no more than one."""
        self._thread.join(max(0.0, self._until - time.monotonic()))
        if self._thread.is_alive():
            return [Finding("check_slow", {"check": self._check.name, "seconds": round(self._check.limit_s)})]
        return self._found
