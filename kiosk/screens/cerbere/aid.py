"""The player aid: what every card does, what every place means. Large pages to leaf through, nothing scrolls."""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.engine.update import Update
from companion.games.cerbere.view import CerbereView
from kiosk.house import House
from kiosk.i18n import _
from kiosk.screens.cerbere.aid_pages import CardEntry, Entry, Section, first_of, sections
from kiosk.screens.cerbere.words import catalogue_of
from kiosk.screens.screen import Screen
from kiosk.theme import C, Metrics
from kiosk.widgets.aid_card import AidCard, AidNote, AidRow
from kiosk.widgets.hearth import HOME, Hearth
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text
from kiosk.widgets.stack import row


class Aid(Screen):
    """Opens at the cards of the side that plays. Two cards on a page, or four places (upright: five)."""

    def __init__(self, house: House, **kwargs: Any) -> None:
        super().__init__(house, **kwargs)
        self.sections = sections(catalogue_of(house))
        view = house.update.view if house.update is not None else None
        self.at = first_of(view if isinstance(view, CerbereView) else None)
        self.page = 0
        self.add_widget(Hearth(HOME))
        self.title = Text("", "title", size=4.75)
        self.number = Text("", "body", C.ash, align="center")
        self.empty = Text(_("There are no card data."), "body", C.ash)
        self.before = Key(icon="back", icon_size=3, action=lambda: self.turn(-1))
        self.after = Key(icon="next", icon_size=3, action=lambda: self.turn(1))
        self.back = Key(icon="cross", icon_size=3, action=lambda: house.open_screen(None))
        self.tabs = [Key(s.word, s.icon, stacked=True, action=partial(self.show, s.name)) for s in self.sections]
        self.plates: list[AidCard | AidNote] = []
        self._shown: tuple[Any, ...] = ()

    def told(self, update: Update) -> None:
        """It is a book: nothing in it changes."""

    @property
    def section(self) -> Section:
        """What is open."""
        return next(section for section in self.sections if section.name == self.at)

    def per_page(self) -> int:
        """Entries that a page holds."""
        if self.section.name != "places":
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
        self.empty.visible = not self.plates
        for tab, section in zip(self.tabs, self.sections, strict=True):
            tab.show(kind="prime" if section.name == self.at else "plain")

    def arrange(self, m: Metrics) -> None:
        self._fill()
        wide = m.wide
        head, keys = (10.4, 7.6) if wide else (12, 8.4)
        top = 1.4 if wide else 2.2
        self.put(self.after, right=4, width=9.5, top=top, height=keys)
        self.put(self.number, right=13.5, width=8, top=top, height=keys)
        self.put(self.before, right=21.5, width=9.5, top=top, height=keys)
        self.title.lines = 1 if wide else 2
        if wide:
            self.put(self.title, left=4, width=m.columns - 4 - 32, baseline=7)
        else:
            self.put(self.title, left=4, width=m.columns - 4 - 32, top=top, height=keys)
        foot = 11.4 if wide else 20.4
        self.put(self.empty, left=4, right=4, top=head + 4, height=6)
        self._place_plates(m, head, m.rows - foot)
        if wide:
            row(self, [self.back, *self.tabs], bottom=1.4, height=8.8, weights=[9, *([16] * len(self.tabs))])
        else:
            row(self, self.tabs[:3], bottom=10.6, height=8.6)
            row(self, [self.back, *self.tabs[3:]], bottom=1.2, height=8.6)

    def _place_plates(self, m: Metrics, top: float, bottom: float) -> None:
        """Cards beside each other, upright below each other; places in two columns, upright in one."""
        columns = 2 if m.wide else 1
        rows = -(-self.per_page() // columns)
        gap = 1.4
        wide = (m.columns - 8 - (columns - 1) * gap) / columns
        high = (bottom - top - (rows - 1) * gap) / rows
        for i, plate in enumerate(self.plates):
            column, line = i % columns, i // columns
            if not isinstance(plate, AidCard):  # places are read downwards
                column, line = i // rows, i % rows
            self.put(plate, left=4 + column * (wide + gap), width=wide, top=top + line * (high + gap), height=high)
        for plate in self.plates:
            plate.write(min(other.best() for other in self.plates))


def _plate(entry: Entry) -> AidCard | AidNote:
    if isinstance(entry, CardEntry):
        options = [[AidRow(row.icon, row.text, row.cost) for row in option] for option in entry.options]
        return AidCard(entry.icon, entry.name, entry.count, options)
    return AidNote(entry.icon, entry.name, entry.text)
