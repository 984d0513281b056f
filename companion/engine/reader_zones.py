"""The zones of table.toml's `[[readers]]`: the meaning of a card by the reader it is on."""

from __future__ import annotations

from typing import Literal, get_args

Zone = Literal["", "draw", "play", "discard", "train", "deliver", "flip"]
"""Empty: what a card means there is asked, or said by what was chosen."""
ZONES: frozenset[str] = frozenset(get_args(Zone)) - {""}
SECRET_ZONES: frozenset[str] = frozenset({"draw", "deliver", "flip"})
"""The zones of cards that not every player may know."""
