"""The palette, and the colour and shape of each seat."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import NamedTuple


class Colour(NamedTuple):
    """Red, green, blue, alpha from 0 to 1."""

    r: float
    g: float
    b: float
    a: float = 1.0

    def fade(self, alpha: float) -> Colour:
        """Return the same colour with another alpha."""
        return Colour(self.r, self.g, self.b, alpha)

    @property
    def hex(self) -> str:
        return "#" + "".join(f"{round(v * 255):02X}" for v in (self.r, self.g, self.b))


def hex_colour(code: str) -> Colour:
    """`#F4E8D4` as a Colour."""
    return Colour(*(int(code[i : i + 2], 16) / 255 for i in (1, 3, 5)))


@dataclass(frozen=True)
class Palette:
    """The last group are mixed tones."""

    pit: Colour = hex_colour("#0D0706")
    soot: Colour = hex_colour("#1A0F0C")
    basalt: Colour = hex_colour("#2B1A14")
    seam: Colour = hex_colour("#4D352B")
    rim: Colour = hex_colour("#8C6E5E")
    ash: Colour = hex_colour("#B09A8B")
    bone: Colour = hex_colour("#F4E8D4")
    ember: Colour = hex_colour("#FF8B3A")
    brim: Colour = hex_colour("#FFCB47")
    danger: Colour = hex_colour("#FF6450")
    ok: Colour = hex_colour("#74D6A6")
    ice: Colour = hex_colour("#A9DDF2")
    hex: Colour = hex_colour("#CDA8FF")
    glow: Colour = hex_colour("#B4410F")
    blood: Colour = hex_colour("#5A1410")
    icepit: Colour = hex_colour("#0A1117")
    icekey: Colour = hex_colour("#16242D")
    ice_glow: Colour = hex_colour("#2B6A86")
    ice_seam: Colour = hex_colour("#35505F")
    ice_rim: Colour = hex_colour("#6F93A6")
    ice_tie: Colour = hex_colour("#24323C")
    ice_card: Colour = hex_colour("#14202A")
    jawpit: Colour = hex_colour("#160504")
    gum: Colour = hex_colour("#4A0F0B")
    ok_dim: Colour = hex_colour("#2E7A58")
    dim: Colour = hex_colour("#8C7A6B")


C = Palette()
_BY_TOKEN: dict[str, Colour] = {field.name: getattr(C, field.name) for field in fields(C)}
CLEAR = Colour(0, 0, 0, 0)


def colour(name: str) -> Colour:
    """Return a palette colour by its token.

    :raises KeyError: for an unknown token.
    """
    return _BY_TOKEN[name]


def tone_of(tone: str) -> Colour:
    """Return a palette colour by its token, or a colour of the owner's own (`#rrggbb`); bone for what is neither."""
    try:
        return hex_colour(tone) if tone.startswith("#") else colour(tone)
    except (KeyError, ValueError):
        return C.bone


@dataclass(frozen=True)
class SeatLook:
    """The look of a seat: colour and shape always go together."""

    colour: Colour
    icon: str
    dy: float = 0.0
    """The letter's shift down inside the shape, in sizes."""


SEATS: dict[str, SeatLook] = {
    "white": SeatLook(hex_colour("#F4E8D4"), "seat_disc"),
    "green": SeatLook(hex_colour("#86D06A"), "seat_square"),
    "red": SeatLook(hex_colour("#FF6B5C"), "seat_up", 0.112),
    "cyan": SeatLook(hex_colour("#5ED8DE"), "seat_down", -0.08),
    "orange": SeatLook(hex_colour("#FFA347"), "seat_diamond"),
    "blue": SeatLook(hex_colour("#8FB0FF"), "seat_hex"),
    "pink": SeatLook(hex_colour("#FFA6CB"), "seat_arch", 0.032),
    "yellow": SeatLook(hex_colour("#FFD95A"), "seat_cross"),
}
