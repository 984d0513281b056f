"""What the players own together, beside the clock: the pile, the hands, the Curses that are left."""

from __future__ import annotations

from typing import Any, Literal

from companion.presentation.colours import C, Colour
from kiosk.display.theme import CAPITAL
from kiosk.widgets.base import Container
from kiosk.widgets.figures import Figures
from kiosk.widgets.icons import Icon, put_icon
from kiosk.widgets.key import Touchable
from kiosk.widgets.label import Text
from kiosk.widgets.layout import NATURAL, Column, FreeSpace, Leaf, Row, middle


class Eyes(Touchable):
    """A slit eye for each Curse that is left. A touch reports that one is laid open."""

    def __init__(self, **kwargs: Any) -> None:
        self.left = 0
        super().__init__(**kwargs)

    def show(self, left: int) -> None:
        if left != self.left:
            self.left = left
            self.visible = left > 0
            self.redraw()

    def draw(self) -> None:
        u = self.m.u
        side = min(self.height, 3.6 * u, self.width / max(1, self.left) - 0.2 * u)
        for i in range(self.left):
            put_icon("curse", self.x + i * (side + 0.2 * u), self.center_y - side / 2, side, C.hex)
        self.put_ring(1.25 * u)


class CountTile(Container):
    """A count: icon, figure, and its word beside it or below it."""

    def __init__(self, icon: str, word: str) -> None:
        super().__init__(size_hint=(None, None))
        self.icon, self.figure = Icon(icon, C.ash), Figures("", align="right")
        self.word = Text(word, "small", lines=2)
        self._shaped: object = None
        """What its layout was made for."""

    def show(self, text: str, icon: str, sign: Colour | None = None, tone: Colour | None = None) -> None:
        """Show another number; tones of icon and figure (None: the skin's)."""
        if len(text) != len(self.figure.text):
            self.rearrange()
        self.figure.show(text, tone or self.skin.first)
        self.icon.show(icon, sign or self.skin.second)

    def shape(self, size: float, word: Literal["beside", "below", ""] = "") -> CountTile:
        """Set figures of `size` u and the place of the word, if any; return the tally itself."""
        shaped = size, word, self.word.text, len(self.figure.text), bool(self.icon.name), self.m
        if shaped == self._shaped:
            return self
        self._shaped = shaped
        tall = CAPITAL["black"] * size
        self.figure.resize(size)
        self.icon.visible = bool(self.icon.name)
        self.word.align = "right" if word == "below" else "left"
        count = Row(middle(self.icon, 1.14 * tall), Leaf(self.figure, NATURAL), gap=0.18 * size, size=NATURAL)
        if word == "below":
            self.compose(
                Column(Row(FreeSpace(), count, gap=0, size=tall + 1), Leaf(self.word, NATURAL), FreeSpace(), gap=0.8)
            )
        else:
            self.compose(Row(count, Leaf(self.word, NATURAL) if word else None, FreeSpace(), gap=1.2))
        return self
