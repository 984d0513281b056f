"""A delivery whose value the companion does not know: its owner enters it under the thumb, nobody else sees it."""

from __future__ import annotations

from companion.engine.prompt import Prompt
from companion.games.hellrail.view import HellRailView
from kiosk.context import KioskContext
from kiosk.i18n import _, spoken
from kiosk.screens.hellrail.marks import PlayerMark
from kiosk.screens.hellrail.words import active
from kiosk.screens.sheet import Sheet, foot
from kiosk.theme import C, Metrics
from kiosk.widgets import background as fires
from kiosk.widgets.background import Fire
from kiosk.widgets.hold_dial import HoldDial
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text

VALUES = tuple(str(n) for n in range(1, 13))


class Covered(Sheet):
    """The prompt `worth_alone`. The value goes straight into what is chosen and stays nowhere."""

    def __init__(self, context: KioskContext) -> None:
        super().__init__(context)
        self.mark = PlayerMark()
        self.title = Text("", "name", face="bold", size=6)
        hold = _("Hold, slide to what the car is worth, lift.")
        if context.reads:
            hold = _("Hold, slide to what the car is worth, lift. Or lay its card on the reader.")
        self.hint = Text(hold, "body", C.ash, lines=3)
        self.dial = HoldDial(VALUES, self._seen)
        for widget in (self.mark, self.title, self.hint, self.dial):
            self.add_widget(widget)
        self.back = Key(_("Back"), "back", icon_size=3, action=context.back)
        self.go = Key(_("Deliver"), "deliver", kind="ok", action=self._deliver)
        self.go.enabled = False
        self.set_keys(self.back, self.go)

    @property
    def burning(self) -> Fire:
        return fires.OUT

    def update(self, view: HellRailView, prompt: Prompt | None) -> None:
        self.mark.show(active(view))
        if self.context.prompt is not None:
            self.title.show(spoken(self.context.prompt.hint))

    def _seen(self) -> None:
        self.go.enabled = True

    def _deliver(self) -> None:
        if self.dial.ready:
            self.go.enabled = False
            self.context.choose(f"c{self.dial.take()}")

    def closed(self) -> None:
        self.dial.forget()

    def lay(self, m: Metrics) -> None:
        wide = m.wide
        top = 3.4 if wide else 8.0
        self.title.lines = 1 if wide else 2
        self.put(self.mark, left=4, width=7.6, top=top, height=7.6)
        self.put(self.title, left=13.4, right=4, top=top - 1, height=9.6 if wide else 14)
        self.put(self.hint, left=4.2, right=4, top=top + (9 if wide else 15), height=8 if wide else 12)
        self.dial.prepare()
        first = top + (19 if wide else 30)
        end = m.rows - foot(m) - (0.8 if wide else 3)
        self.put(self.dial, left=4, right=4, top=first, height=end - first)
