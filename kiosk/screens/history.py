"""Souvenirs: the games of the journal, the newest first, and how the group stands."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import Any

from companion.presentation.colours import C
from companion.presentation.i18n import _
from companion.presentation.words import names, when
from kiosk.context import KioskContext
from kiosk.game_ui import Ended
from kiosk.game_uis import GAME_UIS
from kiosk.icons import put_icon
from kiosk.layout import Leaf, Row, Split
from kiosk.memories import Memory
from kiosk.screens.screen import Screen, Title, page
from kiosk.widgets.background import HOME, Background
from kiosk.widgets.key import Key, Touchable
from kiosk.widgets.label import Text, capital, fit, put_line, width
from kiosk.widgets.panel import put_panel


class MemoryRow(Touchable):
    """One game: how it ended, who played, when. Touched, it opens its page."""

    def __init__(self, memory: Memory, now: datetime, **kwargs: Any) -> None:
        self.memory, self.now = memory, now
        ui = GAME_UIS.get(memory.game)
        self.ended = ui.ended(memory) if ui is not None else Ended(memory.game, "cross", False)
        self.label = self.ended.how
        super().__init__(**kwargs)

    def face(self) -> tuple[object, ...]:
        return (*super().face(), self.memory.id)

    def words(self, more: bool = True) -> tuple[str, str, str]:
        """How it ended, names (with what is worth adding, if there is room for `more`), day."""
        parts = [names(self.memory.names), self.ended.more if more else ""]
        day = when(self.memory.wall, self.now)
        if not self.m.wide:
            parts, day = [day, *parts], ""
        return self.ended.how, " · ".join(part for part in parts if part), day

    def _fits(self) -> tuple[Any, Any, Any]:
        u = self.m.u
        how, line, day = self.words()
        if not fit(line, "text", self.m.steps("small"), self.width - 8.4 * u, 2).fits:
            how, line, day = self.words(more=False)
        late = fit(day, "text", self.m.steps("small"), 26 * u)
        sizes = (*self.m.steps("key"), 2.5 * u)
        room = self.width - 8.4 * u
        return (
            fit(how, "text_bold", (*sizes, 2.2 * u), room - width(late.lines[0], "text", late.size) - 2.4 * u),
            fit(line, "text", self.m.steps("small"), room, 2),
            late,
        )

    @property
    def fits(self) -> bool:
        return all(f.fits for f in self._fits())

    def draw(self) -> None:
        u = self.m.u
        fill = self.skin.key_down if self.pressed else C.soot
        put_panel(self.x, self.y, self.width, self.height, fill, 1.25 * u)
        put_panel(self.x, self.y, self.width, self.height, self.skin.key_line, 1.25 * u, 2)
        tone = C.brim if self.ended.good else C.danger
        put_icon(self.ended.icon, self.x + 1.6 * u, self.center_y - 2.2 * u, 4.4 * u, tone)
        how, line, day = self._fits()
        x = self.x + 7.5 * u
        up = 0.5 * u + (len(line.lines) - 1) * 1.5 * u
        put_line(how.lines[0], "text_bold", how.size, x, self.center_y + up, C.bone)
        base = self.center_y + up - 1.4 * u - capital("text", line.size)
        for i, words in enumerate(line.lines):
            put_line(words, "text", line.size, x, base - i * 3 * u, C.ash)
        put_line(day.lines[0], "text", day.size, self.right - 1.6 * u, self.center_y + up, C.ash, "right")
        self.put_ring(1.25 * u)


class History(Screen):
    """A page at a time: no list to scroll."""

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        self.games = context.memories.finished()
        self.page = 0
        self.add_widget(Background(HOME))
        self.title = Title(_("Memories"))
        self.streak = Text(self.how_they_stand(), "body", C.ash, sit="baseline")
        self.empty = Text(_("No game has been played to its end yet."), "body", C.ash, lines=2)
        self.back = Key(_("Back"), "back", icon_size=3, action=lambda: context.open_screen(None))
        self.exploits = Key(_("{iw.exploits}"), "crown", action=lambda: context.open_screen("exploits"))
        self.newer = Key(icon="back", icon_size=3, action=lambda: self.turn(-1))
        self.older = Key(icon="next", icon_size=3, action=lambda: self.turn(1))
        self._fill()

    def how_they_stand(self) -> str:
        """How the group stands in the game that it played last."""
        if not self.games or (ui := GAME_UIS.get(self.games[0].game)) is None:
            return ""
        return ui.standing([memory for memory in self.games if memory.game == ui.game])

    def per_page(self) -> int:
        """Rows that fit."""
        return 4 if self.m.wide else 6

    def turn(self, step: int) -> None:
        """The next page or the one before."""
        last = max(0, (len(self.games) - 1) // self.per_page())
        self.page = max(0, min(last, self.page + step))
        self._fill()

    def look_changed(self) -> None:
        self._fill()
        super().look_changed()

    def _fill(self) -> None:
        per = self.per_page()
        self.rows = [
            MemoryRow(game, self.context.wall_now(), action=partial(self.context.open_screen, f"memory:{game.id}"))
            for game in self.games[self.page * per : (self.page + 1) * per]
        ]
        self.streak.align = "right" if self.m.wide else "left"
        self.empty.visible = not self.games
        self.newer.enabled, self.older.enabled = self.page > 0, self.page < (len(self.games) - 1) // per
        turning = (Leaf(key, (11.8, 8.5)) for key in (self.newer, self.older))
        self.compose(
            page(
                Row(self.title, Split(wide=self.streak)),
                Split(upright=Leaf(self.streak, 1.2)),
                Leaf(self.empty, 8),
                *(Leaf(line, (9, 11.4)) for line in self.rows),
                Row(self.back, Leaf(self.exploits, weight=1.2), *turning, size=7.8),
                gap=(1, 1.2),
            )
        )
