"""Two uids that each protocol can carry; the tests' tags."""

from __future__ import annotations

EM = ("62E3086CED", "61008EB2F9")
EPC = ("30751FEB705C5904E3D50D70", "E200001D7315016521408FC6")
TWO: dict[str, tuple[str, str]] = {
    "rdm6300": EM,
    "id12la": EM,
    "parallax28140": EM,
    "text_line": EM,
    "fdxb_wl134": ("900250000023921", "250269800001234"),
    "pn532_hsu": ("04A1B2C3D4E5F6", "B0864D25"),
    "r200": EPC,
    "m6e_nano": EPC,
}
ASKED = ("pn532_hsu", "r200", "m6e_nano")
"""Protocols whose reader must be asked."""
UNCHECKED = ("parallax28140", "text_line")
"""Protocols whose frames have no checksum."""
