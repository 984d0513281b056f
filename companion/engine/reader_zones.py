"""What a card means by the reader on which it lies: the zones of table.toml's `[[readers]]`."""

from __future__ import annotations

from typing import Literal, get_args

Zone = Literal["", "draw", "play", "discard", "train", "deliver", "flip"]
"""Empty: what a card means there is asked, or said by what was chosen."""
ZONES: frozenset[str] = frozenset(get_args(Zone)) - {""}
SECRET_ZONES: frozenset[str] = frozenset({"draw", "deliver", "flip"})
"""Where cards lie that not everybody may know."""
