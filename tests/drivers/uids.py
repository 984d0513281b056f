"""What the tests must know of each protocol besides what `PROTOCOLS` says."""

from __future__ import annotations

from drivers.readers import BOARD, PROTOCOLS

ASKED = tuple(name for name, known in PROTOCOLS.items() if known.talker is not None and name != BOARD)
"""Protocols whose reader must be asked."""
UNCHECKED = ("parallax28140", "text_line")
"""Protocols whose frames have no checksum."""
