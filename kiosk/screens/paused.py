"""Games that wait: each can be taken up again or put away."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Any

from companion.engine.requests import PutAway, Resume
from companion.engine.update import Update
from companion.presentation.colours import C
from companion.presentation.i18n import _
from companion.presentation.words import names_and_day, when
from kiosk.context import KioskContext
from kiosk.game_uis import GAME_UIS
from kiosk.icons import put_icon
from kiosk.layout import Leaf, Row, Split
from kiosk.memories import Memory
from kiosk.screens.screen import Screen, Title, page
from kiosk.widgets.background import HOME, Background
from kiosk.widgets.key import Key, Touchable
from kiosk.widgets.label import Fit, Text, capital, fit, put_line
from kiosk.widgets.panel import put_panel


class WaitingRow(Touchable):
    """One game: which, who plays, since when. Touched, it goes on."""

    def __init__(self, memory: Memory, now: datetime, **kwargs: Any) -> None:
        self.memory = memory
        self._day = when(memory.wall, now)
        ui = GAME_UIS.get(memory.game)
        self.label = ui.title if ui is not None else memory.game
        self.icon = "warning" if memory.damaged else ui.icon if ui is not None else "play"
        super().__init__(**kwargs)

    def face(self) -> tuple[object, ...]:
        return (*super().face(), self.memory.id)

    def _fits(self) -> tuple[Fit, Fit]:
        """How its title, and names and day, go into it now."""
        room, lines, small = self.width - 9.2 * self.m.u, 1 if self.m.wide else 2, self.m.steps("small")
        first = fit(self.label, "text_bold", (*self.m.steps("key"), 2.5 * self.m.u), room)
        damaged = _("partly damaged") + " · " if self.memory.damaged else ""
        laid = [
            fit(damaged + words, "text", small, room, lines) for words in names_and_day(self.memory.names, self._day)
        ]
        return first, next((found for found in laid if found.fits), laid[-1])

    @property
    def fits(self) -> bool:
        """Whether all its words stay inside."""
        return all(laid.fits for laid in self._fits())

    def draw(self) -> None:
        u, radius = self.m.u, 1.25 * self.m.u
        put_panel(self.x, self.y, self.width, self.height, self.skin.key_down if self.pressed else C.soot, radius)
        put_panel(self.x, self.y, self.width, self.height, self.skin.key_line, radius, 2)
        tone = C.danger if self.memory.damaged else C.ember
        put_icon(self.icon, self.x + 1.6 * u, self.center_y - 2.4 * u, 4.8 * u, tone)
        first, second = self._fits()
        x = self.x + 7.8 * u
        up = 0.5 * u + (len(second.lines) - 1) * 1.5 * u
        put_line(first.lines[0], "text_bold", first.size, x, self.center_y + up, C.bone)
        base = self.center_y + up - 1.4 * u - capital("text", second.size)
        for i, words in enumerate(second.lines):
            put_line(words, "text", second.size, x, base - i * 3 * u, C.ash)
        self.put_ring(radius)


class Paused(Screen):
    """A page at a time, the newest first. Putting away asks once more on its key."""

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        self.games = context.memories.paused()
        self.page = 0
        self.add_widget(Background(HOME))
        self.title = Title(_("Games that wait"))
        self.hint = Text(_("Touch a game to play on."), "small", sit="baseline")
        self.empty = Text(_("No game is waiting."), "body", C.ash, lines=2)
        self.back = Key(_("Back"), "back", icon_size=3, action=lambda: context.open_screen(None))
        self.newer = Key(icon="back", icon_size=3, action=lambda: self.turn(-1))
        self.older = Key(icon="next", icon_size=3, action=lambda: self.turn(1))
        self.asked: int | None = None
        """The game that is to be put away, if the table means it."""
        self._fill()

    def told(self, update: Update) -> None:
        games = self.context.memories.paused()
        if games != self.games:
            self.games = games
            self._fill()

    @property
    def per_page(self) -> int:
        """Rows that fit."""
        return 4 if self.m.wide else 6

    def turn(self, step: int) -> None:
        """The next page or the one before."""
        last = max(0, (len(self.games) - 1) // self.per_page)
        self.page = max(0, min(last, self.page + step))
        self.asked = None
        self._fill()

    def take_up(self, game: int) -> None:
        """Play on where it stood."""
        self.context.link.send(Resume(game))

    def put_away(self, game: int) -> None:
        """Asks once more; then it is offered no more. Nothing of it is deleted."""
        if self.asked != game:
            self.asked = game
            self._fill()
            return
        self.asked = None
        self.context.link.send(PutAway(game))
        self.games = [memory for memory in self.games if memory.id != game]  # the table's answer tells nothing
        self._fill()

    def _fill(self) -> None:
        last = max(0, (len(self.games) - 1) // self.per_page)
        self.page = min(self.page, last)
        shown = self.games[self.page * self.per_page : (self.page + 1) * self.per_page]
        self.rows = [
            (WaitingRow(memory, self.context.wall_now(), action=partial(self.take_up, memory.id)), self._away(memory))
            for memory in shown
        ]
        self.hint.align = "right" if self.m.wide else "left"
        self.empty.visible = not self.games
        self.hint.visible = bool(self.games)
        self.newer.visible = self.older.visible = last > 0
        self.newer.enabled, self.older.enabled = self.page > 0, self.page < last
        self.compose(
            page(
                Row(Leaf(self.title, weight=1.1), Split(wide=self.hint)),
                Split(upright=Leaf(self.hint, 1.2)),
                Leaf(self.empty, 8),
                *(Row(line, Leaf(away, (22, 17)), size=(9, 11.4)) for line, away in self.rows),
                Row(self.back, *(Leaf(key, (12, 8.7)) for key in (self.newer, self.older)), size=7.8),
                gap=(1, 1.2),
            )
        )

    def look_changed(self) -> None:
        self._fill()
        super().look_changed()

    def _away(self, memory: Memory) -> Key:
        act: Callable[[], object] = partial(self.put_away, memory.id)
        if self.asked == memory.id:
            return Key(_("Really?"), kind="danger", align="center", action=act)
        return Key(_("Put away"), align="center", action=act)
