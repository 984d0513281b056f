"""Where the data files are that come with the companion: in the wheel, and through a link in the source tree."""

from __future__ import annotations

from pathlib import Path
from typing import Final

PACKAGED: Final = (Path(__file__).resolve().parents[1] / "config").resolve()
"""`companion/config`: table.toml, lamps.toml, sound.toml and a folder for each game."""
