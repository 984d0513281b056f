"""Bytes from an unknown reader -> the protocols that they may be. No I/O, no clock.

    seen = Recogniser()
    seen.feed(port.read(...))
    seen.found()         # the likeliest first; () as long as nothing was understood

A reader that talks by itself is known by a tag on it, one that must be asked by its answer to `PROBES`.
"""

from __future__ import annotations

from collections.abc import Collection

from msgspec import Struct

from drivers.readers import BOARD, PROTOCOLS, Read, m6e_nano, new_decoder, r200
from drivers.readers.antenna_board import AntennaBoard
from drivers.readers.m6e_talker import STOP as M6E_STOP
from drivers.readers.m6e_talker import VERSION
from drivers.readers.parallax28140 import CR
from drivers.readers.pn532_frames import ACK_FRAME, CHIP, HOST, Payloads
from drivers.readers.pn532_frames import frame as pn532_frame
from drivers.readers.pn532_talker import SAM, WAKE
from drivers.readers.r200_talker import STOP as R200_STOP
from drivers.readers.sketch import Learner
from drivers.readers.text_line import TextLine

SPEEDS = {9600: 2.5, 115200: 1.2, 2400: 1.2}
"""Bits per second at which there are readers, the commonest first, and how many seconds to listen at each before the
next: an RDM6300 speaks every 65 ms, one that sends once needs luck."""
ASKED_SPEED = 115200
_PN532 = (
    ("pn532_hsu", ACK_FRAME + WAKE + SAM, 0.1),
    ("pn532_hsu", pn532_frame(bytes([HOST, 0x02])), 0.1),
)
PROBES: tuple[tuple[str, bytes, float], ...] = (
    *_PN532,
    ("r200", R200_STOP, 0.15),
    ("r200", r200.frame(r200.COMMAND, 0x03, b"\x00"), 0.2),
    ("m6e_nano", M6E_STOP, 0.8),
    ("m6e_nano", m6e_nano.command_frame(VERSION), 0.2),
    *_PN532,  # it may have been booting
)
"""What to write one after the other at `ASKED_SPEED`, and for how many seconds to listen after each.

The questions are for the version; the stops are for a reader that still does what an earlier program wanted.
"""
REPEATS = 2
"""So many reads of one tag in a row, and the reader is one that repeats."""

ASKED = frozenset({BOARD, *(name for name, _words, _wait in PROBES)})
"""Who is known without a tag: by an answer, or, a board, by its signs of life."""


class Candidate(Struct, frozen=True):
    """What a reader may be. `uid`: the last tag; `reads`: of tags; `version`: what it said of itself; `label`: what its
    sketch prints before a number; `device`: what one that types says of itself; `antennas`: how many a board has."""

    protocol: str
    uid: str = ""
    reads: int = 0
    version: str = ""
    label: str = ""
    device: str = ""
    antennas: int = 0


class Recogniser:
    """Tries every protocol, or `only` some, on the same bytes.

    :param learner: what lines of text have taught before, at this speed.
    """

    def __init__(self, only: Collection[str] = PROTOCOLS, learner: Learner | None = None) -> None:
        self._decoders = {name: new_decoder(name) for name in PROTOCOLS if name in only}
        self.learner = learner or Learner()
        board = self._decoders.get(BOARD)
        self._board = board if isinstance(board, AntennaBoard) else None
        lines = self._decoders.get("text_line")
        if isinstance(lines, TextLine):
            lines.strange = self.learner.hear
        self._reads: dict[str, list[Read]] = {name: [] for name in self._decoders}
        self._versions: dict[str, str] = {}
        self._payloads = Payloads()
        self._r200 = r200.r200_frames()
        self._m6e = m6e_nano.m6e_frames()
        self._last: int | None = None
        self.answering: set[str] = set()
        """Protocols of which any whole frame came, whatever it says."""
        self.received = 0
        """Bytes so far; many of them and nothing found: another speed, another protocol, or noise."""

    def feed(self, data: bytes) -> None:
        """More bytes."""
        if not data:
            return
        self.received += len(data)
        self._last = data[-1]
        for name, understands in self._decoders.items():
            self._reads[name] = (self._reads[name] + understands.feed(data))[-100:]
        if (board := self._board) is not None and board.health is not None:
            self._versions[BOARD] = f"{len(board.health.working)}/{board.health.antennas}"
        for payload in self._payloads.feed(data):
            self.answering.add("pn532_hsu")
            if payload[:2] == bytes([CHIP, 0x03]) and len(payload) == 6:
                self._versions["pn532_hsu"] = f"PN5{payload[2]:02X} {payload[3]}.{payload[4]}"
        for got in self._r200.feed(data):
            self.answering.add("r200")
            if got[1] == r200.ANSWER and got[2] == 0x03:
                self._versions["r200"] = got[6:-2].decode("ascii", "replace").strip()
        for got in self._m6e.feed(data):
            self.answering.add("m6e_nano")
            if got[2] == VERSION and got[3:5] == b"\x00\x00" and len(got) >= 7 + 16:
                self._versions["m6e_nano"] = f"M6E {got[17:21].hex('.')}"

    def found(self) -> tuple[Candidate, ...]:
        """What the bytes so far may be, the likeliest first."""
        named = {
            name for name in self._decoders if self._reads[name] and name != BOARD
        }  # that one says how many it has
        if self._versions:
            return tuple(self._candidate(name) for name in self._versions)
        if "rdm6300" in named and self._repeats("rdm6300"):
            named.discard("id12la")  # the same frame as that one's without CR LF, which would not repeat
        # LF 10 hex CR again and again is byte for byte a text with CR LF, but for its very end.
        if {"parallax28140", "text_line"} <= named:
            named.discard("text_line" if self._last == CR else "parallax28140")
        if not named and self.learner.label:
            return (Candidate("text_line", self.learner.uid, 2, label=self.learner.label),)
        return tuple(self._candidate(name) for name in sorted(named))

    def _candidate(self, name: str) -> Candidate:
        reads = self._reads[name]
        uid = reads[-1].uid if reads else ""
        health = self._board.health if self._board is not None and name == BOARD else None
        antennas = health.antennas if health is not None else 0
        return Candidate(name, uid, len(reads), self._versions.get(name, ""), antennas=antennas)

    def _repeats(self, name: str) -> bool:
        reads = [read.uid for read in self._reads[name]]
        return any(reads[i : i + REPEATS] == [reads[i]] * REPEATS for i in range(len(reads) - REPEATS + 1))
