"""All games of the companion. A new one is one line here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from companion.engine.game import Game
from companion.engine.guide import Guide
from companion.enrol.box_names import BoxNames
from companion.enrol.card_set_format import CardSetFormat
from companion.games.cerbere import words as cerbere
from companion.games.cerbere.book import load_book
from companion.games.cerbere.data.box_names import names_of
from companion.games.cerbere.data.catalogue import load_catalogue
from companion.games.cerbere.data.enrol import CerbereBox
from companion.games.cerbere.game import Cerbere
from companion.games.cerbere.glow import glow as rage
from companion.games.cerbere.guide import GUIDE as CERBERE
from companion.games.hellrail import words as hellrail
from companion.games.hellrail.data.box_names import NAMES as RAIL_NAMES
from companion.games.hellrail.data.deck_file import load_deck
from companion.games.hellrail.data.enrol import HellRailBox
from companion.games.hellrail.game import HellRail
from companion.games.hellrail.glow import glow as rail
from companion.games.hellrail.guide import GUIDE as HELLRAIL
from companion.games.infernal_wagon import words as infernal_wagon
from companion.games.infernal_wagon.data.box_names import NAMES as WAGON_NAMES
from companion.games.infernal_wagon.data.enrol import WagonBox
from companion.games.infernal_wagon.game import InfernalWagon
from companion.games.infernal_wagon.guide import GUIDE as WAGON
from companion.words import learn


@dataclass(frozen=True)
class GamePlugin:
    """Of one game, what is needed without a screen.

    :param make: makes its rules, given the folder of the owner's data files (None: what comes with the companion).
    :param book: reads the data that a screen looks up before the game is open (boards, cards, layouts, limits).
    :param cards: the cards of its box, for who enrols them or moves box files.
    :param refusals: the English sentences of what its rules refuse, by code.
    :param glow: what its lamps show, from its view; without it the clock glows.
    :param guide: what is told to whoever does not know it yet.
    :param names: how the cards of its box are called, with the owner's data.
    """

    name: str
    make: Callable[[Path | None], Game[Any]]
    book: Callable[[Path | None], Any] | None = None
    cards: CardSetFormat | None = None
    refusals: Mapping[str, str] = field(default_factory=dict)
    glow: Callable[[Any], str] | None = None
    guide: Guide | None = None
    names: Callable[[Path | None], BoxNames] | None = None


GAMES: dict[str, Callable[[Path | None], Game[Any]]] = {}
"""Name -> `GamePlugin.make`."""
BOOKS: dict[str, Callable[[Path | None], Any]] = {}
"""Name -> `GamePlugin.book`, where there is one."""
BOXES: dict[str, CardSetFormat] = {}
"""Name -> `GamePlugin.cards`, where there are any."""
GLOWS: dict[str, Callable[[Any], str]] = {}
"""Name -> `GamePlugin.glow`, where there is one."""
GUIDES: dict[str, Guide] = {}
"""Name -> `GamePlugin.guide`, where there is one."""
BOX_NAMES: dict[str, Callable[[Path | None], BoxNames]] = {}
"""Name -> `GamePlugin.names`, where there are any."""


def register(plugin: GamePlugin) -> None:
    """From now on there is this game."""
    GAMES[plugin.name] = plugin.make
    if plugin.book is not None:
        BOOKS[plugin.name] = plugin.book
    if plugin.cards is not None:
        BOXES[plugin.name] = plugin.cards
    if plugin.glow is not None:
        GLOWS[plugin.name] = plugin.glow
    if plugin.guide is not None:
        GUIDES[plugin.name] = plugin.guide
    if plugin.names is not None:
        BOX_NAMES[plugin.name] = plugin.names
    learn(plugin.name, plugin.refusals)


def unregister(name: str) -> None:
    """There is no such game any more."""
    for table in (GAMES, BOOKS, BOXES, GLOWS, GUIDES, BOX_NAMES):
        table.pop(name, None)


for _plugin in (
    GamePlugin(
        InfernalWagon.name,
        InfernalWagon,
        cards=WagonBox(),
        refusals=infernal_wagon.REFUSALS,
        guide=WAGON,
        names=lambda _config: WAGON_NAMES,
    ),
    GamePlugin(
        Cerbere.name,
        Cerbere,
        load_book,
        CerbereBox(),
        cerbere.REFUSALS,
        rage,
        CERBERE,
        lambda config: names_of(load_catalogue(config)),
    ),
    GamePlugin(
        HellRail.name,
        HellRail,
        partial(load_deck, ""),
        HellRailBox(),
        hellrail.REFUSALS,
        rail,
        HELLRAIL,
        lambda _config: RAIL_NAMES,
    ),
):
    register(_plugin)


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
