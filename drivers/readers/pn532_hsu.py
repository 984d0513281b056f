"""PN532 boards in HSU mode (13.56 MHz, type A: MIFARE, NTAG, DESFire). 115200 8N1, asked by `pn532_talker`."""

from __future__ import annotations

from drivers.readers.pn532_frames import Payloads, uids
from drivers.readers.read import Read


class Pn532Hsu:
    """The cards in the answers; ACKs, errors and answers to other commands are no reads."""

    def __init__(self) -> None:
        self._payloads = Payloads()

    def feed(self, data: bytes) -> list[Read]:
        return [read for payload in self._payloads.feed(data) for read in reads(payload)]

    def reset(self) -> None:
        self._payloads.reset()


def reads(payload: bytes) -> list[Read]:
    """The cards in one payload."""
    return [Read(uid.hex().upper()) for uid in uids(payload)]
