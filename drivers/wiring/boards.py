"""The 40 pins of a Raspberry Pi's header, the serial ports of its models, and what it bears.

Sources: the header as gpiozero has it; the overlays (`uart2`, `uart1-pi5` ...) as `dtoverlay -h` lists them; 500 mA of
the 3.3 V pins since the model B+: pinout.xyz; 16 mA a pin and 50 mA for all of them: the Pi's makers on their forum
(t=198940); what USB gives together, 1.2 A, and 1.6 A of a Pi 5 with a supply of 5 A, 0.6 A with one of 3 A: the Pi's
documentation (raspberrypi/documentation, usb-bus-on-raspberry-pi.adoc); supplies, and what a bare board takes: the
same (power-supplies.adoc); ttyAMA2 to 5 bear the numbers of their overlays since 2023 (raspberrypi/linux, pull
request 5436), before they were counted one after the other; ttyAMA0 is Bluetooth's on a Pi 3 and 4, serial0 is not:
the same documentation (uart.adoc); on a Pi 5 serial0 is ttyAMA10, its debug socket.
"""

from __future__ import annotations

import re

from msgspec import Struct

from drivers.config import Model, Sound, TableConfig

GND, V5, V3 = "GND", "5V", "3V3"
_LABELS = """
3V3 5V  2 5V  3 GND  4 14  GND 15  17 18  27 GND  22 23  3V3 24  10 GND  9 25  11 8  GND 7  0 1  5 GND  6 12  13 GND
19 16  26 20  GND 21
"""
HEADER: dict[int, int | str] = {n: int(w) if w.isdigit() else w for n, w in enumerate(_LABELS.split(), 1)}
"""Pin of the header (odd ones in the row with pin 1) -> its GPIO, or `GND`, `5V`, `3V3`."""
PIN_OF: dict[int, int] = {what: pin for pin, what in HEADER.items() if isinstance(what, int)}
"""GPIO -> pin of the header."""
EEPROM, I2C, SERIAL = (0, 1), (2, 3), (14, 15)
PIN_MA, ALL_PINS_MA, RAIL_3V3_MA = 16.0, 50.0, 500.0
"""What one GPIO, all GPIO together, and the 3.3 V pins give at most."""
HIGH_V = 3.3
SOUND_PINS: dict[Sound, tuple[int, ...]] = {
    "i2s": (18, 19, 20, 21),
    "pwm_12_13": (12, 13),
    "pwm_18_19": (18, 19),
}
"""Pins that the sound needs; other kinds need none."""
BUSES: dict[str, tuple[int, ...]] = {"i2c": I2C, "spi": (7, 8, 9, 10, 11), "1wire": (4,)}
_I2S_CARD = re.compile(
    r"i2s|hifiberry|iqaudio|justboom|allo|audioinjector|wm89|max98357|pcm51|google.?voice|seeed|respeaker|digi.?amp|dac",
    re.I,
)


class Uart(Struct, frozen=True):
    """A serial port on the header: GPIO of TX and RX, and the overlay that switches it on ("" for the first one)."""

    tx: int
    rx: int
    overlay: str = ""


class PiModel(Struct, frozen=True):
    """A model: its name, its serial ports on the header by device, what its USB sockets give together; of 5 V what its
    usual supply gives and what the bare board takes of that.
    """

    name: str
    uarts: dict[str, Uart]
    usb_ma: int
    supply_ma: int
    bare_ma: int


_FIRST = Uart(14, 15)
BOARDS: dict[Model, PiModel] = {
    "pi3": PiModel("Raspberry Pi 3", {"serial0": _FIRST, "ttyAMA0": _FIRST, "ttyS0": _FIRST}, 1200, 2500, 500),
    "pi4": PiModel(
        "Raspberry Pi 4",
        {
            "serial0": _FIRST,
            "ttyAMA0": _FIRST,
            "ttyS0": _FIRST,
            "ttyAMA2": Uart(0, 1, "uart2"),
            "ttyAMA3": Uart(4, 5, "uart3"),
            "ttyAMA4": Uart(8, 9, "uart4"),
            "ttyAMA5": Uart(12, 13, "uart5"),
        },
        1200,
        3000,
        600,
    ),
    "pi5": PiModel(
        "Raspberry Pi 5",
        {
            "serial0": _FIRST,
            "ttyAMA0": _FIRST,
            "ttyAMA1": Uart(0, 1, "uart1-pi5"),
            "ttyAMA2": Uart(4, 5, "uart2-pi5"),
            "ttyAMA3": Uart(8, 9, "uart3-pi5"),
            "ttyAMA4": Uart(12, 13, "uart4-pi5"),
        },
        1600,
        5000,
        800,
    ),
}
SMALL_SUPPLY_USB_MA = 600
"""What USB gives on a Pi 5 with a supply of 3 A."""
CABLE_3V3_MA = 50
"""What the 3.3 V wire of a USB serial cable gives: an FT232R's, as its data sheet is usually quoted."""
OVERLAYS: dict[str, tuple[str, int]] = {
    "w1-gpio": ("gpiopin", 4),
    "w1-gpio-pullup": ("gpiopin", 4),
    "gpio-fan": ("gpiopin", 12),
    "gpio-ir": ("gpio_pin", 18),
    "gpio-ir-tx": ("gpio_pin", 18),
    "gpio-shutdown": ("gpio_pin", 3),
    "gpio-poweroff": ("gpiopin", 26),
    "pps-gpio": ("gpiopin", 18),
}
"""Overlays that take one pin: the parameter that names it, and which it is without (overlays/README of the kernel)."""
BLUETOOTH_OFF = ("disable-bt", "disable-bt-pi5", "miniuart-bt")
"""Overlays with which ttyAMA0 is on the header of a Pi 3 and 4."""
OLD_NAMES: dict[Model, dict[str, Uart]] = {"pi4": {"ttyAMA1": Uart(0, 1, "uart2")}}
"""Names that older systems gave, which counted only the ports that were switched on."""
USB_SOCKETS = 4


def model_of_config(config: TableConfig) -> Model:
    """The model that a file names; a Pi 4 where it names none."""
    return "pi4" if config.board.model == "auto" else config.board.model


def sound_of(card: str) -> Sound:
    """Return what a card needs by its name, as in SDL or sound.toml."""
    return "i2s" if _I2S_CARD.search(card) else "hdmi"


def pins_of_overlay(words: str, model: Model) -> tuple[int, ...] | None:
    """The GPIO that an overlay takes, `gpio-fan,gpiopin=14` or `uart3`; None of one that is not known here."""
    name, *settings = words.replace(" ", "").split(",")
    if name in BLUETOOTH_OFF:
        return ()
    if name in OVERLAYS:
        named, usual = OVERLAYS[name]
        given = dict(one.split("=", 1) for one in settings if "=" in one)
        return (int(given[named]) if given.get(named, "").isdigit() else usual,)
    for uart in BOARDS[model].uarts.values():
        if uart.overlay and uart.overlay in (name, f"{name}-pi5"):
            return uart.tx, uart.rx
    if name == "audremap":
        return SOUND_PINS["pwm_12_13" if "pins_12_13" in settings else "pwm_18_19"]
    if sound_of(name) == "i2s":
        return SOUND_PINS["i2s"]
    return BUSES["spi"] if name.startswith("spi0-") else None


def header_word(pin: int) -> str:
    """`GPIO17`, `GND`, ... of a pin of the header."""
    what = HEADER[pin]
    return f"GPIO{what}" if isinstance(what, int) else what
