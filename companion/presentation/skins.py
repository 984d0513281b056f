"""Moods of a whole screen: the same shapes in another light."""

from __future__ import annotations

from dataclasses import dataclass

from companion.presentation.colours import C, Colour


@dataclass(frozen=True)
class Skin:
    """The colours of one mood."""

    name: str
    ground: Colour
    glow: Colour
    key: Colour
    key_line: Colour
    key_down: Colour
    key_quiet: Colour
    icon: Colour
    first: Colour
    second: Colour
    rest: Colour
    """Resting shapes: rail, unused pawns, card symbols."""
    card: Colour
    card_line: Colour
    tie: Colour
    lit: Colour
    """The one lit piece: the newest card."""


EMBER = Skin(
    "ember", C.pit, C.glow, C.basalt, C.seam, C.seam, C.soot, C.ember, C.bone, C.ash, C.rim, C.basalt, C.seam, C.seam,
    C.bone,
)  # fmt: skip
ICE = Skin(
    "ice", C.icepit, C.ice_glow, C.icekey, C.ice_seam, C.ice_seam, C.icepit, C.ice, C.ice, C.ice, C.ice_rim, C.ice_card,
    C.ice_seam, C.ice_tie, C.ice,
)  # fmt: skip
JAW = Skin(
    "jaw", C.jawpit, C.danger, C.basalt, C.seam, C.seam, C.soot, C.ember, C.bone, C.bone, C.danger, C.basalt, C.seam,
    C.gum, C.bone,
)  # fmt: skip
