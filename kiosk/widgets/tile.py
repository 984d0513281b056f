"""Choice tiles: a number, a card, a module or a seat to choose, with a ring when it is chosen."""

from __future__ import annotations

from typing import Any, Literal

from companion.presentation.colours import C, Colour
from kiosk import theme
from kiosk.icons import put_icon
from kiosk.widgets.key import Action, Touchable
from kiosk.widgets.label import Fit, capital, fit, line, put_line
from kiosk.widgets.panel import put_panel
from kiosk.widgets.seat import put_seat

Style = Literal["fill", "line"]


class Tile(Touchable):
    """A tile: a `figure` alone; or icon, seat or figure above a `label`; `mark` stands right of the icon.

    :param style: chosen tiles are filled with `tone` and ringed in bone ("fill"), or dark with a ring in it ("line").
    :param mark: "ring" shows an empty ring, a tick when chosen; other text is shown as a figure ("2"); "" nothing.
    :param corner: small text in the upper right corner (the order of several choices).
    """

    def __init__(
        self,
        label: str = "",
        icon: str = "",
        figure: str = "",
        seat: tuple[str, str] | None = None,
        mark: str = "",
        corner: str = "",
        chosen: bool = False,
        tone: Colour = C.ember,
        style: Style = "fill",
        action: Action | None = None,
        **kwargs: Any,
    ) -> None:
        self.label, self.icon, self.figure, self.seat = label, icon, figure, seat
        self.mark, self.corner, self.chosen, self.tone, self.style = mark, corner, chosen, tone, style
        super().__init__(action=action, **kwargs)

    def show(self, **new: Any) -> None:
        """Change label, icon, figure, seat, mark, corner, chosen, tone."""
        if unknown := [k for k in new if not hasattr(self, k)]:
            raise TypeError(f"a tile has no {', '.join(unknown)}")
        if any(getattr(self, k) != v for k, v in new.items()):
            for name, value in new.items():
                setattr(self, name, value)
            self.redraw()

    def tones(self) -> tuple[Colour, Colour, Colour, Colour, Colour]:
        """Fill, edge, icon, label, mark."""
        skin = self.skin
        if not self._enabled:
            return skin.key_quiet, skin.key_line, skin.rest, skin.second.fade(0.75), skin.rest
        if self.chosen and self.style == "fill":
            return self.tone, C.bone, C.pit, C.pit, C.pit
        if self.chosen:
            dark = C.icekey if self.tone == C.ice else C.blood if self.tone == C.danger else C.basalt
            return dark, self.tone, self.tone, self.tone if self.tone != C.danger else C.bone, self.tone
        fill = skin.key_down if self._pressed else skin.key
        return fill, skin.key_line, skin.rest if self.mark else skin.first, skin.first, skin.second

    def label_fit(self) -> Fit:
        """How its label goes into it now."""
        room = self.width - 2 * theme.PAD_TEXT * self.m.u
        sizes = tuple(s for s in (*self.m.steps("key"), *self.m.steps("small")))
        return fit(self.label, "text_bold", sizes, room)

    @property
    def fits(self) -> bool:
        """Whether its label stays inside."""
        return not self.label or self.label_fit().fits

    def draw(self) -> None:
        u = self.m.u
        radius = theme.CORNER_KEY * u
        fill, edge, icon, words, mark = self.tones()
        put_panel(self.x, self.y, self.width, self.height, fill, radius)
        chosen = self.chosen and self._enabled
        if not (chosen and self._pressed):
            line_px = theme.LINE_CHOSEN if chosen else theme.LINE
            put_panel(self.x, self.y, self.width, self.height, edge, radius, line_px)
        self.put_ring(radius)
        middle = self.center_y
        if self.label:
            laid = self.label_fit()
            base = self.y + 1.5 * u
            put_line(laid.lines[0], "text_bold", laid.size, self.center_x, base, words, "center")
            middle = (base + capital("text_bold", laid.size) + self.top) / 2
        self._draw_content(middle, icon, mark, words)
        if self.corner:
            put_line(self.corner, "black", 3 * u, self.right - 1.1 * u, self.top - 3 * u, words, "right")

    def _draw_content(self, middle: float, icon: Colour, mark: Colour, words: Colour) -> None:
        u = self.m.u
        room = self.height - (4.5 * u if self.label else 0)
        x = self.center_x
        if self.mark:
            x = self.x + 0.31 * self.width
            self._draw_mark(self.x + 0.75 * self.width, middle, mark)
        if self.seat:
            side = min(7.25 * u, room * 0.8, self.width * 0.8)
            put_seat(x - side / 2, middle - side / 2, side, *self.seat)
        elif self.icon:
            side = min(7.25 * u, room * 0.72, self.width * (0.4 if self.mark else 0.7))
            put_icon(self.icon, x - side / 2, middle - side / 2, side, icon)
        elif self.figure:
            size = min(9.75 * u, room * 0.9)
            while size > theme.SMALLEST * u and line(self.figure, "black", round(size)).width > self.width - 1.8 * u:
                size *= 0.9
            put_line(self.figure, "black", size, x, middle - capital("black", size) / 2, words, "center")

    def _draw_mark(self, x: float, y: float, tone: Colour) -> None:
        u = self.m.u
        if self.mark != "ring":
            size = 6 * u
            put_line(self.mark, "black", size, x, y - capital("black", size) / 2, tone, "center")
        elif self.chosen:
            side = 5.75 * u
            put_icon("check", x - side / 2, y - side / 2, side, tone)
        else:
            put_ring(x, y, 2.25 * u, 0.5 * u, self.skin.rest)


def put_ring(x: float, y: float, radius: float, width: float, colour: Colour) -> None:
    """A circle round x, y into the open canvas (px)."""
    r = round(radius + width / 2)
    put_panel(round(x) - r, round(y) - r, 2 * r + 1, 2 * r + 1, colour, r, width)
