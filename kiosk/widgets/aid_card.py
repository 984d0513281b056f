"""Entries of a player aid: a card with its two options, a place with what it means. Words wrap, nothing scrolls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from companion.presentation.colours import C
from kiosk.widgets.base import Drawn
from kiosk.widgets.icons import put_icon
from kiosk.widgets.label import TextFit, capital_height, fit, put_line, width
from kiosk.widgets.panel import put_panel
from kiosk.widgets.together import put_box

LEADING = 1.2
SMALL = 2.5
"""u, of what is at the end of a name: how many cards there are."""


def _small(text: str, u: float) -> float:
    """Return the px of such a thing, with its distance."""
    return width(text, "text", round(SMALL * u)) + 1.2 * u if text else 0.0


class AidRow(NamedTuple):
    """A sign and its meaning; a cost has another colour, and its words say so."""

    icon: str
    text: str
    cost: bool


class _Laid(NamedTuple):
    """A whole card at one size of type."""

    rows: tuple[tuple[TextFit, ...], ...]
    height: float
    fits: bool


class AidCard(Drawn):
    """A card face on a plate: icon, name and count, then each option, costs first."""

    def __init__(
        self,
        icon: str,
        name: str,
        count: str,
        options: Sequence[Sequence[AidRow]],
        **kwargs: Any,
    ) -> None:
        self.icon, self.name, self.count = icon, name, count
        self.options = tuple(tuple(option) for option in options)
        self._size = self.SIZES[-1]
        super().__init__(**kwargs)

    PAD, HEAD, SIGN, BETWEEN = 1.6, 6.8, 5.0, 1.7
    """u: inside the plate, of its head, left of the words, between the options."""
    SIZES = (4.0, 3.6, 3.25, 2.9, 2.7, 2.5)
    """u, of the words."""

    def _lay(self, size: float) -> _Laid:
        """Lay out all rows at a font size in u, each in up to three lines."""
        u = self.m.u
        room = self.width - (2 * self.PAD + self.SIGN) * u
        laid = tuple(tuple(fit(row.text, "text", (size * u,), room, 3) for row in option) for option in self.options)
        high = (self.HEAD + self.PAD) * u
        for rows in laid:
            high += sum(self._high(row) for row in rows)
        high += self.BETWEEN * u * (len(laid) - 1)
        return _Laid(laid, high, all(row.fits for rows in laid for row in rows))

    def _high(self, row: TextFit) -> float:
        """Return the px of a row: its sign is a little higher than one line."""
        return max(3.6 * self.m.u, len(row.lines) * row.size * LEADING + 0.5 * self.m.u)

    def best(self) -> float:
        """Return the largest type (u) at which all fits on the plate, in single lines unless that makes it small."""
        found = [(size, self._lay(size)) for size in self.SIZES]
        there = [(size, laid) for size, laid in found if laid.fits and laid.height <= self.height]
        whole = [size for size, laid in there if all(len(row.lines) == 1 for rows in laid.rows for row in rows)]
        if whole and whole[0] >= 2.7:
            return whole[0]
        return there[0][0] if there else self.SIZES[-1]

    def write(self, size: float) -> None:
        """Write words of that size (u): all plates of a page alike."""
        if size != self._size:
            self._size = size
            self.redraw()

    def _head(self) -> TextFit:
        u = self.m.u
        room = self.width - (2 * self.PAD + 6.4) * u - _small(self.count, u)
        one = fit(self.name, "bold", (4.4 * u, 3.75 * u, 3.25 * u, 2.9 * u), room)
        return one if one.fits else fit(self.name, "bold", (2.7 * u, 2.5 * u), room, 2)

    @property
    def fits(self) -> bool:
        laid = self._lay(self._size)
        return laid.fits and laid.height <= self.height + 1 and self._head().fits

    def draw(self) -> None:
        u = self.m.u
        if self.width < 12 * u or self.height < 12 * u:
            return
        put_panel(self.x, self.y, self.width, self.height, C.soot, 1.25 * u)
        put_panel(self.x, self.y, self.width, self.height, C.seam, 1.25 * u, 2)
        left = self.x + self.PAD * u
        put_icon(self.icon, left, self.top - 6 * u, 4.6 * u, C.rim)
        name = self._head()
        base = self.top - 3.7 * u - capital_height("bold", name.size) / 2
        for i, line in enumerate(name.lines):
            step = ((len(name.lines) - 1) / 2 - i) * name.size * LEADING
            put_line(line, "bold", name.size, left + 6.2 * u, base + step, C.bone)
        if self.count:
            put_line(self.count, "text", SMALL * u, self.right - self.PAD * u, base, C.ash, "right")
        laid = self._lay(self._size)
        rows_in_all = sum(len(rows) for rows in laid.rows)
        spare = min(1.7 * u, max(0.0, self.height - laid.height) / (rows_in_all + 2))
        y = self.top - self.HEAD * u - spare / 2
        for i, (rows, fits) in enumerate(zip(self.options, laid.rows, strict=True)):
            if i:
                y -= self.BETWEEN / 2 * u + spare / 2
                put_box(round(left), round(y), round(self.width - 2 * self.PAD * u), 2, C.seam)
                y -= self.BETWEEN / 2 * u + spare / 2
            for row, words in zip(rows, fits, strict=True):
                y = self._put_row(row, words, left, y) - spare

    def _put_row(self, row: AidRow, words: TextFit, left: float, y: float) -> float:
        u, size = self.m.u, words.size
        high = self._high(words)
        tone = C.brim if row.cost else C.bone
        side = 3.2 * u
        put_icon(row.icon, left, y - high / 2 - side / 2, side, C.brim if row.cost else C.ash)
        tall = capital_height("text", size) + (len(words.lines) - 1) * size * LEADING
        base = y - high / 2 + tall / 2 - capital_height("text", size)
        for i, line in enumerate(words.lines):
            put_line(line, "text", size, left + self.SIGN * u, base - i * size * LEADING, tone)
        return y - high


class AidNote(Drawn):
    """A place or a sign: its icon, its name and a few lines."""

    SIZES = (3.6, 3.25, 2.9, 2.7, 2.5)
    """u, of the lines."""
    SIGN, WORDS = 5.0, 10.6
    """u from the left: the middle of the icon, and where the words begin."""

    def __init__(self, icon: str, name: str, text: str, **kwargs: Any) -> None:
        self.icon, self.name, self.text = icon, name, text
        self._size = self.SIZES[-1]
        super().__init__(**kwargs)

    def _room(self) -> float:
        return float(self.width - (self.WORDS + 1.2) * self.m.u)

    def _head(self) -> TextFit:
        u = self.m.u
        sizes = (3.6 * u, 3.1 * u, 2.7 * u, 2.5 * u)
        one = fit(self.name, "text_bold", sizes, self._room())
        return one if one.fits else fit(self.name, "text_bold", sizes[-1:], self._room(), 2)

    def _lines(self, size: float) -> TextFit:
        return fit(self.text, "text", (size * self.m.u,), self._room(), 4)

    def _high(self, size: float) -> float:
        """Return the px of name and lines."""
        u, head, lines = self.m.u, self._head(), self._lines(size)
        name = capital_height("text_bold", head.size) + (len(head.lines) - 1) * head.size * LEADING
        return name + 0.6 * u + len(lines.lines) * lines.size * LEADING

    def best(self) -> float:
        """Return the largest type (u) at which its lines fit on the plate."""
        room = self.height - 2.4 * self.m.u
        most = self._head().size / self.m.u + 0.01  # a name is never smaller than what it names
        sizes = [size for size in self.SIZES if size <= most]
        return next((s for s in sizes if self._lines(s).fits and self._high(s) <= room), self.SIZES[-1])

    def write(self, size: float) -> None:
        """Write lines of that size (u): all plates of a page alike."""
        if size != self._size:
            self._size = size
            self.redraw()

    @property
    def fits(self) -> bool:
        return self._head().fits and self._lines(self._size).fits and self._high(self._size) <= self.height - self.m.u

    def draw(self) -> None:
        u = self.m.u
        if self.width < 12 * u:
            return
        put_panel(self.x, self.y, self.width, self.height, C.soot, 1.25 * u)
        side = 5.6 * u
        put_icon(self.icon, self.x + self.SIGN * u - side / 2, self.center_y - side / 2, side, C.ash)
        name, lines = self._head(), self._lines(self._size)
        x = self.x + self.WORDS * u
        base = self.center_y + self._high(self._size) / 2 - capital_height("text_bold", name.size)
        for i, line in enumerate(name.lines):
            base -= name.size * LEADING if i else 0
            put_line(line, "text_bold", name.size, x, base, C.bone)
        base -= 0.6 * u
        for line in lines.lines:
            base -= lines.size * LEADING
            put_line(line, "text", lines.size, x, base + 0.2 * lines.size, C.ash)
