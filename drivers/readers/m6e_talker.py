"""Sets an M6E Nano to read without end, and does so again when it falls silent.

It forgets everything without power: protocol, antenna, region, power. While it reads it takes no command but
"stop", and reports once a second that it is alive. So a tag that is alone is known to be gone when the next sign
of life comes without it, and a module that gave none for `SILENT_MS` is set up from the beginning.
"""

from __future__ import annotations

from collections.abc import Callable

from drivers.readers.m6e_nano import TAG_READ, command_frame, m6e_frames, tag
from drivers.readers.polled_reader import ReaderWishes, SetUpStep, SetUpTalker
from drivers.readers.read import Read

MULTI = 0x2F
VERSION, PROTOCOL, ANTENNA, REGION, POWER, PARAMETER = 0x03, 0x93, 0x91, 0x97, 0x92, 0x9A
STOP = command_frame(MULTI, bytes.fromhex("00 00 02"))
READ = command_frame(MULTI, bytes.fromhex("00 00 01 22 00 00 05 07 22 10 00 1B 03 E8 01 FF"))

SILENT_MS = 1300
SURE_MS = 300
_STOP_MS = 400  # it sends what it has read before it answers
_REGIONS = {"us": 0x0D, "eu": 0x08}
_POWER_DBM = 5  # enough for a table, and as much as a USB port feeds


class M6eTalker(SetUpTalker):
    """One reader; without a wish it uses the European band and 5 dBm."""

    def __init__(self, wishes: ReaderWishes) -> None:
        power = _POWER_DBM if wishes.power_dbm is None else wishes.power_dbm
        self._frames = m6e_frames()
        super().__init__(
            self._frames,
            [
                SetUpStep("stop", STOP, _answer(MULTI, any_status=True), _STOP_MS),
                _step("version", VERSION),
                _step("protocol", PROTOCOL, bytes.fromhex("00 05")),
                _step("antenna", ANTENNA, bytes.fromhex("01 01")),
                _step("region", REGION, bytes([_REGIONS[wishes.region or "eu"]])),
                _step("power", POWER, (100 * power).to_bytes(2)),
                _step("filter", PARAMETER, bytes.fromhex("01 0C 00")),
                SetUpStep("read", READ, _answer(MULTI)),
            ],
        )
        self.start(0)

    def start(self, now: int) -> None:
        self._frames.reset()
        self._setup.start(now)
        self._heard = now

    def feed(self, data: bytes, now: int) -> list[Read]:
        found: list[Read] = []
        for got in self._frames.feed(data):
            self._heard = now
            if (read := tag(got)) is not None:
                found.append(read)
            if not self._setup.done:
                self._setup.heard(got, now)
            elif got[2] != TAG_READ:  # it has stopped reading, whyever
                self.start(now)
        return found

    def turn(self, now: int) -> bytes:
        if self._setup.done and now >= self.due():
            self.start(now)
        return self._set_up(now)

    def due(self) -> int:
        coming = self._setup.due()
        return self._heard + SILENT_MS if coming is None else coming

    def sure(self, now: int) -> bool:
        return self.hearing and now - self._heard <= SURE_MS


def _step(name: str, opcode: int, data: bytes = b"") -> SetUpStep:
    return SetUpStep(name, command_frame(opcode, data), _answer(opcode))


def _answer(opcode: int, *, any_status: bool = False) -> Callable[[bytes], bool]:
    return lambda got: got[2] == opcode and (any_status or got[3:5] == b"\x00\x00")
