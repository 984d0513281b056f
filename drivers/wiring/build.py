"""From table.toml to the net: which terminal of which part goes where, through what."""

from __future__ import annotations

from msgspec import Struct

from companion.engine.config import KeyPath, key_text
from drivers.config import LampConfig, ReaderConfig, TableConfig
from drivers.readers import BOARD, PROTOCOLS
from drivers.wiring.boards import GND, PIN_OF, V3, V5, Uart, model_of_config
from drivers.wiring.net import NOWHERE, PI, End, Net, Wire, Wired, WireKind, WiringPart
from drivers.wiring.parts import COLOURS, DIVIDER_OHM, ReaderPart, level_of, reader_part, resistor, supply_of
from drivers.wiring.ports import further_antenna, port_of
from drivers.wiring.read import NO_PIN


def build_net(config: TableConfig) -> Net:
    """The net of a table; whatever the file says is in it, also what cannot be."""
    made = _Building(config)
    for name, pin in config.panel.pins.items():
        made.button(name, pin)
    for i, encoder in enumerate(config.encoders):
        made.dial(i, encoder.name, encoder.a, encoder.b)
    for i, lamp in enumerate(config.lamps):
        made.lamp(i, lamp)
    for i, reader in enumerate(config.readers):
        if not reader.networked and not further_antenna(config.readers, i):
            made.reader(i, reader)
    return Net(model_of_config(config), tuple(made.parts), tuple(made.wires))


def pi_pin(gpio: int | None, key: KeyPath) -> End:
    """Return the header's pin of a GPIO; of one that it has not (None: of none at all), a terminal without a pin."""
    if gpio in PIN_OF:
        return End(PI, str(PIN_OF[gpio]))
    return End(PI, f"{NOWHERE}{key_text(key) if gpio in (None, NO_PIN) else gpio}")


def is_asked(protocol: str) -> bool:
    """Whether the Pi's TX is wired, too."""
    known = PROTOCOLS.get(protocol)
    return known is not None and known.talker is not None and protocol != BOARD


class _WiredReader(Struct):
    """A reader while it is wired."""

    id: str
    key: KeyPath
    kind: ReaderPart
    reader: ReaderConfig

    def end(self, terminal: str) -> End:
        return End(self.id, terminal)


class _Building:
    def __init__(self, config: TableConfig) -> None:
        self.parts: list[WiringPart] = []
        self.wires: list[Wire] = []
        self._model = model_of_config(config)
        self._sockets = 0

    def button(self, name: str, pin: int) -> None:
        key: KeyPath = ("panel", name)
        part = key_text(key)
        self.parts.append(WiringPart(part, "button", name, key, ("1", "2")))
        self._wire(pi_pin(pin, key), End(part, "1"), "signal", key)
        self._wire(End(part, "2"), End(PI, GND), "ground", key)

    def dial(self, index: int, name: str, pin_a: int, pin_b: int) -> None:
        key: KeyPath = ("encoders", index)
        part = key_text(key)
        self.parts.append(WiringPart(part, "dial", name, key, ("A", "B", "C")))
        self._wire(pi_pin(pin_a, (*key, "a")), End(part, "A"), "signal", (*key, "a"))
        self._wire(pi_pin(pin_b, (*key, "b")), End(part, "B"), "signal", (*key, "b"))
        self._wire(End(part, "C"), End(PI, GND), "ground", key)

    def lamp(self, index: int, lamp: LampConfig) -> None:
        key: KeyPath = ("lamps", index)
        part = key_text(key)
        long_leg = "+" if lamp.common_anode else "-"
        self.parts.append(WiringPart(part, "lamp", str(index + 1), key, ("R", "G", "B", long_leg)))
        for colour, pin in zip(COLOURS, lamp.pins, strict=True):
            own: KeyPath = (*key, colour)
            between = key_text(own)
            self.parts.append(WiringPart(between, "resistor", colour, own, ("1", "2"), (resistor(lamp, colour),)))
            self._wire(pi_pin(pin, own), End(between, "1"), "signal", own, colour)
            self._wire(End(between, "2"), End(part, colour[0].upper()), "signal", own, colour)
        if lamp.common_anode:
            self._wire(End(part, long_leg), End(PI, V3), "3v3", key)
        else:
            self._wire(End(part, long_leg), End(PI, GND), "ground", key)

    def reader(self, index: int, reader: ReaderConfig) -> None:
        key: KeyPath = ("readers", index)
        kind = reader_part(reader.protocol)
        line = _WiredReader(key_text(key), key, kind, reader)
        port = port_of(reader, self._model)
        asked = (kind.rx,) if is_asked(reader.protocol) else ()
        if port.kind == "pins":
            names = (kind.tx, *asked, kind.vcc, "GND", *kind.straps)
            self.parts.append(WiringPart(line.id, "reader", reader.name, key, names, about=reader.protocol))
            self._on_pins(line, port.uart)
            return
        wired: Wired = "usb" if port.kind == "usb" else "nowhere"
        if kind.usb == "own" or wired == "nowhere":
            self.parts.append(
                WiringPart(line.id, "reader", reader.name, key, ("USB",), about=reader.protocol, wired=wired)
            )
            if wired == "usb":
                self._socket(End(line.id, "USB"), key)
            return
        names = (kind.tx, *asked, kind.vcc, "GND", *kind.straps)
        self.parts.append(WiringPart(line.id, "reader", reader.name, key, names, about=reader.protocol, wired=wired))
        adapter = f"{line.id}.usb"
        ends = (
            "RXD",
            *(("TXD",) if asked else ()),
            "5V" if supply_of(reader, usb=True) != "3v3" else "3V3",
            "GND",
            "USB",
        )
        self.parts.append(WiringPart(adapter, "adapter", "", key, ends, wired=wired))
        self._wire(line.end(kind.tx), End(adapter, "RXD"), "signal", key, "rx")
        if asked:
            self._wire(End(adapter, "TXD"), line.end(kind.rx), "signal", key, "tx")
        if supply_of(reader, usb=True) != "own":
            rail: WireKind = "3v3" if supply_of(reader, usb=True) == "3v3" else "5v"
            self._wire(line.end(kind.vcc), End(adapter, ends[-3]), rail, key)
        self._wire(line.end("GND"), End(adapter, "GND"), "ground", key)
        self._straps(line)
        self._socket(End(adapter, "USB"), key)

    def _socket(self, end: End, key: KeyPath) -> None:
        self._sockets += 1
        self._wire(End(PI, f"USB{self._sockets}"), end, "cable", key)

    def _on_pins(self, line: _WiredReader, uart: Uart | None) -> None:
        """`uart`: None if the model has none of that name."""
        reader, kind, key = line.reader, line.kind, line.key
        into = pi_pin(uart.rx if uart else None, (*key, "rx"))
        out = pi_pin(uart.tx if uart else None, (*key, "tx"))
        level = level_of(reader)
        asked = is_asked(reader.protocol)
        match reader.adapter or ("divider" if level == "5v" else "direct"):
            case "divider":
                between = f"{line.id}.divider"
                self.parts.append(
                    WiringPart(between, "divider", "", (*key, "adapter"), ("in", "out", "gnd"), DIVIDER_OHM)
                )
                self._wire(line.end(kind.tx), End(between, "in"), "signal", key, "rx")
                self._wire(End(between, "out"), into, "signal", key, "rx")
                self._wire(End(between, "gnd"), End(PI, GND), "ground", key)
            case "shifter":
                between = f"{line.id}.shifter"
                names = ("HV1", "LV1", *(("HV2", "LV2") if asked else ()), "HV", "LV", "GND")
                self.parts.append(WiringPart(between, "shifter", "", (*key, "adapter"), names))
                self._wire(line.end(kind.tx), End(between, "HV1"), "signal", key, "rx")
                self._wire(End(between, "LV1"), into, "signal", key, "rx")
                self._wire(End(between, "HV"), End(PI, V5), "5v", key)
                self._wire(End(between, "LV"), End(PI, V3), "3v3", key)
                self._wire(End(between, "GND"), End(PI, GND), "ground", key)
                if asked:
                    self._wire(out, End(between, "LV2"), "signal", key, "tx")
                    self._wire(End(between, "HV2"), line.end(kind.rx), "signal", key, "tx")
            case _:
                self._wire(line.end(kind.tx), into, "signal", key, "rx")
        if asked and reader.adapter != "shifter":
            self._wire(out, line.end(kind.rx), "signal", key, "tx")
        match supply_of(reader):
            case "3v3":
                self._wire(line.end(kind.vcc), End(PI, V3), "3v3", key)
            case "5v":
                self._wire(line.end(kind.vcc), End(PI, V5), "5v", key)
        self._wire(line.end("GND"), End(PI, GND), "ground", key)
        self._straps(line)

    def _straps(self, line: _WiredReader) -> None:
        for strap, goal in line.kind.straps.items():
            self._wire(line.end(strap), line.end(goal if goal == "GND" else line.kind.vcc), "strap", line.key)

    def _wire(self, one: End, other: End, kind: WireKind, key: KeyPath, tone: str = "") -> None:
        self.wires.append(Wire(one, other, kind, key, tone))
