"""The one serial loop: a port, a talker and presences in a thread that outlives every unplugging.

Bytes -> talker (its decoder) -> presence -> `Tag`; cable out or in -> `ReaderState`. A lost reader says nothing
about its tags: they are not reported removed. The same goes for a reader that must be asked and does not answer:
its port is open, but it is not connected. A board with several antennas is several readers on one port.
"""

from __future__ import annotations

import logging
import termios
import threading
from collections.abc import Callable, Sequence

import serial
from msgspec import Struct

from companion.engine.clock import Clock
from companion.engine.signals import ReaderState, Signal, Tag
from companion.engine.supervised import Service
from drivers.presence import Presence, PresenceRules, TagChange, TagPlaced
from drivers.readers import KEYBOARD, PCSC, ReaderWishes, talker
from drivers.readers.counters import ReaderCounters
from drivers.readers.key_device import KeyDevice, open_keys
from drivers.readers.pcsc_port import PcscPort, open_pcsc, why_not
from drivers.readers.polled_reader import UhfRegion
from drivers.readers.ports import Port, PortFault, SerialLine, fault_of, is_refused, open_port, why
from drivers.readers.session import ONLY, ReaderSession

log = logging.getLogger(__name__)

NO_ANSWER_MS = 2000
"""A reader that must be asked has lost its power or its TX wire if it has not answered for so long."""
_STEADY_MS = 5000  # a port that lasted this long was a good one: try it again at once when it is lost
_NO_CANCEL_S = 0.5  # a port without cancel_read (socket://) looks up this often to see whether it must stop


class ReaderSettings(Struct, frozen=True):
    """One reader. `port`: a path (best under /dev/serial/by-id) or a pyserial URL; `baud` in bits per second.

    `region`, `power_dbm`: of a UHF reader; None: as its protocol has it. `label`: what a sketch prints before a number.
    `device`: what one that types says of itself. `antenna`: which one of a board it is, from 1.
    """

    name: str
    port: str
    protocol: str
    baud: int
    rules: PresenceRules
    region: UhfRegion | None = None
    power_dbm: int | None = None
    label: str = ""
    device: str = ""
    antenna: int = ONLY


class Reader:
    """One reader as the table knows it: one antenna of a board, or all that is on a port."""

    def __init__(self, settings: ReaderSettings, presence: Presence) -> None:
        self.settings = settings
        self.presence = presence
        """What is on it; it belongs to the loop's thread."""
        self.counters = ReaderCounters()
        self.watch: Callable[[bytes], object] | None = None
        """Receives all bytes as they come, on the loop's thread, while the diagnostics show them."""
        self.connected: bool | None = None
        """Whether it is at work; None before that is known."""
        self.detail = ""
        """In words: which port, and what is wrong with it if anything is."""
        self.fault: PortFault | None = None
        """What is wrong with the port; None if it is open, was never tried, or the reader does not answer."""


class Backoff(Struct, frozen=True):
    """How long to wait before the next try to open a port, in seconds: `first`, doubled up to `longest`."""

    first: float = 0.25
    longest: float = 2.0


class PortLoop:
    """Reads one port until `stop()`.

    `post` and `known` are called on the loop's thread; `at` of a signal is the clock's time when the last
    byte of the frame had been read.

    :param readers: those on this port, of one protocol; more than one of a board with antennas.
    """

    def __init__(
        self,
        readers: Sequence[ReaderSettings],
        post: Callable[[Signal], None],
        clock: Clock,
        known: Callable[[str], bool],
        backoff: Backoff | None = None,
    ) -> None:
        self.settings = first = readers[0]
        wishes = ReaderWishes(first.rules.single, first.rules.frame_ms, first.region, first.power_dbm, first.label)
        rules = {one.antenna: one.rules for one in readers}
        self._session = ReaderSession(rules, talker(first.protocol, wishes), known)
        self.readers = tuple(Reader(one, self._session.presences[one.antenna]) for one in readers)
        self._post = post
        self._clock = clock
        self._backoff = backoff or Backoff()
        self._stop = threading.Event()
        self._lock = threading.Lock()  # guards _port, which stop() touches from another thread
        self._port: Port | None = None
        self._service = Service(f"reader-{first.name}", self._run)

    def start(self) -> None:
        self._service.start()

    def stop(self, timeout: float = 2.0) -> None:
        """End the thread and close the port; returns as soon as it has ended.

        :raises TimeoutError: if it has not ended after `timeout` seconds.
        """
        self._stop.set()
        with self._lock:
            if self._port is not None and hasattr(self._port, "cancel_read"):
                self._port.cancel_read()
        if not self._service.end(timeout):
            raise TimeoutError(f"reader {self.settings.name}: the thread did not end within {timeout} s")

    def _run(self) -> None:
        wait = self._backoff.first
        while not self._stop.is_set():
            try:
                port = self._open()
            except (OSError, termios.error, ValueError) as error:  # SerialException is an OSError
                self._tell_lost(error)
            except Exception as error:
                log.exception("reader %s: fault while opening", self.settings.name)
                self._tell_lost(error)
            else:
                opened = self._clock.now_ms()
                if self._serve(port) or self._clock.now_ms() - opened > _STEADY_MS:
                    wait = self._backoff.first
            self._stop.wait(wait)
            wait = min(2 * wait, self._backoff.longest)

    def _open(self) -> Port:
        if self.settings.protocol == KEYBOARD:
            return open_keys(self.settings.port, self.settings.device)
        if self.settings.protocol == PCSC:
            return open_pcsc(self.settings.port)
        return open_port(self.settings.port, self.settings.baud)

    def _serve(self, port: Port) -> bool:
        """Read an open port until it is lost or the loop must stop; whether any byte came."""
        any_byte = False
        with self._lock:
            self._port = port
        try:
            self._begin()
            while not self._stop.is_set():
                any_byte = self._turn(port) or any_byte
        except (OSError, termios.error) as error:
            self._tell_lost(error, was_open=True)
        except Exception as error:  # a fault of ours or of `post`: it is logged, and the reader lives on
            log.exception("reader %s: fault while reading", self.settings.name)
            self._tell_lost(error, was_open=True)
        finally:
            with self._lock:
                self._port = None
            _close(port)
        return any_byte

    def _begin(self) -> None:
        self._session.opened(self._clock.now_ms())
        self._tell_whether()

    def _turn(self, port: Port) -> bool:
        """Say what is to be said, then wait for bytes or for a moment that means something; whether bytes came."""
        words = self._session.say(self._clock.now_ms())
        if words:
            port.write(words)
        before = self._clock.now_ms()
        data = self._read(port, before)
        # Nothing came before this look: what comes after it, while the thread is kept from the processor, still waits.
        changes = self._session.hear(data, self._clock.now_ms() if data else before)
        if data:
            self._count(data)
        self._tell_whether()
        self._tell(changes)
        return bool(data)

    def _count(self, data: bytes) -> None:
        for reader in self.readers:
            own = [read for read in self._session.reads if read.antenna == reader.settings.antenna]
            reader.counters.count(len(data), own)
            if self._session.asked and self._session.hearing:
                reader.counters.unread = 0  # answers that are no tags
            if (watch := reader.watch) is not None:
                watch(data)

    @property
    def _watched(self) -> bool:
        return any(reader.watch is not None for reader in self.readers)

    def _read(self, port: Port, now: int) -> bytes:
        """Return what comes from `now` until the next moment that means something."""
        asked, gone = self._session.asked_at(), self._session.gone_at(now)
        first = gone if asked is None else asked if gone is None else min(asked, gone)
        seconds = None if first is None else max(0, first - now) / 1000
        if isinstance(port, SerialLine | KeyDevice | PcscPort):
            return port.read_waiting(seconds, None if self._watched else self._session.mark)
        if not hasattr(port, "cancel_read"):
            seconds = _NO_CANCEL_S if seconds is None else min(seconds, _NO_CANCEL_S)
        port.timeout = seconds
        data = port.read(1)
        return data + port.read(waiting) if data and (waiting := port.in_waiting) else data

    def _tell(self, changes: list[TagChange]) -> None:
        for change in changes:
            name = next(one.settings.name for one in self.readers if one.settings.antenna == change.antenna)
            self._post(Tag(name, change.uid, isinstance(change, TagPlaced), change.at))

    def _tell_whether(self) -> None:
        """Whether the readers on an open port are at work, if that is news."""
        silent = not self._session.hearing
        for reader in self.readers:
            if self._session.works(reader.settings.antenna):
                if reader.connected is not True:
                    log.info("reader %s: connected on %s", reader.settings.name, reader.settings.port)
                    self._tell_state(reader, True, reader.settings.port)
            elif reader.connected is not False and not (silent and self._patient()):
                self._tell_silent(reader, silent)

    def _patient(self) -> bool:
        return self._session.deaf_ms(self._clock.now_ms()) < NO_ANSWER_MS

    def _tell_silent(self, reader: Reader, all_silent: bool) -> None:
        port, protocol = self.settings.port, self.settings.protocol
        if all_silent:
            detail = f"{port} is open, but the {protocol} reader does not answer: "
            detail += "has it power, are its TX and RX wires crossed, is it set to serial?"
        else:
            detail = (
                f"{port} is open, but antenna {reader.settings.antenna} does not answer its board: are its wires in?"
            )
        log.warning("reader %s: %s [%s]", reader.settings.name, detail, self._session.trouble)
        reader.counters.lost += reader.connected is True
        self._tell_state(reader, False, detail)

    def _tell_lost(self, error: Exception, *, was_open: bool = False) -> None:
        self._session.lost()
        fault = fault_of(error, was_open=was_open)
        if self.settings.protocol == PCSC:
            detail = why_not(self.settings.port, fault)
        else:
            detail = why(self.settings.port, fault, "input" if self.settings.protocol == KEYBOARD else "dialout")
        for reader in self.readers:
            if reader.connected is False and not (is_refused(fault) and detail != reader.detail):
                continue  # said already; the next tries are silent
            reader.counters.lost += reader.connected is True
            log.warning("reader %s: %s [%s]", reader.settings.name, detail, error)
            self._tell_state(reader, False, detail, fault)

    def _tell_state(self, reader: Reader, connected: bool, detail: str, fault: PortFault | None = None) -> None:
        reader.connected, reader.detail, reader.fault = connected, detail, fault
        state = ReaderState(reader.settings.name, connected, detail, self._clock.now_ms())
        try:
            self._post(state)
        except Exception:
            log.exception("reader %s: nobody took the news that it is %s", reader.settings.name, detail)


class ReaderLoop(PortLoop):
    """A port with one reader."""

    def __init__(
        self,
        settings: ReaderSettings,
        post: Callable[[Signal], None],
        clock: Clock,
        known: Callable[[str], bool],
        backoff: Backoff | None = None,
    ) -> None:
        super().__init__([settings], post, clock, known, backoff)
        (self.reader,) = self.readers

    @property
    def presence(self) -> Presence:
        return self.reader.presence

    @property
    def counters(self) -> ReaderCounters:
        return self.reader.counters

    @property
    def connected(self) -> bool | None:
        return self.reader.connected

    @property
    def detail(self) -> str:
        return self.reader.detail

    @property
    def fault(self) -> PortFault | None:
        return self.reader.fault


def _close(port: Port) -> None:
    try:
        port.close()
    except (OSError, serial.SerialException) as error:  # it is gone anyway
        log.debug("closing a lost port: %s", error)
