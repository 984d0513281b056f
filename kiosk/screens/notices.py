"""What is wrong with the machine: a strip of one line, and the page with all of them."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, Rectangle

from companion.engine.update import Notice
from companion.presentation.colours import C
from companion.presentation.i18n import _
from companion.presentation.refusals import notice
from kiosk.context import KioskContext
from kiosk.icons import put_icon
from kiosk.layout import Leaf, Row, Space, Split
from kiosk.screens.list_page import ListRow
from kiosk.screens.screen import Screen, Title, page
from kiosk.widgets.background import HOME, Background
from kiosk.widgets.key import Action, Key, Touchable
from kiosk.widgets.label import Text, fit, put_line, width

STRIP = 3.5
"""u. Ends above the clock's figures."""


class Strip(Touchable):
    """One notice along the top edge; thin when it only reminds. A touch opens the page."""

    def __init__(self, action: Action | None = None, **kwargs: Any) -> None:
        self.told: Notice | None = None
        self.more = 0
        self.thin = False
        super().__init__(action=action, **kwargs)

    def show(self, told: Notice | None, more: int = 0, thin: bool = False) -> None:
        """The notice to show; `more`: how many others stand; `thin`: only its colour."""
        self.told, self.more, self.thin = told, more, thin
        self.visible = told is not None
        self.redraw()

    def hit(self, x: float, y: float) -> bool:
        return bool(self.visible and not self.thin and self.collide_point(x, y))

    def _fits(self) -> tuple[Any, Any]:
        u = self.m.u
        assert self.told is not None
        words = notice(self.told)
        title = words.title + (f" (+{self.more})" if self.more else "")
        sizes = (2.7 * u, 2.5 * u)
        first = fit(title, "text_bold", sizes, self.width - 12 * u)
        used = width(first.lines[0], "text_bold", first.size)
        second = fit(words.hint, "text", sizes, self.width - 12 * u - used)
        return first, second

    @property
    def fits(self) -> bool:
        return self.told is None or self.thin or bool(self._fits()[0].fits)

    def draw(self) -> None:
        if self.told is None:
            return
        u = self.m.u
        words = notice(self.told)
        tone = C.danger if words.grave else C.soot
        Color(*(C.danger if words.grave else C.rim) if self.thin else tone)
        Rectangle(pos=self.pos, size=self.size)
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

    def __init__(self, told: Notice) -> None:
        self.words = notice(told)
        self.icon, self.label = self.words.icon, self.words.title
        self.tone = C.danger if self.words.grave else C.ash
        super().__init__()
        self.enabled = False  # it is only read

    def second(self) -> tuple[str, ...]:
        return (self.words.hint,)


class Notices(Screen):
    """All that stand, the gravest first."""

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        self.add_widget(Background(HOME))
        told = sorted(context.told_notices.values(), key=lambda n: not notice(n).grave)
        self.rows = [NoticeRow(n) for n in told[: 4 if self.m.wide else 7]]
        well = Text(_("All is well."), "body", C.ok)
        well.visible = not told
        done = Key(_("Done"), "check", kind="prime", action=context.close_page)
        lines = [Leaf(row, (8.6, 11)) for row in self.rows]
        self.compose(
            page(
                Title(_("The state of the table")),
                Leaf(well, 6),
                *lines,
                Split(wide=Row(Space(), Leaf(done, 30), size=8.2), upright=Leaf(done, 8.2)),
                gap=0.8,
            )
        )
