"""All games of the companion. A new one is one line here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from companion.engine.game import Game
from companion.enrol.card_set_format import CardSetFormat
from companion.games.cerbere.book import load_book
from companion.games.cerbere.enrol import CerbereBox
from companion.games.cerbere.game import Cerbere
from companion.games.hellrail.deck_file import load_deck
from companion.games.hellrail.enrol import HellRailBox
from companion.games.hellrail.game import HellRail
from companion.games.infernal_wagon.enrol import WagonBox
from companion.games.infernal_wagon.game import InfernalWagon

GAMES: dict[str, Callable[[Path | None], Game[Any]]] = {
    InfernalWagon.name: InfernalWagon,
    Cerbere.name: Cerbere,
    HellRail.name: HellRail,
}
"""Name -> what makes the game, given the folder of the owner's data files (None: what comes with the companion)."""

BOOKS: dict[str, Callable[[Path | None], Any]] = {
    Cerbere.name: load_book,
    HellRail.name: partial(load_deck, ""),
}
"""Name -> what reads the data that a screen looks up before the game is open (boards, cards, layouts, limits)."""

BOXES: dict[str, CardSetFormat] = {
    InfernalWagon.name: WagonBox(),
    Cerbere.name: CerbereBox(),
    HellRail.name: HellRailBox(),
}
"""Name -> the cards of its box, for who enrols them or moves box files."""


def load_games(config: Path | None) -> dict[str, Game[Any]]:
    """Every game with the owner's data.

    :raises ConfigError: naming file, line and key.
    """
    return {name: make(config) for name, make in GAMES.items()}


class Books(Mapping[str, Any]):
    """By game, what a screen looks up before it is open. Read when it is wanted: the start does not wait for it.

    `books[name]` raises ConfigError, naming file, line and key, if the owner's data cannot be used.
    """

    def __init__(self, config: Path | None) -> None:
        self._config = config

    def __getitem__(self, name: str) -> Any:
        return BOOKS[name](self._config)

    def __iter__(self) -> Iterator[str]:
        return iter(BOOKS)

    def __len__(self) -> int:
        return len(BOOKS)
