"""How this table reads the places where the rule book leaves room: `cerbere/rulings.toml` (section 4.4)."""

from __future__ import annotations

from pathlib import Path

from companion.engine.config import load_toml
from companion.games.cerbere.files import data_file
from companion.games.cerbere.rulings import Rulings


def load_rulings(config_dir: Path | None) -> Rulings:
    """The owner's rulings, or those that come along.

    :raises ConfigError: naming file, line and key.
    """
    return load_toml(data_file("rulings.toml", config_dir), Rulings)
