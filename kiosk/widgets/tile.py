"""The tile: what is touched on most pages, composed of a picture, words, and lines of signs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal, NamedTuple, TypeVar

from companion.presentation.colours import C, Colour
from kiosk.display import theme
from kiosk.widgets.icons import put_icon
from kiosk.widgets.key import Action, Badge, Touchable, put_badge
from kiosk.widgets.label import capital_height, overflow, put_line
from kiosk.widgets.layout import NATURAL, Column, FreeSpace, Leaf, Node, Rect, Row, natural, place, placed_leaves
from kiosk.widgets.panel import put_panel, put_ring
from kiosk.widgets.parts import Drawing, LineIcon, Picture, Rule, Words
from kiosk.widgets.seat import put_seat

Known = TypeVar("Known")
Style = Literal["", "fill", "line"]
LABEL = (3.75, 3.25, 2.9, 2.7, 2.5)
LINES = (5.0, 4.2, 3.6, 3.25, 2.9, 2.7, 2.5)
SECOND = (2.7, 2.5)
FIGURE = (9.75, 9.0, 8.25, 7.5, 6.75, 6.0, 5.25, 4.5, 3.75, 3.0, 2.5)
"""u of a label, of lines without a label, of a second line and of a figure, the largest first."""
GOOD = 2.9
"""u of a label in one line that is not worth two larger ones."""
WIDE = 1.7
"""A tile that is wider than so many times its height has its picture beside its words."""
HIGH, WIDE_HIGH = 20.0, 2.4
"""u of a tile that has room for a large picture above its words, and how wide it may be then."""
LETTER = 5.2
"""u of a figure beside lines."""
SIGN_GAP, SIGN_PAD = 1.2, (1.6, 0.9, 1.2, 1.3)
"""u between a figure and the lines beside it, and at the left, top, right and bottom of both."""
LEFT_PAD, MIDDLE_PAD, HIGH_PAD = 1.6, 0.8, 0.75
"""u at the left of words without a picture that begin there, else at both sides; above and below them."""
LINE_GAP, ICON_GAP = 0.75, 0.4
"""Between two lines, and between an icon and its words, in sizes of the words."""


class TileSign(NamedTuple):
    """An icon and what is beside it. `cost`: it is paid."""

    icon: str = ""
    text: str = ""
    cost: bool = False


class Try(NamedTuple):
    """One way to compose a tile: size of its words (u), lines of each, the picture beside them or above."""

    size: float
    lines: int
    beside: bool


MOST_COMPOSITIONS = 4096
_compositions: dict[tuple[object, ...], tuple[Try, bool]] = {}
"""The best composition of a tile by its content and size, and whether all of it fits. A grid needs that of each of its
tiles for each number of rows, and most tiles are shown many times."""
_boxes: dict[tuple[object, ...], tuple[Rect, ...]] = {}
"""The places of the parts of a tile in a composition."""
_fitting: dict[tuple[object, ...], bool] = {}
"""Whether a tile fits in any way, where it was not asked for its best one."""


def _remember(known: dict[tuple[object, ...], Known], key: tuple[object, ...], value: Known) -> None:
    """Keep a value; none of the others, once there are too many."""
    if len(known) >= MOST_COMPOSITIONS:
        known.clear()
    known[key] = value


class Tile(Touchable):
    """A picture beside or above words; wide tiles have it beside them.

    The picture is a `drawing`, a `seat` (colour and letter), an `icon` or a `figure`.

    :param second: a small line below the label.
    :param lines: signs, line by line; the first of a line may be a letter.
    :param mark: right of the picture: "ring" an empty ring, when chosen a tick, or a cross in the tone of danger; other
        text as a figure.
    :param corner: small text in the upper right corner.
    :param badge: the mark of the panel key that does the same.
    :param style: of a chosen tile: "" and "line" a ring in its tone, "fill" filled with it. With a style the icon has
        its tone only when chosen.

    >>> tiles = [Tile(figure=str(n), style="fill", chosen=n == 4) for n in range(2, 6)]
    >>> [tile.figure for tile in tiles if tile.chosen]
    ['4']
    """

    def __init__(
        self,
        label: str = "",
        icon: str = "",
        second: str = "",
        figure: str = "",
        seat: tuple[str, str] | None = None,
        drawing: Drawing | None = None,
        lines: Sequence[Sequence[TileSign]] = (),
        mark: str = "",
        corner: str = "",
        badge: Badge | None = None,
        tone: Colour = C.ember,
        chosen: bool = False,
        style: Style = "",
        action: Action | None = None,
        **kwargs: Any,
    ) -> None:
        self.label, self.icon, self.second, self.figure, self.seat = label, icon, second, figure, seat
        self.drawing, self.lines = drawing, tuple(map(tuple, lines))
        self.mark, self.corner, self.badge = mark, corner, badge
        self.tone, self.chosen, self.style = tone, chosen, style
        self.largest: float | None = None
        """u of the largest words that its grid allows."""
        super().__init__(action=action, **kwargs)

    def show(self, **new: Any) -> None:
        """Change any of its parameters."""
        if unknown := [name for name in new if not hasattr(self, name)]:
            raise TypeError(f"a tile has no {', '.join(unknown)}")
        if any(getattr(self, name) != value for name, value in new.items()):
            for name, value in new.items():
                setattr(self, name, value)
            self.redraw()

    # ------------------------------------------------------------ how it is composed

    @property
    def text_size(self) -> float:
        """u of its words now."""
        return self._best()[0].size

    @property
    def fits(self) -> bool:
        """Whether its words stay inside, and its picture can be made out."""
        content = self._content()
        known = self._known(content)
        if known is not None:
            return known[1]
        found = _fitting.get((content, self.largest))
        if found is None:  # the smallest way first: how it looks best may never be asked in this size
            wide, high = self._room()
            found = any(self._stays(at, wide, high) for at in reversed([*self._ways(self._is_wide(wide, high))]))
            _remember(_fitting, (content, self.largest), found)
        return found

    def natural(self, room: float) -> tuple[float, float]:
        """Width and height (u) with the largest words that `room` holds."""
        for at in self._ways(room > 10):
            size = natural(self._tree(at), room, True)
            if size[0] <= room:
                break
        return size

    def _best(self) -> tuple[Try, bool]:
        """The first way in which all of it stays inside, else the last one."""
        content = self._content()
        best = self._known(content)
        if best is None:
            wide, high = self._room()
            for at in self._ways(self._is_wide(wide, high)):
                found = self._stays(at, wide, high)
                if found:
                    break
            best = at, found
            _remember(_compositions, (content, self.largest), best)
        return best

    def _content(self) -> tuple[object, ...]:
        """All that decides how it may be composed, but for `largest`."""
        return (
            self.width, self.height, self.m, self.label, self.second, self.figure, self.lines, self.mark,
            self.icon, self.seat, self.drawing is None, self.style == "",
        )  # fmt: skip

    def _known(self, content: tuple[object, ...]) -> tuple[Try, bool] | None:
        """Its best composition, if it is known."""
        best = _compositions.get((content, self.largest))
        if best is None and self.largest is not None:
            free = _compositions.get((content, None))
            if free is not None and free[1] and free[0].size <= self.largest + 0.05:
                best = free  # all that comes before it did not fit, and it is no larger than it may be
        return best

    def _room(self) -> tuple[float, float]:
        """Its width and height (u), with what does not count."""
        u = self.m.u
        return self.width / u + 0.05, self.height / u + 0.05

    @staticmethod
    def _is_wide(wide: float, high: float) -> bool:
        return wide > (WIDE_HIGH if high >= HIGH else WIDE) * high

    def _stays(self, at: Try, wide: float, high: float) -> bool:
        """Whether all of it stays inside if it is composed so."""
        if self._is_too_much(at, wide, high):
            return False
        needs = natural(self._tree(at), wide, True)
        return needs[0] <= wide and needs[1] <= high

    def _is_too_much(self, at: Try, wide: float, high: float) -> bool:
        """Whether some of its words alone are too much, which costs little to find out."""
        u = self.m.u
        needs = 0.0
        if self.label:
            label = Words(self.label, (at.size,), C.bone, lines=at.lines)
            room = wide - 2 * MIDDLE_PAD
            if not label.fit(room * u).fits:
                return True
            needs = label.height(room)
        if self.lines:
            size = self._line_size(at)
            pad = SIGN_PAD if self._has_picture else (LEFT_PAD, HIGH_PAD, MIDDLE_PAD, HIGH_PAD)
            room = wide - pad[0] - pad[2] - (SIGN_GAP + LETTER if self._has_picture else 0)
            beside = room - self._icon_side(size) - ICON_GAP * size + 0.01
            needs += pad[1] + pad[3] + (len(self.lines) - 1) * LINE_GAP * size
            for sign, *others in self.lines:
                if others or beside < 0 or not (sign.icon and sign.text):
                    needs += min(theme.CAPITAL.values()) * size
                    continue
                words = self._sign_words(sign, size, at.lines, True, C.bone)
                if not words.fit(beside * u).fits:
                    return True
                needs += words.height(beside)
        return needs > high

    def _ways(self, beside: bool) -> Iterator[Try]:
        """The ways to compose it, the best first: one line of a good size, more lines, smaller."""
        sizes: tuple[float, ...]
        sizes, good, most = (LABEL, GOOD, 2) if self.label or not self.lines else (LINES, 3.6, 3)
        if self.style:
            sizes = sizes[1:]
        if self.m.grown > 1:
            sizes = tuple(sorted({*(size * self.m.grown for size in sizes), *sizes}, reverse=True))
        if self.largest is not None:
            sizes = tuple(size for size in sizes if size <= self.largest + 0.05) or sizes[-1:]
        if self.second and len(sizes) > 1:
            sizes = sizes[:-1]  # rather no second line
        square = bool(self.drawing or self.seat or self.icon) and not self.mark
        for shape in (True, False) if beside and square else (beside and not self._has_picture,):
            yield from (Try(size, 1, shape) for size in sizes if size >= good)
            yield from (Try(size, most, shape) for size in sizes)

    @property
    def _has_picture(self) -> bool:
        return bool(self.drawing or self.seat or self.figure or self.icon)

    def _tree(self, at: Try) -> Node:
        u = self.m.u
        wide, high = self.width / u, self.height / u
        picture = self._picture(at)
        left = (picture is not None and at.beside) or bool(self.lines)
        words = self._words(at, "left" if left else "center")
        air = min(1.0, high / 12)
        if not words:
            return Column(picture, pad=(0.9, 0.05 * high, 0.9, 0.05 * high))
        if picture is None:
            pad = (LEFT_PAD if left else MIDDLE_PAD, HIGH_PAD, MIDDLE_PAD, HIGH_PAD)
            return Column(FreeSpace(), *words, FreeSpace(), gap=0, pad=pad)
        if self.lines:
            sign = Column(Leaf(picture, NATURAL), pad=(0, 1.4, 0, 0), size=LETTER)
            return Row(sign, Column(FreeSpace(), *words, FreeSpace(), gap=0), gap=SIGN_GAP, pad=SIGN_PAD)
        if at.beside:
            side = min(8.0, high - 2.4, wide * 0.24)
            block = Column(FreeSpace(), *words, FreeSpace(), gap=0)
            return Row(Leaf(picture, side), block, gap=1.2, pad=(1.4, 0.55, 0.9, 0.95))
        return Column(picture, *words, gap=0, pad=(MIDDLE_PAD, 1.2 * air, MIDDLE_PAD, 1.8 * air))

    def _picture(self, at: Try) -> Any:
        """The picture, and its mark beside it; None: there is none."""
        if not self._has_picture:
            return None
        u = self.m.u
        least, high = theme.ICON_LEAST_PX / u, self.height / u
        if self.drawing or self.seat or self.icon:
            most = 7.25 if self.mark else 13.0 if self.label else 9.75
            picture: Any = Picture(self._draw_picture, max(least, min(4.0, high / 3.5)), most)
        else:
            tone = self.tones()[4 if self.lines else 2]
            room = (high - 2.3 - 4.2 * min(1.0, high / 12)) / 0.7 if self.label else 0.9 * high
            sizes = tuple(size for size in FIGURE if size <= room) or FIGURE[-1:]
            picture = Words(self.figure, sizes if not self.lines else (7.0,), tone, "black", align="center")
        if not self.mark:
            return picture
        return Row(Leaf(picture, weight=5), Leaf(Picture(self._draw_mark, least, 6.0), weight=4), gap=0)

    def _words(self, at: Try, align: Any) -> list[Any]:
        """The label, its second line and its lines, with the room between them."""
        first, second, _icon = self.tones()[2:]
        words: list[Any] = []
        if self.label:
            words.append(Words(self.label, (at.size,), first, lines=at.lines, align=align))
        if self.second:
            words += [1.9] if words else []
            words.append(Words(self.second, SECOND, second, "text", 2, align))
        size = self._line_size(at)
        cost = False
        for signs in self.lines:
            if words:
                words.append(LINE_GAP * size)
            if cost and not signs[0].cost:
                words += [Rule(self.skin.key_line), LINE_GAP * size]
            cost = signs[0].cost
            words.append(self._line(signs, size, at.lines))
        above = words and not (at.beside or self.lines) and self._has_picture
        made: list[Any] = [1.2 * min(1.0, self.height / self.m.u / 12)] if above else []
        return [FreeSpace(part) if isinstance(part, float) else Leaf(part, NATURAL) for part in (*made, *words)]

    def _line(self, signs: Sequence[TileSign], size: float, lines: int) -> Row:
        """Return a row of icons and what is beside them; a single sign may take several lines of words."""
        first, second, icon = self.tones()[2:]
        side = self._icon_side(size)
        alone = len(signs) == 1
        parts: list[Any] = []
        for sign in signs:
            bold = self._is_bold(sign, alone)
            if sign.icon:
                tone = icon if bold else C.danger if alone and (self._enabled or not sign.cost) else second
                parts.append(Leaf(LineIcon(sign.icon, side, size, tone), side))
                words = self._sign_words(sign, size, lines, alone, first if bold else second)
                parts += [Leaf(words, None if alone else NATURAL)] if sign.text else []
            else:
                parts.append(Leaf(Words(sign.text, (size,), second, "black"), 1.1 * size))
        return Row(*parts, *([] if alone else [FreeSpace()]), gap=ICON_GAP * size)

    def _line_size(self, at: Try) -> float:
        """u of the words of its lines."""
        return max(2.5, 0.8 * at.size) if self.label else at.size

    def _icon_side(self, size: float) -> float:
        """u of an icon in a line of words of `size` u."""
        return max(theme.ICON_LEAST_PX / self.m.u, 1.1 * size)

    @staticmethod
    def _is_bold(sign: TileSign, alone: bool) -> bool:
        return alone and not sign.cost and sign.icon != "cross"

    def _sign_words(self, sign: TileSign, size: float, lines: int, alone: bool, tone: Colour) -> Words:
        """The words beside an icon."""
        return Words(sign.text, (size,), tone, "text_bold" if self._is_bold(sign, alone) else "text", lines)

    # ------------------------------------------------------------ how it is drawn

    def tones(self) -> tuple[Colour, Colour, Colour, Colour, Colour]:
        """Fill, edge, label, second line and signs, picture."""
        skin, chosen = self.skin, self.chosen
        if not self._enabled:
            edge = self.tone if chosen else skin.key_line
            return skin.key_quiet, edge, skin.second.fade(0.75), skin.second, skin.rest
        if chosen and self.style == "fill":
            return self.tone, C.bone, C.pit, C.pit, C.pit
        if chosen:
            dark = C.icekey if self.tone == C.ice else C.blood if self.tone == C.danger else C.basalt
            first = self.tone if self.style and self.tone != C.danger else skin.first
            return dark, self.tone, first, skin.second, self.tone
        fill = skin.key_down if self._pressed else skin.key
        edge = self.tone if self.lines and not self.label else skin.key_line
        picture = self.tone if not self.style else skin.rest if self.mark else skin.first
        return fill, edge, skin.first, skin.second, picture

    def draw(self) -> None:
        u = self.m.u
        if self.width < 8:
            return
        radius = theme.CORNER_KEY * u
        fill, edge, words, _second, _picture = self.tones()
        put_panel(self.x, self.y, self.width, self.height, fill, radius)
        if not (self.chosen and self._pressed):
            line_px = theme.LINE_CHOSEN if self.chosen else theme.LINE
            put_panel(self.x, self.y, self.width, self.height, edge, radius, line_px)
        self.put_ring(radius)
        at, fits = self._best()
        if not fits:
            overflow(self.label or self.figure, self.width)
        for part, box in self._placed(at):
            part.draw(self.x + box.left * u, self.top - (box.top + box.height) * u, box.width * u, box.height * u)
        put_badge(self.badge, self.right - 3.6 * u, self.top - 3.6 * u, 2.4 * u)
        if self.corner:
            put_line(self.corner, "black", 3 * u, self.right - 1.1 * u, self.top - 3 * u, words, "right")

    def _placed(self, at: Try) -> Iterator[tuple[Any, Rect]]:
        """Its parts with their boxes, which are the same whatever its tones are."""
        tree, key = self._tree(at), (self._content(), at)
        boxes = _boxes.get(key)
        if boxes is None:
            whole = Rect(0, 0, self.width / self.m.u, self.height / self.m.u)
            boxes = tuple(box for _part, box in place(tree, whole, True))
            _remember(_boxes, key, boxes)
        return zip(placed_leaves(tree, True), boxes, strict=True)

    def _draw_picture(self, x: float, y: float, side: float) -> None:
        if self.drawing is not None:
            self.drawing(x, y, side)
        elif self.seat is not None:
            put_seat(x, y, side, *self.seat, hollow=not (self._enabled or self.style))
        else:
            put_icon(self.icon, x, y, side, self.tones()[4])

    def _draw_mark(self, x: float, y: float, side: float) -> None:
        tone = self.tone if self.chosen and self.style == "line" else C.pit if self.chosen else self.skin.second
        if self.mark != "ring":
            base = y + (side - capital_height("black", side)) / 2
            put_line(self.mark, "black", side, x + side / 2, base, tone, "center")
        elif self.chosen:
            put_icon("cross" if self.tone == C.danger else "check", x, y, side, tone)
        else:
            put_ring(x + side / 2, y + side / 2, 2.25 * self.m.u, 0.5 * self.m.u, self.skin.rest)
