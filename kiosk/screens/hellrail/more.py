"""All that can be done besides: rails, the fire, the Boatman, the circles; and the way to counts and home."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from companion.engine.choice import Choice
from companion.engine.requests import Leave
from companion.games.hellrail.names import Level
from companion.games.hellrail.view import HellRailView
from kiosk.context import KioskContext
from kiosk.i18n import _
from kiosk.screens.hellrail.replies import Replies, below
from kiosk.screens.hellrail.routing import CARD, CIRCLES, LOOK, MODES, REPORT, TOLL, SheetKey
from kiosk.screens.hellrail.words import active, tap_words
from kiosk.screens.sheet import Sheet
from kiosk.theme import C, Colour, Metrics
from kiosk.widgets.big_tile import BigTile
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text

Go = Callable[[SheetKey | None], object]


class More(Sheet):
    """Tiles; what cannot be done now is dim."""

    def __init__(self, context: KioskContext, go: Go) -> None:
        super().__init__(context)
        self.go = go
        self.title = Text(_("What else?"), "title", size=4.75)
        self.replies = Replies(most=13.0)
        self.add_widget(self.title)
        self.add_widget(self.replies)
        self.set_keys(Key(_("Back"), "back", icon_size=3, action=lambda: go(None)))
        self._shown: Any = None

    def update(self, view: HellRailView, choice: Choice | None) -> None:
        shown = (view.turn, view.mode, view.level)
        if shown == self._shown:
            return
        self._shown = shown
        turn = view.turn
        boat = SheetKey(TOLL, "boat") if turn.toll is not None else SheetKey(CARD, "boat")
        tiles = [
            self._tile(
                _("Cover a rail"), "rings", SheetKey(CARD, "upgrade"), turn.act and view.table > 0, _("with another")
            ),
            self._tile(_("Fan the flames"), "flame", SheetKey(CARD, "fan"), turn.fan, _("burn cards"), C.brim),
            self._tile(_("Boatman"), "boatman", boat, turn.boat, _("over a gap")),
        ]
        if turn.gluttony:
            tiles.append(self._tile(_("Throw a card"), "discard", SheetKey(CARD, "throw"), turn.act, tone=C.danger))
        if view.level is Level.KEEPER:
            tiles.append(
                self._tile(_("It happened"), "ram", SheetKey(REPORT), bool(turn.end or turn.act), _("a ram, a mark"))
            )
        if active(view).held_down:
            tiles.append(
                self._tile(_("Own token, alone"), "lock", SheetKey(LOOK, turn.player, "held"), True, tone=C.hex)
            )
        tiles.append(self._tile(_("Circles"), "map", SheetKey(CIRCLES), True, tone=C.ash))
        icon, words = tap_words(view.mode)
        tiles.append(self._tile(_("Next tap"), icon, SheetKey(MODES), True, words, C.ash))
        open_screen = self.context.open_screen
        put_right = partial(open_screen, "hellrail_correct")
        tiles.append(BigTile(_("Put right"), "swap", tone=C.ash, action=put_right))
        tiles.append(BigTile(_("Leave"), "back", tone=C.ash, action=partial(self.context.link.send, Leave())))
        self.replies.fill(tiles)

    def _tile(
        self, label: str, icon: str, place: SheetKey, on: bool, second: str = "", tone: Colour = C.ember
    ) -> BigTile:
        tile = BigTile(label, icon, second, tone, action=partial(self.go, place))
        tile.enabled = on
        return tile

    def lay(self, m: Metrics) -> None:
        top = 3.0 if m.wide else 9.0
        self.put(self.title, left=4, right=4, top=top, height=6)
        below(self, m, self.replies, top + (8 if m.wide else 10))
