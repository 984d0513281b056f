"""A card to play: its name, and what its two ways do as signs."""

from __future__ import annotations

from collections.abc import Sequence

from kiosk import theme
from kiosk.icons import put_icon
from kiosk.theme import C, Colour
from kiosk.widgets.key import Action, Touchable
from kiosk.widgets.label import Fit, capital, fit, overflow, put_line
from kiosk.widgets.panel import put_panel

Strip = Sequence[tuple[str, str]]
"""Icons, each with its figures."""


class CardTile(Touchable):
    """`strips`: one line of signs for each way. Without strips it is the name alone.

    :param tone: of the edge and the icon before the name.
    """

    def __init__(
        self,
        label: str,
        icon: str = "",
        strips: Sequence[Strip] = (),
        tone: Colour = C.ember,
        action: Action | None = None,
        **kwargs: object,
    ) -> None:
        self.label, self.icon, self.tone = label, icon, tone
        self.strips = tuple(tuple(strip) for strip in strips)
        self.largest: float | None = None
        """px of the largest name that its grid allows."""
        super().__init__(action=action, **kwargs)

    def label_fit(self) -> Fit:
        """How its name goes into it now."""
        u = self.m.u
        sizes = [s * u for s in ((4.0, 3.6) if self._roomy() else ()) + (3.25, 3.1, 2.9, 2.7, 2.5)]
        if self.largest is not None:
            sizes = [size for size in sizes if size <= self.largest + 0.6] or sizes[-1:]
        return fit(self.label, "text_bold", tuple(sizes), self.width - self._left() - theme.PAD_TEXT * u)

    @property
    def fits(self) -> bool:
        """Whether its name stays inside."""
        return self.label_fit().fits

    def _roomy(self) -> bool:
        """Whether there is height for larger signs."""
        return bool(self.strips) and self.height >= 20 * self.m.u

    def _left(self) -> float:
        u = self.m.u
        return 1.6 * u + ((self._side() + u) if self.icon else 0)

    def _side(self) -> float:
        return max(theme.ICON_LEAST_PX, 3.2 * self.m.u)

    def draw(self) -> None:
        u, skin = self.m.u, self.skin
        radius = theme.CORNER_KEY * u
        lit = self._enabled
        put_panel(
            self.x, self.y, self.width, self.height,
            skin.key_down if self._pressed else skin.key if lit else skin.key_quiet, radius,
        )  # fmt: skip
        put_panel(self.x, self.y, self.width, self.height, skin.key_line, radius, theme.LINE)
        self.put_ring(radius)
        laid = self.label_fit()
        if not laid.fits:
            overflow(self.label, self.width)
        tall = capital("text_bold", laid.size)
        step = (5.8 if self._roomy() else 4.3) * u
        whole = tall + (1.3 * u + step * len(self.strips) if self.strips else 0)
        base = self.center_y + whole / 2 - tall
        if self.icon:
            side = self._side()
            tone = self.tone if lit else skin.rest
            put_icon(self.icon, self.x + 1.4 * u, base + tall / 2 - side / 2, side, tone)
        words = skin.first if lit else skin.second.fade(0.75)
        put_line(laid.lines[0], "text_bold", laid.size, self.x + self._left(), base, words)
        for i, strip in enumerate(self.strips):
            self._draw_strip("AB"[i] if len(self.strips) > 1 else "", strip, base - 1.3 * u - step * (i + 0.5), lit)

    def _draw_strip(self, letter: str, strip: Strip, middle: float, lit: bool) -> None:
        u = self.m.u
        size = (3.25 if self._roomy() else 2.6) * u
        low = middle - capital("text", size) / 2
        tone = self.skin.second if lit else self.skin.rest
        put_line(letter, "black", size, self.x + 1.8 * u, low, tone)
        x = self.x + 5 * u
        side = max(theme.ICON_LEAST_PX, 3.1 * u)
        for icon, figures in strip:
            put_icon(icon, x, middle - side / 2, side, tone)
            x += side + 0.6 * u
            x += put_line(figures, "text", size, x, low, tone) + (1.4 if figures else 0.8) * u
