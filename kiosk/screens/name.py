"""One player's name: those known already, or letters."""

from __future__ import annotations

from functools import partial
from typing import Any

from msgspec.structs import replace

from kiosk.context import KioskContext
from kiosk.i18n import _, language
from kiosk.screens.screen import Screen
from kiosk.theme import C, Metrics
from kiosk.widgets.background import SETUP, Background
from kiosk.widgets.key import Key
from kiosk.widgets.keyboard import LETTERS, Keyboard, Layer, capitalised
from kiosk.widgets.label import Text
from kiosk.widgets.stack import row

ACCENTS = ("ÀÂÄÁÃÅÆÇÉÈ", "ÊËÍÎÏÓÔÖÕØ", "ŒÚÙÛÜÑŸ’-")
LONGEST = 10
"""Letters of a name: what a third of the narrowest screen holds."""
KNOWN = 6


class Name(Screen):
    """Who sits at a place: a name that was typed before, or a new one."""

    def __init__(self, context: KioskContext, index: int, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        self.index = index
        self.add_widget(Background(SETUP))
        self.text = ""
        self.title = Text(_("Who plays here?"), "body", C.ash)
        self.shown = Text("", "name", size=6)
        taken = {s.name for i, s in enumerate(context.seats()) if i != index}
        known = [n for n in context.settings.now.names if n not in taken][:KNOWN]
        self.known = [Key(n, align="center", action=partial(self.take, n)) for n in known]
        layers = {
            "letters": Layer(LETTERS[language()], (("ëï", "accents"),), turn_weight=1),
            "accents": Layer(ACCENTS, (("abc", "letters"),), turn_weight=1, once=True),
        }
        self.keyboard = Keyboard(layers, self.add)
        self.wipe = Key(_("Erase"), "erase", action=self.rub)
        self.back = Key(_("Back"), "back", icon_size=3, action=lambda: context.open_screen(context.room.naming))
        self.done = Key(_("Done"), "check", kind="prime", action=lambda: self.take(self.text))
        self.say()

    def add(self, letter: str) -> None:
        """One more letter."""
        if len(self.text) < LONGEST:
            self.text = capitalised(self.text, letter)
            self.say()

    def rub(self) -> None:
        """One letter less."""
        self.text = self.text[:-1]
        self.say()

    def say(self) -> None:
        """Show what is written."""
        seats = self.context.seats()
        self.shown.show(self.text or seats[self.index].name, C.bone if self.text else C.ash)
        others = {s.name for i, s in enumerate(seats) if i != self.index}
        self.wipe.enabled = bool(self.text)
        self.done.enabled = bool(self.text.strip("-’ ")) and self.text not in others

    def take(self, name: str) -> None:
        """That is the name."""
        seats = self.context.seats()
        seats[self.index] = replace(seats[self.index], name=name)
        self.context.set_seats(seats)
        self.context.open_screen(self.context.room.naming)

    def arrange(self, m: Metrics) -> None:
        wide = m.wide
        top = 1.6 if wide else 6
        self.put(self.title, left=4, right=25, top=top, height=3.6)
        self.put(self.shown, left=4, right=25, top=top + 3.6, height=6.4 if wide else 8)
        self.put(self.wipe, right=4, width=20, top=2.6 if wide else 8, height=8.2)
        if self.known:
            per = min(KNOWN, len(self.known)) if wide else 3
            step = (m.columns - 8 + 1.2) / per
            for i, key in enumerate(self.known):
                y = 12.4 if wide else 22 + i // per * 9.6
                self.put(key, left=4 + i % per * step, width=step - 1.2, top=y, height=7.4 if wide else 8.2)
        side = 4 if wide else 1.5
        top, height = (21.4, 27.2) if wide else (52, 29)
        self.put(self.keyboard, left=side, right=side, top=top, height=height)
        row(self, [self.back, self.done], bottom=1.6, height=8.2, weights=[24, 66] if wide else [21, 32])
