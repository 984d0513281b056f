"""Where things stand while a deck is taken down: the card, its fields, the keypad, the drawings, the progress."""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.presentation.colours import C
from companion.presentation.i18n import _
from kiosk.context import KioskContext
from kiosk.icons import Icon
from kiosk.layout import Column, Layers, Leaf, Node, Row, Space, Split
from kiosk.screens.hellrail.map_picture import Drawings, DrawingTile
from kiosk.screens.hellrail.values import ValueKey
from kiosk.screens.screen import Screen
from kiosk.screens.sheet import place_keys
from kiosk.theme import Metrics
from kiosk.widgets.background import SETUP, Background
from kiosk.widgets.band import Band
from kiosk.widgets.deck_bar import Progress
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text
from kiosk.widgets.tile import Tile

FIELDS = (
    ("car", "{hr.car_value:short}", ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10")),
    ("pickup", "{hr.pickup_circle:short}", ("G", "1", "2", "3", "4", "5", "6", "7", "8", "9")),
    ("setout", "{hr.setout_circle:short}", ("G", "1", "2", "3", "4", "5", "6", "7", "8", "9")),
    ("brimstone", "{hr.brimstone:short}", ("0", "1", "2", "3", "4", "5", "6", "7", "8", "9")),
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
        self.progress = Progress()
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
        self.band.cover(self.progress)
        self._keys: tuple[Key, ...] = ()
        for widget in (
            self.background, self.card, self.reader, self.name, self.tag_text, self.progress,
            self.title, self.remark, self.list, *self.tiles.values(), self.rails, self.drawings, self.turn,
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
        self.put(self.list, left=LEFT + 6 if m.wide else 4, right=4, top=0, height=4)  # its lines depend on its width
        if m.wide:
            self.put(self.progress, left=LEFT + 6, right=4, top=0, height=12.9)
            page: Column = Row(Leaf(self._card(), LEFT), self._entry(), gap=2, pad=(4, 11, 4, 10.4))
        else:
            self.put(self.progress, left=4, right=4, top=2, height=12.9)
            page = Column(Leaf(self._card(), 22), self._entry(), gap=3, pad=(4, 18, 4, 12))
        self.put(page, left=0, top=0)

    def _card(self) -> Node:
        """Its drawing and what it is; before it lies there, the reader."""
        keys = Layers(Row(self.before, self.after), self.turn)
        drawing = Layers(
            Split(wide=Column(self.card, pad=(1.5, 0, 1.5, 0)), upright=self.card),
            Column(self.reader, pad=((5.5, 4), (1.4, 2), (5.5, 2), (2.2, 4))),
        )
        return Split(
            wide=Column(
                Leaf(drawing, 19.6, kept=True), Leaf(self.name, 5), Leaf(self.tag_text, 3.8), Leaf(keys, 7.6), Space(),
                gap=0.6,
            ),
            upright=Row(
                Leaf(drawing, 22, kept=True),
                Column(Leaf(self.name, 8), Leaf(self.tag_text, 4), Leaf(keys, 8), Space(), gap=0.6), gap=2,
            ),
        )  # fmt: skip

    def _entry(self) -> Node:
        """The fields and what can be entered, or what is said of the deck."""
        digits = Column(
            Leaf(self.remark, (3.2, 5.6), kept=True),
            Row(*self.digits[:5], size=(9.4, 10.8)), Row(*self.digits[5:], size=(9.4, 10.8)), Space(), gap=(0.6, 1.2),
        )  # fmt: skip
        tiles = (*self.tiles.values(), self.rails)
        fields = Split(
            wide=Row(*tiles, gap=0.9, size=10.4, weights=(9, 9, 9, 11, 9)),
            upright=Column(Row(*tiles[:3], gap=0.7), Row(*tiles[3:], gap=0.7), gap=0.7, size=18),
        )
        said = Column(Leaf(self.title, (9, 12)), Leaf(self.list, self._deep()), Space(), gap=(1, 2), pad=(0, 1.6, 0, 0))
        entry = Column(fields, Layers(digits, self.drawings), gap=0.8)
        return Column(Layers(entry, said), pad=(0, (3.4, 0), 0, 0))

    def _deep(self) -> float:
        """u of the list of what is missing: it hangs below the title."""
        return max(4.0, 4.2 * len(self.list.fit().lines))
