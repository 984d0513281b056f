"""The data files that come with the companion: in the wheel, and through a link in the source tree."""

from __future__ import annotations

from pathlib import Path
from typing import Final

PACKAGED: Final = (Path(__file__).resolve().parents[1] / "config").resolve()
"""`companion/config`: table.toml, lamps.toml, sound.toml and a folder for each game."""


def own_file(game: str, name: str, config_dir: Path | None) -> Path | None:
    """Return the owner's `<game>/<name>`, if there is one."""
    own = config_dir / game / name if config_dir is not None else None
    try:
        return own if own is not None and own.exists() else None
    except OSError:
        return own  # it may be there: reading it raises the reason


def data_file(game: str, name: str, config_dir: Path | None) -> Path:
    """Return the owner's `<game>/<name>`, else the one that comes along."""
    return own_file(game, name, config_dir) or PACKAGED / game / name
