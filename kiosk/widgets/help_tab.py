"""The handle of the player aid: a small tongue in the upper left corner, the same on every playing screen."""

from __future__ import annotations

from typing import Any

from companion.presentation.colours import C
from kiosk.widgets.key import Action, Touchable
from kiosk.widgets.label import capital_height, put_line
from kiosk.widgets.panel import put_panel

WIDE, HIGH = 6.2, 3.2
"""u of it."""


class HelpTab(Touchable):
    """A question mark; one touch opens the aid."""

    label = "?"

    def __init__(self, action: Action, **kwargs: Any) -> None:
        super().__init__(action=action, **kwargs)

    def draw(self) -> None:
        u = self.m.u
        put_panel(self.x - 2 * u, self.y, self.width + 2 * u, self.height + 2 * u, C.soot, 1.2 * u)
        put_panel(self.x - 2 * u, self.y, self.width + 2 * u, self.height + 2 * u, C.ember, 1.2 * u, 2)
        size = 2.9 * u
        base = self.center_y - capital_height("text_bold", size) / 2
        put_line(self.label, "text_bold", size, self.center_x, base, C.ember, "center")
        self.put_ring(1.2 * u)
