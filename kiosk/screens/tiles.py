"""Pieces that several screens share: a number with minus and plus, a switch."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, TypeVar

from companion.presentation.colours import C, Colour
from companion.presentation.fonts import FontFace
from companion.presentation.i18n import _
from kiosk.display import theme
from kiosk.widgets.base import Container
from kiosk.widgets.figures import Figures
from kiosk.widgets.icons import put_icon
from kiosk.widgets.key import Action, Key, Touchable
from kiosk.widgets.label import fit, put_line
from kiosk.widgets.panel import put_panel, put_ring

T = TypeVar("T")


class ChoiceKeys(dict[T, Key]):
    """A key for each value that can be chosen.

    :param rows: value, icon, label and hint of each.
    """

    def __init__(self, rows: Iterable[tuple[T, str, str, str]], choose: Callable[[T], object]) -> None:
        super().__init__()
        for value, icon, label, hint in rows:
            self[value] = Key(_(label), icon, _(hint), action=partial(choose, value))

    def show(self, chosen: T) -> None:
        for value, key in self.items():
            key.show(kind="prime" if value == chosen else "plain")


class Stepper(Container):
    """Minus, a number, plus. `change` gets -1 or +1."""

    def __init__(self, change: Callable[[int], object], value: str = "", **kwargs: Any) -> None:
        super().__init__(size_hint=(None, None), **kwargs)
        self.minus = Key(icon="minus", action=lambda: change(-1))
        self.plus = Key(icon="plus", action=lambda: change(1))
        self.value = Figures(value, size=5.5, align="center")

    def show(self, value: str, least: bool = False, most: bool = False) -> None:
        """Show the number, and whether it can go no further."""
        self.value.show(value)
        self.minus.enabled = not least
        self.plus.enabled = not most

    def arrange(self, metrics: Any) -> None:
        self.put(self.minus, left=0, width=8.2, top=0, bottom=0)
        self.put(self.plus, right=0, width=8.2, top=0, bottom=0)
        self.put(self.value, left=8.2, right=8.2, top=0, bottom=0)


class OnOffKey(Touchable):
    """A switch: a ring or a tick, its name, and up to two lines about it.

    `LEFT`: u before the words; `LEADING`: height of a line for a letter size of 1.
    """

    LEFT, LEADING = 7.4, 1.2

    def __init__(
        self, label: str, second: str = "", on: bool = False, action: Action | None = None, **kwargs: Any
    ) -> None:
        self.label, self.second, self.on = label, second, on
        super().__init__(action=action, **kwargs)

    def show(self, on: bool) -> None:
        if on != self.on:
            self.on = on
            self.redraw()

    def _fits(self) -> tuple[Any, Any]:
        room = self.width - (self.LEFT + 1) * self.m.u
        sizes = (*self.m.steps("key"), 2.5 * self.m.u)
        first = fit(self.label, "text_bold", sizes, room, 1 if self.second else 2)
        if not first.fits:
            first = fit(self.label, "text_bold", sizes[-1:], room, 2)
        return first, fit(self.second, "text", self.m.steps("small"), room, 2)

    def _rows(self) -> list[tuple[str, FontFace, float, Colour]]:
        (first, second), (bright, dim) = self._fits(), self.tones()
        rows: list[tuple[str, FontFace, float, Colour]] = [
            (words, "text_bold", first.size, bright) for words in first.lines
        ]
        return rows + [(words, "text", second.size, dim) for words in second.lines if self.second]

    def _high(self) -> float:
        """Return the px of all lines."""
        return sum(size * self.LEADING for _words, _face, size, _tone in self._rows())

    @property
    def fits(self) -> bool:
        first, second = self._fits()
        return bool(first.fits and (not self.second or second.fits))

    def tones(self) -> tuple[Colour, Colour]:
        """Of the name and of the lines about it."""
        return self.skin.first, self.skin.second

    def put_sign(self) -> None:
        u, radius = self.m.u, theme.CORNER_KEY * self.m.u
        fill = self.skin.key_down if self._pressed else self.skin.key if self.enabled else self.skin.key_quiet
        put_panel(self.x, self.y, self.width, self.height, fill, radius)
        put_panel(self.x, self.y, self.width, self.height, self.skin.key_line, radius, theme.LINE)
        if self.on:
            put_icon("check", self.x + 1.6 * u, self.center_y - 2.2 * u, 4.4 * u, C.ok)
        else:
            put_ring(self.x + 3.8 * u, self.center_y, 1.8 * u, 0.4 * u, self.skin.rest)

    def draw(self) -> None:
        self.put_sign()
        rows, u = self._rows(), self.m.u
        y = self.center_y + self._high() / 2
        for words, face, size, tone in rows:
            y -= size * self.LEADING
            put_line(words, face, size, self.x + self.LEFT * u, y + size * 0.3, tone)
        self.put_ring(theme.CORNER_KEY * u)
