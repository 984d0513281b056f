"""All games of the companion. A new one is one line here.

A game is imported when something of it is asked for the first time: the first screen needs none of their rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from typing import Any, Generic, TypeVar

from companion.engine.game import Game
from companion.engine.guide import Guide
from companion.games.plugin import GamePlugin
from companion.presentation.show import Show
from companion.tools.enrol.box_names import BoxNames
from companion.tools.enrol.card_set_format import CardSetFormat
from companion.words import learn

PluginPart = TypeVar("PluginPart")
MODULES = {
    "infernal_wagon": "companion.games.infernal_wagon.game",
    "cerbere": "companion.games.cerbere.game",
    "hellrail": "companion.games.hellrail.game",
}
"""Name -> where its `PLUGIN` is."""


@cache
def _imported(module: str) -> GamePlugin:
    found = import_module(module).PLUGIN
    assert isinstance(found, GamePlugin)
    learn(found.name, found.refusals)
    return found


_plugins: dict[str, Callable[[], GamePlugin]] = {name: partial(_imported, module) for name, module in MODULES.items()}


def register(plugin: GamePlugin) -> None:
    """From now on there is this game."""
    learn(plugin.name, plugin.refusals)
    _plugins[plugin.name] = lambda: plugin


def unregister(name: str) -> None:
    """There is no such game any more."""
    _plugins.pop(name, None)


class Parts(Mapping[str, PluginPart], Generic[PluginPart]):
    """By game, one part of its plugin, where it has one."""

    def __init__(self, part: Callable[[GamePlugin], PluginPart | None]) -> None:
        self._part = part

    def __getitem__(self, name: str) -> PluginPart:
        part = self._part(_plugins[name]())
        if part is None:
            raise KeyError(name)
        return part

    def __iter__(self) -> Iterator[str]:
        return (name for name, plugin in list(_plugins.items()) if self._part(plugin()) is not None)

    def __len__(self) -> int:
        return sum(1 for _ in self)


GAMES: Mapping[str, Callable[[Path | None], Game[Any]]] = Parts(lambda plugin: plugin.make)
BOOKS: Mapping[str, Callable[[Path | None], Any]] = Parts(lambda plugin: plugin.book)
BOXES: Mapping[str, CardSetFormat] = Parts(lambda plugin: plugin.cards)
GLOWS: Mapping[str, Callable[[Any], str]] = Parts(lambda plugin: plugin.glow)
FIGURES: Mapping[str, Callable[..., None]] = Parts(lambda plugin: plugin.figure)
GUIDES: Mapping[str, Guide] = Parts(lambda plugin: plugin.guide)
SHOWS: Mapping[str, Show] = Parts(lambda plugin: plugin.show)
TITLES: Mapping[str, str] = Parts(lambda plugin: plugin.title or None)
BOX_NAMES: Mapping[str, Callable[[Path | None], BoxNames]] = Parts(lambda plugin: plugin.names)


def show_of(game: str) -> Show:
    """Return what is shown of a game; of one that is not there, what any game shows."""
    return SHOWS.get(game) or Show()


def title_of(game: str) -> str:
    """Return the msgid of the name on a game's box; of one that is not there, or has none, the name of the game."""
    return TITLES.get(game) or game


class Games(Mapping[str, Game[Any]]):
    """Every game with the owner's data; each is made when it is wanted."""

    def __init__(self, config: Path | None) -> None:
        self._config = config
        self._made: dict[str, Game[Any]] = {}

    def __getitem__(self, name: str) -> Game[Any]:
        game = self._made.get(name)
        if game is None:
            game = self._made.setdefault(name, GAMES[name](self._config))
        return game

    def __iter__(self) -> Iterator[str]:
        return iter(list(_plugins))

    def __len__(self) -> int:
        return len(_plugins)


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
