"""The screens of one game, made when they are needed, and what happens between it and the shared ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from companion.engine.config import ConfigError
from companion.engine.requests import PostNotice
from companion.engine.setup_option import SetupOption
from companion.engine.update import Notice
from kiosk.table.aid import AidSection

Maker = Callable[..., Any]
"""Makes a screen from the `KioskContext`."""


@dataclass(frozen=True)
class Made:
    """What `module:name` under `kiosk.screens` makes. It is imported only then, so that home is there at once."""

    name: str

    @property
    def module(self) -> str:
        """The module that is imported."""
        return f"kiosk.screens.{self.name.partition(':')[0]}"

    def __call__(self, *given: Any) -> Any:
        return getattr(import_module(self.module), self.name.partition(":")[2])(*given)


def _nothing(_context: Any) -> None:
    """Do nothing: the default of a game's functions."""


@dataclass(frozen=True)
class GamePages:
    """The pages of one game. Every function is called with the `KioskContext`, which knows these pages.

    :param screens: every screen of its own, by name; names differ between all games.
    :param enter: what its tile does.
    :param aid: the pages of its player aid, but for what may be done now.
    :param seats_changed: notifies the open game that its seats have changed.
    :param options_changed: notifies the open game that its options in the settings have changed.
    :param remote: makes its `RemoteSetUp`, for a host that has no set-up page.
    :param sound_off: notifies the open game that its sound cannot be heard any more.
    """

    screens: Mapping[str, Maker]
    enter: Callable[[Any], None]
    aid: Callable[[Any], tuple[AidSection, ...]]
    remote: Callable[[Any], RemoteSetUp] = lambda _context: RemoteSetUp(lambda: None)
    seats_changed: Callable[[Any], None] = _nothing
    options_changed: Callable[[Any], None] = _nothing
    sound_off: Callable[[Any], None] = _nothing


@dataclass(frozen=True)
class RemoteSetUp:
    """A game's set-up without its page. `chosen`: option -> value. `change` stores other values.

    `options` is empty where the game is set up further once `begin` has opened it.
    """

    begin: Callable[[], object]
    options: tuple[SetupOption, ...] = ()
    chosen: Mapping[str, Any] = field(default_factory=dict)
    change: Callable[..., object] = _nothing


def set_up_first(game: str, page: str) -> Callable[[Any], None]:
    """Return an `enter` for a game that is opened by its set-up page; a mistake in its files is shown instead."""

    def enter(context: Any) -> None:
        try:
            context.table.books.get(game)
        except ConfigError as fault:
            context.ask.send(PostNotice(Notice("config", fault.facts)))
            return
        context.go.open(page)

    return enter


AllPages = Mapping[str, GamePages]
"""By game."""


def modules(makers: Iterable[Maker]) -> tuple[str, ...]:
    """Return the modules that these import when they make something, each once."""
    return tuple(dict.fromkeys(maker.module for maker in makers if isinstance(maker, Made)))


def pages_with(pages: AllPages, screen: str) -> GamePages | None:
    """Return the pages of the game that has a screen of this name."""
    return next((found for found in pages.values() if screen in found.screens), None)
