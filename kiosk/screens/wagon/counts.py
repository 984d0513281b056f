"""What the table owns together, beside the clock: the pile, the hands, the Curses that are left."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from companion.games.infernal_wagon.view import HandView, WagonView
from companion.presentation.colours import C, Colour
from companion.presentation.i18n import _
from kiosk.icons import put_icon
from kiosk.theme import Metrics
from kiosk.widgets.base import Container, Drawn
from kiosk.widgets.figures import Figures
from kiosk.widgets.key import Touchable
from kiosk.widgets.label import Text, put_line, width
from kiosk.widgets.seat import put_seat


class Hands(Drawn):
    """A seat for each player with its count; hollow at none. `named`: with names below."""

    def __init__(self, **kwargs: Any) -> None:
        self.hands: tuple[HandView, ...] = ()
        self.named = False
        self.per = 3
        super().__init__(**kwargs)

    def show(self, hands: tuple[HandView, ...]) -> None:
        """Other counts."""
        if hands != self.hands:
            self.hands = hands
            self.redraw()

    def rows(self) -> int:
        """Rows that it takes."""
        return max(1, -(-len(self.hands) // self.per))

    def draw(self) -> None:
        u = self.m.u
        if not self.hands:
            return
        if self.named:
            self._draw_named(u)
            return
        step = min(self.width / self.per, 5.5 * u)
        side = step - 0.45 * u
        for i, hand in enumerate(self.hands):
            x = self.x + (i % self.per) * step
            y = self.top - side - (i // self.per) * step
            put_seat(x, y, side, hand.colour or "white", str(hand.cards), hollow=hand.cards == 0)

    def _draw_named(self, u: float) -> None:
        step, side, drop = self._named()
        size = round(self.m.type("small"))
        for i, (hand, (x, _right)) in enumerate(zip(self.hands, self.names(), strict=True)):
            left = self.x + (i + 0.5) * step - side / 2
            put_seat(left, self.top - side, side, hand.colour or "white", str(hand.cards), hollow=hand.cards == 0)
            base = self.top - side - 3.4 * u - (drop if i % 2 else 0)
            put_line(hand.name, "text", size, x, base, self.skin.second)

    def _named(self) -> tuple[float, float, float]:
        """px from hand to hand, of a shape, and by which every other name stands lower because they are long."""
        u, size = self.m.u, round(self.m.type("small"))
        step = self.width / max(4, len(self.hands))
        long = any(width(hand.name, "text", size) > step - 0.6 * u for hand in self.hands)
        drop = 1.14 * size if long else 0.0
        return step, min(6.67 * u, step - 3 * u, self.height - 4.2 * u - drop), drop

    def names(self) -> list[tuple[float, float]]:
        """Where the names stand, from x to x (px): below their shapes, inside the box."""
        step, _side, _drop = self._named()
        found = []
        for i, hand in enumerate(self.hands):
            wide = width(hand.name, "text", round(self.m.type("small")))
            x = self.x + (i + 0.5) * step - wide / 2
            x = min(max(x, self.x), self.right - wide)
            found.append((x, x + wide))
        return found

    @property
    def fits(self) -> bool:
        """Whether no name meets another or leaves the box."""
        if not self.named or not self.hands:
            return True
        _step, _side, drop = self._named()
        names = self.names()
        lines = (names[::2], names[1::2]) if drop else (names,)
        apart = all(a[1] < b[0] for line in lines for a, b in pairwise(line))
        return apart and all(x >= self.x - 1 for x, _right in names)


class Eyes(Touchable):
    """A slit eye for each Curse that is left. A touch says: one is laid open."""

    def __init__(self, **kwargs: Any) -> None:
        self.left = 0
        super().__init__(**kwargs)

    def show(self, left: int) -> None:
        """So many are left."""
        if left != self.left:
            self.left = left
            self.visible = left > 0
            self.redraw()

    def draw(self) -> None:
        u = self.m.u
        side = min(self.height, 3.6 * u)
        for i in range(self.left):
            put_icon("curse", self.x + i * (side + 0.2 * u), self.center_y - side / 2, side, C.hex)
        self.put_ring(1.25 * u)


class Tally(Container):
    """The pile as icon, figure and word. `wide_word`: the word stands right of the figure."""

    def __init__(self, icon: str, word: str, **kwargs: Any) -> None:
        super().__init__(size_hint=(None, None), **kwargs)
        self.icon_name = icon
        self.tone: Colour | None = None
        self.figure_tone: Colour | None = None
        self.mark = TallyIcon(self)
        self.figure = Figures("", size=8.25, align="right")
        self.word = Text(word, "small", align="right", lines=2)
        self.layout = "column"
        self.figure_u = 8.25

    def show(self, text: str, tone: Any = None, figure_tone: Any = None) -> None:
        """Another number; tones of icon and figure (None: the skin's)."""
        self.figure.show(text)
        self.tone, self.figure_tone = tone, figure_tone
        self.figure._colour = figure_tone
        self.figure.redraw()
        self.mark.redraw()

    def rename(self, word: str, icon: str) -> None:
        """Another word and icon ("" for none)."""
        self.word.show(word)
        if icon != self.icon_name:
            self.icon_name = icon
            self.mark.redraw()

    def shape(self, layout: str, figure_u: float) -> None:
        """ "column": word below; "row": word to the right; "bare": no word."""
        if (layout, figure_u) != (self.layout, self.figure_u):
            self.layout, self.figure_u = layout, figure_u
            self.figure.resize(figure_u)
            self.rearrange()

    def arrange(self, m: Metrics) -> None:
        size = self.figure_u
        tall = 0.67 * size
        icon = tall * 1.14
        self.word.visible = self.layout != "bare"
        if self.layout == "row":
            self.put(self.mark, left=0, width=icon, top=0, height=tall + 1)
            two = 0.56 * size * max(2, len(self.figure.text))
            self.figure.align = "left"
            self.put(self.figure, left=icon + 2, width=two, top=0, height=tall + 1)
            self.word.align = "left"
            self.put(self.word, left=icon + two + 3, right=0, top=0, height=tall + 1)
            return
        self.figure.align, self.word.align = "right", "right"
        self.put(self.mark, left=0, width=icon, top=0, height=tall + 1)
        self.put(self.figure, left=icon, right=0, top=0, height=tall + 1)
        if self.layout == "column":
            self.put(self.word, left=0, right=0, top=tall + 1.6, height=2.4)


class TallyIcon(Drawn):
    """The icon of a tally in its tone."""

    def __init__(self, tally: Tally, **kwargs: Any) -> None:
        self.tally = tally
        super().__init__(**kwargs)

    def draw(self) -> None:
        side = min(self.width, self.height)
        if side > 2 and self.tally.icon_name:
            tone = self.tally.tone or self.skin.second
            put_icon(self.tally.icon_name, self.x, self.center_y - side / 2, side, tone)


def pile_text(view: WagonView) -> str:
    """The pile, with a tilde where the count is a guess."""
    return str(view.pile) if view.pile_sure else f"~{view.pile}"


def pile_word() -> str:
    """The word below it."""
    return _("to draw")
