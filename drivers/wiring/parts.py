"""What is known of readers (parts.toml) and how an LED's resistor is reckoned."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, Struct

from companion.engine.config import load_toml
from drivers.config import LampConfig, PowerRail, ReaderConfig
from drivers.wiring.boards import HIGH_V

E12 = (10, 12, 15, 18, 22, 27, 33, 39, 47, 56, 68, 82)
COLOURS: tuple[Literal["red", "green", "blue"], ...] = ("red", "green", "blue")
DIVIDER_OHM = (1000, 2000)
"""From the 5 V line to the pin, from the pin to ground: 3.3 V at the pin."""
DIM_V = 0.2
"""An LED with less than this to spare hardly lights, and its current depends on every tolerance."""


class ReaderPart(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The electric side of a kind of reader; keys as in parts.toml."""

    supply: list[PowerRail]
    level: Literal["3v3", "5v", "supply"]
    current_ma: Annotated[int, Meta(ge=0, le=5_000)]
    usb: Literal["adapter", "own"]
    source: str
    tx: str = "TX"
    rx: str = "RX"
    vcc: str = "VCC"
    straps: dict[str, Literal["GND", "VCC"]] = {}
    level_sure: bool = False
    one_speed: bool = False


@cache
def reader_parts() -> dict[str, ReaderPart]:
    """All kinds, by their protocol."""
    return load_toml(Path(__file__).with_name("parts.toml"), dict[str, ReaderPart])


def reader_part(protocol: str) -> ReaderPart:
    """Return a kind of reader; an unknown one is treated as a reader of the owner's own make."""
    known = reader_parts()
    return known.get(protocol, known["text_line"])


def supply_of(reader: ReaderConfig, usb: bool = False) -> Literal["3v3", "5v", "own"]:
    """Where its VCC goes. At a USB serial cable rather to 5 V: its 3.3 V gives little (50 mA of an FT232R)."""
    kinds = reader_part(reader.protocol).supply
    return reader.supply or ("5v" if usb and "5v" in kinds else kinds[0])


def level_of(reader: ReaderConfig) -> PowerRail:
    """The voltage of its TX."""
    if reader.level is not None:
        return reader.level
    level = reader_part(reader.protocol).level
    if level != "supply":
        return level
    return "3v3" if supply_of(reader) == "3v3" else "5v"


def current_of(reader: ReaderConfig) -> int:
    """mA that it takes at most."""
    return reader.current_ma if reader.current_ma is not None else reader_part(reader.protocol).current_ma


def forward_v(lamp: LampConfig, colour: str) -> float:
    """Forward voltage of one colour of a lamp."""
    volts: float = getattr(lamp, f"{colour}_v")
    return volts


def resistor(lamp: LampConfig, colour: str) -> int | None:
    """Ohms of the resistor of one colour: the file's, else the next of the E12 row above what the LED's data ask for.

    None if there is none: the LED wants more than 3.3 V.
    """
    own: int | None = getattr(lamp, f"{colour}_ohm")
    if own is not None:
        return own
    spare = HIGH_V - forward_v(lamp, colour)
    return at_least(spare / lamp.current_ma * 1000) if spare > 0.005 else None


def at_least(ohms: float) -> int:
    """The smallest value of the E12 row, 10 ohms to 8.2 megohms, that is not below `ohms`."""
    rows = (step * 10**decade for decade in range(6) for step in E12)
    return next((value for value in rows if value >= ohms - 1e-9), 8_200_000)


def lamp_ma(lamp: LampConfig, colour: str) -> float:
    """mA through one colour with its resistor; 0 if it does not light."""
    ohms = resistor(lamp, colour)
    return max(0.0, HIGH_V - forward_v(lamp, colour)) / ohms * 1000 if ohms else 0.0


def ohm_words(ohms: int) -> str:
    """`470 Ω`, `1 kΩ`, `2.2 kΩ`."""
    return f"{ohms} Ω" if ohms < 1000 else f"{ohms / 1000:g} kΩ"
