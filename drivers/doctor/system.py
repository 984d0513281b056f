"""The system with its serial ports and pins."""

from __future__ import annotations

import os
import stat
import threading
from collections.abc import Callable, Sequence

from msgspec import Struct

from companion.engine.clock import RealClock
from companion.engine.signals import Signal
from companion.tools.doctor.system import System
from companion.uplink.link.settings import LinkSettings
from drivers.discovery.probe import ProbeResult, find_reader
from drivers.pins import Factory, FactoryName, open_factory
from drivers.readers import protocol
from drivers.readers.counters import ReaderCounters
from drivers.readers.key_device import KeyDevice, open_keys
from drivers.readers.loop import ReaderLoop, ReaderSettings
from drivers.readers.pcsc_port import PcscPort, open_pcsc
from drivers.readers.ports import Port, PortFault, open_port

MEMORY = 1
"""Major number of the devices that are no hardware."""
ENOUGH = 64
"""Bytes without a reading after which there is no need to listen longer."""


RATE_S = 1.0
"""How long a reader is listened to at least where something was understood."""


class Heard(Struct, frozen=True):
    """What came from a reader: its counters, its first bytes, and what hindered it.

    `answers`: a reader that must be asked did answer; None if its kind talks by itself.
    `seconds`: so long was listened.
    """

    counters: ReaderCounters
    data: bytes
    fault: PortFault | None = None
    answers: bool | None = None
    seconds: float = 0.0


Subscribe = Callable[[LinkSettings, Sequence[tuple[str, bool]], float, Callable[[str, bytes, bool], object]], bool]
"""Takes what is said on topics of the link's broker, where no link runs, for so many seconds; whether the broker was
there."""


class HardwareSystem(System):
    """This machine, with its real ports and pins."""

    subscribe: Subscribe | None = None
    """Given by who may talk to a broker."""

    def is_serial(self, port: str) -> bool:
        """Whether it can be a serial port: a device, and not one of the memory (/dev/null, /dev/zero ...)."""
        try:
            told = self.at(port).stat()
        except OSError:  # it has just gone: opening it will show
            return True
        return stat.S_ISCHR(told.st_mode) and os.major(told.st_rdev) != MEMORY

    def open_port(self, port: str, baud: int) -> Port:
        """
        :raises OSError: if it is not there, in use, not allowed or no serial port.
        :raises ValueError: if it is no such URL or baud.
        """
        return open_port(port if "://" in port else str(self.at(port)), baud)

    def open_keys(self, port: str, name: str) -> KeyDevice:
        """
        :raises OSError: if it is not there, not allowed, grabbed by another program, no keyboard, or another one.
        """
        return open_keys(str(self.at(port)), name)

    def open_pcsc(self, name: str) -> PcscPort:
        """
        :raises OSError: as `drivers.readers.pcsc_port.open_pcsc`.
        """
        return open_pcsc(name)

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

        clock = RealClock()
        loop = ReaderLoop(settings, _nobody, clock, lambda _uid: False)
        loop.reader.watch = taken
        began = clock.now_ms()
        loop.start()
        plain.wait(seconds)
        if loop.counters.reads:  # how often it repeats is reported, too
            threading.Event().wait(max(0.0, min(RATE_S, seconds) - (clock.now_ms() - began) / 1000))
        passed = (clock.now_ms() - began) / 1000
        fault = loop.fault
        answers = None if protocol(settings.protocol).talker is None else loop.connected is True
        try:
            loop.stop()
        except TimeoutError as error:
            fault = PortFault(str(error))
        return Heard(loop.counters, bytes(heard), fault, answers, passed)

    def seek(self, port: str, seconds: float) -> ProbeResult:
        """Ask and listen at every speed that is known, to learn what hangs on a port."""
        return find_reader(port if "://" in port else str(self.at(port)), seconds, lambda: None)


def _nobody(_signal: Signal) -> None:
    """Do nothing: no game is played while the doctor listens."""
