"""Home: three gates on one rail, the game that waits, the memories."""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.engine.requests import Resume
from kiosk.context import KioskContext
from kiosk.game_uis import GAME_UIS
from kiosk.i18n import _, language
from kiosk.memories import Memory
from kiosk.screens.screen import Screen
from kiosk.theme import Metrics
from kiosk.widgets.background import HOME, Background, Sparks
from kiosk.widgets.gate import Gate
from kiosk.widgets.key import CornerKey, Key
from kiosk.widgets.label import Text
from kiosk.widgets.rail import Rail
from kiosk.words import names_and_day, when


class Home(Screen):
    """Nothing here moves once the fire sleeps."""

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        paused = context.memories.paused()
        self.waiting: Memory | None = next(iter(paused), None)
        self.background = Background(HOME)
        self.sparks = Sparks(9)
        self.title = Text(_("Where to tonight?"), "title", lines=2)
        self.language = CornerKey("language", language().upper(), action=context.next_language)
        self.gear = CornerKey("gear", action=lambda: context.open_screen("settings"))
        self.rail = Rail()
        self.uis = tuple(GAME_UIS.values())
        self.rails = [Rail() for _ui in self.uis]
        self.gates = [
            Gate(ui.icon, ui.title, lit=self._leads_on(ui.game), action=partial(context.enter, ui.game))
            for ui in self.uis
        ]
        for widget in (self.background, self.sparks):
            self.add_widget(widget)
        self.resume: Key | None = None
        if self.waiting is not None:
            who = names_and_day(self.waiting.names, when(self.waiting.wall, context.wall_now()))
            title = next((ui.title for ui in self.uis if ui.game == self.waiting.game), self.waiting.game)
            label = _("Resume {game}").format(game=title)
            waiting = self.waiting.id
            self.resume = Key(label, "play", who, action=lambda: context.link.send(Resume(waiting)))
        self.others: Key | None = None
        """The list of all games that wait; there if there is more than one."""
        if len(paused) > 1:
            self.others = Key(str(len(paused)), "list", icon_size=3.4, action=lambda: context.open_screen("paused"))
        self.memories = Key(_("Memories"), "crown", action=lambda: context.open_screen("history"))

    def _leads_on(self, game: str) -> bool:
        """Lit: every gate that opens; once a game waits to be taken up, its gate alone."""
        return self.waiting is None or self.waiting.game == game

    def arrange(self, m: Metrics) -> None:
        self.put(self.background, left=0, right=0, top=0, bottom=0)
        for gate, ui in zip(self.gates, self.uis, strict=True):
            gate.show(lines=(_(ui.inside),) if m.wide else (_(ui.players), _(ui.line)), beside=not m.wide)
        for rail in self.rails:
            rail.visible = not m.wide
        self.rail.visible = m.wide
        (self._wide if m.wide else self._upright)(m)

    def _put_beside(self, key: Key, left: float, width: float, bottom: float, height: float) -> None:
        """A key, and right of it the list of all games that wait, if there is one."""
        beside = 12.0 if self.others is not None else 0.0
        gap = 1.2 if beside else 0.0
        self.put(key, left=left, width=width - beside - gap, bottom=bottom, height=height)
        if self.others is not None:
            self.put(self.others, left=left + width - beside, width=beside, bottom=bottom, height=height)

    def _wide(self, m: Metrics) -> None:
        cols = m.columns
        self.put(self.title, left=4.2, width=cols - 38, top=2.4, height=5.6)
        self.title.show(_("Where to tonight?"))
        self.put(self.gear, right=3.2, width=8, top=1.2, height=8)
        self.put(self.language, right=11.6, width=13.5, top=1.2, height=8)
        self.put(self.sparks, left=0, right=0, top=31, height=15)
        step = (cols - 8.4 + 3.4) / len(self.gates)
        high = self.height / m.u - 24.75
        for i, gate in enumerate(self.gates):
            self.put(gate, left=4.2 + i * step, width=step - 3.4, top=10.5, height=high)
        self.put(self.rail, left=0, right=0, top=10.5 + high, height=1.3)
        third = (cols - 8.4 + 3.4) / 3
        if self.resume is not None:
            self._put_beside(self.resume, left=4.2, width=2 * third - 3.4, bottom=2, height=8.5)
        self.put(self.memories, left=4.2 + 2 * third, width=third - 3.4, bottom=2, height=8.5)

    def _upright(self, m: Metrics) -> None:
        self.put(self.title, left=4, width=31, top=4, height=12)
        self.title.show(_("Where to\ntonight?"))
        self.put(self.gear, right=3, width=8, top=3.6, height=8)
        self.put(self.language, right=11, width=13.5, top=3.6, height=8)
        self.put(self.sparks, left=0, right=0, top=84, height=12)
        step = min(23.4, (self.height / m.u - 18.6 - (21.6 if self.resume else 12)) / len(self.gates))
        for i, (gate, rail) in enumerate(zip(self.gates, self.rails, strict=True)):
            top = 18.6 + i * step
            self.put(gate, left=4, right=4, top=top, height=step - 1.9)
            self.put(rail, left=4, width=18, top=top + step - 1.9, height=1.3)
        if self.resume is not None:
            self.put(self.resume, left=4, right=4, bottom=11.6, height=8.8)
        self._put_beside(self.memories, left=4, width=m.columns - 8, bottom=1.8, height=8.8)
