"""`companion readers` at one port: what comes late, only while it asks, or not at all any more."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest

from drivers.discovery import probe
from drivers.discovery.probe import find_reader
from drivers.discovery.recognise import PROBES
from drivers.readers.pn532_frames import ACK_FRAME, frame
from drivers.readers.ports import TunablePort
from drivers.simulated.reader import VirtualReader


@pytest.fixture(autouse=True)
def _in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probe, "PROBES", [(name, words, 0.01) for name, words, _wait in PROBES])


class Line:
    """Says `chunks` one by one after the question number `after`."""

    timeout = 0.0
    baudrate = 115200

    def __init__(self, after: int, *chunks: bytes) -> None:
        self._after = after
        self._chunks = list(chunks)
        self._questions = 0

    def write(self, words: bytes) -> None:
        self._questions += 1

    @property
    def _coming(self) -> bool:
        return self._questions >= self._after and bool(self._chunks)

    @property
    def in_waiting(self) -> int:
        return len(self._chunks[0]) if self._coming else 0

    def read(self, size: int) -> bytes:
        if not self._coming:
            return b""
        data, rest = self._chunks[0][:size], self._chunks[0][size:]
        self._chunks[:1] = [rest] if rest else []
        return data

    def close(self) -> None:
        """Nothing to be done."""


def test_an_acknowledgement_is_not_yet_the_answer() -> None:
    """A PN532 that was booting hears the last question only, and acknowledges before it answers."""
    line = Line(len(PROBES), ACK_FRAME, frame(b"\xd5\x15"), frame(bytes.fromhex("D5 03 32 01 06 07")))
    found = probe._ask(cast("TunablePort", line))
    assert [(one.protocol, one.version) for one in found.candidates] == [("pn532_hsu", "PN532 1.6")]


def test_what_came_while_it_was_asked_is_not_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probe, "open_port", lambda port, baud: Line(3, b"who is there?"))
    found = find_reader("/dev/ttyUSB0", 0.01, lambda: None)
    assert not found.candidates and found.received == 13


def test_a_cable_that_is_pulled_out_meanwhile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reader = VirtualReader("rdm6300", tmp_path, "loose")

    def pulled(line: TunablePort, wait_s: float) -> None:
        reader.close()
        line.read(1)

    monkeypatch.setattr(probe, "_listen", pulled)
    assert find_reader(reader.port, 1.0, lambda: None).trouble == "absent"
