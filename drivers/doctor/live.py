"""The running hardware for the diagnostics screen: what it says at this moment."""

from __future__ import annotations

import logging

from companion.tools.doctor.live import OnBytes, PinsNow, ReaderNow, WiredPart
from companion.tools.doctor.system import System
from drivers.config import TableConfig
from drivers.doctor.network import now_of
from drivers.glow import Pattern, rgb_duty
from drivers.lamps import LedLamps
from drivers.readers.ports import PortFault
from drivers.table import Hardware
from drivers.wiring.machine import model_of
from drivers.wiring.summary import wired

log = logging.getLogger(__name__)

LIT_MS = 1000
"""How long a lamp that is tried is lit."""


class LiveHardware:
    """`companion.tools.doctor.live.Live` over a table's hardware."""

    def __init__(self, config: TableConfig, hardware: Hardware) -> None:
        self._config = config
        self._hardware = hardware

    def readers(self) -> list[ReaderNow]:
        """Every configured reader."""
        return [self._reader(reader.name, reader.port, reader.protocol) for reader in self._config.readers]

    def _reader(self, name: str, port: str, protocol: str) -> ReaderNow:
        far = self._hardware.network.readers.get(name)
        if far is not None:
            told, topic = far.counters, far.settings.topics.tap
            return ReaderNow(
                name, topic, protocol, far.connected, far.detail, told.received, told.reads, told.lost, told.last,
                told.unread, network=now_of(far),
            )  # fmt: skip
        reader = self._hardware.readers.get(name)
        if reader is None:
            return ReaderNow(name, port, protocol, False)
        told, fault = reader.counters, reader.fault or PortFault("")
        return ReaderNow(
            name,
            port,
            protocol,
            reader.connected,
            reader.detail,
            told.received,
            told.reads,
            told.lost,
            told.last,
            told.unread,
            fault.said,
            fault.errno,
            fault.was_open,
        )

    def pins(self) -> PinsNow:
        """Buttons and lamps."""
        wanted = self._config.panel.pins
        down = self._hardware.held
        there = self._hardware.factory is not None
        return PinsNow(
            {name: name in down for name in wanted} if there else {},
            tuple(encoder.name for encoder in self._config.encoders) if there else (),
            len(self._config.lamps) if there else 0,
            self._config.pins.factory,
            self._hardware.pin_troubles,
        )

    def wiring(self) -> tuple[WiredPart, ...]:
        """As table.toml has it."""
        return wired(self._config, model_of(System()))

    def watch(self, taker: OnBytes | None) -> None:
        """The readers' bytes go to `taker`, too."""
        for name, reader in self._hardware.readers.items():
            reader.watch = None if taker is None else _Tap(name, taker)
        for name, far in self._hardware.network.readers.items():
            far.watch = None if taker is None else _Tap(name, taker)

    def light(self, colour: str) -> None:
        """All lamps in one colour for a second; then they show again what the game wants.

        :raises ValueError: if that is no colour.
        """
        rgb_duty(colour, 1.0)
        lamps = self._hardware.lamps
        if isinstance(lamps, LedLamps):
            lamps.play(Pattern(colour, ms=LIT_MS, urgent=True))


class _Tap:
    """One reader's bytes on their way; the diagnostics that show them may fail, the reader goes on."""

    def __init__(self, name: str, taker: OnBytes) -> None:
        self._name, self._taker = name, taker

    def __call__(self, data: bytes) -> None:
        try:
            self._taker(self._name, data)
        except Exception:
            log.exception("the bytes of reader %s could not be shown", self._name)
