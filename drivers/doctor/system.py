"""The system with its serial ports and pins."""

from __future__ import annotations

import threading

from msgspec import Struct

from companion.doctor.system import System
from companion.engine.clock import RealClock
from companion.engine.signals import Signal
from drivers.pins import Factory, FactoryName, open_factory
from drivers.readers import protocol
from drivers.readers.counters import Counters
from drivers.readers.loop import ReaderLoop, ReaderSettings
from drivers.readers.ports import Port, open_port
from drivers.seek.ears import Found, find

ENOUGH = 64
"""Bytes without a reading after which there is no need to listen longer."""


class Heard(Struct, frozen=True):
    """What came from a reader: its counters, its first bytes, and what hindered it ("": nothing).

    `answers`: a reader that must be asked did answer; None if its kind talks by itself.
    """

    counters: Counters
    data: bytes
    trouble: str = ""
    answers: bool | None = None


class HardwareSystem(System):
    """This machine, with its real ports and pins."""

    def open_port(self, port: str, baud: int) -> Port:
        """
        :raises OSError: if it is not there, in use, not allowed or no serial port.
        :raises ValueError: if it is no such URL or baud.
        """
        return open_port(port if "://" in port else str(self.at(port)), baud)

    def open_factory(self, name: FactoryName) -> Factory | None:
        """
        :raises PinsUnavailable: if there are no such pins.
        """
        return open_factory(name)

    def listen(self, settings: ReaderSettings, seconds: float) -> Heard:
        """Read a reader as the companion does, until it is plain what it is, or `seconds` are over."""
        heard = bytearray()
        plain = threading.Event()

        def taken(data: bytes) -> None:
            heard.extend(data[: max(0, 4096 - len(heard))])
            if loop.counters.reads or loop.counters.unread >= ENOUGH:
                plain.set()

        loop = ReaderLoop(settings, _nobody, RealClock(), lambda _uid: False)
        loop.watch = taken
        loop.start()
        plain.wait(seconds)
        trouble = loop.detail if loop.connected is False else ""
        answers = None if protocol(settings.protocol).talker is None else loop.connected is True
        try:
            loop.stop()
        except TimeoutError as error:
            trouble = str(error)
        return Heard(loop.counters, bytes(heard), trouble, answers)

    def seek(self, port: str, seconds: float) -> Found:
        """Ask and listen at every speed that is known, to learn what hangs on a port."""
        return find(port if "://" in port else str(self.at(port)), seconds, lambda: None)


def _nobody(_signal: Signal) -> None:
    """Nobody plays while the doctor listens."""
