"""Where things stand while a deck is taken down: the card, its fields, the keypad, the drawings, the progress."""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.engine.text import N_
from companion.games.hellrail.names import CARDS
from kiosk.context import KioskContext
from kiosk.i18n import _
from kiosk.icons import Icon
from kiosk.layout import Row
from kiosk.screens.hellrail.map_picture import Drawings, DrawingTile
from kiosk.screens.hellrail.values import ValueKey
from kiosk.screens.screen import Screen
from kiosk.screens.sheet import place_keys
from kiosk.theme import C, Metrics
from kiosk.widgets.background import SETUP, Background
from kiosk.widgets.band import Band
from kiosk.widgets.deck_bar import DeckBar
from kiosk.widgets.figures import Figures
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text
from kiosk.widgets.tile import Tile

FIELDS = (
    ("car", N_("Worth"), ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10")),
    ("pickup", N_("Loads"), ("G", "1", "2", "3", "4", "5", "6", "7", "8", "9")),
    ("setout", N_("Goal"), ("G", "1", "2", "3", "4", "5", "6", "7", "8", "9")),
    ("brimstone", N_("Fuel"), ("0", "1", "2", "3", "4", "5", "6", "7", "8", "9")),
)
"""Field, its word, what can be typed."""
RAILS = "rails"
ORDER = (*(field for field, _word, _keys in FIELDS), RAILS)
LEFT = 27.0
"""u of the card at the left of a wide screen."""


class Page(Screen):
    """Override what fingers do: `turn_to`, `enter`, `draw_shape`, `turn_drawing`, `step`."""

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        self.background = Background(SETUP)
        self.card = DrawingTile()
        self.card.enabled = False
        self.reader = Icon("tag", C.ember)
        self.name = Text("", "name", align="center")
        self.tag_text = Text("", "small", align="center")
        self.progress = Figures("", size=8.6)
        self.of = Text(f"/ {CARDS}", "event", C.ash, face="black")
        self.deck = Text("", "small", align="right")
        self.bar = DeckBar()
        self.title = Text("", "title", face="bold", lines=2)
        self.remark = Text("", "small", C.brim, lines=2)
        self.list = Text("", "body", C.ash, lines=7)
        self.tiles = {f: Tile(_(word), style="line", action=partial(self.turn_to, f)) for f, word, _keys in FIELDS}
        self.rails = Tile(_("Tracks"), figure="–", style="line", action=partial(self.turn_to, RAILS))
        self.digits: list[ValueKey] = []
        self.drawings = Drawings(self.draw_shape)
        self.turn = Key(_("Turn"), "redo", action=self.turn_drawing)
        self.before = Key(icon="back", icon_size=3, action=partial(self.step, -1))
        self.after = Key(icon="next", icon_size=3, action=partial(self.step, 1))
        self.band = Band(room_right=4)
        self.band.cover(self.progress, self.of, self.deck, self.bar)
        self._keys: tuple[Key, ...] = ()
        for widget in (
            self.background, self.card, self.reader, self.name, self.tag_text, self.progress, self.of, self.deck,
            self.bar, self.title, self.remark, self.list, *self.tiles.values(), self.rails, self.drawings, self.turn,
            self.before, self.after, self.band,
        ):  # fmt: skip
            self.add_widget(widget)

    def turn_to(self, field: str) -> None:
        """Enter this field."""

    def enter(self, digit: str) -> None:
        """A value."""

    def draw_shape(self, shape: int) -> None:
        """A drawing was touched."""

    def turn_drawing(self) -> None:
        """A quarter turn more."""

    def step(self, by: int) -> None:
        """The card before or after."""

    # ------------------------------------------------------------ keys

    def _deal_digits(self, wanted: tuple[str, ...]) -> None:
        if [key.value for key in self.digits] != list(wanted):
            digits = [ValueKey(digit, action=partial(self.enter, digit)) for digit in wanted]
            self.exchange(self.digits, digits, 1)
            self.digits = digits

    def _set_keys(self, keys: tuple[Key, ...]) -> None:
        self.exchange(self._keys, keys, 1)
        self._keys = keys

    # ------------------------------------------------------------ layout

    def arrange(self, m: Metrics) -> None:
        self.put(self.background, left=0, right=0, top=0, bottom=0)
        self.put(self.band, left=0, right=0, top=1, height=9.6 if m.wide else 14.4)
        place_keys(self, m, None, self._keys)
        (self._wide if m.wide else self._upright)(m)

    def _wide(self, m: Metrics) -> None:
        at = LEFT + 6
        self.put(self.card, left=5.5, width=LEFT - 3, top=11, height=LEFT - 7.4)
        self.put(self.reader, left=9.5, width=LEFT - 11, top=12.4, height=LEFT - 11)
        self.put(self.name, left=4, width=LEFT, baseline=35.4)
        self.put(self.tag_text, left=4, width=LEFT, baseline=39.2)
        self.put(self.before, left=4, width=LEFT / 2 - 0.6, top=40.8, height=7.6)
        self.put(self.after, left=4 + LEFT / 2 + 0.6, width=LEFT / 2 - 0.6, top=40.8, height=7.6)
        self._put_progress(m, at, 9.4, 10.9)
        tiles = [*self.tiles.values(), self.rails]
        self.put(Row(*tiles, gap=0.9), left=at, right=4, top=14.4, height=10.4)
        self.put(self.remark, left=at, right=4, top=25.2, height=3.2)
        if self.digits:
            for i in range(2):
                self.put(Row(*self.digits[i * 5 : i * 5 + 5]), left=at, right=4, top=28.8 + i * 10.2, height=9.4)
        self.put(self.drawings, left=at - 0.4, right=3.6, top=25.6, height=23.6)
        self.put(self.turn, left=4, width=LEFT, top=40.8, height=7.6)
        self.put(self.title, left=at, right=4, top=16, height=9)
        self.put(self.list, left=at, right=4, top=26, height=self._deep())

    def _upright(self, m: Metrics) -> None:
        self._put_progress(m, 4, 11, 13.4)
        self.put(self.card, left=4, width=22, top=18, height=22)
        self.put(self.reader, left=8, width=16, top=20, height=16)
        self.put(self.name, left=28, right=4, baseline=25)
        self.put(self.tag_text, left=28, right=4, baseline=29.4)
        self.put(self.before, left=28, width=13.4, top=32, height=8)
        self.put(self.after, left=42.6, width=13.4, top=32, height=8)
        self.put(Row(*self.tiles.values(), self.rails, gap=0.7), left=4, right=4, top=43, height=11)
        self.put(self.remark, left=4, right=4, top=55.4, height=5.6)
        end = m.rows - 12
        if self.digits:
            for i in range(2):
                self.put(Row(*self.digits[i * 5 : i * 5 + 5]), left=4, right=4, top=63 + i * 12, height=10.8)
        self.put(self.drawings, left=3.6, right=3.6, top=55, height=end - 56)
        self.put(self.turn, left=28, right=4, top=32, height=8)
        self.put(self.title, left=4, right=4, top=43, height=12)
        self.put(self.list, left=4, right=4, top=57, height=self._deep())

    def _deep(self) -> float:
        """u of the list of what is missing: it hangs below the title."""
        lines = len(self.list.fit().lines) if self.list.text and self.list.width > 9 else 1
        return max(4.0, 4.2 * lines)

    def _put_progress(self, m: Metrics, left: float, base: float, bar: float) -> None:
        wide = self.progress.text_width() / m.u
        self.put(self.progress, left=left, width=max(wide, 10), baseline=base)
        self.put(self.of, left=left + wide + 1.2, width=14, baseline=base)
        self.put(self.deck, right=4, width=m.columns - left - wide - 22, baseline=base)
        self.put(self.bar, left=left, right=4, top=bar, height=2)
