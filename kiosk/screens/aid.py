"""The player aid of every game: what may be done now, what each thing means. Pages to leaf through, nothing scrolls.

It lies over the game's screen, which goes on below it: its clock runs here too, and news take it away.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kiosk.aid import NOTHING, NOW, CardEntry, Entry, Section, now_section
from kiosk.context import KioskContext
from kiosk.i18n import _, clock_text
from kiosk.screens.screen import Screen
from kiosk.theme import C, Metrics
from kiosk.widgets.aid_card import AidCard, AidNote, AidRow
from kiosk.widgets.background import HOME, Background
from kiosk.widgets.figures import Figures
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text
from kiosk.widgets.stack import row
from kiosk.words import elapsed


class Aid(Screen):
    """Opens at what may be done now. Two cards on a page, or four notes (upright: five).

    :param close: takes it away.
    """

    def __init__(self, context: KioskContext, close: Callable[[], object], **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        update, ui = context.update, context.ui
        view = update.view if update is not None and isinstance(update.view, ui.view) else None
        hints = ui.now(view, update.choice) if view is not None and update is not None else ()
        self.sections: tuple[Section, ...] = (now_section(hints), *context.pages.aid(context))
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
        self.plates: list[AidCard | AidNote] = []
        self._shown: tuple[Any, ...] = ()
        self.second()

    def second(self) -> None:
        """The clock of the game runs on; where there is none, none is shown."""
        update = self.context.update
        face = update.face if update is not None else None
        self.timed = face is not None and (face.running or face.length_ms is not None)
        self.clock.visible = self.timed
        left = self.context.remaining()
        self.clock.show(elapsed(self.context.elapsed()) if left is None else clock_text(left))

    @property
    def section(self) -> Section:
        """What is open."""
        return next(section for section in self.sections if section.name == self.at)

    def per_page(self) -> int:
        """Entries that a page holds."""
        if self.section.cards:
            return 2
        return 4 if self.m.wide else 5

    def pages(self) -> int:
        """Pages of the open section."""
        return max(1, -(-len(self.section.entries) // self.per_page()))

    def show(self, name: str) -> None:
        """Another section, from its first page."""
        self.at, self.page = name, 0
        self.rearrange()

    def turn(self, step: int) -> None:
        """The next page or the one before; behind the last of a section comes the next section."""
        page = self.page + step
        if not 0 <= page < self.pages():
            names = [section.name for section in self.sections]
            self.at = names[(names.index(self.at) + step) % len(names)]
            page = 0 if step > 0 else self.pages() - 1
        self.page = page
        self.rearrange()

    def _fill(self) -> None:
        """The plates of the page."""
        self.page = min(self.page, self.pages() - 1)
        here = (self.at, self.page, self.per_page())
        if here == self._shown:
            return
        self._shown = here
        for plate in self.plates:
            self.remove_widget(plate)
        per = self.per_page()
        self.plates = [_plate(entry) for entry in self.section.entries[self.page * per : (self.page + 1) * per]]
        self.title.show(self.section.title)
        self.number.show(f"{self.page + 1}/{self.pages()}")
        self.empty.show(_(NOTHING) if self.at == NOW else _("There are no card data."))
        self.empty.visible = not self.plates
        for tab, section in zip(self.tabs, self.sections, strict=True):
            tab.show(kind="prime" if section.name == self.at else "plain")

    def arrange(self, m: Metrics) -> None:
        self._fill()
        (self._wide if m.wide else self._upright)(m)

    def _wide(self, m: Metrics) -> None:
        head, foot = 10.4, 11.4
        self._leaves(1.4, 7.6)
        clock = 20.0 if self.timed else 0.0
        self.title.lines = 1
        self.put(self.title, left=4, width=m.columns - 4 - 32 - clock, baseline=7)
        self.put(self.clock, right=33, width=18, baseline=7.6)
        self.put(self.empty, left=4, right=4, top=head + 4, height=6)
        self._place_plates(m, head, m.rows - foot)
        few = len(self.tabs) < 6
        weights = [8.6 if few else 8, *([16 if few else 12.4] * len(self.tabs))]
        gap, side = (1.2, 4.0) if few else (0.7, 2.0)
        row(self, [self.back, *self.tabs], bottom=1.4, height=8.8, left=side, right=side, weights=weights, gap=gap)

    def _upright(self, m: Metrics) -> None:
        clock = 9.0 if self.timed else 0.0
        head, foot = 12 + clock, 20.4
        self._leaves(2.2, 8.4)
        self.title.lines = 1
        self.put(self.title, left=4, width=m.columns - 4 - 32, top=2.2, height=8.4)
        if not self.title.fits:
            self.title.lines = 2
            self.put(self.title, left=4, width=m.columns - 4 - 32, top=2.8, height=9)
        self.put(self.clock, right=4, width=40, baseline=18.4)
        self.put(self.empty, left=4, right=4, top=head + 4, height=6)
        self._place_plates(m, head, m.rows - foot)
        first = (len(self.tabs) + 1) // 2
        row(self, self.tabs[:first], bottom=10.6, height=8.6)
        row(self, [self.back, *self.tabs[first:]], bottom=1.2, height=8.6)

    def _leaves(self, top: float, height: float) -> None:
        """Back, the number of the page, on: upper right."""
        self.put(self.after, right=4, width=9.5, top=top, height=height)
        self.put(self.number, right=13.5, width=8, top=top, height=height)
        self.put(self.before, right=21.5, width=9.5, top=top, height=height)

    def _place_plates(self, m: Metrics, top: float, bottom: float) -> None:
        """Cards beside each other, upright below each other; notes in two columns, upright in one."""
        most = 2 if m.wide else 1
        gap, lines = 1.4, -(-self.per_page() // most)
        high = (bottom - top - (lines - 1) * gap) / lines
        columns = max(1, min(most, len(self.plates)))  # few of them leave no column empty
        rows = -(-len(self.plates) // columns)
        wide = (m.columns - 8 - (columns - 1) * gap) / columns
        for i, plate in enumerate(self.plates):
            column, line = i // max(1, rows), i % max(1, rows)  # they are read downwards
            self.put(plate, left=4 + column * (wide + gap), width=wide, top=top + line * (high + gap), height=high)
        for plate in self.plates:
            plate.write(min(other.best() for other in self.plates))


def _plate(entry: Entry) -> AidCard | AidNote:
    if isinstance(entry, CardEntry):
        options = [[AidRow(row.icon, row.text, row.cost) for row in option] for option in entry.options]
        return AidCard(entry.icon, entry.name, entry.count, options, entry.rules)
    return AidNote(entry.icon, entry.name, entry.text, entry.rules)
