"""The player aid of every game: what may be done now, what each thing means. Pages to leaf through, nothing scrolls.

It covers the game's screen, which goes on below it: its clock runs here too, and news close it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from companion.presentation.colours import C
from companion.presentation.i18n import _, clock_text
from companion.presentation.words import elapsed
from kiosk.display.theme import MARGIN, Metrics
from kiosk.screens.screen import Screen
from kiosk.table.aid import NOTHING, NOW, AidEntry, AidSection, CardEntry, now_section
from kiosk.table.context import KioskContext
from kiosk.widgets.aid_card import AidCard, AidNote, AidRow
from kiosk.widgets.background import HOME, Background
from kiosk.widgets.figures import Figures
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text
from kiosk.widgets.layout import Column, FreeSpace, Leaf, Row, Split


class Aid(Screen):
    """Opens at what may be done now. Two cards on a page, or four notes (upright: five).

    :param close: takes it away.
    """

    def __init__(self, context: KioskContext, close: Callable[[], object], **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        update, ui = context.table.update, context.table.ui
        view = update.view if update is not None and isinstance(update.view, ui.view) else None
        hints = ui.hints.at(view, update.prompt, context.table.at()) if view is not None and update is not None else ()
        self.sections: tuple[AidSection, ...] = (now_section(hints), *context.go.pages.aid(context))
        self.at = NOW
        self.page = 0
        self.add_widget(Background(HOME))
        self.title = Text("", "title", size=4.75)
        self.number = Text("", "body", C.ash, align="center")
        self.clock = Figures("", size=7, align="right")
        self.empty = Text("", "body", C.ash)
        self.before = Key(icon="back", icon_size=3, action=lambda: self.turn(-1))
        self.after = Key(icon="next", icon_size=3, action=lambda: self.turn(1))
        self.back = Key(icon="cross", icon_size=3, action=close)
        self.tabs = [Key(s.word, s.icon, stacked=True, action=partial(self.show, s.name)) for s in self.sections]
        self.second()
        self._fill()

    def second(self) -> None:
        """Show the next second of the game's clock, if there is one."""
        update = self.context.table.update
        face = update.face if update is not None else None
        self.timed = face is not None and (face.running or face.length_ms is not None)
        self.clock.visible = self.timed
        left = self.context.table.remaining()
        self.clock.show(elapsed(self.context.table.elapsed()) if left is None else clock_text(left))

    @property
    def section(self) -> AidSection:
        return next(section for section in self.sections if section.name == self.at)

    def per_page(self) -> int:
        """Return how many entries a page holds."""
        if self.section.cards:
            return 2
        return 4 if self.m.wide else 5

    def pages(self) -> int:
        """Return the number of pages of the open section."""
        return max(1, -(-len(self.section.entries) // self.per_page()))

    def show(self, name: str, page: int = 0) -> None:
        """Show a page of a section; behind its last one, the last one."""
        self.at, self.page = name, page
        self._fill()

    def turn(self, step: int) -> None:
        """Turn to the next page or the one before; behind the last of a section comes the next section."""
        page = self.page + step
        if not 0 <= page < self.pages():
            names = [section.name for section in self.sections]
            self.at = names[(names.index(self.at) + step) % len(names)]
            page = 0 if step > 0 else self.pages() - 1
        self.page = page
        self._fill()

    def look_changed(self) -> None:
        self._fill()
        super().look_changed()

    def _fill(self) -> None:
        """Make the plates of the page."""
        self.page = min(self.page, self.pages() - 1)
        per = self.per_page()
        self.plates = [_plate(entry) for entry in self.section.entries[self.page * per : (self.page + 1) * per]]
        self.title.show(self.section.title)
        self.number.show(f"{self.page + 1}/{self.pages()}")
        self.empty.show(_(NOTHING) if self.at == NOW else _("There are no card data."))
        self.empty.visible = not self.plates
        for tab, section in zip(self.tabs, self.sections, strict=True):
            tab.show(kind="prime" if section.name == self.at else "plain")

        turning = (Leaf(self.before, 9.5), Leaf(self.number, 8), Leaf(self.after, 9.5))
        timer = Column(self.clock, pad=(0, 0, 2, 0), size=20)
        empty = Column(FreeSpace(4), Leaf(self.empty, 6), FreeSpace(), gap=0)
        half = -(-len(self.tabs) // 2)
        few = len(self.tabs) < 6
        tabs = Row(
            *(Leaf(self.back, weight=0.6), *self.tabs),
            size=8.8,
            gap=1.2 if few else 0.7,
            pad=0 if few else (-2, 0, -2, 0),
        )
        self.compose(
            Column(
                Row(Column(self.title, pad=(0, 0, 1, 0)), Split(wide=timer), *turning, gap=0, size=(7.6, 8.4)),
                Split(upright=Leaf(self.clock, 7.8)),
                self._columns(),
                empty,
                Split(wide=tabs, upright=Column(Row(*self.tabs[:half]), Row(self.back, *self.tabs[half:]), size=18)),
                gap=1.3,
                pad=(MARGIN, (1.4, 2.2), MARGIN, 1.3),
            )
        )

    def _columns(self) -> Row:
        """Return cards side by side, upright below each other; notes in two columns, upright in one, read downwards."""
        most = 2 if self.m.wide else 1
        columns = max(1, min(most, len(self.plates)))  # few of them leave no column empty
        rows, lines = -(-len(self.plates) // columns), -(-self.per_page() // most)
        parts = [self.plates[i * rows : (i + 1) * rows] for i in range(columns)]
        return Row(
            *(Column(*part, *(FreeSpace() for _line in range(lines - len(part))), gap=1.4) for part in parts), gap=1.4
        )

    def arrange(self, metrics: Metrics) -> None:
        self.title.lines = 1
        super().arrange(metrics)
        self.title.lines = 1 if metrics.wide or self.title.fits else 2
        for plate in self.plates:
            plate.write(min(other.best() for other in self.plates))


def _plate(entry: AidEntry) -> AidCard | AidNote:
    if isinstance(entry, CardEntry):
        options = [[AidRow(row.icon, row.text, row.cost) for row in option] for option in entry.options]
        return AidCard(entry.icon, entry.name, entry.count, options)
    return AidNote(entry.icon, entry.name, entry.text)
