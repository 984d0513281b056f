"""Parts, their terminals, and the wires between them."""

from __future__ import annotations

from typing import Literal, NamedTuple

from msgspec import Struct

from companion.engine.config import KeyPath
from drivers.config import Model

PartKind = Literal["pi", "button", "dial", "lamp", "resistor", "reader", "divider", "shifter", "adapter"]
WireKind = Literal["signal", "ground", "5v", "3v3", "cable", "strap"]
Wired = Literal["pins", "usb", "nowhere"]
PI = "pi"
NOWHERE = "?"
"""Begins the terminal of the Pi for a pin that does not exist: `?99`."""


class End(NamedTuple):
    """A terminal of a part. Those of the Pi: a pin of the header by its number (`11`), `GND`, `5V` or `3V3` (any such
    pin), `USB1` ..., and `?99` for a GPIO that it has not."""

    part: str
    terminal: str


class WiringPart(Struct, frozen=True):
    """`id` is the key in table.toml (`lamps[0]`; what is between has more: `lamps[0].red`); `key` where it is written
    there. `ohms`: of a resistor one (None: none fits), of a divider two. `about`: protocol of a reader. `wired`:
    a reader on pins, on USB, or nowhere yet.
    """

    id: str
    kind: PartKind
    name: str
    key: KeyPath
    terminals: tuple[str, ...]
    ohms: tuple[int | None, ...] = ()
    about: str = ""
    wired: Wired = "pins"


class Wire(Struct, frozen=True):
    """`tone`: what it is by its meaning (`red`, `tx` ...), for its colour."""

    a: End
    b: End
    kind: WireKind
    key: KeyPath
    tone: str = ""


class Net(Struct, frozen=True):
    """All of it. The Pi itself is no part of `parts`."""

    model: Model
    parts: tuple[WiringPart, ...]
    wires: tuple[Wire, ...]

    def part(self, name: str) -> WiringPart:
        """
        :raises KeyError: if there is none of that id.
        """
        for part in self.parts:
            if part.id == name:
                return part
        raise KeyError(name)
