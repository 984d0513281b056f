"""Text: laid out once, kept as a white texture and tinted. It steps down in size to fit; only what does not fit at its
smallest size, a long name in a narrow place, ends in dots."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Literal, NamedTuple, get_args

from kivy.core.text import Label as CoreLabel
from kivy.graphics.texture import Texture as NewTexture

from companion.presentation.colours import Colour
from companion.presentation.cut import cut
from companion.presentation.fonts import FontFace, face_file
from kiosk.display.theme import CAPITAL, HUGE, SMALLEST, TYPE, TextRole
from kiosk.widgets.atlas import atlas
from kiosk.widgets.base import Drawn, DrawnFrom
from kiosk.widgets.together import is_recorded, put_box

Align = Literal["left", "center", "right"]
log = logging.getLogger(__name__)
LEADING = 1.22
"""Line to line, in font sizes."""


class LineTexture(NamedTuple):
    """One line of text as a texture, or where it is in a sheet: px wide, px from its top to the baseline."""

    texture: Any
    width: int
    height: int
    ascent: int


OPEN_FONTS = 64
"""Fonts that Kivy keeps open; the one that was opened first is closed for another one, however much it is used."""


@lru_cache(maxsize=OPEN_FONTS)
def _font(face: FontFace, size: int) -> Any:
    """Return a label without text: one measures and draws all texts of its font."""
    return CoreLabel(text="", font_name=face_file(face), font_size=size, padding=0, font_hinting="light")


_open: dict[tuple[FontFace, int], None] = {}
"""Those that Kivy has open, in the order of their opening. Each is opened here."""


def _hinted(face: FontFace, size: int) -> None:
    """Draw one letter: Kivy sets a font's hinting when it draws, and until then measures without it.

    A space has whole px without, which HarfBuzz remembers: it is measured before, or else it depended on what comes.
    """
    if (face, size) in _open:
        return
    for sign in " .":
        _font(face, size).get_extents(sign)
    _pixels(".", face, size, (2, 2))
    _open[face, size] = None
    if len(_open) > OPEN_FONTS:
        del _open[next(iter(_open))]


def _pixels(text: str, face: FontFace, size: int, image: tuple[int, int]) -> Any:
    """Draw a line into an image of so many px. (A label of Kivy's own would measure it again, and a space.)"""
    font = _font(face, size)
    font._size = image
    font._render_begin()
    font._render_text(text, 0, 0)
    return font._render_end()


def _picture(text: str, face: FontFace, size: int) -> Any:
    """Return a line, drawn in memory."""
    _hinted(face, size)
    wide, high = extents(text, face, size)
    return _pixels(text, face, size, (max(2, wide), high))  # one px alone would be black


def _drawn(text: str, face: FontFace, size: int) -> Any:
    """Return a line as a new texture."""
    picture = _picture(text, face, size)
    texture = NewTexture.create(size=(picture.width, picture.height))
    texture.flip_vertical()
    texture.blit_data(picture)
    return texture


LINES = 192
"""Lines that are kept as textures: a screen has 102 at most, and each takes several times its size with software GL."""


@lru_cache(maxsize=LINES)
def line_texture(text: str, face: FontFace, size: int) -> LineTexture:
    """Return `text` in one line of `size` px, white."""
    texture = _drawn(text, face, size)
    return LineTexture(texture, texture.width, texture.height, round(_font(face, size).get_ascent()))


def line_in_sheet(text: str, face: FontFace, size: int) -> LineTexture:
    """Return the same in the sheet, if it goes into one."""
    key = text, face, size
    found: LineTexture | None = atlas.sheet.known.get(key)
    if found is None:
        if not atlas.sheet.takes(*extents(text, face, size)):
            return line_texture(text, face, size)
        region = atlas.of_picture(_picture(text, face, size))
        found = LineTexture(region, region.width, region.height, round(_font(face, size).get_ascent()))
        atlas.sheet.known[key] = found
    return found


def draw_unseen(text: str, face: FontFace, size: int) -> None:
    """Have each letter of `text` hinted and drawn once: the library of the fonts keeps them. In the size in which texts
    are measured, have each measured, too.
    """
    _drawn(text, face, size)
    if size == REFERENCE:
        _by_letters(text, face, size)


@lru_cache(maxsize=2048)
def extents(text: str, face: FontFace, size: int) -> tuple[int, int]:
    """Return the px that `text` takes in one line of `size` px, and the line's height."""
    _hinted(face, size)
    wide, high = _font(face, size).get_extents(text)
    return int(wide), int(high)


def width(text: str, face: FontFace, size: int) -> int:
    """Return the px that `text` takes in one line of `size` px."""
    return extents(text, face, size)[0]


def capital_height(face: FontFace, size: float) -> float:
    """Return the px of a capital's height."""
    return CAPITAL[face] * size


@lru_cache(maxsize=256)
def overflow(text: str, room: float) -> None:
    """Log once that a text does not fit its room (px): the words or the layout must change."""
    log.warning("text does not fit %d px: %r", room, text)


class TextFit:
    """How a text fits a width: its size in px, its lines, and whether they fit.

    :param room: px to which lines that do not fit are cut, when they are asked for: most are only tried.
    """

    def __init__(self, face: FontFace, size: int, lines: Sequence[str], room: float | None = None) -> None:
        self.size, self.fits, self.count = size, room is None, len(lines)
        self._face, self._lines, self._room = face, tuple(lines), room
        self._wide: int | None = None

    @property
    def lines(self) -> tuple[str, ...]:
        room = self._room
        if room is not None:
            self._lines = tuple(
                cut(line, lambda some: width(some, self._face, self.size) <= room) for line in self._lines
            )
            self._room = None
        return self._lines

    @property
    def wide(self) -> int:
        """px of its widest line."""
        if self._wide is None:
            self._wide = max(width(line, self._face, self.size) for line in self.lines)
        return self._wide


REFERENCE = 24
"""px in which a text is measured first: its letters are soon known there, while each new size opens a font, and hints
each letter."""
OFF, OFF_EACH = 2.0, 0.06
"""px by which a text, and each letter of it, may be wider or narrower than in proportion, in either of two sizes. (Of
40,297 texts in 17 sizes and 4 faces, all of both languages and the words and beginnings of lines in them, none is.)"""
SPACE = 0.5
"""Of the size: a space is no wider."""
LEAST, MOST, EVER = 0.78, 1.15, 2.0
"""A text is no narrower and no wider, in any size, than its letters one by one times so much; by EVER px, it may be.
(Of 9,000 texts in 6 sizes and 4 faces none is below 0.83 or above 1.10.)"""


def _about(text: str, face: FontFace, size: int) -> tuple[float, float]:
    """Return px that `text` takes in one line of `size` px by how wide it is in another size, and how far that is off
    at most."""
    times = size / REFERENCE
    return width(text, face, REFERENCE) * times, (OFF + OFF_EACH * len(text)) * (1 + times)


class _Letters(dict[str, int]):
    """px of single letters of a face in the reference size, measured when they are first asked for."""

    def __init__(self, face: FontFace) -> None:
        self._face = face

    def __missing__(self, letter: str) -> int:
        _hinted(self._face, REFERENCE)
        wide = self[letter] = int(_font(self._face, REFERENCE).get_extents(letter)[0])
        return wide


_letters: dict[FontFace, _Letters] = {face: _Letters(face) for face in get_args(FontFace)}


def _by_letters(text: str, face: FontFace, size: int) -> tuple[float, float]:
    """Return the px between which `text` is wide in one line of `size` px."""
    letters = sum(map(_letters[face].__getitem__, text)) * size / REFERENCE
    return letters * LEAST - EVER, letters * MOST + EVER


def goes_into(text: str, face: FontFace, size: int, room: float) -> bool:
    """Whether `text` takes at most `room` px in one line of `size` px. It is measured there if neither its letters nor
    another size tell.
    """
    least, most = _by_letters(text, face, size)
    if most <= room or least > room:
        return most <= room
    about, off = _about(text, face, size)
    if abs(about - room) > off:
        return about < room
    return width(text, face, size) <= room


def _too_much(parts: Sequence[str], face: FontFace, size: int, room: float, lines: int) -> bool:
    """Whether all of a text is more than so many lines."""
    there_is = lines * room + (lines - 1) * SPACE * size
    if sum(_by_letters(part, face, size)[1] for part in parts) <= there_is:
        return False
    least = sum(about - off for about, off in (_about(part, face, size) for part in parts))
    return least > there_is


@lru_cache(maxsize=512)
def fit(text: str, face: FontFace, sizes: tuple[float, ...], room: float, lines: int = 1) -> TextFit:
    """Return the largest of `sizes` (px) at which `text` takes at most `room` px in one line, then in up to `lines`.

    Line ends in the text are kept. If nothing fits, the smallest size in as many lines as allowed, each cut to the room
    (fits False): no text ever leaves its room.
    """
    whole = [round(s) for s in sizes]
    parts = text.split("\n")
    for size in whole:
        if all(goes_into(part, face, size, room) for part in parts):
            return TextFit(face, size, parts)
    if lines > len(parts):
        for size in whole:
            if _too_much(parts, face, size, room, lines):
                continue
            wrapped = [w for p in parts for w in _wrap(p, face, size, room)]
            if len(wrapped) <= lines and all(goes_into(w, face, size, room) for w in wrapped):
                return TextFit(face, size, wrapped)
        parts = [w for p in parts for w in _wrap(p, face, whole[-1], room)]
    most = max(lines, text.count("\n") + 1)
    return TextFit(face, whole[-1], [*parts[: most - 1], " ".join(parts[most - 1 :])], room)


def _wrap(text: str, face: FontFace, size: int, room: float) -> list[str]:
    """Break at plain spaces (never at U+00A0) so that each line takes at most `room` px where words allow it."""
    lines: list[str] = []
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and goes_into(longer, face, size, room):
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def put_line(
    text: str, face: FontFace, size: float, x: float, baseline: float, colour: Colour, align: Align = "left"
) -> int:
    """Draw one line, on `baseline` (px); x is its left, middle or right. Returns its width."""
    if not text:
        return 0
    laid = (line_in_sheet if is_recorded() else line_texture)(text, face, round(size))
    left = x - {"left": 0.0, "center": 0.5, "right": 1.0}[align] * laid.width
    low = round(baseline) + laid.ascent - laid.height
    put_box(round(left), low, laid.width, laid.height, colour, laid.texture)
    return laid.width


class Text(Drawn):
    """Words in one role. Without a colour it takes the skin's first tone (second for `small`).

    :param lines: how many lines it may take when it does not fit in one.
    :param size: font size in u instead of the role's; it steps down from there by the role's steps.
    :param sit: `baseline`: its last line is on the lower edge of its box.
    """

    role = DrawnFrom[TextRole]()
    align = DrawnFrom[Align]()
    lines = DrawnFrom[int]()
    sit = DrawnFrom[Literal["middle", "baseline"]]()

    def __init__(
        self,
        text: str = "",
        role: TextRole = "body",
        colour: Colour | None = None,
        align: Align = "left",
        lines: int = 1,
        size: float | None = None,
        face: FontFace | None = None,
        sit: Literal["middle", "baseline"] = "middle",
        **kwargs: Any,
    ) -> None:
        self._text, self._colour = text, colour
        self.role, self.align = role, align
        self.lines, self._size_u, self._face = lines, size, face
        self.sit = sit
        super().__init__(**kwargs)

    @property
    def text(self) -> str:
        return self._text

    def show(self, text: str | None = None, colour: Colour | None = None) -> None:
        """Change what is not None."""
        new = (self._text if text is None else text, colour or self._colour)
        if new != (self._text, self._colour):
            self._text, self._colour = new
            self.redraw()

    @property
    def face(self) -> FontFace:
        return self._face or TYPE[self.role].face

    def sizes(self) -> tuple[float, ...]:
        """Font sizes in px it may take, the largest first."""
        if self._size_u is None:
            return self.m.steps(self.role)
        down = [s for s in TYPE[self.role].steps if SMALLEST <= s < self._size_u]
        sizes = tuple(s * self.m.u for s in (self._size_u, *down))
        return sizes if self.role in HUGE else self.m.larger_first(sizes)

    def capital(self) -> float:
        """px of a capital at its largest size."""
        return capital_height(self.face, self.sizes()[0])

    def fit(self) -> TextFit:
        sizes = self.sizes()
        laid = fit(self._text, self.face, sizes, self.width + 0.5, self.lines)
        if self.m.grown > 1 and len(laid.lines) > 1 and self.height > 1:  # words of the usual size fit the box
            for size in sizes:
                laid = fit(self._text, self.face, (size,), self.width + 0.5, self.lines)
                if (
                    laid.fits
                    and capital_height(self.face, size) + (len(laid.lines) - 1) * size * LEADING <= self.height
                ):
                    break
        return laid

    def natural(self, room: float) -> tuple[float, float]:
        u = self.m.u
        laid = fit(self._text, self.face, self.sizes(), room * u + 0.5, self.lines)
        high = capital_height(self.face, laid.size) + LEADING * laid.size * (laid.count - 1)
        return (laid.wide + 1) / u, high / u

    @property
    def fits(self) -> bool:
        """Whether its text stays inside its box."""
        return self.fit().fits

    def draw(self) -> None:
        if not self._text or self.width < 2:
            return
        laid = self.fit()
        if not laid.fits:
            overflow(self._text, self.width)
        tall = capital_height(self.face, laid.size)
        step = laid.size * LEADING
        below = step * (len(laid.lines) - 1)
        base = self.y if self.sit == "baseline" else self.center_y - (tall + below) / 2
        x = {"left": self.x, "center": self.center_x, "right": self.right}[self.align]
        tone = self._colour or (self.skin.second if self.role == "small" else self.skin.first)
        for i, words in enumerate(laid.lines):
            put_line(words, self.face, laid.size, x, base + below - i * step, tone, self.align)
