"""What may be read of the table: the open game as it shows, its clock, notices, earlier games."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from companion.engine.prompt import Prompt
from companion.engine.update import Notice, Update
from kiosk.display.theme import KeyPlaces
from kiosk.storage.settings import SettingsFile
from kiosk.table.game_ui import GameUi
from kiosk.table.game_uis import GAME_UIS
from kiosk.table.memories import Memories


class TableState:
    """The last update, and what follows from it at this moment. Nothing here changes anything.

    :param now: ms of the table's clock.
    """

    def __init__(self, settings: SettingsFile, memories: Memories, now: Callable[[], int]) -> None:
        self._settings = settings
        self.memories = memories
        self.now = now
        self.update: Update | None = None
        self.notices: dict[str, Notice] = {}
        self.wall_now: Callable[[], datetime] = lambda: datetime.now().astimezone()
        """The wall clock, with its time zone. For words only: nothing is timed by it."""
        self.chosen = "infernal_wagon"
        """The game whose tile was touched last."""
        self.simulated = False
        """The cards and buttons are virtual: a new game takes the demo box."""
        self.books: Mapping[str, Any] = {}
        """Game -> what a set-up screen may look up in its data before it is open (`companion.runtime`)."""
        self.owner_of: Callable[[str], str | None] = lambda _uid: None
        """The game whose box knows a tag."""
        self.card_read = False
        """A tag came while a box was enrolled."""

    @property
    def reads(self) -> bool:
        """Whether a reader is there that can read a card: none is reported missing, or a card has just been read."""
        return self.card_read or not self.notices.keys() & {"no_reader", "reader_missing", "reader_lost"}

    @property
    def notices_shown(self) -> dict[str, Notice]:
        """The notices that must be shown: a table that never had a reader misses none."""
        unsaid = set() if self._settings.now.reader_known else {"no_reader"}
        return {code: notice for code, notice in self.notices.items() if code not in unsaid}

    @property
    def prompt(self) -> Prompt | None:
        """What can be chosen now, if the open game reports it."""
        return self.update.prompt if self.update is not None else None

    @property
    def on_path(self) -> bool:
        """Whether the table's path has left its start."""
        return self.update is not None and bool(self.update.path)

    def may(self, key: str) -> bool:
        """Whether the table's prompt offers that key, and it can be chosen at this moment."""
        option = None if self.prompt is None else self.prompt.option(key)
        return option is not None and option.open(self.at())

    @property
    def ui(self) -> GameUi:
        """The `GameUi` of the open game, else of the one whose tile was touched last."""
        game = self.update.game if self.update is not None else None
        return GAME_UIS.get(game or self.chosen) or GAME_UIS[self.chosen]

    @property
    def places(self) -> KeyPlaces:
        """The places of the open game's keys that take back and that end a turn."""
        view = self.update.view if self.update is not None else None
        return KeyPlaces() if view is None else self.ui.places(view)

    # -- time -------------------------------------------------------------------------------------------------------

    @property
    def running(self) -> bool:
        """Whether the clock of a game runs."""
        return self.update is not None and self.update.face is not None and self.update.face.running

    @property
    def watched(self) -> bool:
        """Whether the screen must be seen: a clock runs, or a question waits that answers itself (also by a tap)."""
        prompt = self.prompt
        return self.running or (prompt is not None and prompt.default is not None)

    @property
    def asked(self) -> bool:
        """Whether the open game asks the table something, beyond what it may do on its turn."""
        prompt = self.prompt
        return prompt is not None and self.ui.hints.asks(prompt)

    def at(self) -> int:
        """The moment of the session (ms)."""
        return 0 if self.update is None else self.update.at + self.now() - self.update.stamp

    def elapsed(self) -> int:
        """ms that the open game's clock has run, now."""
        update = self.update
        if update is None or update.face is None:
            return 0
        face = update.face
        if not face.running:
            return face.elapsed_ms
        passed = self.at() - face.at
        whole = face.elapsed_ms + max(0, passed)
        return whole if face.length_ms is None else min(whole, face.length_ms)

    def remaining(self) -> int | None:
        """ms left on the clock, None in calm mode."""
        update = self.update
        if update is None or update.face is None or update.face.length_ms is None:
            return None
        return max(0, update.face.length_ms - self.elapsed())
