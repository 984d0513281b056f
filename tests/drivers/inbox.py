"""Where the signals of a test arrive."""

from __future__ import annotations

import queue
from collections.abc import Callable

from companion.engine.clock import RealClock
from companion.engine.signals import ReaderState, Signal
from drivers.pins import Factory, open_factory
from drivers.simulated.reader import VirtualReader
from tests.patience import PATIENCE_S


class Lived(RealClock):
    """The time that some virtual readers have lived: what they had to say by now is written before it is told.

    Else a reader whose thread is kept from the processor would be silent, and silence means that a tag was lifted.
    """

    def __init__(self) -> None:
        self.readers: list[VirtualReader] = []

    def now_ms(self) -> int:
        now = super().now_ms()
        for reader in self.readers:
            reader.live(now)
        return now


class Inbox:
    """Where signals arrive; `post` is what drivers get."""

    def __init__(self) -> None:
        self._signals: queue.Queue[Signal] = queue.Queue()

    def post(self, signal: Signal) -> None:
        self._signals.put(signal)

    def next(self) -> Signal:
        """The next signal, waited for."""
        return self._signals.get(timeout=PATIENCE_S)

    def until(self, wanted: Callable[[Signal], bool]) -> list[Signal]:
        """All signals up to the first that is wanted."""
        signals = [self.next()]
        while not wanted(signals[-1]):
            signals.append(self.next())
        return signals

    def connected(self, reader: str = "table") -> None:
        """Wait until the reader is connected."""
        self.until(lambda s: isinstance(s, ReaderState) and s.reader == reader and s.connected)

    def rest(self) -> list[Signal]:
        """What has arrived and was not taken."""
        return [self._signals.get_nowait() for _ in range(self._signals.qsize())]


def mock_pins() -> Factory:
    """A fresh board of pins in memory."""
    factory = open_factory("mock")
    assert factory is not None
    return factory
