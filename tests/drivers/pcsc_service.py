"""A pcscd in memory with the functions of libpcsclite, as `drivers.readers.pcsc_library` calls them."""

from __future__ import annotations

import threading
from typing import Any

from drivers.readers.pcsc_library import CANCELLED, CHANGED, MUTE, NO_READERS, NO_SERVICE, PRESENT, TIMEOUT, UNKNOWN

EMPTY, INUSE = 0x0010, 0x0100
SHARING, SECURITY, NO_CARD, UNKNOWN_READER, BAD_HANDLE = 0x8010000B, 0x8010006A, 0x8010000C, 0x80100009, 0x80100003
WELL = b"\x90\x00"


class Slot:
    """What is on one reader. `answer`: to the question for a card's number; None: no card."""

    def __init__(self) -> None:
        self.answer: bytes | None = None
        self.mute = False
        self.events = 0
        self.refused: list[int] = []
        """What the next connections fail with."""

    @property
    def state(self) -> int:
        card = EMPTY if self.answer is None else PRESENT | (MUTE if self.mute else 0)
        return self.events << 16 | card


class Service:
    """All readers. `running`: whether there is a daemon; `allowed`: whether it lets us in."""

    def __init__(self, *names: str) -> None:
        self.slots = {name: Slot() for name in names}
        self.running = self.allowed = True
        self.asked: list[bytes] = []
        self.contexts: set[int] = set()
        self.cards: dict[int, str] = {}
        self._cancelled: set[int] = set()
        self._last = 0
        self._news = threading.Condition()

    # -- hands ---------------------------------------------------------------------------------------------------------

    def lay(self, name: str, answer: bytes | str | None, mute: bool = False) -> None:
        """A card that says so: its number, or any answer; None: it is taken away."""
        with self._news:
            slot = self.slots[name]
            slot.answer = bytes.fromhex(answer) + WELL if isinstance(answer, str) else answer
            slot.mute, slot.events = mute, slot.events + 1
            self._news.notify_all()

    def pull(self, name: str) -> None:
        with self._news:
            del self.slots[name]
            self._news.notify_all()

    def plug(self, name: str) -> None:
        with self._news:
            self.slots[name] = Slot()
            self._news.notify_all()

    def stop(self) -> None:
        with self._news:
            self.running = False
            self.contexts.clear()
            self._news.notify_all()

    # -- libpcsclite ---------------------------------------------------------------------------------------------------

    def SCardEstablishContext(self, _scope: Any, _a: Any, _b: Any, context: Any) -> int:
        if not self.running:
            return NO_SERVICE
        if not self.allowed:
            return SECURITY
        self._last += 1
        self.contexts.add(self._last)
        context._obj.value = self._last
        return 0

    def SCardReleaseContext(self, context: Any) -> int:
        self.contexts.discard(context.value)
        return 0

    def SCardCancel(self, context: Any) -> int:
        with self._news:
            self._cancelled.add(context.value)
            self._news.notify_all()
        return 0

    def SCardListReaders(self, _context: Any, _groups: Any, names: Any, size: Any) -> int:
        if not self.running:
            return NO_SERVICE
        if not self.slots:
            return NO_READERS
        told = b"".join(name.encode() + b"\0" for name in self.slots) + b"\0"
        if names is not None:
            names[: len(told)] = told
        size._obj.value = len(told)
        return 0

    def SCardGetStatusChange(self, context: Any, wait_ms: Any, states: Any, _count: Any) -> int:
        def changed() -> bool:
            for one in states:
                slot = self.slots.get(one.reader.decode())
                now = UNKNOWN if slot is None else slot.state
                one.event = now if now == one.current else now | CHANGED
            return any(one.event & CHANGED for one in states)

        with self._news:
            self._cancelled.discard(context.value)  # as the daemon: nobody was waiting then
            seconds = None if wait_ms.value == 0xFFFFFFFF else wait_ms.value / 1000
            self._news.wait_for(lambda: not self.running or context.value in self._cancelled or changed(), seconds)
            if not self.running:
                return NO_SERVICE
            if context.value in self._cancelled:
                return CANCELLED
            return 0 if changed() else TIMEOUT

    def SCardConnect(self, _context: Any, name: Any, _share: Any, _any: Any, card: Any, spoken: Any) -> int:
        slot = self.slots.get(name.value.decode())
        if slot is None:
            return UNKNOWN_READER
        if slot.refused:
            return slot.refused.pop(0)
        if slot.answer is None:
            return NO_CARD
        self._last += 1
        self.cards[self._last] = name.value.decode()
        card._obj.value, spoken._obj.value = self._last, 2
        return 0

    def SCardTransmit(self, card: Any, header: Any, words: Any, count: Any, _back: Any, answer: Any, size: Any) -> int:
        assert header._obj.protocol == 2 and header._obj.size == 16
        slot = self.slots.get(self.cards[card.value])
        if slot is None or slot.answer is None:
            return NO_CARD
        self.asked.append(bytes(words[: count.value]))
        answer[: len(slot.answer)] = list(slot.answer)
        size._obj.value = len(slot.answer)
        return 0

    def SCardDisconnect(self, card: Any, how: Any) -> int:
        assert how.value == 0, "the card stays as it is"
        del self.cards[card.value]
        return 0
