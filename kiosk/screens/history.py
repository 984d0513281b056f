"""Souvenirs: the games of the journal, the newest first, and the group's score."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Any

from companion.engine.summary import Ending
from companion.engine.text import Text
from companion.games.registry import show_of
from companion.presentation.colours import C
from companion.presentation.i18n import _, spoken
from companion.presentation.words import names, when
from kiosk.screens.list_page import ListPage, ListRow
from kiosk.table.context import KioskContext
from kiosk.table.game_uis import GAME_UIS
from kiosk.table.memories import Memory
from kiosk.widgets.key import Key
from kiosk.widgets.layout import Leaf


class MemoryRow(ListRow):
    """One game: how it ended, who played, when. Touched, it opens its page."""

    def __init__(self, memory: Memory, now: datetime, **kwargs: Any) -> None:
        self.memory, self.now = memory, now
        known = memory.game in GAME_UIS
        unknown = Ending(Text(memory.game), icon="cross", good=False)
        self.ended = show_of(memory.game).ending(memory.result) if known else unknown
        self.label, self.icon = spoken(self.ended.in_words), self.ended.icon
        self.tone = C.brim if self.ended.good else C.danger
        super().__init__(about=memory.id, **kwargs)

    def second(self) -> tuple[str, ...]:
        """Names, with what is worth adding if there is room for it."""
        played = names(self.memory.names)
        more = " · ".join(map(spoken, self.ended.more))
        return (f"{played} · {more}", played) if more else (played,)

    def late(self) -> str:
        return when(self.memory.wall, self.now)


class HistoryScreen(ListPage):
    """All finished games."""

    remembers = True

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        self.games = context.table.memories.finished()
        self.exploits = Key(_("{iw.exploits}"), "crown", action=lambda: context.go.open("exploits"))
        super().__init__(context, _("Memories"), _("No game has been played to its end yet."), **kwargs)
        self.beside.show(self.how_they_stand())

    def items(self) -> Sequence[Memory]:
        return self.games

    def row(self, item: Memory) -> MemoryRow:
        return MemoryRow(item, self.context.table.wall_now(), action=partial(self.context.go.open, f"memory:{item.id}"))

    def keys(self) -> tuple[Any, ...]:
        return (Leaf(self.exploits, weight=1.2),)

    def how_they_stand(self) -> str:
        """Return the group's score in the game that it played last."""
        if not self.games or (ui := GAME_UIS.get(self.games[0].game)) is None:
            return ""
        return ui.standing([memory for memory in self.games if memory.game == ui.game])
