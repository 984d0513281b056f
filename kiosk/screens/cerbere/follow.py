"""What the companion follows: the counts alone or the whole board; and where the boats are."""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.engine.text import N_
from companion.games.cerbere.names import Boating, Level
from kiosk.context import KioskContext
from kiosk.i18n import _
from kiosk.layout import Row
from kiosk.screens.cerbere.setup_options import Wishes
from kiosk.screens.screen import Screen
from kiosk.theme import C, Metrics
from kiosk.widgets.background import SETUP, Background
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text

LEVELS = (
    (Level.TRACKER, "die", N_("Rage and cards"), N_("you place the pawns")),
    (Level.BOARD, "map", N_("Whole board"), N_("pawns, catches, places")),
)
BOATS = (
    (Boating.UNKNOWN, "boat", N_("Your boats"), N_("it asks")),
    (Boating.TAGGED, "tag", N_("With tags"), N_("lay each on it")),
    (Boating.KEPT, "eye", N_("On the screen"), N_("it shuffles them")),
)


class Follow(Screen):
    """Two rows of choices."""

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        self.wishes = Wishes(context)
        self.add_widget(Background(SETUP))
        self.title = Text(_("What is followed?"), "title", size=4.75)
        self.levels = {
            level: Key(_(label), icon, _(hint), action=partial(self.choose, level=level))
            for level, icon, label, hint in LEVELS
        }
        self.boats_title = Text(_("And the three boats?"), "body", C.ash)
        self.boats = {
            boats: Key(_(label), icon, _(hint), action=partial(self.choose, boats=boats))
            for boats, icon, label, hint in BOATS
        }
        self.done = Key(_("Done"), "check", kind="prime", action=lambda: context.open_screen("cerbere_setup"))
        self.refresh()

    def choose(self, **chosen: Any) -> None:
        """Another way."""
        self.wishes.change(**chosen)
        self.refresh()

    def refresh(self) -> None:
        """Light what is chosen."""
        wish = self.wishes.now
        for level, key in self.levels.items():
            key.show(kind="prime" if level is wish.level else "plain")
        for boats, key in self.boats.items():
            key.show(kind="prime" if boats is wish.boats else "plain")

    def arrange(self, m: Metrics) -> None:
        wide = m.wide
        self.put(self.title, left=4, baseline=7.75 if wide else 9, width=m.columns - 8)
        if wide:
            self.put(Row(*self.levels.values()), left=4, right=4, top=10.4, height=14.4)
            self.put(self.boats_title, left=4, baseline=31, width=m.columns - 8)
            self.put(Row(*self.boats.values()), left=4, right=4, top=33, height=14.4)
            self.put(self.done, right=4, width=30, bottom=1.6, height=8.4)
            return
        for i, key in enumerate(self.levels.values()):
            self.put(key, left=4, right=4, top=14 + i * 13.2, height=12)
        self.put(self.boats_title, left=4, baseline=46.5, width=52)
        for i, key in enumerate(self.boats.values()):
            self.put(key, left=4, right=4, top=49 + i * 13.2, height=12)
        self.put(self.done, left=4, right=4, bottom=1.6, height=8.6)
