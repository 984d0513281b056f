"""What a PN532 may say late or wrongly, word for word: nothing of it is a removal."""

from __future__ import annotations

import pytest

from companion.engine.clock import ManualClock
from drivers.config import ReaderConfig
from drivers.presence import TagPlaced
from drivers.readers import ReaderWishes, talker
from drivers.readers.pn532_frames import ACK_FRAME, frame
from drivers.readers.session import ReaderSession

CARD = frame(bytes.fromhex("D5 4B 01 01 00 04 08 04 B0 86 4D 25"))
BROKEN = [frame(bytes.fromhex(payload)) for payload in ("D5 4B 27", "D5 4B 01 27", "D5 4B", "D5 4B 01 01 00 04 08 05")]
NO_CARD = frame(bytes.fromhex("D5 4B 00"))


class Chip:
    """Takes every command and answers it `late` ms after it was asked, if nothing else was asked meanwhile."""

    def __init__(self, late: int = 1) -> None:
        settings = ReaderConfig(name="nfc", port="virtual", protocol="pn532_hsu").settings()
        self.session = ReaderSession({0: settings.rules}, talker("pn532_hsu", ReaderWishes()), lambda uid: True)
        self.late = late
        self.clock = ManualClock(1000)
        self.listing: list[bytes] = []
        """What it answers, one after the other; the last one again and again, nothing if it is empty."""
        self.told: list[str] = []
        self._coming: list[tuple[int, bytes]] = []
        self.session.opened(1000)

    def run(self, ms: int) -> None:
        for _ in range(ms):
            now = self.clock.now_ms()
            words = self.session.say(now)
            if words:
                self._hear(words, now)
            data = b"".join(data for at, data in self._coming if at <= now)
            self._coming = [(at, data) for at, data in self._coming if at > now]
            for change in self.session.hear(data, now):
                self.told.append(("+" if isinstance(change, TagPlaced) else "-") + change.uid)
            self.clock.set_ms(now + 1)

    def _hear(self, words: bytes, now: int) -> None:
        code = words[words.rindex(0xD4) + 1]
        if code == 0x4A:
            answer = (self.listing.pop(0) if len(self.listing) > 1 else self.listing[0]) if self.listing else b""
            answer_at = now + self.late + 12
        else:
            answer, answer_at = frame(bytes([0xD5, code + 1])), now + self.late + 1
        self._coming = [(now + self.late, ACK_FRAME), (answer_at, answer)]  # the last command is given up


@pytest.mark.parametrize("late", [1, 30, 60, 120])
def test_a_late_acknowledgement_is_waited_for(late: int) -> None:
    """The card is told, also that it went, and the chip is not set up again and again."""
    chip = Chip(late)
    chip.run(1000)
    chip.listing = [CARD]
    chip.run(4000)
    assert chip.told == ["+B0864D25"] and chip.session.hearing
    chip.listing = []
    chip.run(2000)
    assert chip.told == ["+B0864D25", "-B0864D25"]


def test_answers_without_sense_are_no_removal() -> None:
    chip = Chip()
    chip.listing = [CARD]
    chip.run(1000)
    chip.listing = BROKEN * 100
    chip.run(3000)
    assert chip.told == ["+B0864D25"]
    chip.listing = [NO_CARD]
    chip.run(500)
    assert chip.told == ["+B0864D25", "-B0864D25"]
