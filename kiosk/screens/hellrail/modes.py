"""What the next card on the reader does, for a table whose reader has no zone of its own."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from companion.engine.prompt import Prompt
from companion.games.hellrail.view import HellRailView
from kiosk.context import KioskContext
from kiosk.i18n import _
from kiosk.screens.hellrail.replies import Replies, below
from kiosk.screens.hellrail.routing import SheetKey
from kiosk.screens.hellrail.words import active, tap_words
from kiosk.screens.sheet import Sheet
from kiosk.theme import C, Metrics
from kiosk.widgets.big_tile import BigTile
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text

Go = Callable[[SheetKey | None], object]
BOAT = ("discard", "boat")
WAYS = (
    ("train", ""), ("deliver", ""), ("discard", "move"), ("discard", "fan"), ("discard", "toll"), ("play", "lay"),
    ("play", "upgrade"), ("discard", ""), ("draw", ""), BOAT,
)  # fmt: skip


class Modes(Sheet):
    """A tile for each; the one that holds is ringed."""

    def __init__(self, context: KioskContext, go: Go) -> None:
        super().__init__(context)
        self.go = go
        self.title = Text(_("What does the next tap do?"), "title", size=4.75)
        self.replies = Replies(most=13.0)
        self.add_widget(self.title)
        self.add_widget(self.replies)
        self.set_keys(Key(_("Done"), "check", kind="prime", action=lambda: go(None)))
        self._shown: Any = None

    def update(self, view: HellRailView, prompt: Prompt | None) -> None:
        shown = (view.mode, active(view).boatman)
        if shown == self._shown:
            return
        self._shown = shown
        tiles = []
        for zone, mode in WAYS:
            if (zone, mode) == BOAT and not active(view).boatman:
                continue
            icon, words = tap_words((zone, mode))
            on = view.mode == (zone, mode)
            act = partial(self.context.move, "mode", zone=zone, mode=mode)
            tiles.append(
                BigTile(words[:1].upper() + words[1:], icon, tone=C.ember if on else C.rim, chosen=on, action=act)
            )
        self.replies.fill(tiles)

    def lay(self, m: Metrics) -> None:
        top = 3.0 if m.wide else 9.0
        self.put(self.title, left=4, right=4, top=top, height=6)
        below(self, m, self.replies, top + (8 if m.wide else 10))
