"""What is measured of the readers, on pseudo-terminals; each row beside the library from PyPI where there is one."""

from __future__ import annotations

import contextlib
import os
import select
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

from drivers.readers import PROTOCOLS, new_decoder
from drivers.simulated.encoders import EXAMPLES, encode
from drivers.simulated.reader import VirtualReader
from kiosk.measure.figure import Measurement, percentile
from tests.tools.bench.drivers.process import Process, Whose
from tests.tools.bench.engine.rivals import there_are_rivals

RIVALS = {"rdm6300": "PyPI rdm6300", "pn532_hsu": "adafruit-circuitpython-pn532"}
FLOOD = 3000
TAPS = 200
LIFTS = 40
IDLE_S = 10.0
BOOT_S = 0.3
"""A simulated reader may need this long before it hears anything; not every library asks twice."""
SWAP_AIM_MS = 2.0
IDLE_AIM = 0.3


def _sides(protocol: str) -> Iterator[tuple[Whose, str]]:
    """Ours, and the other library if it is installed; with what the figure's name says of it."""
    yield "ours", protocol
    if protocol in RIVALS and there_are_rivals():
        yield "rivals", RIVALS[protocol]


def frames() -> Iterator[Measurement]:
    """Frames a second: of each decoder alone, and from the terminal to the event."""
    for name in PROTOCOLS:
        data = b"".join(encode(name, uid) for uid in EXAMPLES[name]) * 5000
        fresh = new_decoder(name)
        begun = time.perf_counter()
        found = sum(len(fresh.feed(data[at : at + 256])) for at in range(0, len(data), 256))
        yield Measurement(
            f"reader: frames decoded, {name}", found / (time.perf_counter() - begun), "/s", better="higher"
        )
    for whose, name in _sides("rdm6300"):
        yield Measurement(f"reader: frames to events, {name}", FLOOD / _flooded(whose), "/s", better="higher")


def _flooded(whose: Whose) -> float:
    """Seconds from the first byte of so many frames, two tags in turns, to the last event."""
    alternating = b"".join(encode("rdm6300", uid) for uid in EXAMPLES["rdm6300"])
    with tempfile.TemporaryDirectory() as folder:
        reader = VirtualReader("rdm6300", Path(folder))
        try:
            with Process(whose, "flood", "rdm6300", str(FLOOD), reader.port) as process:
                assert process.line() == "ready"
                begun = time.monotonic_ns()
                _write(reader, alternating, FLOOD // 2)
                return (int(process.line()) - begun) / 1e9
        finally:
            reader.close()


def _write(reader: VirtualReader, data: bytes, count: int) -> None:
    """As fast as the terminal takes it; its buffer is small, and what does not fit would be lost.

    The terminal does not become blocking for it: the reader's own thread could then not be ended.
    """
    assert reader._fds is not None
    master, room = reader._fds[0], select.poll()
    room.register(master, select.POLLOUT)
    for _ in range(count):
        view = memoryview(data)
        while view:
            room.poll()
            with contextlib.suppress(BlockingIOError):
                view = view[os.write(master, view) :]


class _Wire:
    """A virtual reader that remembers when it has last sent a frame with a tag in it."""

    def __init__(self, protocol: str, folder: str) -> None:
        self.reader = VirtualReader(protocol, Path(folder))
        time.sleep(BOOT_S)
        self.reader.spoil = self._note
        self.sent_at: dict[str, int] = {}
        self._protocol = protocol

    def _note(self, data: bytes) -> bytes:
        for read in new_decoder(self._protocol).feed(data):
            self.sent_at.setdefault(read.uid, time.monotonic_ns())
        return data


def taps() -> Iterator[Measurement]:
    """From the last byte of the first frame of a tag, on an empty reader, to its event."""
    for protocol in ("rdm6300", "pn532_hsu"):
        for whose, name in _sides(protocol):
            after_byte, after_landing = _tapped(whose, protocol)
            for part in (0.5, 0.99):
                yield Measurement(f"reader: tap to event, {name}, p{part * 100:g}", percentile(after_byte, part), "ms")
            if protocol == "pn532_hsu":
                yield Measurement(
                    f"reader: landing to event, {name}, p99", percentile(after_landing, 0.99), "ms",
                    note="12 ms of them are the simulated chip's",
                )  # fmt: skip


def _tapped(whose: Whose, protocol: str) -> tuple[list[float], list[float]]:
    chance = Random(1)
    after_byte: list[float] = []
    after_landing: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        wire = _Wire(protocol, folder)
        try:
            with Process(whose, "events", protocol, wire.reader.port) as process:
                assert process.line() == "ready"
                for n in range(TAPS // 4):
                    time.sleep(chance.uniform(0.05, 0.15))
                    uid = EXAMPLES[protocol][n % 2]
                    wire.sent_at.clear()
                    landed = time.monotonic_ns()
                    wire.reader.place(uid)
                    at = process.event("+", uid)
                    after_byte.append((at - wire.sent_at[uid]) / 1e6)
                    after_landing.append((at - landed) / 1e6)
                    wire.reader.lift()
                    process.event("-")
        finally:
            wire.reader.close()
    return after_byte, after_landing


def swaps() -> Iterator[Measurement]:
    """One card for another under 65 ms repeats: from the last byte of the new card's first frame to its event."""
    for protocol in ("rdm6300", "pn532_hsu"):
        for whose, name in _sides(protocol):
            late = _swapped(whose, protocol)
            yield Measurement(f"reader: card swap, {name}, p50", percentile(late, 0.5), "ms", note=f"{len(late)} swaps")
            aim = SWAP_AIM_MS if whose == "ours" else None
            yield Measurement(f"reader: card swap, {name}, p99", percentile(late, 0.99), "ms", aim)


def _swapped(whose: Whose, protocol: str) -> list[float]:
    chance = Random(2)
    late: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        wire = _Wire(protocol, folder)
        try:
            with Process(whose, "events", protocol, wire.reader.port) as process:
                assert process.line() == "ready"
                for n in range(TAPS + 1):
                    uid = EXAMPLES[protocol][n % 2]
                    wire.sent_at.clear()
                    wire.reader.place(uid)
                    at = process.event("+", uid)
                    if n:
                        late.append((at - wire.sent_at[uid]) / 1e6)
                    time.sleep(chance.uniform(0.02, 0.15))
        finally:
            wire.reader.close()
    return late


def removals() -> Iterator[Measurement]:
    """From the true moment of the lift to its event; the aim is to be regular: what varies is the error."""
    for protocol in ("rdm6300", "pn532_hsu", "r200", "m6e_nano"):
        for whose, name in _sides(protocol):
            late = _lifted(whose, protocol)
            middle = percentile(late, 0.5)
            yield Measurement(f"reader: lift to event, {name}, p50", middle, "ms", note=f"{len(late)} lifts")
            yield Measurement(
                f"reader: lift to event, {name}, worst", max(late), "ms", note=f"{min(late):.0f} at the soonest"
            )


def _lifted(whose: Whose, protocol: str) -> list[float]:
    chance = Random(3)
    late: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        wire = _Wire(protocol, folder)
        try:
            with Process(whose, "events", protocol, wire.reader.port) as process:
                assert process.line() == "ready"
                for _ in range(LIFTS):
                    uid = EXAMPLES[protocol][0]
                    wire.reader.place(uid)
                    process.event("+", uid)
                    time.sleep(chance.uniform(0.1, 0.3))
                    lifted = time.monotonic_ns()
                    wire.reader.lift()
                    late.append((process.event("-") - lifted) / 1e6)
        finally:
            wire.reader.close()
    return late


def idle() -> Iterator[Measurement]:
    """CPU of a process with four readers on which nothing lies, in percent of one core.

    An R200 says "no tag" 33 times a second: beside it stands what it costs to read its bytes and throw them away.
    """
    for protocol in ("rdm6300", "pn532_hsu", "r200", "m6e_nano"):
        for whose, name in _sides(protocol):
            aim = IDLE_AIM if whose == "ours" else None
            yield Measurement(f"reader: idle CPU of four, {name}", _idle(whose, "idle", protocol), "%", aim)
    yield Measurement("reader: idle CPU of four, r200, bytes thrown away", _idle("ours", "bare", "r200"), "%")


def _idle(whose: Whose, task: str, protocol: str) -> float:
    with tempfile.TemporaryDirectory() as folder:
        readers = [VirtualReader(protocol, Path(folder), f"r{n}") for n in range(4)]
        time.sleep(BOOT_S)
        try:
            with Process(whose, task, protocol, str(IDLE_S), *(reader.port for reader in readers)) as process:
                return 100 * float(process.line()) / IDLE_S
        finally:
            for reader in readers:
                reader.close()
