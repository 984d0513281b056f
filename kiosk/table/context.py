"""What every screen receives: what it may read and ask, where it may go, and the parts of set-up and settings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from companion.engine.config import ConfigError
from kiosk.sound.director import Director
from kiosk.storage.settings import SettingsFile
from kiosk.table import remote
from kiosk.table.armed import Armed
from kiosk.table.game_pages import AllPages
from kiosk.table.link import TableLink
from kiosk.table.memories import Memories
from kiosk.table.navigation import Navigation
from kiosk.table.owner import Owner, later
from kiosk.table.requests import Requests
from kiosk.table.services import Services
from kiosk.table.set_up import SetUp
from kiosk.table.state import TableState
from kiosk.table.todo import Todo


class DrawerReader(Protocol):
    """The virtual reader behind the drawer: `drivers.simulated`."""

    def blank(self, number: int) -> str: ...
    def tap(self, uid: str) -> None: ...
    def unplug(self) -> None: ...
    def plug(self) -> None: ...


class DrawerPanel(Protocol):
    """The virtual panel behind the drawer."""

    def press(self, name: str) -> None: ...


class KioskContext:
    """The context of the whole app; a screen takes the parts that it needs.

    `table`: what may be read. `ask`: what may be asked. `go`: which pages may be opened. `set_up`: seats and options of
    the next game. `owner`: the settings. `services`: what this table has beside the game.

    :param now: ms of the table's clock.
    """

    def __init__(
        self,
        link: TableLink,
        settings: SettingsFile,
        memories: Memories,
        director: Director,
        now: Callable[[], int],
        game_pages: AllPages,
        services: Services | None = None,
    ) -> None:
        self.table = TableState(settings, memories, now)
        self.ask = Requests(link, self.table)
        self.go = Navigation(game_pages, self.table)
        self.owner = Owner(settings, director, self.table)
        self.set_up = SetUp(self.table, self.ask, self.owner)
        self.services = services or Services()
        self.todo = Todo()
        self.armed = Armed(later)
        """The key that asks to be touched once more."""
        self.set_up.seats_changed = self._seats_changed
        if self.services.phones is not None:
            self.services.phones.seat_named = self.set_up.seat_named
            self.services.phones.set_up = self._set_up_from_phone
            self.set_up.chosen = self.tell_pages
            self.tell_pages()
        self.set_up.options_changed = lambda: self.go.pages.options_changed(self)
        self.owner.follow(self._sound_changed, "profile", "volume")

    def enter(self, game: str) -> None:
        """Set up the game whose tile was touched."""
        self.set_up.choose_game(game)
        self.tell_pages()
        self.go.pages.enter(self)

    def tell_pages(self) -> None:
        """Tell the pages for phones how the table is set up."""
        if self.services.phones is not None:
            try:
                lines = tuple(remote.set_up_lines(self.table, self.set_up, self.go.pages.remote(self)))
            except ConfigError:  # shown where the game is opened
                lines = ()
            self.services.phones.prepare(self.set_up.for_pages(lines))

    def _set_up_from_phone(self, key: str, value: str) -> None:
        remote.choose_value(self.table, self.set_up, self.go.pages.remote(self), key, value)
        self.tell_pages()

    def _seats_changed(self) -> None:
        self.tell_pages()
        self.go.pages.seats_changed(self)

    def what_was_to_do(self) -> None:
        """Show the last order again, over the game."""
        away = self.table.on_path
        self.todo.again(away)
        if away:
            self.ask.back(all=True)

    def _sound_changed(self) -> None:
        if self.table.update is not None and self.table.update.game is not None and not self.owner.director.audible:
            self.go.pages.sound_off(self)
