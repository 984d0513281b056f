"""Counts of a table side by side: an icon, a figure and a word each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from companion.presentation.colours import C, Colour
from companion.presentation.fonts import FontFace
from kiosk.widgets.base import Drawn, DrawnFrom
from kiosk.widgets.icons import put_icon
from kiosk.widgets.label import capital_height, put_line, width

GAP, LARGE_GAP = 4.0, 1.8
"""u between two counts, small and large."""
BRIGHT = 5.0
"""u of a figure from which on it is bright."""


class Counter(NamedTuple):
    """One count. `large` figures have no word."""

    icon: str
    tone: Colour
    figure: str
    word: str = ""
    size: float = 2.5
    """u of the figure."""
    large: bool = False

    @property
    def face(self) -> FontFace:
        """Of its figure."""
        return "black" if self.large else "text"

    @property
    def side(self) -> float:
        """u of its icon."""
        return (0.8 if self.large else 1.04) * self.size

    def width(self, words: str, u: float) -> float:
        """px with these words."""
        return (self.side + 0.6) * u + width(words, self.face, round(self.size * u))


class CounterRow(Drawn):
    """Counts from its left edge, or hung from the right. Where they have no room they have no words."""

    align = DrawnFrom[Literal["left", "right"]]()

    def __init__(self, align: Literal["left", "right"] = "right", **kwargs: Any) -> None:
        self.counters: tuple[Counter, ...] = ()
        self.align = align
        super().__init__(**kwargs)

    def show(self, counters: tuple[Counter, ...]) -> None:
        if counters != self.counters:
            self.counters = counters
            self.redraw()

    def _widths(self, words: Sequence[str]) -> list[float]:
        """Return the px of each count."""
        return [counter.width(text, self.m.u) for counter, text in zip(self.counters, words, strict=True)]

    def draw(self) -> None:
        u = self.m.u
        if not self.counters or self.width < 8:
            return
        gap = (LARGE_GAP if self.counters[0].large else GAP) * u
        gaps = gap * (len(self.counters) - 1)
        words = [" ".join(filter(None, (counter.figure, counter.word))) for counter in self.counters]
        if sum(self._widths(words)) + gaps > self.width:
            words = [counter.figure for counter in self.counters]
        widths = self._widths(words)
        x = self.right - sum(widths) - gaps if self.align == "right" else self.x
        base = self.center_y - capital_height("black", max(counter.size for counter in self.counters) * u) / 2
        for counter, text, wide in zip(self.counters, words, widths, strict=True):
            size, side = counter.size * u, counter.side * u
            put_icon(counter.icon, x, base + (capital_height(counter.face, size) - side) / 2, side, counter.tone)
            tone = self.skin.second if not counter.large else C.bone if counter.size > BRIGHT else C.ash
            put_line(text, counter.face, size, x + side + 0.6 * u, base, tone)
            x += wide + gap
