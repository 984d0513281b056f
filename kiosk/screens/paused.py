"""Games that wait: each can be taken up again or put away."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Any

from companion.engine.requests import PutAway, Resume
from companion.engine.update import Update
from companion.presentation.colours import C
from companion.presentation.i18n import _, ngettext
from companion.presentation.words import names_and_day, when
from kiosk.screens.list_page import ListPage, ListRow
from kiosk.table.context import KioskContext
from kiosk.table.game_uis import GAME_UIS
from kiosk.table.memories import Memory
from kiosk.widgets.key import Key
from kiosk.widgets.layout import Leaf, Row


class WaitingRow(ListRow):
    """One game: which, how far, who plays, since when. Touched, it goes on."""

    def __init__(self, memory: Memory, now: datetime, **kwargs: Any) -> None:
        self.memory = memory
        self._day = when(memory.wall, now)
        ui = GAME_UIS.get(memory.game)
        self.label = ui.title if ui is not None else memory.game
        self.icon = "warning" if memory.damaged else ui.icon if ui is not None else "play"
        self.tone = C.danger if memory.damaged else C.ember
        super().__init__(about=memory.id, **kwargs)

    @property
    def below(self) -> int:
        return 1 if self.m.wide else 2

    def late(self) -> str:
        """Return how far it is: two games of the same people differ in it. Of a damaged one that is not known."""
        if self.memory.damaged:
            return ""
        minutes, n = self.memory.played_ms // 60_000, self.memory.steps
        return ngettext("{minutes} min · {n} step", "{minutes} min · {n} steps", n).format(minutes=minutes, n=n)

    def second(self) -> tuple[str, ...]:
        """Return names and day."""
        damaged = _("partly damaged") + " · " if self.memory.damaged else ""
        return tuple(damaged + words for words in names_and_day(self.memory.names, self._day))


class PausedScreen(ListPage):
    """Putting away asks once more on its key."""

    BESIDE = "small"
    remembers = True

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        self.games = context.table.memories.paused()
        super().__init__(context, _("Games that wait"), _("No game is waiting."), **kwargs)

    def on_update(self, update: Update) -> None:
        games = self.context.table.memories.paused()
        if games != self.games:
            self.games = games
            self.fill()

    def items(self) -> Sequence[Memory]:
        return self.games

    def row(self, item: Memory) -> Row:
        line = WaitingRow(item, self.context.table.wall_now(), action=partial(self.take_up, item.id))
        return Row(line, Leaf(self._away(item), (22, 17)))

    def take_up(self, game: int) -> None:
        """Resume a game where it was paused."""
        self.context.ask.send(Resume(game))

    def put_away(self, key: Key, game: int) -> None:
        """Ask once more; then offer it no more. Nothing of it is deleted."""
        if not self.context.armed.take(key):
            self.context.armed.arm(key, partial(key.show, label=_("Put away"), kind="plain"))
            key.show(label=_("Really?"), kind="danger")
            return
        self.context.ask.send(PutAway(game))
        self.games = [memory for memory in self.games if memory.id != game]  # the table's answer holds no list
        self.fill()

    def fill(self) -> None:
        self.beside.show(_("Touch a game to play on.") if self.games else "")
        super().fill()

    def _away(self, memory: Memory) -> Key:
        key = Key(_("Put away"), align="center", about=memory.id)
        key.action = partial(self.put_away, key, memory.id)
        return key
