"""All that can be done besides: rails, the fire, the Boatman, the circles."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from companion.engine.prompt import Option, Prompt
from companion.engine.requests import Leave
from companion.games.hellrail.view import HellRailView
from companion.presentation.colours import C, colour
from companion.presentation.i18n import _, spoken
from kiosk.context import KioskContext
from kiosk.screens.hellrail.prompts import Explain, explains
from kiosk.screens.hellrail.replies import Replies, below
from kiosk.screens.hellrail.routing import CIRCLES, LOOK, SheetKey
from kiosk.screens.hellrail.turn_keys import DEEDS
from kiosk.screens.sheet import Sheet
from kiosk.theme import Metrics
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text
from kiosk.widgets.tile import Tile

Go = Callable[[SheetKey | None], object]


class More(Sheet):
    """Tiles; what cannot be done now is dim."""

    def __init__(self, context: KioskContext, explain: Explain, go: Go) -> None:
        super().__init__(context)
        self.explain, self.go = explain, go
        self.title = Text(_("What else?"), "title", size=4.75)
        self.replies = Replies(most=13.0)
        self.add_widget(self.title)
        self.add_widget(self.replies)
        self.set_keys(Key(_("Back"), "back", icon_size=3, action=lambda: go(None)))
        self._shown: Any = None

    def update(self, view: HellRailView, prompt: Prompt | None) -> None:
        prompt = self.context.prompt
        shown = (prompt, view.active.held_down)
        if prompt is None or shown == self._shown:
            return
        self._shown = shown
        turn = prompt.options if prompt.id == "turn" else ()
        tiles = [self._deed(option) for option in turn if option.key not in DEEDS]
        if view.active.held_down:
            look = partial(self.go, SheetKey(LOOK, view.turn.player, "held"))
            tiles.append(Tile(_("Own token, alone"), "lock", tone=C.hex, action=look))
        open_screen = self.context.open_screen
        tiles += [
            Tile(_("{hr.circle:many}"), "map", tone=C.ash, action=partial(self.go, SheetKey(CIRCLES))),
            Tile(_("Put right"), "swap", tone=C.ash, action=partial(open_screen, "hellrail_correct")),
            Tile(_("Leave"), "back", tone=C.ash, action=partial(self.context.link.send, Leave())),
        ]
        self.replies.fill(tiles)

    def _deed(self, option: Option) -> Tile:
        tone = colour(option.tone) if option.tone else C.ember
        act = partial(self.context.act, option.key)
        tile = Tile(spoken(option.label), option.icon, spoken(option.second), tone=tone, action=act)
        explains(tile, option, self.explain)
        return tile

    def lay(self, m: Metrics) -> None:
        top = 3.0 if m.wide else 9.0
        self.put(self.title, left=4, right=4, top=top, height=6)
        below(self, m, self.replies, top + (8 if m.wide else 10))
