"""A PDF in mm, written with fpdf2: words that never leave their box, icons, whole fonts cut down to what is used.

Text is shaped by HarfBuzz (uharfbuzz): owners name things in Arabic or Hebrew, and unjoined Arabic letters in the wrong
order cannot be read.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache

from fpdf import FPDF
from fpdf.fonts import TTFFont

from companion.tools.printing.look import FontFace, IconShape, PrintStyle, Rgb

BLACK: Rgb = (0, 0, 0)
GREY: Rgb = (120, 120, 120)
PALE: Rgb = (190, 190, 190)
PAPER: Rgb = (255, 255, 255)
MM_PER_PT = 25.4 / 72
LEAD = 1.22
"""Height of a line in sizes of its type."""
STEP = 0.5
"""Points by which type steps down until it fits."""
WIDE = "wide"
TextRun = tuple[str, FontFace]
"""Words in one face."""


JOINERS = "\u200c\u200d"
"""Of the letters that are not seen those that shape their neighbours; the others turn the direction of a line, too."""


def printed_text(text: str) -> str:
    """Return the text without invisible letters, with one sign for a letter and its accent where there is one; each
    space that is not a no-break space becomes a blank, and there is none at the ends."""
    seen = (c for c in unicodedata.normalize("NFC", text) if c in JOINERS or unicodedata.category(c) != "Cf")
    kept = "".join(" " if c != "\u00a0" and (c.isspace() or unicodedata.category(c) == "Cc") else c for c in seen)
    return kept.strip(f" \u00a0{JOINERS}")


class Document:
    """`title` and `subject` are in the file's properties. Lengths are mm from the page's upper left corner."""

    def __init__(self, look: PrintStyle, size: tuple[float, float], title: str) -> None:
        self._look = look
        self.width, self.height = size
        self._pdf = FPDF(unit="mm", format=size)
        self._pdf.set_auto_page_break(False)
        self._pdf.set_margin(0)
        self._pdf.c_margin = 0
        self._pdf.set_title(title)
        self._pdf.set_lang(look.language)
        self._pdf.set_creator("Infernal Companion")
        self._pdf.set_text_shaping(True)
        named = (*look.fonts.items(), (WIDE, look.wide))
        self._paths: dict[str, str] = {name: path for name, path in named if path is not None}
        self._fitted = cache(self._fit)
        self._broken = cache(self._break)
        self._width = cache(self._measure)
        self.shift = (0.0, 0.0)
        """mm by which everything is moved, to make up for a printer."""

    @property
    def pages(self) -> int:
        return self._pdf.page_no()

    def page(self) -> None:
        """Begin a new page."""
        self._pdf.add_page()

    def data(self) -> bytes:
        """Return the whole file; the fonts are closed, nothing can be added to it."""
        made = bytes(self._pdf.output())
        for font in self._pdf.fonts.values():
            if isinstance(font, TTFFont):
                font.ttfont.close()
        return made

    # ------------------------------------------------------------ words

    def writable(self, text: str) -> bool:
        """Return whether some font here has a glyph for every letter of it."""
        letters = (c for c in printed_text(text) if c not in JOINERS)
        lacking = self._lacking(letters, "text")
        return not lacking or (WIDE in self._paths and not self._lacking(lacking, WIDE))

    @staticmethod
    def says_nothing(text: str) -> bool:
        """Return whether there is no letter in it: nothing at all, or accents without one."""
        return all(c in JOINERS or unicodedata.combining(c) for c in printed_text(text))

    def _font(self, name: str) -> TTFFont:
        """Return a face or the wide font, read when it is first needed: that takes some 20 ms, and makes the file
        larger."""
        if name not in self._pdf.fonts:
            self._pdf.add_font(name, fname=self._paths[name])
        font = self._pdf.fonts[name]
        assert isinstance(font, TTFFont)
        return font

    def _lacking(self, letters: Iterable[str], name: str) -> set[str]:
        """Return the letters for which a font has no glyph."""
        cmap = self._font(name).cmap
        return {c for c in letters if ord(c) not in cmap}

    def _set_font(self, text: str, face: FontFace, size: float) -> None:
        """Set the font for `text`; what the face lacks comes from the wide font."""
        if self._lacking(text, face) and WIDE in self._paths:
            self._font(WIDE)
            self._pdf.set_fallback_fonts([WIDE], exact_match=False)
        self._pdf.set_font(face, size=size)

    def width_of(self, text: str, face: FontFace, size: float) -> float:
        """Return the mm at a size in points."""
        return size * self._width(text, face)

    def _measure(self, text: str, face: FontFace) -> float:
        self._set_font(text, face, 1)
        return float(self._pdf.get_string_width(text))

    def put(
        self,
        text: str,
        box: tuple[float, float, float, float],
        face: FontFace = "text",
        sizes: tuple[float, float] = (9, 6),
        align: str = "C",
        colour: Rgb = BLACK,
    ) -> None:
        """Print one line within box (left, top, width, height), as large as `sizes` (most, least) let it; else
        shortened."""
        left, top, width, height = box
        words, size = self._fitted(printed_text(text), face, width, min(sizes[0], height / MM_PER_PT), sizes[1])
        self._write(words, left, top, width, height, face, size, align, colour)

    def _fit(self, text: str, face: FontFace, width: float, most: float, least: float) -> tuple[str, float]:
        size = most
        while (wide := self.width_of(text, face, size)) > width and size > least:
            size = max(least, min(size - STEP, size * width / wide))
        if wide <= width:
            return text, size
        short = text
        while short and self.width_of(f"{short}…", face, size) > width:
            short = short[:-1].rstrip()
        return f"{short}…", size

    def _write(
        self, text: str, left: float, top: float, width: float, height: float, face: FontFace, size: float, align: str,
        colour: Rgb,
    ) -> None:  # fmt: skip
        self._set_font(text, face, size)
        self._pdf.set_text_color(*colour)
        self._pdf.set_xy(left + self.shift[0], top + self.shift[1])
        self._pdf.cell(width, height, text, align=align)

    def lines(self, runs: Sequence[TextRun], width: float, size: float) -> list[list[TextRun]]:
        """`runs` broken at blanks into lines of at most `width` mm."""
        return self._broken(tuple(runs), width, size)

    def _break(self, runs: tuple[TextRun, ...], width: float, size: float) -> list[list[TextRun]]:
        made: list[list[TextRun]] = [[]]
        room = width
        for text, face in runs:
            blank = self.width_of(" ", face, size)
            for word in printed_text(text).split(" "):
                wide = self.width_of(word, face, size)
                if made[-1] and wide + blank > room:
                    made.append([])
                    room = width
                line = made[-1]
                room -= wide + (blank if line else 0)
                if line and line[-1][1] == face:
                    line[-1] = (f"{line[-1][0]} {word}", face)
                else:
                    line.append((word, face))
        return made

    def paragraph(
        self, runs: Sequence[TextRun], left: float, top: float, width: float, size: float, align: str = "L",
        colour: Rgb = BLACK,
    ) -> float:  # fmt: skip
        """Print text broken into lines; return its height in mm."""
        high = size * MM_PER_PT * LEAD
        made = self.lines(runs, width, size)
        for i, line in enumerate(made):
            wide = [self.width_of(text, face, size) for text, face in line]
            blanks = [self.width_of(" ", face, size) for _text, face in line[:-1]]
            x = left + ((width - sum(wide) - sum(blanks)) / 2 if align == "C" else 0)
            for (text, face), w, gap in zip(line, wide, [*blanks, 0.0], strict=True):
                self._write(text, x, top + i * high, w, high, face, size, "L", colour)
                x += w + gap
        return len(made) * high

    # ------------------------------------------------------------ figures

    def icon(self, name: str, left: float, top: float, size: float, colour: Rgb = BLACK, edge: bool = False) -> None:
        """Draw an icon of `size` mm. `edge`: with a black line round it, for pale colours."""
        x, y = left + self.shift[0], top + self.shift[1]
        for shape in self._look.icon(name):
            self._shape(shape, x, y, size, PAPER if shape.cut else colour, edge and not shape.cut)

    def _shape(self, shape: IconShape, x: float, y: float, size: float, colour: Rgb, edge: bool) -> None:
        pdf = self._pdf
        pdf.set_fill_color(*colour)
        style = "F"
        if shape.stroke is not None:
            pdf.set_draw_color(*colour)
            pdf.set_line_width(shape.stroke * size)
            style = "D"
        elif edge:
            pdf.set_draw_color(*BLACK)
            pdf.set_line_width(0.15)
            style = "DF"
        if shape.radii is not None:
            (cx, cy), (rx, ry) = shape.centre, shape.radii
            pdf.ellipse(x + (cx - rx) * size, y + (cy - ry) * size, 2 * rx * size, 2 * ry * size, style=style)
            return
        points = [(x + px * size, y + py * size) for px, py in shape.points]
        if shape.stroke is None or shape.closed:
            pdf.polygon(points, style=style)
        else:
            pdf.polyline(points, style="D")

    def line(
        self,
        start: tuple[float, float],
        end: tuple[float, float],
        colour: Rgb = PALE,
        width: float = 0.15,
        dash: float = 0,
    ) -> None:
        """Draw a straight line; `dash`: mm of each dash, 0: none."""
        self._pdf.set_draw_color(*colour)
        self._pdf.set_line_width(width)
        self._pdf.set_dash_pattern(dash, dash)
        self._pdf.line(
            start[0] + self.shift[0], start[1] + self.shift[1], end[0] + self.shift[0], end[1] + self.shift[1]
        )
        self._pdf.set_dash_pattern()

    def frame(self, left: float, top: float, width: float, height: float) -> None:
        """Draw a pale line to cut along."""
        for a, b in (
            ((left, top), (left + width, top)),
            ((left + width, top), (left + width, top + height)),
            ((left, top + height), (left + width, top + height)),
            ((left, top), (left, top + height)),
        ):
            self.line(a, b)

    def circle(self, x: float, y: float, radius: float, colour: Rgb = PALE) -> None:
        """Draw a thin circle about x, y."""
        self._pdf.set_draw_color(*colour)
        self._pdf.set_line_width(0.15)
        self._pdf.circle(x + self.shift[0], y + self.shift[1], radius, style="D")

    def cross(self, x: float, y: float, arm: float = 3) -> None:
        """Draw a registration mark: a cross with a tick each mm."""
        self.line((x - arm, y), (x + arm, y), BLACK, 0.1)
        self.line((x, y - arm), (x, y + arm), BLACK, 0.1)
        for n in _ticks(arm):
            self.line((x + n, y - 0.5), (x + n, y + 0.5), BLACK, 0.1)
            self.line((x - 0.5, y + n), (x + 0.5, y + n), BLACK, 0.1)

    def turned(self, x: float, y: float) -> object:
        """Return a context in which everything is upside down about x, y."""
        return self._pdf.rotation(180, x + self.shift[0], y + self.shift[1])


def _ticks(arm: float) -> Iterable[int]:
    return (n for n in range(-int(arm), int(arm) + 1) if n)
