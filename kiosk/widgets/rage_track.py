"""The Rage track: pawns and the Speed die on the rail, the labels beside it, the Hunt at its end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from kivy.graphics import Color, Ellipse, PopMatrix, PushMatrix, Rectangle, Rotate, Translate
from kivy.properties import NumericProperty

from companion.presentation.colours import SEATS, C, Colour
from kiosk.display.look import look
from kiosk.display.theme import CAPITAL, MOTION, Metrics
from kiosk.widgets.base import Container, Drawn
from kiosk.widgets.icons import put_icon
from kiosk.widgets.label import capital, line, put_line
from kiosk.widgets.motion import glide
from kiosk.widgets.paint import Texture, coloured, painted
from kiosk.widgets.panel import put_panel, put_ring
from kiosk.widgets.radial import put_halo
from kiosk.widgets.rail import put_rail
from kiosk.widgets.together import put_box, together

Shape = Literal["wide", "upright", "slim"]
LABELS = 7
"""Spaces with a number; the rest before the Hunt is blank."""
DARK = 5
"""The first spaces are dark: square. The others are light: round."""
DIE = {"wide": 12.2, "upright": 10.6, "slim": 4.0}
"""u of the die."""
PAW = 3.8
"""u, of the paw of a slim track."""
PAW_OFF = (DIE["slim"] + PAW) / 2 + 0.2
"""u from the last space of a slim track to its paw."""
RAIL_DOWN = 17.8
"""u from the top of a wide track to its rail."""


def pawn_colour(seat: str) -> Colour:
    """The colour of a seat's pawn; one that nobody plays is rim."""
    return SEATS[seat].colour if seat in SEATS else C.rim


class RageTrack(Container):
    """Show it with `show`. The die rolls space by space to where it stands; everything else swaps.

    shape "wide": 25 u high over the whole width; "upright": along the right edge, 20 u wide, the Hunt on top;
    "slim": 5.5 u high, without labels, beside a board.
    """

    at = NumericProperty(0.0)

    def __init__(self, shape: Shape = "wide", **kwargs: Any) -> None:
        super().__init__(size_hint=(None, None), **kwargs)
        self.shape: Shape = shape
        self.die_index, self.hunt, self.unused = 0, 9, 0
        self.caught: tuple[str, ...] = ()
        self.letters: tuple[str, ...] = ()
        self.speed = 3
        self._known = False
        self._from, self._to = 0.0, 0.0
        self.die = SpeedDie()
        self.add_widget(self.die)
        self.fbind("at", self._roll)

    def show(
        self, die: int, hunt: int, speed: int, unused: int, caught: Sequence[str], letters: Sequence[str] = ()
    ) -> None:
        """Where the die is and what it shows; `caught`: seat colours of the captured, in order, with their letters."""
        before = (self.die_index, self.hunt, self.unused, self.caught)
        turned = self._known and speed != self.speed
        self.speed = speed
        self.unused, self.caught, self.letters, self.hunt = unused, tuple(caught), tuple(letters), hunt
        if not self._known:
            self._known = True
            self.die_index = die
            self.settle()
        elif die != self.die_index:
            self._start(die)
        elif turned:
            self._start(die, 1)
        if (self.die_index, self.hunt, self.unused, self.caught) != before:
            self.redraw()

    def reshape(self, shape: Shape) -> None:
        if shape != self.shape:
            self.shape = shape
            self.settle()
            self.rearrange()
            self.redraw()

    # ------------------------------------------------------------ rolling

    def _start(self, die: int, turns: int = 0) -> None:
        before, self.die_index = self.die_index, die
        self._from, self._to = float(before), float(die)
        steps = abs(die - before) or turns
        if not look.motion or not self._on_screen():
            self.settle()
            return
        if die == before:  # it turns where it stands: `at` goes on by one and comes to rest by `settle`
            self._to = self._from + turns
        glide(self, MOTION.die * steps, "linear", self.settle, at=self._to)

    def _on_screen(self) -> bool:
        return bool(self.get_parent_window() is not None)

    def settle(self) -> None:
        """The die lies where it belongs."""
        from kivy.animation import Animation

        Animation.cancel_all(self, "at")
        self._from = self._to = float(self.die_index)
        self.at = float(self.die_index)
        self.die.show(str(self.speed))
        self.die.roll(0)
        self._set_die()

    def _roll(self, *_: Any) -> None:
        """One frame: the die is moved and turned, nothing else."""
        gone = abs(self.at - self._from)
        self.die.roll(gone % 1.0, self._to >= self._from)
        if gone >= 0.5:
            self.die.show(str(self.speed))
        self._set_die()

    def _set_die(self) -> None:
        turning = self._to != self._from and float(self.die_index) == self._from
        x, y = self.spot(float(self.die_index) if turning else self.at)
        side = round(DIE[self.shape] * self.m.u)
        self.die.size = (side, side)
        lift = 0.0 if self.shape != "wide" else side / 2 + 0.3 * self.m.u
        self.die.pos = (round(x - side / 2), round(y - side / 2 + lift))

    # ------------------------------------------------------------ places

    def spot(self, index: float) -> tuple[float, float]:
        """px: the place of a space on the rail; between two while the die rolls."""
        u = self.m.u
        part = index / max(1, self.hunt)
        if self.shape == "upright":
            low, high = self.y + 4.4 * u, self.top - 8.3 * u
            return self.x + 7.6 * u, low + part * (high - low)
        if self.shape == "slim":
            return self._slim_spot(index), self.center_y
        return self.x + 8.5 * u + part * (self.width - 17.9 * u), self.top - RAIL_DOWN * u

    def _slim_spot(self, index: float) -> float:
        """px: the last step is a long one, so that the die never covers the paw before it is there."""
        u, last = self.m.u, max(1, self.hunt - 1)
        step = (self.width - (2.1 + PAW_OFF + 2.0) * u) / last
        near = self.x + 2.1 * u
        return near + index * step if index <= last else near + last * step + (index - last) * PAW_OFF * u

    def arrange(self, m: Metrics) -> None:
        self._set_die()

    # ------------------------------------------------------------ drawing

    def draw(self) -> None:
        if self.width < 8 or self.height < 8:
            return
        {"wide": self._draw_wide, "upright": self._draw_upright, "slim": self._draw_slim}[self.shape]()

    @property
    def armed(self) -> bool:
        return self.die_index >= self.hunt

    def _steps(self, side: float) -> None:
        """The spaces that are left before the Hunt."""
        px = round(side)
        dot = painted(("dot", px), px, px, lambda: Ellipse(pos=(0.5, 0.5), size=(px - 1, px - 1), segments=48))
        for i in range(self.die_index + 1, self.hunt):
            x, y = self.spot(i)
            if self.shape == "wide":
                y += 3.4 * self.m.u
            put_box(round(x - px / 2), round(y - px / 2), px, px, C.ember, dot)

    def _put_pawns(self, side: float, lift: float) -> None:
        for i in range(self.unused + len(self.caught)):
            x, y = self.spot(i)
            k = i - self.unused
            seat = self.caught[k] if k >= 0 else ""
            letter = self.letters[k] if 0 <= k < len(self.letters) else ""
            put_icon("pawn", x - side / 2, y + lift, side, pawn_colour(seat))
            if letter:
                put_line(letter, "text_bold", 0.3 * side, x, y + lift + 0.2 * side, C.pit, "center")

    def _put_label(self, i: int, x: float, y: float, side: float) -> None:
        """Dark spaces are square, light ones round; a number on the first seven."""
        u = self.m.u
        taken = i < self.unused + len(self.caught)
        if i < DARK:
            put_panel(x - side / 2, y - side / 2, side, side, self.skin.card, 0.4 * u)
            put_panel(x - side / 2, y - side / 2, side, side, self.skin.rest, 0.4 * u, 2)
        else:
            put_ring(x, y, side / 2 - 0.12 * u, 0.25 * u, self.skin.rest)
        if i < LABELS:
            size = max(2.5 * u, side * 0.62)
            tone = C.bone if i == self.die_index else C.rim if taken else C.ash
            put_line(str(LABELS - i), "text_bold", size, x, y - capital("text_bold", size) / 2, tone, "center")

    def _draw_wide(self) -> None:
        u = self.m.u
        x, y = self.spot(self.hunt)
        put_halo(x, y + 6 * u, 14 * u, C.danger, 0.45 if self.armed else 0.34)
        put_rail(self.x, self.right, y, u, self.skin.rest, self.skin.tie)
        if not self.armed:
            side = 12.4 * u
            put_icon("hunt", x - side / 2, y + 1.1 * u, side, C.danger)
        with together():
            self._steps(2.0 * u)
            self._put_pawns(5.7 * u, 0.3 * u)
            for i in range(self.hunt):
                px, _y = self.spot(i)
                self._put_label(i, px, y - 4.1 * u, 3.9 * u)

    def _draw_upright(self) -> None:
        u = self.m.u
        x, top = self.spot(self.hunt)
        low = self.spot(0)[1]
        put_halo(x, top, 12 * u, C.danger, 0.45 if self.armed else 0.34)
        with together():
            y = low - 3 * u
            while y < top - 6.6 * u:
                put_box(round(x - 2 * u), round(y), round(0.62 * u), round(1.7 * u), self.skin.tie)
                y += 3 * u
            put_box(round(x - 0.25 * u), round(low - 3 * u), round(0.5 * u), round(top - low - 3.6 * u), self.skin.rest)
        if not self.armed:
            side = 12 * u
            put_icon("hunt", x - side / 2, top - side / 2 + 1.4 * u, side, C.danger)
        with together():
            self._steps(2.0 * u)
            self._put_pawns(5.7 * u, -2.85 * u)
            for i in range(self.hunt):
                self._put_label(i, x + 9.4 * u, self.spot(i)[1], 4.2 * u)

    def _draw_slim(self) -> None:
        u = self.m.u
        x0, y = self.spot(0)
        x1 = self.spot(self.hunt)[0]
        put_box(round(x0), round(y - 0.15 * u), round(x1 - x0), round(0.3 * u), self.skin.rest)
        with together():
            self._put_spaces(x0, y)
        if not self.armed:
            side = PAW * u
            put_icon("hunt", x1 - side / 2, y - side / 2, side, C.danger)

    def _put_spaces(self, x0: float, y: float) -> None:
        """The spaces of a slim track, with the pawns on them."""
        u = self.m.u
        pawns = self.unused + len(self.caught)
        for i in range(self.hunt):
            x, _y = self.spot(i)
            side = min(1.9 * u, 0.86 * (self.spot(1)[0] - x0))
            k = i - self.unused
            tone = pawn_colour(self.caught[k]) if self.unused <= i < pawns else self.skin.rest
            if i >= pawns and i < DARK:
                put_panel(x - side / 2, y - side / 2, side, side, C.soot, 0.3 * u)
                put_panel(x - side / 2, y - side / 2, side, side, tone, 0.3 * u, 2)
            elif i >= pawns:
                put_panel(x - side / 2, y - side / 2, side, side, C.soot, side / 2)
                put_ring(x, y, side / 2 - 0.1 * u, 0.22 * u, C.ember if i > self.die_index else tone)
            else:
                put_panel(x - side / 2, y - side / 2, side, side, tone, 0.3 * u)


AIR = 2
"""px free at every side of what is turned."""


class SpeedDie(Drawn):
    """A face of the die as large as its box. `roll(part)` shows it on its way: nothing is laid out, it only turns."""

    def __init__(self, **kwargs: Any) -> None:
        self._figure, self._colour = "", C.bone
        self._part = 0.0
        self._turn: Any = None
        self._shift: Any = None
        self._glyph: Any = None
        super().__init__(**kwargs)

    @property
    def figure(self) -> str:
        return self._figure

    def show(self, figure: str, colour: Colour | None = None) -> None:
        """Another face; only a texture is swapped."""
        if colour is not None and colour != self._colour:
            self._colour = colour
            self.redraw()
        if figure != self._figure:
            self._figure = figure
            self._swap()

    def roll(self, part: float, forward: bool = True) -> None:
        """It stands `part` (0 to 1) of a quarter turn on: past the half the next face is up."""
        angle = 90 * part if part < 0.5 else 90 * part - 90
        self._part = -angle if forward else angle
        if self._turn is not None:
            self._turn.angle = self._part

    def on_x(self, *_: Any) -> None:
        """It is moved, not drawn anew."""
        if self._shift is None:
            self.redraw()
        else:
            # Not `center`: Kivy works that out anew after this call, so it would be that of the step before.
            self._shift.x, self._shift.y = round(self.x + self.width / 2), round(self.y + self.height / 2)

    on_y = on_x

    def _size(self) -> float:
        return min(self.width, self.height) * 0.76

    def draw(self) -> None:
        side = round(min(self.width, self.height)) // 2 * 2  # even: its middle lies between two pixels
        self._turn = self._shift = self._glyph = None
        if side < 8:
            return
        PushMatrix()
        self._shift = Translate(round(self.center_x), round(self.center_y))
        self._turn = Rotate(angle=self._part, axis=(0, 0, 1))
        body = self._body(side)
        Color(1, 1, 1, 1)
        Rectangle(texture=body, pos=(-body.width // 2, -body.height // 2), size=body.size)
        Color(*C.pit)
        self._glyph = Rectangle()
        self._swap()
        PopMatrix()

    def _body(self, side: int) -> Texture:
        """The die without its figure as one picture: turned edge by edge it would have stairs."""
        colour = self._colour

        def die() -> None:
            radius = 0.13 * side
            put_panel(AIR, AIR, side, side, colour, radius)
            if side > 40:
                inset = round(0.07 * side)
                edge = Colour(*(0.8 * v for v in colour[:3]))
                inner = side - 2 * inset
                put_panel(AIR + inset, AIR + inset, inner, inner, edge, radius * 0.6, 2)

        return coloured(("speed die", side, tuple(colour)), side + 2 * AIR, side + 2 * AIR, die, colour)

    def _swap(self) -> None:
        if self._glyph is None:
            return
        size = self._size()
        glyph = line(self._figure or " ", "black", round(size))
        self._glyph.texture = glyph.texture
        self._glyph.size = (glyph.width, glyph.height)
        low = -CAPITAL["black"] * size / 2
        self._glyph.pos = (round(-glyph.width / 2), round(low) + glyph.ascent - glyph.height)
