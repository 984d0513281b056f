"""`config/table.toml`: what is wired to the companion at this table."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from companion.engine.config import BadValue, ConfigError, KeyPath, load_toml
from companion.engine.foreign import NAME_FORM
from companion.engine.player_names import check_names
from companion.engine.reader_zones import SECRET_ZONES, Zone
from companion.engine.refused import BadInput
from companion.engine.text import N_, Facts, Text
from drivers.network.payload import Format
from drivers.network.reader import NetworkSettings
from drivers.network.topics import topics_of, wrong_with
from drivers.panel import BUTTONS, DialName
from drivers.pins import FactoryName
from drivers.presence import PresenceRules
from drivers.readers import BOARD, KEYBOARD, PCSC, UnknownProtocol, protocol
from drivers.readers.antenna_board import MOST_ANTENNAS
from drivers.readers.loop import ReaderSettings
from drivers.readers.pcsc_port import is_name
from drivers.readers.polled_reader import UhfRegion
from drivers.readers.session import ONLY
from drivers.readers.sketch import MOST_LABEL

log = logging.getLogger(__name__)

MOST_READERS = 32
"""More ports than a Raspberry Pi with its hubs has: a longer list is a mistake."""
FOUND = "readers.toml"
"""The readers that were found on the screen, beside the journal: as table.toml has them."""
MQTT = "mqtt"
"""The protocol of a reader on the network."""
NETWORK_KEYS = ("topic", "format", "status")
WIRED_KEYS = (
    "port", "label", "device", "antenna", "baud", "frame_ms", "region", "power_dbm", "supply", "level", "adapter",
    "current_ma",
)  # fmt: skip
LINE_KEYS = ("baud", "frame_ms", "region", "power_dbm", "supply", "level", "adapter")
"""Of a serial line: a reader that types has none, nor one of PC/SC."""
TOLD_KEYS = ("ghost_reads", "duplicate_ms")
"""Of a reader that says a tag again: one of PC/SC says it once."""
BOARD_KEYS = ("baud",)
"""Of a board's port, not of an antenna."""
DUPLICATE_MS: dict[Format, int] = {"tasmota": 5_000, "esphome": 1_000, "plain": 1_000}
"""Tasmota reports a tag that is still there after two seconds, and one of these messages may be lost."""
Name = Annotated[str, Meta(pattern=NAME_FORM)]
Pin = Annotated[int, Meta(ge=0, le=27)]
"""A GPIO by its BCM number, as on the pinout of a Raspberry Pi."""
Count = Annotated[int, Meta(ge=1, le=20)]
Milliseconds = Annotated[int, Meta(ge=0, le=60_000)]
Volts = Annotated[float, Meta(gt=0, le=12)]
Ohms = Annotated[int, Meta(ge=1, le=100_000)]
Model = Literal["pi3", "pi4", "pi5"]
PowerRail = Literal["3v3", "5v"]
Sound = Literal["auto", "hdmi", "jack", "usb", "i2s", "pwm_12_13", "pwm_18_19"]


class ReaderConfig(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One reader; None means "as the protocol has it".

    `name`: how signals call it. `port`: a path, best under /dev/serial/by-id (of one that types: under
    /dev/input/by-id or by-path; of PC/SC: its name); "" means not connected yet. One on the
    network (`protocol` is `mqtt`) has `topic` and `format` in its place, and `status` where its will is elsewhere.
    `zone`: what a card laid there means, in a game that asks (HellRail). `seat`: the player whose reader it is, where
    each has one (Infernal Wagon). The runtime passes them to the table. `label`: what a sketch prints before a tag's
    number, where that is no usual word. `device`: what one that types says of itself: no other is grabbed. `antenna`:
    which one of a board on that port it is; None: the first. `single`: at
    most one tag at a time. `ghost_reads`, `missed_frames`: frames; `frame_ms`, `duplicate_ms`: milliseconds; what they
    mean is in `drivers.presence`. `region`, `power_dbm`: of a UHF reader.

    For the drawing of the wires only: `supply` (own: a supply of its own), `level` of its TX, `adapter` between its TX
    and a pin, `current_ma` that it takes at most.
    """

    name: Name
    protocol: str
    port: str = ""
    topic: str = ""
    format: Format | None = None
    status: str = ""
    label: Annotated[str, Meta(max_length=MOST_LABEL)] = ""
    device: Annotated[str, Meta(max_length=256)] = ""
    antenna: Annotated[int, Meta(ge=1, le=MOST_ANTENNAS)] | None = None
    baud: Annotated[int, Meta(ge=300, le=4_000_000)] | None = None
    single: bool | None = None
    zone: Zone = ""
    seat: Annotated[str, Meta(max_length=100)] = ""
    ghost_reads: Count | None = None
    duplicate_ms: Milliseconds | None = None
    frame_ms: Annotated[int, Meta(ge=10, le=10_000)] | None = None
    missed_frames: Count = 4
    region: UhfRegion | None = None
    power_dbm: Annotated[int, Meta(ge=0, le=27)] | None = None
    supply: Literal["3v3", "5v", "own"] | None = None
    level: PowerRail | None = None
    adapter: Literal["direct", "divider", "shifter"] | None = None
    current_ma: Annotated[int, Meta(ge=0, le=5_000)] | None = None

    @property
    def networked(self) -> bool:
        return self.protocol == MQTT

    @property
    def on_board(self) -> int:
        """Which antenna of a board it is; 0 for all others."""
        return (self.antenna or 1) if self.protocol == BOARD else ONLY

    @property
    def network(self) -> NetworkSettings:
        """Of one that is on the network."""
        format = self.format or "plain"
        rules = PresenceRules(
            repeats=False,
            single=True if self.single is None else self.single,
            ghost_reads=_or(self.ghost_reads, 1),
            duplicate_ms=_or(self.duplicate_ms, DUPLICATE_MS[format]),
        )
        return NetworkSettings(self.name, format, topics_of(format, self.topic, self.status), rules)

    def settings(self) -> ReaderSettings:
        """With the protocol's defaults filled in."""
        known = protocol(self.protocol)
        rules = PresenceRules(
            repeats=known.repeats,
            frame_ms=_or(self.frame_ms, known.frame_ms),
            missed_frames=self.missed_frames,
            single=known.single if self.single is None else self.single,
            ghost_reads=_or(self.ghost_reads, known.ghost_reads),
            duplicate_ms=_or(self.duplicate_ms, known.duplicate_ms),
            checked=known.checked,
            tells_going=known.tells_going,
        )
        baud = _or(self.baud, known.baud)
        return ReaderSettings(
            self.name, self.port, self.protocol, baud, rules, self.region, self.power_dbm, self.label, self.device,
            self.on_board,
        )  # fmt: skip


class PanelConfig(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The pins of the push buttons; a button without a pin is not there."""

    start: Pin | None = None
    a: Pin | None = None
    b: Pin | None = None
    undo: Pin | None = None
    end_turn: Pin | None = None
    rage_up: Pin | None = None
    rage_down: Pin | None = None
    speed_up: Pin | None = None
    speed_down: Pin | None = None
    debounce_ms: Annotated[int, Meta(ge=0, le=500)] = 30

    @property
    def pins(self) -> dict[str, int]:
        """Button -> pin, of those that are there."""
        pins = {name: getattr(self, name) for name in BUTTONS}
        return {name: pin for name, pin in pins.items() if pin is not None}


class EncoderConfig(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A rotary encoder: the dial of that name (no game reads another one), a step clockwise is one more.

    `a`, `b`: its two contacts; the one in the middle goes to ground. If it counts the wrong way round, swap them.
    `per_detent`: changes of the contacts from one click to the next; 2 where every other click would count, 1 where
    only every fourth.
    """

    name: DialName
    a: Pin
    b: Pin
    debounce_ms: Annotated[int, Meta(ge=0, le=50)] = 1
    per_detent: Literal[1, 2, 4] = 4


class LampConfig(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The pins of an RGB lamp. `common_anode`: its long leg goes to 3.3 V, not to ground.

    For the drawing of the wires only: `current_ma` through each colour, its forward voltage at this current (`red_v`
    ...), and its resistor (`red_ohm` ...; None: reckoned from the other two).
    """

    red: Pin
    green: Pin
    blue: Pin
    common_anode: bool = False
    current_ma: Annotated[float, Meta(gt=0, le=100)] = 3.0
    red_v: Volts = 1.9
    green_v: Volts = 2.8
    blue_v: Volts = 2.8
    red_ohm: Ohms | None = None
    green_ohm: Ohms | None = None
    blue_ohm: Ohms | None = None

    @property
    def pins(self) -> tuple[int, int, int]:
        return (self.red, self.green, self.blue)


class PinsConfig(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where pins come from: `lgpio` on a Raspberry Pi, `mock` in memory, `none` for a table without pins."""

    factory: FactoryName = "none"


class BoardConfig(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The board, for the drawing of the wires only: its model, where the sound leaves it, what else is on its pins.

    `model`: "auto" is the Pi that asks, elsewhere a Pi 4. `sound`: "auto" takes the name of the card in sound.toml, and
    what config.txt says of the Pi that asks. `also`: buses that something else uses. `overlays`: those of config.txt
    that take pins, as written behind `dtoverlay=`; the config.txt of the Pi that asks is looked at, too.
    """

    model: Literal["auto"] | Model = "auto"
    sound: Sound = "auto"
    also: list[Literal["i2c", "spi", "1wire"]] = []
    overlays: list[str] = []


class TableConfig(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The whole file. A table without any hardware is an empty file."""

    readers: list[ReaderConfig] = []
    pins: PinsConfig = PinsConfig()
    panel: PanelConfig = PanelConfig()
    encoders: list[EncoderConfig] = []
    lamps: list[LampConfig] = []
    board: BoardConfig = BoardConfig()

    @property
    def wired(self) -> list[ReaderConfig]:
        """The readers with a port."""
        return [reader for reader in self.readers if not reader.networked]


def load_table(path: Path) -> TableConfig:
    """Read and check `config/table.toml`.

    :raises ConfigError: naming file, line and key.
    """
    return load_toml(path, TableConfig, check_table)


def with_found(table: TableConfig, data: Path) -> TableConfig:
    """With the readers that were found on the screen, but for those that clash with the owner's file.

    :param data: the folder of the journal, where the screen may write.
    """
    file = data / FOUND
    if not file.exists():
        return table
    try:
        found = load_table(file).readers
    except ConfigError as error:
        log.warning("%s", error)
        return table
    for reader in found:
        more = replace(table, readers=[*table.readers, reader])
        try:
            check_table(more)
        except BadValue as wrong:
            log.warning("the reader %s of %s is left out: %s", reader.name, file, wrong)
        else:
            table = more
    return table


def check_table(table: TableConfig) -> None:
    """What the types cannot say: known protocols, not too many readers, no name, port or pin twice.

    :raises BadValue: with the key that is wrong.
    """
    if len(table.readers) > MOST_READERS:
        raise BadValue(
            ("readers", MOST_READERS, "name"), Text(N_("at most {most} readers are possible"), {"most": MOST_READERS})
        )
    _no_twice([(("readers", i, "name"), reader.name) for i, reader in enumerate(table.readers)], "name")
    alone = [(i, reader) for i, reader in enumerate(table.readers) if reader.port and reader.protocol != BOARD]
    _no_twice([(("readers", i, "port"), reader.port) for i, reader in alone], "port")
    _check_boards(table)
    for i, reader in enumerate(table.readers):
        check_reader(reader, i)
        try:
            if not reader.networked:
                protocol(reader.protocol)
        except UnknownProtocol as error:
            raise BadValue(("readers", i, "protocol"), error.what) from error
    networked = [(i, reader.network.topics.tap) for i, reader in enumerate(table.readers) if reader.networked]
    _no_twice([(("readers", i, "topic"), topic) for i, topic in networked], "topic")
    _no_twice([(("encoders", i, "name"), encoder.name) for i, encoder in enumerate(table.encoders)], "name")
    pins: list[tuple[KeyPath, int]] = [(("panel", name), pin) for name, pin in table.panel.pins.items()]
    for i, encoder in enumerate(table.encoders):
        pins += [(("encoders", i, "a"), encoder.a), (("encoders", i, "b"), encoder.b)]
    for i, lamp in enumerate(table.lamps):
        pins += [(("lamps", i, colour), getattr(lamp, colour)) for colour in ("red", "green", "blue")]
    _no_twice(pins, "pin")


def _check_boards(table: TableConfig) -> None:
    """What is said of a board's port is the same for all its antennas, and each is one reader.

    :raises BadValue: for an antenna twice, another speed, or another protocol on the board's port.
    """
    first: dict[str, tuple[int, ReaderConfig]] = {}
    for i, reader in enumerate(table.readers):
        if not reader.port:
            continue
        before, one = first.setdefault(reader.port, (i, reader))
        if reader.protocol != one.protocol:
            raise BadValue(
                ("readers", i, "port"), Text(_TWICE["port"], {"word": reader.port}), ("readers", before, "port")
            )
        for key in BOARD_KEYS:
            if getattr(reader, key) != getattr(one, key):
                why = Text(N_("the antennas of one board have one `{key}`"), {"key": key})
                raise BadValue(("readers", i, key), why, ("readers", before, key))
    _no_twice(
        [
            (("readers", i, "antenna"), f"{reader.on_board} @ {reader.port}")
            for i, reader in enumerate(table.readers)
            if reader.port and reader.on_board
        ],
        "antenna",
    )


def check_reader(reader: ReaderConfig, index: int) -> None:
    """
    :raises BadValue: for what is no player's name, and what one on the network or with a cable cannot have.
    """
    try:
        check_names([reader.seat] if reader.seat else [])
    except BadInput as error:
        raise BadValue(("readers", index, "seat"), Text(N_("no player can be called so"))) from error
    if reader.networked:
        _check_network(reader, index)
        return
    for key in NETWORK_KEYS:
        if getattr(reader, key):
            facts: Facts = {"key": key, "protocol": reader.protocol}
            why = N_("`{key}` is for readers on the network, not for {protocol}")
            raise BadValue(("readers", index, key), Text(why, facts))
    for key in LINE_KEYS if reader.protocol == KEYBOARD else ():
        if getattr(reader, key) is not None:
            raise BadValue(("readers", index, key), Text(N_("a reader that types has no `{key}`"), {"key": key}))
    for key in (*LINE_KEYS, *TOLD_KEYS) if reader.protocol == PCSC else ():
        if getattr(reader, key) is not None:
            raise BadValue(("readers", index, key), Text(N_("a PC/SC reader has no `{key}`"), {"key": key}))
    if reader.protocol == PCSC and reader.port and not is_name(reader.port):
        raise BadValue(("readers", index, "port"), Text(N_("the name of a PC/SC reader is wanted, as pcscd says it")))
    if reader.label and reader.protocol != "text_line":
        why = N_("`{key}` is for lines of text, not for {protocol}")
        raise BadValue(("readers", index, "label"), Text(why, {"key": "label", "protocol": reader.protocol}))
    if reader.antenna is not None and reader.protocol != BOARD:
        why = N_("`{key}` is for boards with antennas, not for {protocol}")
        raise BadValue(("readers", index, "antenna"), Text(why, {"key": "antenna", "protocol": reader.protocol}))
    if reader.device and reader.protocol != KEYBOARD:
        why = N_("`{key}` is for readers that type, not for {protocol}")
        raise BadValue(("readers", index, "device"), Text(why, {"key": "device", "protocol": reader.protocol}))
    if reader.protocol == KEYBOARD and reader.port and not reader.port.startswith("/"):
        raise BadValue(("readers", index, "port"), Text(N_("the device that types is wanted, below /dev/input")))


def _check_network(reader: ReaderConfig, index: int) -> None:
    """
    :raises BadValue: for what one on the network cannot be, or what the broker must not see.
    """
    if reader.format is None:
        raise BadValue(("readers", index, "format"), Text(N_("this key is missing: tasmota, esphome or plain")))
    topics = reader.network.topics
    if wrong := wrong_with(reader.topic) or wrong_with(topics.tap):
        raise BadValue(("readers", index, "topic"), wrong)
    if (wrong := wrong_with(topics.status)) or topics.status in (topics.tap, topics.removed):
        raise BadValue(("readers", index, "status"), wrong or Text(N_("its tags are told on this topic")))
    for key in WIRED_KEYS:
        if getattr(reader, key) not in (None, ""):
            raise BadValue(("readers", index, key), Text(N_("a reader on the network has no `{key}`"), {"key": key}))
    for key in ("zone", "name"):
        word = getattr(reader, key)
        if word in SECRET_ZONES:
            why = N_("a reader on the network cannot be `{word}`: the broker would see cards that are secret")
            raise BadValue(("readers", index, key), Text(why, {"word": word}))


_TWICE = {
    "name": N_("the name {word} is used twice"),
    "port": N_("the port {word} is used twice"),
    "topic": N_("the topic {word} is used twice"),
    "antenna": N_("the antenna {word} is used twice"),
    "pin": N_("the pin {word} is used twice"),
}


def _no_twice(values: Sequence[tuple[KeyPath, str | int]], what: str) -> None:
    seen: dict[str | int, KeyPath] = {}
    for key, value in values:
        if value in seen:
            raise BadValue(key, Text(_TWICE[what], {"word": value}), seen[value])
        seen[value] = key


def _or(value: int | None, default: int) -> int:
    return default if value is None else value
