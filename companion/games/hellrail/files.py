"""Where the deck file of HellRail is: the owner's `hellrail/deck.toml`, else the demonstration deck."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from companion.engine import packaged
from companion.engine.refused import Refused

PACKAGED: Final = packaged.PACKAGED / "hellrail"
DEMO: Final = "demo"
DEMO_FILE: Final = PACKAGED / "deck_demo.toml"


def own_deck(config_dir: Path) -> Path:
    """Where the owner's deck file is, or would be."""
    return config_dir / "hellrail" / "deck.toml"


def deck_path(name: str, config_dir: Path | None) -> Path:
    """The file of the deck called `name`: "" the owner's if there is one, else the demonstration deck; "demo" that one.

    :raises Refused: `bad_setup` for another name.
    """
    if name not in ("", DEMO):
        raise Refused("bad_setup", key="deck", reason="unknown_deck", deck=name, known=DEMO)
    if name == DEMO or config_dir is None:
        return DEMO_FILE
    own = own_deck(config_dir)
    try:
        return own if own.exists() else DEMO_FILE
    except OSError:
        return own  # it may be there: whoever reads it tells why that is not possible
