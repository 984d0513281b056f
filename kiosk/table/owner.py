"""What the owner of this table chooses for good; what follows from a choice follows at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from msgspec.structs import replace

from companion.engine.update import Notice
from companion.presentation import i18n
from kiosk.display.look import look
from kiosk.sound.director import Director
from kiosk.storage.keeper import Keeper
from kiosk.storage.settings import LANGUAGES, Settings, SettingsFile
from kiosk.table.orientation import Display, Orientation
from kiosk.table.state import TableState

T = TypeVar("T")


def later(call: Callable[[], None], seconds: float) -> Any:
    """Call it on the UI thread after so many seconds."""
    from kivy.clock import Clock

    return Clock.schedule_once(lambda _dt: call(), seconds)


class Owner:
    """The settings, and the calls that follow a change of them."""

    def __init__(self, settings: SettingsFile, director: Director, table: TableState) -> None:
        self.settings, self.director, self._table = settings, director, table
        self.display = Display(lambda: settings.now, table.now, self._keep_display, later)
        self._followers: list[tuple[frozenset[str], Callable[[], object]]] = []
        self._keepers: dict[str, Keeper[Any]] = {}

    @property
    def now(self) -> Settings:
        """The settings as they are."""
        return self.settings.now

    def follow(self, call: Callable[[], object], *names: str) -> None:
        """Call `call` whenever one of these settings was set."""
        self._followers.append((frozenset(names), call))

    def keep(self, settings: Settings) -> None:
        """Save the settings; if the disk refuses, a notice says so."""
        self.settings.change(settings)
        if self.settings.saved:
            self._table.notices.pop("settings_not_saved", None)
        else:
            self._table.notices["settings_not_saved"] = Notice("settings_not_saved")

    def set(self, **changes: Any) -> None:
        """Change settings; language, look, sound and the followers are updated at once."""
        self.keep(replace(self.now, **changes))
        now = self.now
        look.set(type_size=now.type_size, motion=now.motion)
        self.director.set_sound(now.profile, now.volume)
        changed = set(changes)
        if now.language == i18n.language():
            changed.discard("language")
        if "language" in changed:
            self.director.set_language(now.language)
            i18n.set_language(now.language)
        if "token_names" in changed:
            i18n.set_token_names(now.token_names)
        for names, call in self._followers:
            if names & changed:
                call()

    def next_token_names(self) -> None:
        """Choose the other language for what is printed on tokens."""
        before = self.now.token_names or i18n.language()
        new = LANGUAGES[(LANGUAGES.index(before) + 1) % len(LANGUAGES)]
        self.set(token_names=None if new == i18n.language() else new)

    def next_language(self) -> None:
        self.set(language=LANGUAGES[(LANGUAGES.index(i18n.language()) + 1) % len(LANGUAGES)])

    def keeper(self, name: str, write: Callable[[T], None]) -> Keeper[T]:
        """Return the writer of a box's file, the same one for every screen of it."""
        return self._keepers.setdefault(name, Keeper(name, write))

    def close(self) -> None:
        """Wait until all is written, unless the disk does not answer."""
        self.settings.close()
        for keeper in self._keepers.values():
            keeper.close()

    def _keep_display(self, way: Orientation) -> None:
        self.set(rotation=way.rotation, type_size=way.type_size)
