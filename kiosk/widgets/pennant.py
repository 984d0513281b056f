"""U-turn: a pennant hung from the top edge."""

from __future__ import annotations

from typing import Any

from companion.presentation.colours import C
from kiosk.display.theme import PAD_TEXT
from kiosk.widgets.base import Drawn
from kiosk.widgets.icons import put_icon
from kiosk.widgets.label import TextFit, fit, put_line
from kiosk.widgets.paint import fill_fan, painted
from kiosk.widgets.together import put_box


class Pennant(Drawn):
    """An icon, a title and a line in pit on a bright cloth with a notch. Put its top on the screen's edge."""

    def __init__(self, title: str, second: str, **kwargs: Any) -> None:
        self.title, self.second = title, second
        super().__init__(**kwargs)

    def fits_in(self) -> tuple[TextFit, TextFit]:
        """Return how title and second line fit now."""
        u = self.m.u
        room = self.width - 2 * PAD_TEXT * u
        return (
            fit(self.title, "bold", (4.25 * u, 3.75 * u, 3.25 * u), room),
            fit(self.second, "text", (2.75 * u, 2.5 * u), room, 2),
        )

    def draw(self) -> None:
        u = self.m.u
        width, height = round(self.width), round(self.height)
        if width < 16 or height < 16:
            return
        notch = 3 * u

        def cloth() -> None:
            fill_fan((width / 2, height / 2), [(0, height), (width, height), (width, 0), (width / 2, notch), (0, 0)])

        texture = painted(("pennant", width, height), width, height, cloth)
        put_box(round(self.x), round(self.y), width, height, C.brim, texture)
        title, second = self.fits_in()
        lines = len(second.lines) if self.second else 0
        base = self.y + 5.75 * u + (max(lines, 1) - 1) * 3 * u
        for i, words in enumerate(second.lines[:2] if lines else ()):
            put_line(words, "text", second.size, self.center_x, base - i * 3 * u, C.pit, "center")
        put_line(self.title, "bold", title.size, self.center_x, base + 4 * u, C.pit, "center")
        low = base + 4 * u + 3.6 * u
        side = min(13 * u, self.top - low - 1.5 * u)
        put_icon("uturn", self.center_x - side / 2, (low + self.top - side) / 2, side, C.pit)
