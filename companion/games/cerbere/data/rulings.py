"""The switchable rulings of section 4.4. The owner's file is `cerbere/rulings.toml`."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path

from msgspec import Struct

from companion.engine.config import load_toml
from companion.engine.packaged import data_file


class GatesZone(StrEnum):
    """CB-Q12: where the zone of two bonus cards ends."""

    PRINTED = "printed"
    TEXT = "text"


class Rulings(Struct, frozen=True, forbid_unknown_fields=True):
    """House rules of a table."""

    fast_die: bool = False
    """CB-Q22: with four players and more, 7 and 8 may be chosen as the die's minimum."""
    gates_zone: GatesZone = GatesZone.PRINTED
    """CB-Q12: the marker printed on the board, or the Gates as the words have it."""
    follow_cards: bool = True
    """False: the companion keeps Rage, Speed, pawns and boats only; a turn may end without an Action card."""


def load_rulings(config_dir: Path | None) -> Rulings:
    """Return the owner's rulings, or those that come along.

    :raises ConfigError: naming file, line and key.
    """
    return load_toml(data_file("cerbere", "rulings.toml", config_dir), Rulings)
