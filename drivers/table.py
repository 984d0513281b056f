"""All the hardware of a table, opened from its config. What is missing is a notice, never an exception."""

from __future__ import annotations

import logging
from collections.abc import Callable

from msgspec.structs import replace

from companion.engine.clock import Clock
from companion.engine.signals import Signal
from companion.engine.text import Text
from drivers.config import ReaderConfig, TableConfig
from drivers.encoders import KnobPins, Knobs
from drivers.lamps import Lamps, LedLamps, NullLamps
from drivers.light_table import LightTable
from drivers.network.readers import NetworkReaders
from drivers.notice import Notice
from drivers.panel import Panel
from drivers.pins import Factory, PinsUnavailable, RgbLed, open_factory, open_rgb
from drivers.readers import KEYBOARD, PCSC
from drivers.readers.key_device import BY_ID as KEY_NAMES
from drivers.readers.loop import PortLoop, ReaderSettings
from drivers.readers.ports import BY_ID as SERIAL_NAMES
from drivers.readers.ports import is_absent, stable_name

log = logging.getLogger(__name__)


class Hardware:
    """Readers, buttons, encoders and lamps of a table.

        hardware = Hardware(load_table(path), load_lights(lamps), table.receive, clock, box.knows)
        hardware.start()
        hardware.lamps.mood("loop_1"); hardware.lamps.cue("A3")
        hardware.stop()

    `post(signal)` and `known(uid)` are called on threads of the drivers and must return at once. Signals
    come after `start()` only. `stop()` may be called twice; a stopped hardware is not started again.
    """

    def __init__(
        self,
        config: TableConfig,
        lights: LightTable,
        post: Callable[[Signal], None],
        clock: Clock,
        known: Callable[[str], bool],
    ) -> None:
        self._config = config
        self._lights = lights
        self._post = post
        self._clock = clock
        self._known = known
        self._fixed: list[Notice] = []
        self.pin_troubles: tuple[Text, ...] = ()
        """What hinders the pins that are missing."""
        self._panel: Panel | None = None
        self._knobs: Knobs | None = None
        self.factory: Factory | None = None
        """The pin factory once started, or None; the virtual panel drives a mock one."""
        self.lamps: Lamps = NullLamps(lights)
        ports: dict[str, list[ReaderSettings]] = {}
        for reader in config.wired:
            if reader.port:
                ports.setdefault(reader.port, []).append(reader.settings())
        self._loops = [PortLoop(readers, post, clock, known) for readers in ports.values()]
        self.readers = {reader.settings.name: reader for loop in self._loops for reader in loop.readers}
        networked = [reader.network for reader in config.readers if reader.networked]
        self.network = NetworkReaders(networked, post, clock, known)
        """Readers that are heard through the link: a subscriber of the outbox."""

    def start(self) -> None:
        """Open what is there; the readers are opened by their own threads."""
        self._open_pins()
        for reader in self._config.readers:
            names = KEY_NAMES if reader.protocol == KEYBOARD else SERIAL_NAMES
            if reader.port and reader.protocol != PCSC and (better := stable_name(reader.port, names)) is not None:
                facts = {"reader": reader.name, "port": reader.port, "better": better}
                self._fixed.append(Notice("port_not_stable", facts))
        for notice in self.notices:
            log.warning("%s", notice)
        for loop in self._loops:
            loop.start()

    def stop(self) -> None:
        """Close everything; the lamps are dark.

        :raises TimeoutError: if a reader's thread does not end; the rest is closed all the same.
        """
        stuck: list[TimeoutError] = []
        self.network.close()
        for loop in self._loops:
            try:
                loop.stop()
            except TimeoutError as error:
                stuck.append(error)
        for part in (self._panel, self._knobs):
            if part is not None:
                part.close()
        self.lamps.close()
        if self.factory is not None:
            self.factory.close()
        self._panel, self._knobs, self.factory, self.lamps = None, None, None, NullLamps(self._lights)
        if stuck:
            raise stuck[0]

    def add(self, reader: ReaderConfig) -> None:
        """One more reader with a port of its own, from now on."""
        loop = PortLoop([reader.settings()], self._post, self._clock, self._known)
        self._config = replace(self._config, readers=[*self._config.readers, reader])
        self._loops.append(loop)
        self.readers = {**self.readers, reader.name: loop.readers[0]}
        loop.start()

    @property
    def held(self) -> tuple[str, ...]:
        """The buttons that are down now."""
        return self._panel.held if self._panel is not None else ()

    @property
    def notices(self) -> list[Notice]:
        """What is missing now; changes when a cable goes out or in (each time a `ReaderState` comes)."""
        missing = [Notice("no_reader")] if not self._config.readers else []
        for reader in self._config.readers:
            detail = self._silence(reader.name) if reader.networked else self._trouble(reader)
            if detail is not None:
                facts = {"reader": reader.name, "port": reader.port or reader.topic, "detail": detail}
                missing.append(Notice("reader_missing", facts))
        return [*missing, *self._fixed]

    def _silence(self, name: str) -> str | None:
        reader = self.network.readers[name]
        return reader.detail if reader.connected is False else None

    def _trouble(self, config: ReaderConfig) -> str | None:
        port = config.port
        if not port:
            return "no port is configured"
        reader = self.readers[config.name]
        match reader.connected:
            case True:
                return None
            case False:
                return reader.detail
            case None if config.protocol == PCSC:
                return None
            case None:
                return f"{port} is not there: is the reader's USB cable in?" if is_absent(port) else None

    def _open_pins(self) -> None:
        try:
            self.factory = open_factory(self._config.pins.factory)
        except PinsUnavailable as error:
            self._lacks("pins_missing", error)
            return
        if self.factory is None:
            return
        self._open_panel(self.factory)
        self._open_knobs(self.factory)
        self._open_lamps(self.factory)

    def _open_panel(self, factory: Factory) -> None:
        panel = self._config.panel
        try:
            self._panel = Panel(factory, panel.pins, self._post, self._clock, panel.debounce_ms)
        except PinsUnavailable as error:
            self._lacks("panel_missing", error)
        else:
            self._fixed += [Notice("button_held", {"button": name}) for name in self._panel.held]

    def _open_knobs(self, factory: Factory) -> None:
        wanted = [KnobPins(e.name, e.a, e.b, e.debounce_ms, e.per_detent) for e in self._config.encoders]
        try:
            self._knobs = Knobs(factory, wanted, self._post, self._clock)
        except PinsUnavailable as error:
            self._lacks("encoders_missing", error)

    def _open_lamps(self, factory: Factory) -> None:
        leds: list[RgbLed] = []
        try:
            for lamp in self._config.lamps:
                leds.append(open_rgb(factory, lamp.pins, lamp.common_anode))
        except PinsUnavailable as error:
            for led in leds:
                led.close()
            self._lacks("lamps_missing", error)
        else:
            if leds:
                self.lamps = LedLamps(leds, self._lights, self._clock)

    def _lacks(self, code: str, error: PinsUnavailable) -> None:
        self.pin_troubles += (error.what,)
        self._fixed.append(Notice(code, {"factory": error.factory, "reason": str(error.what)}))
