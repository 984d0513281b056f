"""A list a page at a time, the newest first: no list to scroll. Each row has two lines and leads on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.presentation.colours import C, Colour
from companion.presentation.i18n import _
from kiosk.display.theme import TextRole
from kiosk.screens.screen import Screen, Title, page
from kiosk.table.context import KioskContext
from kiosk.widgets.background import HOME, Background
from kiosk.widgets.icons import put_icon
from kiosk.widgets.key import Key, Touchable
from kiosk.widgets.label import Text, TextFit, capital_height, fit, put_line, width
from kiosk.widgets.layout import Leaf, Row, Split
from kiosk.widgets.panel import put_panel


class ListRow(Touchable):
    """An icon, a large first line with something short at its end, and a second line."""

    icon = ""
    tone: Colour = C.ember
    label = ""

    @property
    def below(self) -> int:
        """Lines that the second line may take."""
        return 2

    def first(self) -> tuple[str, ...]:
        """Return the first line, the fullest wording first."""
        return (self.label,)

    def second(self) -> tuple[str, ...]:
        """Return the second line, the fullest wording first."""
        raise NotImplementedError

    def late(self) -> str:
        """Return the end of the first line; upright, before the second. "" if it is not overridden."""
        return ""

    def _fits(self) -> tuple[TextFit, TextFit, TextFit]:
        u, small = self.m.u, self.m.steps("small")
        said = self.late()
        late = fit(said if self.m.wide else "", "text", small, 26 * u)
        room = self.width - 8.4 * u
        beside = room - width(late.lines[0], "text", late.size) - 2.4 * u
        seconds = self.second()
        if not self.m.wide:
            seconds = tuple(" · ".join(part for part in (said, second) if part) for second in seconds)
        return (
            _fitted(self.first(), "text_bold", (*self.m.steps("key"), 2.5 * u, 2.2 * u), beside, 1),
            _fitted(seconds, "text", small, room, self.below),
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
        put_icon(self.icon, self.x + 1.6 * u, self.center_y - 2.2 * u, 4.4 * u, self.tone)
        first, line, late = self._fits()
        x = self.x + 7.5 * u
        up = 0.5 * u + (len(line.lines) - 1) * 1.5 * u
        put_line(first.lines[0], "text_bold", first.size, x, self.center_y + up, C.bone)
        base = self.center_y + up - 1.4 * u - capital_height("text", line.size)
        for i, words in enumerate(line.lines):
            put_line(words, "text", line.size, x, base - i * 3 * u, C.ash)
        put_line(late.lines[0], "text", late.size, self.right - 1.6 * u, self.center_y + up, C.ash, "right")
        self.put_ring(1.25 * u)


def _fitted(wordings: Sequence[str], face: Any, sizes: Any, room: float, lines: int) -> TextFit:
    """Return the first wording that fits, else the last one."""
    laid = [fit(words, face, sizes, room, lines) for words in wordings]
    return next((found for found in laid if found.fits), laid[-1])


class ListPage(Screen):
    """A title with a line beside it, the rows of a page, and keys at the foot."""

    BESIDE: TextRole = "body"
    """Of the line beside the title."""

    def __init__(self, context: KioskContext, title: str, empty: str, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        self.page = 0
        self.add_widget(Background(HOME))
        self.title = Title(title)
        self.beside = Text("", self.BESIDE, C.ash, sit="baseline")
        self.empty = Text(empty, "body", C.ash, lines=2)
        self.back = Key(_("Back"), "back", icon_size=3, action=self.leave)
        self.newer = Key(icon="back", icon_size=3, action=lambda: self.turn(-1))
        self.older = Key(icon="next", icon_size=3, action=lambda: self.turn(1))
        self.fill()

    def items(self) -> Sequence[Any]:
        """Return all items, the first first."""
        raise NotImplementedError

    def row(self, item: Any) -> Any:
        """Return its row, which may hold several things."""
        raise NotImplementedError

    def keys(self) -> tuple[Any, ...]:
        """Return the keys beside the way back. None, if it is not overridden."""
        return ()

    def leave(self) -> None:
        """Go back to where it was opened."""
        self.context.go.close()

    @property
    def per_page(self) -> int:
        """How many rows fit."""
        return 4 if self.m.wide else 6

    def turn(self, step: int) -> None:
        """Turn to the next page or the one before."""
        self.page = max(0, self.page + step)
        self.fill()

    def look_changed(self) -> None:
        self.fill()
        super().look_changed()

    def fill(self) -> None:
        """Show the page as it is now, or the last one that is left."""
        per, items = self.per_page, self.items()
        last = max(0, (len(items) - 1) // per)
        self.page = min(self.page, last)
        self.rows = [self.row(item) for item in items[self.page * per : (self.page + 1) * per]]
        self.beside.align = "right" if self.m.wide else "left"
        self.empty.visible = not items and not (self.remembers and self.context.table.memories.late)
        self.newer.visible = self.older.visible = last > 0
        self.newer.enabled, self.older.enabled = self.page > 0, self.page < last
        turning = (Leaf(key, (11.8, 8.5)) for key in (self.newer, self.older))
        self.compose(
            page(
                Row(self.title, Split(wide=self.beside)),
                Split(upright=Leaf(self.beside, 1.2)),
                Leaf(self.empty, 8),
                *(Leaf(line, (9, 11.4)) for line in self.rows),
                Row(self.back, *self.keys(), *turning, size=7.8),
                gap=(1, 1.2),
            )
        )
