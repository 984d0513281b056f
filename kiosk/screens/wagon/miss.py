"""The table pressed Miss and the companion does not know the card: which penalty does it bear?"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kiosk.i18n import _
from kiosk.theme import C, Metrics
from kiosk.widgets.base import Container
from kiosk.widgets.label import Text
from kiosk.widgets.stack import row
from kiosk.widgets.tile import Tile

MOST = 5
"""Cards of this box discard 2 to 4; one less and one more for other editions."""


class MissSheet(Container):
    """Big tiles: remove 1 to 5, or no draw, or nothing. `choose` gets the kind and the number."""

    def __init__(self, choose: Callable[[str, int | None], object], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.who = Text(_("Missed"), "body", C.danger, size=3.75)
        self.title = Text(_("Remove how many?"), "name", face="bold", size=6.5)
        self.numbers = [
            Tile(figure=str(n), tone=C.danger, action=partial(choose, "discard", n)) for n in range(1, MOST + 1)
        ]
        self.others = [
            Tile(_("No draw"), "nodraw", tone=C.danger, action=partial(choose, "no_draw", None)),
            Tile(_("Nothing"), "cross", action=partial(choose, "none", None)),
        ]

    def arrange(self, m: Metrics) -> None:
        wide = m.wide
        self.put(self.who, left=4, width=50, baseline=7.4 if wide else 30)
        self.put(self.title, left=4, width=m.columns - 8 - (34 if wide else 0), baseline=14.5 if wide else 37)
        top = 21.5 if wide else 43
        row(self, self.numbers, top=top, height=13.5 if wide else 14)
        row(self, self.others, top=top + (14.7 if wide else 15.2), height=12.2 if wide else 14)
