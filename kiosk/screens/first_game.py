"""The switch of the set-up pages: this game explains itself."""

from __future__ import annotations

from typing import Any

from kiosk.context import KioskContext
from kiosk.i18n import _
from kiosk.layout import Row
from kiosk.screens.tiles import OnOff
from kiosk.theme import Metrics
from kiosk.widgets.base import Container


class FirstGame(OnOff):
    """Seen only where it makes sense for those who sit there."""

    def __init__(self, context: KioskContext, game: str, **kwargs: Any) -> None:
        self.context, self.game = context, game
        super().__init__(_("First game"), action=self._switch, **kwargs)
        self.refresh()

    def refresh(self) -> None:
        """Offered or not, on or off."""
        self.visible = self.context.offers_first_game(self.game)
        self.show(self.context.first_game(self.game))

    def _switch(self) -> None:
        self.context.choose_first_game(self.game, not self.on)
        self.refresh()

    def place(self, container: Container, m: Metrics, players: Any, **box: float) -> None:
        """Wide, at the end of the title's line; upright it shares the box of the players' key (u)."""
        if not self.visible:
            container.put(players, right=4, **box)
        elif m.wide:
            container.put(players, right=4, **box)
            container.put(self, right=4, width=29, top=1.4, height=7)
        else:
            container.put(Row(players, self, weights=[29, 22]), left=4, right=4, top=box["top"], height=box["height"])
