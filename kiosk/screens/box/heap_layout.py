"""Where things stand on the page of a heap: the card at the left, the count, the one thing to do, fields and keypad."""

from __future__ import annotations

from typing import Any

from kiosk.layout import Row
from kiosk.screens.box.page import TOP, Page
from kiosk.theme import C, Metrics
from kiosk.widgets.deck_bar import DeckBar
from kiosk.widgets.figures import Figures
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text
from kiosk.widgets.niche import Niche
from kiosk.widgets.tile import Tile

LEFT = 26.0
"""u of the niche at the left of a wide page."""


class ValueKey(Key):
    """A key of the keypad; `value` is what it tells."""

    value = ""


class HeapLayout(Page):
    """The widgets and their places."""

    def __init__(self, screen: Any, **kwargs: Any) -> None:
        super().__init__(screen, **kwargs)
        self.niche = Niche()
        self.count = Figures("", size=8.6)
        self.of = Text("", "event", C.ash, face="black")
        self.where = Text("", "body", C.ash, align="right")
        self.bar = DeckBar()
        self.title = Text("", "title", face="bold", lines=3)
        self.card = Text("", "name", C.ember, lines=2, size=9)
        self.tiles: dict[str, Tile] = {}
        self.pad: list[ValueKey] = []
        self.also = Key("", "pile")
        self.add(self.niche, self.count, self.of, self.where, self.bar, self.title, self.card, self.also)

    # ------------------------------------------------------------ layout

    def lay(self, m: Metrics) -> None:
        top = 0.0 if m.wide else TOP
        left = LEFT + 7 if m.wide else 4.0
        wide = self.count.text_width() / m.u
        self.put(self.count, left=left, width=max(wide, 6), baseline=9.4 + top)
        self.put(self.of, left=left + wide + 1.2, width=12, baseline=9.4 + top)
        self.put(self.where, right=4, width=m.columns - left - wide - 18, baseline=9.4 + top)
        self.put(self.bar, left=left, right=4, top=10.9 + top, height=2)
        end = self.end(m)
        if m.wide:
            self.put(self.niche, left=4, width=LEFT, top=5, height=end - 7)
        elif self.tiles:
            self.put(self.niche, left=4, width=22, top=17.4, height=27)
        else:
            self.put(self.niche, left=14, width=32, top=18, height=36)
        self._lay_title(m, left, end)
        if self.tiles:
            self._lay_fields(m, left, end)

    def _lay_title(self, m: Metrics, left: float, end: float) -> None:
        alone = bool(self.card.text)
        if m.wide:
            self.put(self.also, right=4, width=27, top=3.6, height=6.4)
        else:
            self.put(self.also, left=28, right=4, top=37.4, height=7.6)
        self.where.visible = not (self.also.visible and m.wide)
        if m.wide:
            high = 6.6 if self.tiles else 9.0 if alone else end - 18
            self.put(self.title, left=left, right=4, top=13.6, height=high)
            self.put(self.card, left=left, right=4, top=22.6, height=end - 24)
            self.title.lines = 2 if self.tiles else 1 if alone else 4
        elif self.tiles:
            self.put(self.title, left=28, right=4, top=17.4, height=19 if self.also.visible else 27)
            self.put(self.card, left=28, right=4, top=17.4, height=19)
            self.title.lines = 4
        else:
            self.put(self.title, left=4, right=4, top=56, height=10 if alone else 20)
            self.put(self.card, left=4, right=4, top=66, height=22)
            self.title.lines = 2 if alone else 4

    def _lay_fields(self, m: Metrics, left: float, end: float) -> None:
        tiles = list(self.tiles.values())
        first = 20.8 if m.wide else 46.6
        high = 9.0 if m.wide else 10.5
        if len(tiles) > 5 and not m.wide:
            self.put(Row(*tiles[:4]), left=4, right=4, top=first, height=high)
            first += high + 1.2
            self.put(Row(*tiles[4:]), left=4, right=4, top=first, height=high)
        else:
            self.put(Row(*tiles, gap=0.8 if len(tiles) > 5 else 1.2), left=left, right=4, top=first, height=high)
        n = len(self.pad)
        columns = (n if n <= 7 else 6) if m.wide else 4
        columns = max(1, min(columns, n))
        rows = max(1, -(-n // columns))
        top, gap = first + high + 1.2, 1.0
        tall = min(12.0, (end - 1 - top - (rows - 1) * gap) / rows)
        across = m.columns - left - 4
        each = min(16.0, (across - (columns - 1) * gap) / columns)
        for i, key in enumerate(self.pad):
            x, y = left + i % columns * (each + gap), top + i // columns * (tall + gap)
            self.put(key, left=x, width=each, top=y, height=tall)
