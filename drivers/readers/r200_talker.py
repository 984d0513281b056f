"""Keeps an R200 polling for all the tags on its mat.

"Poll 65535 times" lasts half an hour or more; each round gives a notice for each tag, or "no tag". When nothing
at all has come for `SILENT_MS`, polling has ended, or the module was without power for a moment, or it is one of
those that say nothing over an empty mat: it gets the command to stop, which it answers, and to poll again.
"""

from __future__ import annotations

from collections.abc import Callable

from drivers.readers.polled_reader import ReaderWishes, SetUpStep, SetUpTalker
from drivers.readers.r200 import ANSWER, COMMAND, ERROR, NO_TAG, NOTICE, frame, r200_frames, tag
from drivers.readers.r200 import STOP as STOP_CODE
from drivers.readers.read import Read

STOP = frame(COMMAND, STOP_CODE)
POLL = frame(COMMAND, 0x27, bytes.fromhex("22 FF FF"))
NOTHING = frame(ANSWER, ERROR, bytes([NO_TAG]))
REGION, POWER = 0x07, 0xB6

SILENT_MS = 250
ANSWER_MS = 100
_LOST_ANSWERS = 2
_REGIONS = {"us": 2, "eu": 3}


class R200Talker(SetUpTalker):
    """One reader; `wishes.region` and `wishes.power_dbm` are sent if they are given."""

    def __init__(self, wishes: ReaderWishes) -> None:
        self._frames = r200_frames()
        steps = [SetUpStep("stop", STOP, _answer(STOP_CODE))]
        if wishes.region is not None:
            steps.append(_set("region", REGION, bytes([_REGIONS[wishes.region]])))
        if wishes.power_dbm is not None:
            steps.append(_set("power", POWER, (100 * wishes.power_dbm).to_bytes(2)))
        super().__init__(self._frames, steps)
        self.start(0)

    def start(self, now: int) -> None:
        self._frames.reset()
        self._setup.start(now)
        self._heard = now
        self._stopping: int | None = None  # when it got the command to stop
        self._polling = False
        self._lost = 0

    def feed(self, data: bytes, now: int) -> list[Read]:
        found: list[Read] = []
        if data and self._polling and self._frames.clean and not data.replace(NOTHING, b""):
            self._heard, self._lost = now, 0
            return found
        for got in self._frames.feed(data):
            if got[1] == COMMAND:  # a line that echoes what we write
                continue
            self._heard, self._lost = now, 0
            if not self._setup.done:
                self._setup.heard(got, now)
            elif _answer(STOP_CODE)(got) and self._stopping is not None:
                self._stopping, self._polling = None, False
            if (read := tag(got)) is not None:
                self._stopping = None
                found.append(read)
        return found

    def turn(self, now: int) -> bytes:
        if not self._setup.done:
            return self._set_up(now)
        if not self._polling:
            self._polling = True
            self._heard = now
            return POLL
        if now < self.due():
            return b""
        if self._stopping is not None:
            self._lost += 1
            if self._lost == _LOST_ANSWERS:
                self.start(now)
                return self._set_up(now)
        self._frames.reset()
        self._stopping = now
        return STOP

    def due(self) -> int:
        coming = self._setup.due()
        if coming is not None:
            return coming
        if not self._polling:
            return self._heard
        return self._heard + SILENT_MS if self._stopping is None else self._stopping + ANSWER_MS

    @property
    def mark(self) -> int | None:
        """ "No tag" has not the kind of a tag's notice in it. The rest of a begun frame may have no mark any more."""
        return NOTICE if self._polling and self._stopping is None and self._frames.clean else None

    def sure(self, now: int) -> bool:
        return self.hearing and now - self._heard <= SILENT_MS + ANSWER_MS


def _set(name: str, code: int, parameters: bytes) -> SetUpStep:
    done = frame(ANSWER, code, b"\x00")
    return SetUpStep(name, frame(COMMAND, code, parameters), lambda got: got == done)


def _answer(code: int) -> Callable[[bytes], bool]:
    """An answer to the command `code`, or that it was refused; not that an inventory found nothing."""
    return lambda got: got[1] == ANSWER and (got[2] == code or (got[2] == ERROR and got[5] != NO_TAG))
