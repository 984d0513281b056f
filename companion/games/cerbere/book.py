"""What a set-up screen may look up before a game is open: the owner’s boards, cards and rulings, and the limits.

book = load_book(config_dir); book.limits(4, fast=False) == (3, 6)
"""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from companion.engine.refused import Refused
from companion.games.cerbere.data.cards import Catalogue
from companion.games.cerbere.data.catalogue import load_catalogue
from companion.games.cerbere.data.faces import Faces, load_faces
from companion.games.cerbere.data.files import loaded
from companion.games.cerbere.data.rulings import Rulings, load_rulings
from companion.games.cerbere.names import FASTEST
from companion.games.cerbere.rules.setup import FEWEST, difficulty, least_minimum

MOST = 6


class Book(Struct, frozen=True):
    """The data files of one table, read once."""

    faces: Faces
    catalogue: Catalogue
    rulings: Rulings

    def limits(self, n: int, fast: bool) -> tuple[int, int]:
        """CB-007, CB-008, CB-Q22: the least and the most that the die's minimum may be for `n` players."""
        return least_minimum(n), FASTEST if fast or n == FEWEST else MOST

    def difficulty(self, start: str, mids: tuple[str, ...], end: str, n: int, m: int) -> int | None:
        """CB-003: the skulls in all; None while the faces do not make a path."""
        if len(mids) != 2:
            return None
        try:
            path = self.faces.path(start, (mids[0], mids[1]), end, self.rulings)
        except Refused:
            return None
        return difficulty(path, n, m)


def load_book(config_dir: Path | None) -> Book:
    """All of it; a file that did not change is not read again.

    :raises ConfigError: naming file, line and key.
    """
    return Book(
        loaded(load_faces, "boards.toml", config_dir),
        loaded(load_catalogue, "cards.toml", config_dir),
        loaded(load_rulings, "rulings.toml", config_dir),
    )
