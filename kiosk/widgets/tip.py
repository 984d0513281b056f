"""The card of a first game: which explanation waits, and the widget that shows it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from companion.engine.guide import GuideLine
from companion.presentation.colours import C
from kiosk.table.aid import NoteEntry, note
from kiosk.table.context import KioskContext
from kiosk.widgets.icons import paint_unseen, put_icon
from kiosk.widgets.key import Action, Touchable
from kiosk.widgets.label import TextFit, capital_height, fit, put_line
from kiosk.widgets.motion import appear
from kiosk.widgets.panel import put_panel

LEADING = 1.12
AIR, LEAST_AIR = 2.0, 1.6
"""u, above and below its words together: as there should be, and where the smallest words leave no more."""
TALL = 14.0
"""u: a card so high is a narrow one, and takes more lines."""
SIZES = (3.6, 3.25, 2.9, 2.7, 2.5)
"""u, of its words."""
ICON, CROSS = 4.8, 2.6
"""u."""


class Tip(Touchable):
    """Icon, title, what it means, and a cross that says that it goes away. Hidden until `say`."""

    def __init__(self, action: Action, **kwargs: Any) -> None:
        self.icon, self.title, self.text = "thumb", "", ""
        super().__init__(action=action, **kwargs)
        self.visible = False

    def say(self, icon: str, title: str, text: str) -> None:
        if (icon, title, text) != (self.icon, self.title, self.text):
            self.icon, self.title, self.text = icon, title, text
            self.redraw()
        if not self.visible:
            self.visible = True
            appear(self)

    def ahead(self, lines: Iterable[GuideLine]) -> Iterator[Callable[[], object]]:
        """Yield jobs that paint the icons of what it may say."""
        yield partial(paint_unseen, "cross", round(CROSS * self.m.u))
        for icon in sorted({line.icon for line in lines}):
            yield partial(paint_unseen, icon, round(ICON * self.m.u))

    def _fits(self) -> tuple[TextFit, TextFit]:
        """The largest type at which title and text go into the card."""
        u = self.m.u
        room = self.width - 13.4 * u
        for titles, lines in ((1, 3), (2, 3)) if self.height < TALL * u else ((2, 6),):
            for size in SIZES:
                first = fit(self.title, "text_bold", (max(size, 2.7) * u,), room, titles)
                second = fit(self.text, "text", (size * u,), room, lines)
                if first.fits and second.fits and self._high(first, second) <= self.height - AIR * u:
                    return first, second
        return first, second

    @property
    def fits(self) -> bool:
        first, second = self._fits()
        high = self._high(first, second)
        return not self.title or (first.fits and second.fits and high <= self.height - LEAST_AIR * self.m.u)

    def _high(self, first: TextFit, second: TextFit) -> float:
        title = capital_height("text_bold", first.size) + (len(first.lines) - 1) * first.size * LEADING
        return title + 0.3 * self.m.u + len(second.lines) * second.size * LEADING

    def draw(self) -> None:
        u, radius = self.m.u, 1.25 * self.m.u
        put_panel(self.x, self.y, self.width, self.height, C.soot, radius)
        put_panel(self.x, self.y, self.width, self.height, C.brim, radius, 3)
        put_icon(self.icon, self.x + 1.6 * u, self.center_y - ICON / 2 * u, ICON * u, C.brim)
        put_icon("cross", self.right - 4.2 * u, self.center_y - CROSS / 2 * u, CROSS * u, C.ash)
        first, second = self._fits()
        x = self.x + 8 * u
        base = self.center_y + self._high(first, second) / 2 - capital_height("text_bold", first.size)
        for i, line in enumerate(first.lines):
            base -= first.size * LEADING if i else 0
            put_line(line, "text_bold", first.size, x, base, C.bone)
        base -= 0.3 * u
        for line in second.lines:
            base -= second.size * LEADING
            put_line(line, "text", second.size, x, base + 0.2 * second.size, C.ash)
        self.put_ring(radius)


class Tips:
    """What has appeared waits until the screen has room for it; then it is shown until it was read or the game goes on.

    What did not come to be shown while the same player was asked waits no longer: it comes when it appears again.

    :ivar game: the game that explains itself now, if any does.
    """

    def __init__(self, context: KioskContext) -> None:
        self.context = context
        self.game: str | None = None
        self._on = False
        self._who = ""
        self._waiting: dict[str, GuideLine] = {}
        self._standing: GuideLine | None = None

    def take(self, game: str, firsts: Mapping[str, GuideLine], who: str = "") -> None:
        """Take in what happened in a game: the shown note goes, what is new comes before what waits.

        :param who: who is asked now; "": no particular player.
        """
        if game != self.game:
            self.game, self._on = game, self.context.set_up.first_game(game)
        self._standing = None
        if who != self._who:
            self._who, self._waiting = who, {}
        if not self._on:
            return
        waiting = {**firsts, **{key: told for key, told in self._waiting.items() if key not in firsts}}
        self._waiting = {key: told for key, told in waiting.items() if not self.context.set_up.explained(game, key)}

    def show(self) -> NoteEntry | None:
        """Return what is to be read now; from now on it counts as explained."""
        if self._standing is None and self._waiting and self.game is not None:
            key = next(iter(self._waiting))
            self._standing = self._waiting.pop(key)
            self.context.set_up.explain(self.game, key)
        return note(self._standing) if self._standing is not None else None

    def read(self) -> None:
        """A finger took it away."""
        self._standing = None

    def leave(self) -> None:
        """No game is played any more."""
        self.game = self._standing = None
        self._waiting = {}
