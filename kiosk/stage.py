"""What fills the window: one screen, over it the strip of notices, over that the virtual table's drawer."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

from kivy.clock import Clock

from companion.engine.update import Notice, Update
from companion.games.infernal_wagon.names import Phase
from companion.games.infernal_wagon.view import WagonView
from kiosk.house import House
from kiosk.screens.drawer import Drawer, Tab
from kiosk.screens.exploits import Exploits
from kiosk.screens.history import History
from kiosk.screens.home import Home
from kiosk.screens.notices import STRIP, Notices, Strip
from kiosk.screens.screen import Screen
from kiosk.screens.settings import SettingsScreen
from kiosk.screens.wagon.correct import Correct
from kiosk.screens.wagon.game import Game
from kiosk.screens.wagon.name import Name
from kiosk.screens.wagon.players import Players
from kiosk.screens.wagon.recap import Recap
from kiosk.screens.wagon.setup import Setup
from kiosk.screens.wagon.tracking import Tracking
from kiosk.theme import Metrics
from kiosk.widgets.base import Stage
from kiosk.words import GRAVE

log = logging.getLogger(__name__)

STRIP_STAYS = 8.0
"""s. After this a notice is only a thin line while a game runs; at home it stays."""

SCREENS: dict[str, Callable[[House], Screen]] = {
    "home": Home,
    "setup": Setup,
    "game": Game,
    "recap": Recap,
    "settings": SettingsScreen,
    "history": History,
    "exploits": Exploits,
    "players": Players,
    "tracking": Tracking,
    "correct": Correct,
    "notices": Notices,
}

PHASES = {
    Phase.IDLE: "home",
    Phase.SETUP: "setup",
    Phase.READY: "game",
    Phase.ENDED: "recap",
    Phase.EXPLOIT: "recap",
}
"""Phase -> screen; while it is played: the game screen."""


def base_of(update: Update | None) -> str:
    """The screen that the state of the table asks for."""
    if update is None or not isinstance(update.view, WagonView):
        return "home"
    if update.view.phase is Phase.IDLE and update.view.result is not None:
        return "recap"
    return PHASES.get(update.view.phase, "game")


def place(root: Stage) -> None:
    """Lay out now what would be laid out before the next frame: nothing is drawn at a size that it does not keep."""
    for widget in root.walk(restrict=True):
        if isinstance(widget, Stage):
            widget._arrange()


class Floor(Stage):
    """The root widget. `told` takes every update; screens come and go by themselves."""

    def __init__(self, house: House, drawer: Drawer | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.house = house
        self.drawer = drawer
        self.base = ""
        self.over: str | None = None
        self.screen: Screen | None = None
        self.strip = Strip(action=lambda: self.open("notices"))
        self.strip.visible = False
        self.tab = Tab(action=lambda: drawer.show(True)) if drawer is not None else None
        self._thin: Any = None
        self._refused: str | None = None
        house.open_screen = self.open
        house.words_changed = self.rebuild
        self.told(house.update)

    # ------------------------------------------------------------ screens

    def open(self, name: str | None) -> None:
        """Put a screen over the one of the game; None takes it away."""
        self.over = name if name != self.base else None
        self._show()

    def rebuild(self) -> None:
        """The words changed: everything anew."""
        self._show()

    @property
    def name(self) -> str:
        """The screen that shows."""
        return self.over or self.base

    def _show(self) -> None:
        if self.screen is not None:
            self.screen.closed()
            self.remove_widget(self.screen)
        name = self.name
        if name.startswith("name:"):
            self.screen = Name(self.house, int(name[5:]))
        else:
            self.screen = SCREENS[name](self.house)
        self.add_widget(self.screen, len(self.children))
        if self.house.update is not None:
            self.screen.told(self._bare(self.house.update))
        self._place_tab()
        self._show_strip(fresh=False)
        place(self)

    @staticmethod
    def _bare(update: Update) -> Update:
        """How things stand, without the news: those were told already."""
        from msgspec.structs import replace

        return replace(update, events=(), cues=(), refusal=None, notices=())

    def told(self, update: Update | None) -> None:
        """Something happened at the table."""
        base = base_of(update)
        if update is not None:
            self._take_refusal(update, base)
            self._take_notices(update)
        if base != self.base:
            self.base, self.over = base, None
            self._show()
            if update is not None and self.screen is not None and update.events:
                self.screen.told(update)
        elif update is not None and self.screen is not None:
            self.screen.told(update)
        if self.drawer is not None and update is not None:
            self.drawer.told(update)
        self._place_tab()

    def second(self) -> None:
        """The clock shows another second."""
        if self.screen is not None:
            self.screen.second()
        if self.drawer is not None and self.drawer.visible:
            self.drawer.second()

    # ------------------------------------------------------------ notices

    def _take_refusal(self, update: Update, base: str) -> None:
        """At home nothing but the strip can say why a game was not opened. It goes with the next game."""
        refused = update.refusal
        if refused is not None and base == "home":
            log.warning("refused: %s %s", refused.code, refused.facts)
            facts = {
                name: Path(str(fact)).name if name == "file" else str(fact) for name, fact in refused.facts.items()
            }
            self._refused = refused.code
            self.house.notices[refused.code] = Notice(refused.code, dict(facts))
            self._show_strip(fresh=True)
        elif self._refused is not None and refused is None and update.game is not None:
            self.house.notices.pop(self._refused, None)
            self._refused = None
            self._show_strip(fresh=False)

    def _take_notices(self, update: Update) -> None:
        if not update.notices:
            return
        for told in update.notices:
            if told.gone:
                self.house.notices.pop(told.code, None)
            else:
                self.house.notices[told.code] = told
        self._show_strip(fresh=any(not n.gone for n in update.notices))

    def gravest(self) -> Notice | None:
        """The notice that matters most: the answer to a touch before all others."""
        told = list(self.house.notices.values())
        if self._refused is not None and self._refused in self.house.notices:
            return self.house.notices[self._refused]
        return next((n for n in told if n.code in GRAVE), told[-1] if told else None)

    def _show_strip(self, fresh: bool) -> None:
        told = self.gravest()
        at_home = self.name == "home"
        if self._thin is not None and (fresh or told is None):
            self._thin.cancel()
            self._thin = None
        if fresh and told is not None:
            self._thin = Clock.schedule_once(self._make_thin, STRIP_STAYS)
        thin = not at_home and self._thin is None
        if self.name == "notices" or (told is not None and thin and told.code not in GRAVE):
            told = None
        self.strip.show(told, len(self.house.notices) - 1, thin)
        self._place_tab()
        self.rearrange()

    def _make_thin(self, _dt: float) -> None:
        self._thin = None
        self._show_strip(fresh=False)

    # ------------------------------------------------------------ fingers

    def on_touch_down(self, touch: Any) -> bool:
        taken = super().on_touch_down(touch)
        if taken:
            self.house.director.touched()
        return bool(taken)

    # ------------------------------------------------------------ layout

    def _place_tab(self) -> None:
        if self.tab is not None:
            thick = self.strip.visible and not self.strip.thin
            self.tab.visible = self.base == "game" and self.over is None and not thick

    def arrange(self, m: Metrics) -> None:
        strip = STRIP if not self.strip.thin else 1.0
        room = STRIP if self.name == "home" and self.strip.visible and not self.strip.thin else 0
        if self.screen is not None:
            self.put(self.screen, left=0, right=0, top=room, bottom=0)
        self.put(self.strip, left=0, right=0, top=0, height=strip)
        if self.tab is not None and self.drawer is not None:
            self.put(self.tab, left=m.columns * 0.62 if m.wide else m.columns - 11, width=8, top=0, height=3.6)
            self.put(self.drawer, left=0, right=0, top=0, bottom=0)
