"""What is wrong with the machine: a strip of one line, and the page with all of them."""

from __future__ import annotations

from itertools import accumulate
from typing import Any

from companion.engine.update import Notice
from companion.presentation.colours import C
from companion.presentation.i18n import _
from companion.presentation.refusals import PARTS_OFF, notice
from kiosk.display.theme import MARGIN
from kiosk.screens.list_page import ListRow
from kiosk.screens.screen import Screen, Title, page
from kiosk.table.context import KioskContext
from kiosk.widgets.background import HOME, Background
from kiosk.widgets.icons import put_icon
from kiosk.widgets.key import Action, Key, Touchable
from kiosk.widgets.label import Text, fit, put_line, width
from kiosk.widgets.layout import FreeSpace, Leaf, Row, Split
from kiosk.widgets.together import put_box

STRIP = 3.5
"""u. Ends above the clock's figures."""


class Strip(Touchable):
    """One notice along the top edge; thin when it only reminds. A touch opens the page."""

    def __init__(self, action: Action | None = None, **kwargs: Any) -> None:
        self.posted: Notice | None = None
        self.more = 0
        self.thin = False
        super().__init__(action=action, **kwargs)

    def show(self, posted: Notice | None, more: int = 0, thin: bool = False) -> None:
        """Show a notice; `more`: the number of others; `thin`: only its colour."""
        self.posted, self.more, self.thin = posted, more, thin
        self.visible = posted is not None
        self.redraw()

    @property
    def label(self) -> str:
        """Its words, for a program that reads the window."""
        return "" if self.posted is None or self.thin else notice(self.posted).title

    def hit(self, x: float, y: float) -> bool:
        return bool(self.visible and not self.thin and self.collide_point(x, y))

    def _fits(self) -> tuple[Any, Any]:
        u = self.m.u
        assert self.posted is not None
        words = notice(self.posted)
        title = words.title + (f" (+{self.more})" if self.more else "")
        sizes = (2.7 * u, 2.5 * u)
        first = fit(title, "text_bold", sizes, self.width - 12 * u)
        used = width(first.lines[0], "text_bold", first.size)
        second = fit(words.hint, "text", sizes, self.width - 12 * u - used)
        return first, second

    @property
    def fits(self) -> bool:
        return self.posted is None or self.thin or bool(self._fits()[0].fits)

    def draw(self) -> None:
        if self.posted is None:
            return
        u = self.m.u
        words = notice(self.posted)
        tone = C.danger if words.grave else C.soot
        put_box(self.x, self.y, self.width, self.height, (C.danger if words.grave else C.rim) if self.thin else tone)
        if self.thin:
            return
        ink = C.pit if words.grave else C.bone
        put_icon(words.icon, self.x + 4 * u, self.center_y - 1.6 * u, 3.2 * u, ink)
        first, second = self._fits()
        base = self.center_y - 0.95 * u
        x = self.x + 8.6 * u
        x += put_line(first.lines[0], "text_bold", first.size, x, base, ink) + 1.4 * u
        if second.fits and words.hint:
            put_line(second.lines[0], "text", second.size, x, base, ink if words.grave else C.ash)


class NoticeRow(ListRow):
    """One notice with its advice."""

    def __init__(self, posted: Notice) -> None:
        self.words = notice(posted)
        self.icon, self.label = self.words.icon, self.words.title
        self.tone = C.danger if self.words.grave else C.ash
        super().__init__()
        self.enabled = False  # it is only read

    def second(self) -> tuple[str, ...]:
        return (self.words.hint,)

    def height_in(self, room: float) -> float:
        """Return the u that it needs in a column of that width, px."""
        self.width = room
        if not self.m.wide:
            return 11.0
        return 8.6 if len(self._fits()[1].lines) == 1 else 10.4


class Notices(Screen):
    """All present notices, the gravest first."""

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        self.add_widget(Background(HOME))
        told = sorted(context.table.notices_shown.values(), key=lambda n: not notice(n).grave)
        rows = [NoticeRow(n) for n in told]
        room = self.m.width - 2 * MARGIN * self.m.u
        heights = [row.height_in(room) for row in rows]
        self.rows = [
            row for row, used in zip(rows, accumulate(heights), strict=True) if used <= (36 if self.m.wide else 78)
        ]
        well = Text(_("All is well."), "body", C.ok)
        well.visible = not told
        done = Key(_("Done"), "check", kind="prime", action=context.go.close)
        again = Key(_("Try again"), "redo", icon_size=3, action=self.try_again)
        again.visible = PARTS_OFF in context.table.notices_shown
        lines = [Leaf(row, height) for row, height in zip(self.rows, heights, strict=False)]
        self.compose(
            page(
                Title(_("The state of the table")),
                Leaf(well, 6),
                *lines,
                Split(
                    wide=Row(Leaf(again, 30), FreeSpace(), Leaf(done, 30), size=8.2),
                    upright=Row(*((again,) if again.visible else ()), done, size=8.2),
                ),
                gap=0.8,
            )
        )

    def try_again(self) -> None:
        """Begin again what stays off; the notices about it go."""
        self.context.services.try_again()
        self.context.go.close()
