"""Before the first turn: the cards are shuffled and dealt, the tokens come on the circles."""

from __future__ import annotations

from companion.engine.prompt import Prompt
from companion.games.hellrail.view import HellRailView
from kiosk.context import KioskContext
from kiosk.i18n import _, spoken
from kiosk.icons import Icon
from kiosk.screens.sheet import Sheet, foot
from kiosk.theme import C, Metrics
from kiosk.widgets import background as fires
from kiosk.widgets.background import Fire
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text
from kiosk.widgets.order import Order


class Deal(Sheet):
    """One order, one key. Who begins is known already, or was chosen in the set-up."""

    def __init__(self, context: KioskContext, first: str) -> None:
        super().__init__(context)
        self.icon = Icon("pile", C.ember)
        prompt = context.prompt
        assert prompt is not None
        self.order = Order(spoken(prompt.title), size=14)
        self.hint = Text(spoken(prompt.hint), "body", C.ash, lines=3)
        for widget in (self.icon, self.order, self.hint):
            self.add_widget(widget)
        self.first = first
        self.go = Key(_("It is dealt"), "check", kind="prime", action=self._deal)
        self.set_keys(self.go)

    @property
    def burning(self) -> Fire:
        return fires.SETUP

    def update(self, view: HellRailView, prompt: Prompt | None) -> None:
        """Nothing in it changes."""

    def _deal(self) -> None:
        begins = f"first:{self.first}"
        self.context.choose(begins if self.first and self.context.may(begins) else "ok")

    def lay(self, m: Metrics) -> None:
        top = 6.0 if m.wide else 20.0
        self.put(self.icon, left=4, width=11, top=top, height=11)
        self.put(self.order, left=4, right=4, top=top + 13, height=10 if m.wide else 24)
        self.put(self.hint, left=4.2, right=4, bottom=foot(m) + 2, height=9 if m.wide else 13)
