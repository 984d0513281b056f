"""A finding: what it is and what to do; once it is touched why it matters and how to mend it, commands and all."""

from __future__ import annotations

from typing import Any, NamedTuple

from companion.presentation.colours import C, Colour
from companion.presentation.fonts import FontFace
from companion.presentation.i18n import _
from companion.tools.doctor.catalogue import GROUP_WORDS, FindingText
from companion.tools.doctor.finding import Severity
from kiosk.display.theme import SMALLEST
from kiosk.screens.doctor.words import SIGNS
from kiosk.widgets.icons import put_icon
from kiosk.widgets.key import Action, Touchable
from kiosk.widgets.label import fit, overflow, put_line
from kiosk.widgets.panel import put_panel

SIZES = ((4.25, 3.25), (3.75, 3.0), (3.25, 2.9), (2.9, 2.7), (2.7, 2.5))
"""u: what it is, and the rest."""
TITLE = 4.25
"""u of the part of the table."""
LISTED = (2.9, 2.7)
"""u: the sizes of a row of a list."""
LEAST = 6.6
"""u of the lowest row."""
LEADING, TIGHT = 1.2, 1.1
"""Of a line, in its size; the lesser one where there are too many."""


class _TextLine(NamedTuple):
    text: str
    face: FontFace
    size: float
    colour: Colour
    space: float
    """px above it."""
    leading: float


class FindingRow(Touchable):
    """`boxed`: a row of a list, with its sign beside it; else its words alone.

    :param titled: a title above them names the part of the table.
    :param turned: called when it was touched and shows more, or less.
    """

    def __init__(
        self,
        said: FindingText | None = None,
        boxed: bool = False,
        titled: bool = False,
        turned: Action = lambda: None,
        **kwargs: Any,
    ) -> None:
        self.said, self.boxed, self.titled, self.turned = said, boxed, titled, turned
        self.whole = False
        super().__init__(action=self.turn, **kwargs)
        self.visible = said is not None

    def show(self, said: FindingText | None) -> None:
        if said != self.said:
            self.said, self.whole = said, False
            self.visible = said is not None
            self.redraw()

    def hit(self, x: float, y: float) -> bool:
        more = self.said is not None and self.said.level > Severity.OK
        return more and super().hit(x, y)

    def turn(self) -> None:
        """Show all of it, or the short form."""
        self.whole = not self.whole
        self.turned()
        self.redraw()

    def _parts(self, sizes: tuple[float, float]) -> list[tuple[str, FontFace, float, Colour]]:
        """Return its lines: words, face, u, colour."""
        said = self.said
        if said is None:
            return []
        what: tuple[str, FontFace, float, Colour] = (said.what, "text_bold", sizes[0], C.bone)
        if said.level == Severity.OK:
            return [what]
        if self.whole:
            return [what, (said.why, "text", sizes[1], C.ash), (said.mend, "text", sizes[1], C.bone)]
        parts: list[tuple[str, FontFace, float, Colour]] = []
        if self.titled:
            parts.append((_(GROUP_WORDS[said.group]), "bold", TITLE, C.bone))
            what = (said.what, "text", sizes[0], C.bone)
        parts.append(what)
        if said.first:
            parts.append((said.first, "text", sizes[1], C.bone if self.boxed else C.brim))
        more = _("Touch: why, and how to mend it") if said.first else _("Touch: the commands that mend it")
        return [*parts, (more, "text", SMALLEST, C.ash)]

    def _room(self) -> tuple[float, float]:
        """Return the px for words: wide and high."""
        u = self.m.u
        return (self.width - 10 * u, self.height - 2.4 * u) if self.boxed else (self.width, self.height)

    def _lines(self, sizes: tuple[float, float], leading: float = LEADING) -> tuple[list[_TextLine], bool]:
        u = self.m.u
        wide, high = self._room()
        lines: list[_TextLine] = []
        fits = True
        for text, face, size, colour in self._parts(sizes):
            laid = fit(text, face, (size * u,), wide, 30)
            fits = fits and laid.fits
            space = (0.5 if self.whole or self.boxed else 1.2) * u if lines else 0
            lines += [
                _TextLine(words, face, laid.size, colour, space if i == 0 else 0, leading)
                for i, words in enumerate(laid.lines)
            ]
        return lines, fits and self._high(lines) <= high

    @staticmethod
    def _high(lines: list[_TextLine]) -> float:
        return sum(line.size * line.leading + line.space for line in lines)

    def _best(self) -> tuple[list[_TextLine], bool]:
        for sizes in SIZES:
            lines, fits = self._lines(sizes)
            if fits:
                return lines, True
        return self._lines(SIZES[-1], TIGHT)

    def wants(self, width: float) -> float:
        """Return the height (u) that it takes in a box of `width` u at the size of a list's words."""
        self.width = width * self.m.u
        lines, _fits = self._lines(LISTED)
        return max(LEAST, self._high(lines) / self.m.u + 2.6)

    @property
    def fits(self) -> bool:
        return self._best()[1]

    def draw(self) -> None:
        if self.said is None:
            return
        u = self.m.u
        lines, fits = self._best()
        if not fits:
            overflow(self.said.what, self.width)
        left = self.x
        if self.boxed:
            put_panel(self.x, self.y, self.width, self.height, C.soot, 1.25 * u)
            icon, tone = SIGNS[self.said.level]
            side = 4.4 * u if self.said.level is not Severity.NOTE else 2.6 * u
            put_icon(icon, self.x + 4.4 * u - side / 2, self.center_y - side / 2, side, tone)
            left += 8.4 * u
        high = self._high(lines)
        y = self.center_y + high / 2 if self.boxed else self.top
        self.put_ring(1.25 * u)
        for line in lines:
            y -= line.size * line.leading + line.space
            put_line(line.text, line.face, line.size, left, y + 0.3 * line.size, line.colour)
