"""How much the companion sees: the cards, their kinds, or nothing; and when it asks who played."""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.engine.text import N_
from companion.engine.update import Update
from companion.games.infernal_wagon.names import Attribution, Level
from companion.games.infernal_wagon.view import WagonView
from kiosk.context import KioskContext
from kiosk.i18n import _
from kiosk.layout import Row
from kiosk.screens.screen import Screen
from kiosk.screens.wagon.setup import LEVELS
from kiosk.screens.wagon.ui import GAME
from kiosk.theme import C, Metrics
from kiosk.widgets.background import SETUP, Background
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text

LEVEL_TILES = (
    (Level.L0, "pile", N_("no tags")),
    (Level.L1, "tag", N_("you press Missed")),
    (Level.L2, "joker", N_("it judges each fit")),
)
ASKED = (
    (Attribution.NONE, "cross", N_("Never"), N_("no names")),
    (Attribution.ON_LOSS, "nodraw", N_("On a loss"), N_("one touch")),
    (Attribution.EACH_PLAY, "hand", N_("Each card"), N_("a touch a card")),
)


class Tracking(Screen):
    """Two rows of three."""

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        self.add_widget(Background(SETUP))
        self.title = Text(_("Do your cards bear tags?"), "title", size=4.75)
        self.levels = {
            level: Key(_(LEVELS[level]), icon, _(hint), action=partial(self.choose, level=level))
            for level, icon, hint in LEVEL_TILES
        }
        self.asked_title = Text(_("Ask whose card it was?"), "body", C.ash)
        self.asked = {
            a: Key(_(label), icon, _(hint), action=partial(self.choose, attribution=a))
            for a, icon, label, hint in ASKED
        }
        self.box = Key(_("The box"), "tag", icon_size=3.6, action=lambda: context.open_screen("box"))
        self.done = Key(_("Done"), "check", kind="prime", action=lambda: context.open_screen(None))

    def told(self, update: Update) -> None:
        if isinstance(update.view, WagonView):
            for level, tile in self.levels.items():
                tile.show(kind="prime" if level is update.view.setup.level else "plain")
            for asked, tile in self.asked.items():
                tile.show(kind="prime" if asked is update.view.setup.attribution else "plain")

    def choose(self, level: Level | None = None, attribution: Attribution | None = None) -> None:
        """Tell the game."""
        update = self.context.update
        if update is None or not isinstance(update.view, WagonView):
            return
        now = update.view.setup
        chosen = {"level": str(level or now.level), "attribution": str(attribution or now.attribution)}
        self.context.remember(GAME, **chosen)
        self.context.move("set_tracking", **chosen)

    def arrange(self, m: Metrics) -> None:
        wide = m.wide
        self.put(self.title, left=4, baseline=7.75 if wide else 9, width=m.columns - 8)
        self.title.lines = 1
        if wide:
            self.put(Row(*self.levels.values()), left=4, right=4, top=10.4, height=15.4)
            self.put(self.asked_title, left=4, baseline=31, width=m.columns - 8)
            self.put(Row(*self.asked.values()), left=4, right=4, top=33, height=15.4)
            self.put(self.box, left=4, width=30, bottom=1.4, height=8.2)
            self.put(self.done, right=4, width=30, bottom=1.4, height=8.2)
            return
        for i, tile in enumerate(self.levels.values()):
            self.put(tile, left=4, right=4, top=14 + i * 13.2, height=12)
        self.put(self.asked_title, left=4, baseline=58, width=52)
        for i, tile in enumerate(self.asked.values()):
            self.put(tile, left=4, right=4, top=60 + i * 11.6, height=10.6)
        self.put(Row(self.box, self.done), left=4, right=4, bottom=1.6, height=8.6)
