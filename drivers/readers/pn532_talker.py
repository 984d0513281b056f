"""Asks a PN532 so that a card is reported when it lands, and its going as soon as that is certain.

While no card is there one InListPassiveTarget is outstanding: the chip polls by itself, without end (its
MxRtyPassiveActivation is set to FF), and answers the moment a card lands. After an answer it says nothing more of that
card: so it is asked again every `frame_ms`, and looks anew. A round without an answer is given up by an ACK and
asked again; `drivers.presence` counts those rounds as it counts the missing frames of a reader that repeats.
(A finite number of retries would say "no card" by itself, but would wake the host all evening for nothing.)

The automatic RATS is switched off: a DESFire that has had it hears no second listing until it leaves the field.

Silence has two meanings, no card or no reader. Each command is acknowledged within a millisecond or two; so a
command without an ACK is a missing reader, and an acknowledged one with no answer, not even a broken one, is a
missing card. An outstanding command is renewed every second, to learn of a chip that lost its power and forgot it.
"""

from __future__ import annotations

from collections.abc import Callable

from drivers.readers.pn532_frames import ACK, ACK_FRAME, CHIP, HOST, LIST_REPLY, SYNTAX_ERROR, Payloads, frame
from drivers.readers.pn532_hsu import reads
from drivers.readers.polled_reader import ReaderWishes, SetUpStep, SetUpTalker
from drivers.readers.read import Read

WAKE = bytes.fromhex("55 55 00 00 00 00 00 00 00 00 00 00 00 00 00 00")
SAM = bytes.fromhex("FF 03 FD D4 14 01 17 00")  # with the last zeros of WAKE: SAMConfiguration, normal mode
RETRIES = frame(bytes([HOST, 0x32, 0x05, 0xFF, 0x01, 0xFF]))
NO_RATS = frame(bytes([HOST, 0x12, 0x04]))  # SetParameters: the default but for the automatic RATS

ACK_MS = (50, 150)
"""An ACK that has not come by then was lost, or there is no chip to send it; the second time it may be a slow line."""
LOOK_MS = 50
"""A card that is there has been found by then, with a second one and their ATS."""
ALIVE_MS = 1000
"""How long a command stays outstanding before it is renewed."""
WATCH_MS = 1000
"""How long after a card was last seen its absence is asked about, round after round."""


class Pn532Talker(SetUpTalker):
    """One reader; `wishes.single` asks for one card, else for the two that the chip can report."""

    def __init__(self, wishes: ReaderWishes) -> None:
        self._list = frame(bytes([HOST, LIST_REPLY - 1, 1 if wishes.single else 2, 0]))
        self._round_ms = max(wishes.frame_ms, LOOK_MS)
        self._payloads = Payloads()
        super().__init__(
            self._payloads,
            [
                SetUpStep("SAMConfiguration", ACK_FRAME + WAKE + SAM, _answers(0x15)),
                SetUpStep("RFConfiguration", RETRIES, _answers(0x33), 60, optional=True),
                SetUpStep("SetParameters", NO_RATS, _answers(0x13), 60, optional=True),
            ],
        )
        self.start(0)

    def start(self, now: int) -> None:
        self._payloads.reset()
        self._setup.start(now)
        self._asked: int | None = None  # when the outstanding command was sent
        self._acked: int | None = None  # when it was acknowledged
        self._lost_acks = 0
        self._next = now
        self._seen = now - WATCH_MS - 1
        self._looked = now - LOOK_MS - 1

    def feed(self, data: bytes, now: int) -> list[Read]:
        found: list[Read] = []
        for payload in self._payloads.feed(data):
            cards = reads(payload)
            found += cards
            if not self._setup.done:
                self._setup.heard(payload, now)
                self._next = now
            elif payload == ACK:
                self._acked = now
            elif payload[0] == SYNTAX_ERROR:
                self._again(now)
            elif payload[:2] == bytes([CHIP, LIST_REPLY]):
                self._asked, self._lost_acks = None, 0
                self._next = now + self._round_ms
                if cards or payload[2:] == b"\x00":  # any other answer is broken, and proves nothing
                    self._looked = now
        if found:
            self._seen = now
        return found

    def turn(self, now: int) -> bytes:
        if not self._setup.done:
            return self._set_up(now)
        if now < self.due():
            return b""
        if self._asked is None:
            return self._ask(now)
        if self._looking(now):
            self._looked = now
            self._lost_acks = 0
        else:
            self._lost_acks += 1
            if self._lost_acks == len(ACK_MS):
                self._again(now)
                return self._set_up(now)
        return ACK_FRAME + self._ask(now)

    def due(self) -> int:
        coming = self._setup.due()
        if coming is not None:
            return coming
        if self._asked is None:
            return self._next
        if self._acked is None:
            return self._asked + ACK_MS[self._lost_acks]
        watching = self._asked - self._seen <= WATCH_MS
        return self._acked + (self._round_ms if watching else ALIVE_MS)

    def sure(self, now: int) -> bool:
        if not self.hearing:
            return False
        return self._looking(now) or now - self._looked <= self._round_ms + LOOK_MS

    def _looking(self, now: int) -> bool:
        """Whether the chip has been looking for a card for long enough, and has said nothing."""
        if self._asked is None or self._acked is None:
            return False
        return now - self._acked >= LOOK_MS and self._payloads.clean

    def _ask(self, now: int) -> bytes:
        self._payloads.reset()  # half an answer will not be continued
        self._asked, self._acked = now, None
        return self._list

    def _again(self, now: int) -> None:
        self._asked = None
        self._lost_acks = 0
        self._setup.start(now)


def _answers(code: int) -> Callable[[bytes], bool]:
    return lambda got: got[:2] == bytes([CHIP, code])
