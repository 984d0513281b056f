"""What of a table's wiring cannot be, with file, line and key; where two parts clash, both."""

from __future__ import annotations

import posixpath
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.config import KeyPath, key_text
from companion.engine.foreign import verbatim
from companion.engine.text import N_, Facts, Text
from drivers.config import LampConfig, ReaderConfig, Sound
from drivers.readers import PROTOCOLS, UnknownProtocol, protocol
from drivers.wiring.boards import (
    ALL_PINS_MA,
    BLUETOOTH_OFF,
    BOARDS,
    BUSES,
    CABLE_3V3_MA,
    EEPROM,
    HEADER,
    HIGH_V,
    I2C,
    PIN_MA,
    PIN_OF,
    RAIL_3V3_MA,
    SERIAL,
    SMALL_SUPPLY_USB_MA,
    SOUND_PINS,
    USB_SOCKETS,
    Uart,
    header_word,
    model_of_config,
    pins_of_overlay,
    sound_of,
)
from drivers.wiring.finding import FilePlace, PinsTaken, SoundCard, WiringFinding
from drivers.wiring.parts import (
    COLOURS,
    DIM_V,
    current_of,
    forward_v,
    lamp_ma,
    level_of,
    ohm_words,
    reader_part,
    resistor,
    supply_of,
)
from drivers.wiring.ports import HeaderPort, ports_of
from drivers.wiring.read import NO_PIN, TableFile
from drivers.wiring.words import BUS_WORDS, COLOUR_WORDS, PARTS, SOUND_WORDS


class _Use(Struct, frozen=True):
    """A pin that a part wants. `key` is of the config, not of the file."""

    key: KeyPath
    pin: int
    kind: str
    name: str


def find_faults(
    file: TableFile,
    card: SoundCard | None = None,
    real: Callable[[str], str] = posixpath.normpath,
    taken: Sequence[PinsTaken] = (),
) -> list[WiringFinding]:
    """Everything, the gravest first, else in the order of the file.

    :param card: None where there is no sound.toml.
    :param real: where a port's name leads on the machine that asks.
    :param taken: what its config.txt has taken.
    """
    found = list(_WiringCheck(file, card, real, taken).all())
    return sorted(found, key=lambda one: (-one.level, one.places[0].line if one.places else 0))


class _WiringCheck:
    def __init__(
        self, file: TableFile, card: SoundCard | None, real: Callable[[str], str], taken: Sequence[PinsTaken]
    ) -> None:
        self._file, self._card, self._real, self._of_machine = file, card, real, taken
        self._config = file.config
        self._board = BOARDS[model_of_config(file.config)]
        self._uses = list(self._pins())
        self._ports = ports_of(file.config.readers, model_of_config(file.config))

    def all(self) -> Iterator[WiringFinding]:
        yield from self._mistakes()
        yield from self._names()
        yield from self._no_pins()
        yield from self._twice()
        yield from self._taken()
        yield from self._fixed()
        yield from self._serial_ports()
        yield from self._shared_ports()
        for i, reader in enumerate(self._config.readers):
            if not reader.networked and self._ports[i].kind != "board":
                yield from self._reader(i, reader, self._ports[i])
        yield from self._leds()
        yield from self._currents()
        yield from self._switched_off()

    # -- places --

    def _place(self, key: KeyPath) -> FilePlace:
        own = self._file.key(key)
        return FilePlace(self._file.path, self._file.line(own), key_text(own))

    def _pins(self) -> Iterator[_Use]:
        for name, pin in self._config.panel.pins.items():
            yield _Use(("panel", name), pin, "button", name)
        for i, encoder in enumerate(self._config.encoders):
            yield _Use(("encoders", i, "a"), encoder.a, "dial", encoder.name)
            yield _Use(("encoders", i, "b"), encoder.b, "dial", encoder.name)
        for i, lamp in enumerate(self._config.lamps):
            for colour, pin in zip(COLOURS, lamp.pins, strict=True):
                yield _Use(("lamps", i, colour), pin, "lamp", str(i + 1))

    @staticmethod
    def _word(use: _Use) -> Text:
        facts: Facts = {"name": use.name}
        if use.kind == "dial":
            facts["terminal"] = str(use.key[-1]).upper()
        if use.kind == "lamp":
            facts["colour"] = Text(COLOUR_WORDS[str(use.key[-1])])
        return Text(PARTS[use.kind], facts)

    # -- the file --

    def _mistakes(self) -> Iterator[WiringFinding]:
        for mistake in self._file.mistakes:
            marks = (
                tuple(key_text(self._in_config(mistake.key)[:end]) for end in (2, 3)) if len(mistake.key) > 1 else ()
            )
            yield WiringFinding("file_wrong", (self._found(mistake.key),), {"what": mistake.what}, marks)

    def _in_config(self, key: KeyPath) -> KeyPath:
        """The other way round than `TableFile.key`."""
        rows = self._file.rows.get(str(key[0]), ())
        return (key[0], rows.index(int(key[1])), *key[2:]) if key[1] in rows else key

    def _found(self, key: KeyPath) -> FilePlace:
        return FilePlace(self._file.path, self._file.line(key), key_text(key))

    def _names(self) -> Iterator[WiringFinding]:
        readers, dials = self._config.readers, self._config.encoders
        yield from self._same("name_twice", [(("readers", i, "name"), r.name) for i, r in enumerate(readers)])
        ported = [(i, r) for i, r in enumerate(readers) if r.port and self._ports[i].kind != "board"]
        yield from self._same("port_twice", [(("readers", i, "port"), r.port) for i, r in ported])
        boards = [(("readers", i, "antenna"), f"{r.on_board} @ {r.port}") for i, r in enumerate(readers) if r.on_board]
        yield from self._same("antenna_twice", boards)
        yield from self._same("name_twice", [(("encoders", i, "name"), e.name) for i, e in enumerate(dials)])
        for i, reader in enumerate(readers):
            try:
                if not reader.networked:
                    protocol(reader.protocol)
            except UnknownProtocol as error:
                key: KeyPath = ("readers", i, "protocol")
                yield WiringFinding("protocol_unknown", (self._place(key),), {"what": error.what}, (key_text(key[:2]),))

    def _same(self, code: str, values: Sequence[tuple[KeyPath, str]]) -> Iterator[WiringFinding]:
        first: dict[str, KeyPath] = {}
        for key, value in values:
            if value in first:
                places = (self._place(key), self._place(first[value]))
                yield WiringFinding(code, places, {"word": value}, (key_text(key[:2]), key_text(first[value][:2])))
            first.setdefault(value, key)

    # -- pins --

    def _no_pins(self) -> Iterator[WiringFinding]:
        for use in self._uses:
            if use.pin in PIN_OF:
                continue
            own = self._file.key(use.key)
            facts: Facts = {"pin": use.pin, "word": ""}
            if use.pin == NO_PIN and not isinstance(self._file.pins.get(own), int):
                written = self._file.pins.get(own)
                if written is None:
                    continue  # reported as missing
                code, facts["word"] = "pin_type", _written(written)
                if (meant := _meant(written)) is not None:
                    code, facts["other"] = "pin_words", meant
            elif isinstance(self._file.pins.get(own), bool):
                code, facts["word"] = "pin_type", _written(self._file.pins[own])
            elif isinstance(other := HEADER.get(use.pin), int):
                code, facts["other"] = "pin_header", other
            elif use.pin in HEADER:
                code, facts["word"] = "pin_power", header_word(use.pin)
            else:
                code = "pin_unknown"
            yield WiringFinding(code, (self._place(use.key),), facts, self._marks(use))

    @staticmethod
    def _marks(*uses: _Use) -> tuple[str, ...]:
        """The parts, and of lamps and dials the line itself."""
        return tuple(dict.fromkeys(mark for use in uses for mark in (key_text(use.key[:2]), key_text(use.key))))

    def _twice(self) -> Iterator[WiringFinding]:
        first: dict[int, _Use] = {}
        for use in self._uses:
            if use.pin in PIN_OF and use.pin in first:
                other = first[use.pin]
                facts: Facts = {"pin": use.pin, "part": self._word(use), "other": self._word(other)}
                places = (self._place(use.key), self._place(other.key))
                yield WiringFinding("pin_twice", places, facts, self._marks(use, other))
            first.setdefault(use.pin, use)

    def _uarts(self) -> Iterator[tuple[int, ReaderConfig, HeaderPort, Uart]]:
        """Each reader on pins."""
        for i, (reader, port) in enumerate(zip(self._config.readers, self._ports, strict=True)):
            if port.uart is not None:
                yield i, reader, port, port.uart

    def _taken(self) -> Iterator[WiringFinding]:
        """Pins that a reader, the sound or a bus needs."""
        model: Facts = {"model": self._board.name}
        for i, reader, port, uart in self._uarts():
            for use in self._uses:
                if use.pin in (uart.tx, uart.rx):
                    facts: Facts = {"pin": use.pin, "part": self._word(use), "reader": reader.name, "port": port.device}
                    places = (self._place(use.key), self._place(("readers", i, "port")))
                    yield WiringFinding(
                        "pin_uart", places, {**facts, **model}, (*self._marks(use), key_text(("readers", i)))
                    )
        sound, where = self._sound()
        for pin in SOUND_PINS.get(sound, ()):
            told: Facts = {"pin": pin, "sound": Text(SOUND_WORDS[sound])}
            yield from self._wanted(pin, where, "sound", told)
        if sound == "jack" and model_of_config(self._config) == "pi5":
            yield WiringFinding("sound_none", (where,), model)
        also = self._config.board.also
        for i, bus in enumerate(also):
            for pin in BUSES[bus] if bus not in also[:i] else ():
                place = self._place(("board", "also", i))
                yield from self._wanted(pin, place, "bus", {"pin": pin, "bus": verbatim(BUS_WORDS[bus])})

        yield from self._of_config_txt()

    def _of_config_txt(self) -> Iterator[WiringFinding]:
        """Pins that config.txt gives to something else: what the file says of it, and what the machine's own says."""
        taken = list(self._of_machine)
        for i, words in enumerate(self._config.board.overlays):
            place = self._place(("board", "overlays", i))
            pins = pins_of_overlay(words, model_of_config(self._config))
            if pins is None:
                yield WiringFinding("overlay_unknown", (place,), {"word": words})
            else:
                taken.append(PinsTaken(words, pins, place))
        for one in taken:
            for use in self._uses:
                if use.pin in one.pins:
                    told: Facts = {"pin": use.pin, "word": one.words, "part": self._word(use)}
                    yield WiringFinding("pin_overlay", (self._place(use.key), one.place), told, self._marks(use))
            for i, _reader, port, uart in self._uarts():
                both = set(one.pins) & {uart.tx, uart.rx}
                if both and both != {uart.tx, uart.rx}:  # else it is what switches this port on
                    told = {"port": port.device, "pin": min(both), "word": one.words}
                    marks = (key_text(("readers", i)), *_lines(("readers", i)))
                    yield WiringFinding("uart_taken", (self._place(("readers", i, "port")), one.place), told, marks)

    def _wanted(self, pin: int, by: FilePlace, what: str, facts: Facts) -> Iterator[WiringFinding]:
        """Yield a finding for every other user of a pin that the sound or a bus needs."""
        for use in self._uses:
            if use.pin == pin:
                told: Facts = {**facts, "part": self._word(use)}
                yield WiringFinding(f"pin_{what}", (self._place(use.key), by), told, self._marks(use))
        for i, _reader, port, uart in self._uarts():
            if pin in (uart.tx, uart.rx):
                places = (self._place(("readers", i, "port")), by)
                yield WiringFinding(f"uart_{what}", places, {**facts, "port": port.device}, (key_text(("readers", i)),))

    def _sound(self) -> tuple[Sound, FilePlace]:
        """Where the sound leaves the board, and which line says so."""
        sound = self._config.board.sound
        if sound == "auto" and self._card is not None:
            return self._card.sound or sound_of(self._card.name), self._card.place
        return sound, self._place(("board", "sound"))

    def _fixed(self) -> Iterator[WiringFinding]:
        """Pins with a purpose of their own."""
        serial = {pin for *_, uart in self._uarts() for pin in (uart.tx, uart.rx)}
        sound, where = self._sound()
        for use in self._uses:
            facts: Facts = {"pin": use.pin, "part": self._word(use)}
            if use.pin in EEPROM:
                yield WiringFinding("pin_eeprom", (self._place(use.key),), facts, self._marks(use))
            elif use.pin in I2C and sound == "i2s":
                yield WiringFinding("pin_hat", (self._place(use.key), where), facts, self._marks(use))
            elif use.pin in I2C and use.kind == "lamp":
                yield WiringFinding("pin_pulled_up", (self._place(use.key),), facts, self._marks(use))
            elif use.pin in SERIAL and use.pin not in serial:
                yield WiringFinding("pin_serial", (self._place(use.key),), facts, self._marks(use))
        for i, reader, _port, uart in self._uarts():
            if uart.tx in EEPROM:
                told: Facts = {"pin": uart.tx, "part": Text(N_("reader {name}"), {"name": reader.name})}
                yield WiringFinding(
                    "pin_eeprom", (self._place(("readers", i, "port")),), told, (key_text(("readers", i)),)
                )

    # -- readers --

    def _serial_ports(self) -> Iterator[WiringFinding]:
        """Ports that the model has not, or has by another name."""
        same: dict[tuple[int, int], list[str]] = defaultdict(list)
        for name, uart in self._board.uarts.items():
            same[_pins_of(uart)].append(name)
        names = "; ".join(f"{', '.join(each)} (GPIO {tx}, {rx})" for (tx, rx), each in same.items())
        on_pins = [i for i, port in enumerate(self._ports) if port.kind == "pins"]
        for i in on_pins:
            port, key = self._ports[i], ("readers", i, "port")
            facts: Facts = {"model": self._board.name, "port": port.device, "ports": names}
            mark = (key_text(key[:2]), *_lines(key))
            if port.device == "serial1":
                yield WiringFinding("uart_bluetooth", (self._place(key),), facts, mark)
            elif port.uart is None:
                yield WiringFinding("uart_missing", (self._place(key),), facts, mark)
            elif port.device == "ttyAMA0" and self._board.name != BOARDS["pi5"].name and not self._bluetooth_off():
                yield WiringFinding("uart_bluetooth_usual", (self._place(key),), facts, mark[:1])
            elif port.device == "serial0" and self._board.name == BOARDS["pi5"].name:
                yield WiringFinding("uart_debug", (self._place(key),), facts, mark[:1])
            elif port.old:
                told: Facts = {**facts, "overlay": port.uart.overlay, "other": self._now_called(port.uart)}
                yield WiringFinding("uart_old_name", (self._place(key),), told)
            elif port.uart.overlay:
                yield WiringFinding("uart_overlay", (self._place(key),), {**facts, "overlay": port.uart.overlay})
        limit = len(set(map(_pins_of, self._board.uarts.values())))
        if len(on_pins) > limit:
            places = tuple(self._place(("readers", i, "port")) for i in on_pins)
            facts = {"count": len(on_pins), "model": self._board.name, "limit": limit}
            yield WiringFinding("uarts_few", places, facts, tuple(key_text(("readers", i)) for i in on_pins))

    def _bluetooth_off(self) -> bool:
        lines = [*self._config.board.overlays, *(one.words for one in self._of_machine)]
        return any(line.removeprefix("dtoverlay=").split(",")[0] in BLUETOOTH_OFF for line in lines)

    def _now_called(self, uart: Uart) -> str:
        return next(name for name, other in self._board.uarts.items() if other == uart)

    def _shared_ports(self) -> Iterator[WiringFinding]:
        first: dict[tuple[int, int], int] = {}
        for i, reader, _port, uart in self._uarts():
            before = first.setdefault(_pins_of(uart), i)
            other = self._config.readers[before]
            if before == i or other.port == reader.port:  # reported as the same port
                continue
            facts: Facts = {
                "reader": reader.name,
                "other": other.name,
                "tx": uart.tx,
                "rx": uart.rx,
            }
            places = (self._place(("readers", i, "port")), self._place(("readers", before, "port")))
            yield WiringFinding("uart_twice", places, facts, self._both(i, before))
        yield from self._one_device()

    def _one_device(self) -> Iterator[WiringFinding]:
        """Two names of one port, on the machine that asks."""
        first: dict[str, int] = {}
        for i, reader in enumerate(self._config.readers):
            if not reader.port.startswith("/"):
                continue
            before = first.setdefault(self._real(reader.port), i)
            other = self._config.readers[before].port
            if other == reader.port or self._ports[i].uart is not None:
                continue  # it is the same one, or reported as the same port, or by its pins
            facts: Facts = {"word": reader.port, "other": other}
            places = (self._place(("readers", i, "port")), self._place(("readers", before, "port")))
            yield WiringFinding("port_same", places, facts, self._both(i, before))

    @staticmethod
    def _both(index: int, before: int) -> tuple[str, ...]:
        """Two readers and their lines."""
        keys: tuple[KeyPath, ...] = (("readers", index), ("readers", before))
        return tuple(mark for key in keys for mark in (key_text(key), *_lines(key)))

    def _reader(self, index: int, reader: ReaderConfig, port: HeaderPort) -> Iterator[WiringFinding]:
        key: KeyPath = ("readers", index)
        mark, at = (key_text(key),), self._place((*key, "port"))
        facts: Facts = {"reader": reader.name, "port": reader.port, "protocol": reader.protocol}
        supply, level = supply_of(reader), level_of(reader)
        if port.kind in ("none", "network", "strange"):
            yield WiringFinding(f"port_{port.kind}", (at,), facts, mark if port.kind == "strange" else ())
        if supply == "3v3" and "3v3" not in (wants := reader_part(reader.protocol).supply):
            word = " / ".join(_VOLTS[rail] for rail in wants)
            marks = (*mark, f"{key_text(key)}.supply")
            yield WiringFinding(
                "supply_low", (self._place((*key, "supply")),), {**facts, "word": verbatim(word)}, marks
            )
        if supply == "3v3" and level == "5v" and reader.level == "5v":
            yield WiringFinding("level_high", (self._place((*key, "level")),), facts, mark)
        known = PROTOCOLS.get(reader.protocol)
        if known is not None and reader_part(reader.protocol).one_speed and reader.baud not in (None, known.baud):
            yield WiringFinding("baud_other", (self._place((*key, "baud")),), {**facts, "limit": known.baud}, mark)
        if port.kind == "usb" and reader.adapter is not None:
            yield WiringFinding("adapter_unused", (self._place((*key, "adapter")),), facts)
        if (
            port.kind == "usb"
            and reader_part(reader.protocol).usb == "adapter"
            and supply_of(reader, usb=True) == "3v3"
            and "3v3" in reader_part(reader.protocol).supply
            and current_of(reader) > CABLE_3V3_MA
        ):
            told: Facts = {**facts, "limit": CABLE_3V3_MA, "current": current_of(reader)}
            yield WiringFinding("cable_current", (self._place((*key, "supply")),), told, mark)
        if port.uart is None:
            return
        if level == "5v" and reader.adapter == "direct":
            places = (self._place((*key, "adapter")), at)
            yield WiringFinding("rx_5v", places, {**facts, "pin": port.uart.rx}, (*mark, f"{key_text(key)}.rx"))
        if level == "3v3" and level_of(replace(reader, level=None)) == "5v" and reader_part(reader.protocol).level_sure:
            places = (self._place((*key, "level")), at)
            if reader.adapter in ("divider", "shifter"):  # it is there all the same
                yield WiringFinding("level_odd", places, facts, mark)
            else:
                yield WiringFinding("level_low", places, facts, (*mark, f"{key_text(key)}.rx"))
        elif level == "3v3" and reader.adapter in ("divider", "shifter"):
            yield WiringFinding(f"{reader.adapter}_idle", (self._place((*key, "adapter")),), facts, mark)
        if level == "5v" and reader.adapter in (None, "divider"):
            yield WiringFinding("divider_drawn", (at,), facts)
        if level == "5v" and reader.adapter != "shifter" and known is not None and known.talker is not None:
            yield WiringFinding("tx_low", (at,), facts)

    # -- currents --

    def _leds(self) -> Iterator[WiringFinding]:
        for i, lamp in enumerate(self._config.lamps):
            for colour in COLOURS:
                key: KeyPath = ("lamps", i, colour)
                spare = HIGH_V - forward_v(lamp, colour)
                where = (self._place(("lamps", i, f"{colour}_v")),)
                facts: Facts = {"volts": _decimal(f"{forward_v(lamp, colour):g}")}
                marks = (key_text(key[:2]), key_text(key))
                if resistor(lamp, colour) is None or spare <= 0:
                    yield WiringFinding("led_impossible", where, facts, marks)
                elif forward_v(lamp, colour) < LEAST_V:
                    yield WiringFinding("led_low", where, facts, marks)
                elif spare < DIM_V:
                    yield WiringFinding("led_dim", where, facts, marks)
                else:
                    yield from self._own_resistor(i, lamp, colour)

    def _own_resistor(self, index: int, lamp: LampConfig, colour: str) -> Iterator[WiringFinding]:
        """A resistor of the file with which an LED hardly lights, or has more than the file says."""
        ohms: int | None = getattr(lamp, f"{colour}_ohm")
        if ohms is None:
            return
        key: KeyPath = ("lamps", index, f"{colour}_ohm")
        current = lamp_ma(lamp, colour)
        said = self._file.has(self._file.key((*key[:2], "current_ma")))
        facts: Facts = {"word": _decimal(ohm_words(ohms)), "current": _ma(current), "limit": _ma(lamp.current_ma)}
        marks = (key_text(key[:2]), key_text((*key[:2], colour)))
        if current < FAINT_MA:
            yield WiringFinding("led_faint", (self._place(key),), facts, marks)
        elif said and PIN_MA >= current > lamp.current_ma * 1.25:
            yield WiringFinding("led_strong", (self._place(key), self._place((*key[:2], "current_ma"))), facts, marks)

    def _currents(self) -> Iterator[WiringFinding]:
        pins: dict[int, float] = defaultdict(float)
        lamps: dict[KeyPath, float] = {}
        for i, lamp in enumerate(self._config.lamps):
            for colour, pin in zip(COLOURS, lamp.pins, strict=True):
                current = lamp_ma(lamp, colour)
                pins[pin] += current
                lamps[("lamps", i)] = lamps.get(("lamps", i), 0.0) + current
                if current > PIN_MA + 0.05:
                    own = f"{colour}_ohm" if getattr(lamp, f"{colour}_ohm") is not None else "current_ma"
                    facts: Facts = {"pin": pin, "current": _ma(current), "limit": _ma(PIN_MA)}
                    key: KeyPath = ("lamps", i, colour)
                    yield WiringFinding(
                        "pin_current", (self._place(("lamps", i, own)),), facts, (key_text(key[:2]), key_text(key))
                    )
        if sum(lamps.values()) > ALL_PINS_MA:
            yield self._too_much("pins_current", lamps, ALL_PINS_MA)
        rail, of_5v = dict(lamps), dict(lamps)
        usb: dict[KeyPath, float] = {}
        for i, reader in enumerate(self._config.readers):
            kind, supply = self._ports[i].kind, supply_of(reader)
            if kind not in ("pins", "usb") or supply == "own":
                continue
            of_5v[("readers", i)] = current_of(reader)
            if kind == "usb":
                usb[("readers", i)] = current_of(reader)
            elif supply == "3v3":
                rail[("readers", i)] = current_of(reader)
        board = self._board
        if sum(rail.values()) > RAIL_3V3_MA:
            yield self._too_much("rail_current", rail, RAIL_3V3_MA, "pi.3V3", ".supply")
        if sum(of_5v.values()) > board.supply_ma - board.bare_ma:
            yield self._too_much("rail5_current", of_5v, board.supply_ma - board.bare_ma)
        if sum(usb.values()) > board.usb_ma:
            yield self._too_much("usb_current", usb, board.usb_ma)
        elif board.name == BOARDS["pi5"].name and sum(usb.values()) > SMALL_SUPPLY_USB_MA:
            yield self._too_much("usb_supply", usb, SMALL_SUPPLY_USB_MA)
        if len(usb) > USB_SOCKETS:
            told: Facts = {"count": len(usb), "model": self._board.name, "limit": USB_SOCKETS}
            yield WiringFinding("usb_sockets", (self._place(("readers",)),), told)

    def _too_much(self, code: str, takers: dict[KeyPath, float], limit: float, *more: str) -> WiringFinding:
        """With what each part takes. `more`: what is wrong besides; with a dot before it, of each part."""
        parts = tuple(
            Text("{key} {current}", {"key": key_text(self._file.key(key)), "current": _ma(current)})
            for key, current in takers.items()
        )
        facts: Facts = {"current": _ma(sum(takers.values())), "limit": _ma(limit), "list": Text(", ", parts=parts)}
        places = tuple(self._place(key) for key in takers)
        marks = [key_text(key) for key in takers]
        marks += [f"{mark}{one}" for one in more if one.startswith(".") for mark in list(marks)]
        marks += [one for one in more if not one.startswith(".")]
        return WiringFinding(code, places, {**facts, "model": self._board.name}, tuple(marks))

    def _switched_off(self) -> Iterator[WiringFinding]:
        factory = self._config.pins.factory
        if self._uses and factory != "lgpio":
            yield WiringFinding(f"factory_{factory}", (self._place(("pins", "factory")),))
        if not self._uses and not self._config.readers:
            yield WiringFinding("nothing", (FilePlace(self._file.path, 0, ""),))


_VOLTS = {"3v3": "3.3 V", "5v": "5 V"}


LEAST_V = 1.4
"""Below this no LED lights that can be seen: red ones begin at about 1.6 V."""
FAINT_MA = 0.5
"""An allowance: below this an indicator hardly lights."""
_NAMED = re.compile(r"\s*(?:(GPIO|BCM|)|(BOARD|PIN|J8:))\s*(\d{1,2})\s*$", re.I)


def _ma(current: float) -> Text:
    told = f"{current:.0f}" if current >= 20 else f"{current:.1f}" if current >= 1 else f"{current:.2g}"
    return _decimal(told.removesuffix(".0"))


def _decimal(number: str) -> Text:
    """A number with the decimal point of the language."""
    whole, point, rest = number.partition(".")
    return Text(N_("{whole}.{rest}"), {"whole": whole, "rest": rest}) if point else verbatim(number)


def _lines(key: KeyPath) -> tuple[str, ...]:
    """Both wires of a reader on pins."""
    own = key_text(key[:2])
    return f"{own}.rx", f"{own}.tx"


def _meant(written: object) -> int | None:
    """Return the GPIO of a name, as gpiozero takes them: `GPIO17`, `BCM17`, `17`; `BOARD11`, `J8:11`."""
    found = _NAMED.match(written) if isinstance(written, str) else None
    if found is None:
        return None
    number = int(found[3])
    meant = HEADER.get(number) if found[2] else number
    return meant if isinstance(meant, int) and meant in PIN_OF else None


def _pins_of(uart: Uart) -> tuple[int, int]:
    return uart.tx, uart.rx


def _written(value: object) -> str:
    """Return it as it is in the file, cut where it is long."""
    text = f'"{value}"' if isinstance(value, str) else str(value).lower() if isinstance(value, bool) else str(value)
    return text if len(text) <= 40 else f"{text[:37]}..."
