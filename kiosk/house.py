"""What every screen may ask of the house: the table, the settings, the clock, the memories, other screens."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from msgspec.structs import replace

from companion.engine.game import Player
from companion.engine.requests import Open
from companion.engine.update import Notice, Update
from kiosk import i18n
from kiosk.director import Director
from kiosk.link import Link
from kiosk.memories import Memories
from kiosk.settings import LANGUAGES, Seat, Settings, SettingsFile
from kiosk.widgets.look import look

COLOURS = ("red", "blue", "green", "pink", "orange", "cyan", "white", "yellow")
"""Seat colours in the order in which they are given out."""


class Reader(Protocol):
    """The virtual reader behind the drawer: `drivers.simulated`."""

    def tap(self, uid: str) -> None: ...
    def unplug(self) -> None: ...
    def plug(self) -> None: ...


class Panel(Protocol):
    """The virtual panel behind the drawer."""

    def press(self, name: str) -> None: ...


class House:
    """One for the whole app. Screens hold it and nothing else.

    :param now: milliseconds of the table's clock.
    """

    def __init__(
        self,
        link: Link,
        settings: SettingsFile,
        memories: Memories,
        director: Director,
        now: Callable[[], int],
    ) -> None:
        self.link = link
        self.settings = settings
        self.memories = memories
        self.director = director
        self.now = now
        self.update: Update | None = None
        self.notices: dict[str, Notice] = {}
        self.open_screen: Callable[[str | None], None] = lambda _name: None
        """Put a screen over the one that the game asks for; None goes back to that."""
        self.words_changed: Callable[[], None] = lambda: None
        self.simulated = False
        """The cards and buttons are virtual: a new game takes the demo box."""
        self.slot_of: Callable[[str], str | None] = lambda _uid: None
        """The card that bears a tag, by its name in the box."""

    # -- time -------------------------------------------------------------------------------------------------------

    def elapsed(self) -> int:
        """ms that the open game's clock has run, now."""
        update = self.update
        if update is None or update.face is None:
            return 0
        face = update.face
        if not face.running:
            return face.elapsed_ms
        passed = update.at + self.now() - update.stamp - face.at
        whole = face.elapsed_ms + max(0, passed)
        return whole if face.length_ms is None else min(whole, face.length_ms)

    def remaining(self) -> int | None:
        """ms left on the clock, None in calm mode."""
        update = self.update
        if update is None or update.face is None or update.face.length_ms is None:
            return None
        return max(0, update.face.length_ms - self.elapsed())

    # -- the table ----------------------------------------------------------------------------------------------------

    def move(self, name: str, /, **fields: Any) -> None:
        """Make a move of the open game."""
        self.link.move(name, **fields)

    def open_game(self) -> None:
        """Open Infernal Wagon for those who played last."""
        self.open_for(tuple(Player(s.name, s.colour, s.new) for s in self.seats()))

    def open_for(self, seats: tuple[Player, ...]) -> None:
        """Open Infernal Wagon for these players."""
        options = {"box": "demo"} if self.simulated else {}
        self.link.send(Open("infernal_wagon", seats, options))

    def seats(self) -> list[Seat]:
        """As many seats as played last time, named and coloured."""
        known = list(self.settings.now.seats)
        while len(known) < 5:
            taken = {s.colour for s in known}
            colour = next(c for c in COLOURS if c not in taken)
            known.append(Seat(self.free_name([s.name for s in known]), colour))
        return known[: max(2, min(5, self.settings.now.count))]

    def free_name(self, taken: list[str]) -> str:
        """A name for a seat that nobody named yet."""
        return next(name for name in ("Ana", "Bo", "Cy", "Dan", "Eli", "Flo", "Gus", "Ida") if name not in taken)

    def set_seats(self, seats: list[Seat], count: int | None = None) -> None:
        """Remember the seats and tell the table, if a game is being set up."""
        old = self.settings.now
        kept = [*seats, *old.seats[len(seats) :]]
        taken: set[str] = set()
        unique = [s for s in kept if s.name not in taken and not taken.add(s.name)]  # type: ignore[func-returns-value]
        names = tuple(dict.fromkeys([s.name for s in seats] + list(old.names)))[:24]
        self._keep(replace(old, seats=tuple(unique), count=count or len(seats), names=names))
        self.tell_seats()

    def set_count(self, count: int) -> None:
        """Play with so many."""
        self._keep(replace(self.settings.now, count=count))
        self.set_seats(self.seats(), count)

    def tell_seats(self) -> None:
        """Name the seats to the game that is being set up."""
        seats = [{"name": s.name, "colour": s.colour, "new": s.new} for s in self.seats()]
        self.move("set_players", n=len(seats), names=seats)

    def _keep(self, settings: Settings) -> None:
        """Remember; if the disk refuses, the house says so."""
        self.settings.change(settings)
        if self.settings.saved:
            self.notices.pop("settings_not_saved", None)
        else:
            self.notices["settings_not_saved"] = Notice("settings_not_saved")

    # -- settings -----------------------------------------------------------------------------------------------------

    def set(self, **changes: Any) -> None:
        """Change settings; language, look and sound follow at once."""
        self._keep(replace(self.settings.now, **changes))
        now = self.settings.now
        look.set(type_size=now.type_size, motion=now.motion)
        self.director.set_sound(now.profile, now.volume)
        if self.update is not None and self.update.game is not None and not self.director.audible:
            self.move("set_option", name="sound", value=False)  # the sound track did not play to the end (IW-137)
        if "language" in changes and now.language != i18n.language():
            self.director.set_language(now.language)
            i18n.set_language(now.language)
            self.words_changed()

    def next_language(self) -> None:
        """The other language."""
        self.set(language=LANGUAGES[(LANGUAGES.index(i18n.language()) + 1) % len(LANGUAGES)])
