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
from kiosk.widgets.label import Text
from kiosk.widgets.stack import row

LAYOUTS = {
    "fr": ("AZERTYUIOP", "QSDFGHJKLM", "WXCVBNÉÈ-"),
    "en": ("QWERTYUIOP", "ASDFGHJKL’", "ZXCVBNMÉ-"),
}
ACCENTS = ("ÀÂÄÁÃÅÆÇÉÈ", "ÊËÍÎÏÓÔÖÕØ", "ŒÚÙÛÜÑŸ’-")
"""The letters behind the last key; whoever has written one is back at the others."""
LONGEST = 10
"""Letters of a name: what a third of the narrowest screen holds."""
KNOWN = 6


class Name(Screen):
    """A small keyboard of our own: ten keys a row, none smaller than a finger."""

    def __init__(self, context: KioskContext, index: int, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        self.index = index
        self.add_widget(Background(SETUP))
        self.text = ""
        self.shown = Text("", "name", size=6)
        taken = {s.name for i, s in enumerate(context.seats()) if i != index}
        known = [n for n in context.settings.now.names if n not in taken][:KNOWN]
        self.known = [Key(n, align="center", action=partial(self.take, n)) for n in known]
        self.accents = False
        self.letters: list[list[Key]] = []
        self.wipe = Key(_("Erase"), "back", icon_size=3, action=self.rub)
        self.back = Key(_("Back"), "back", icon_size=3, action=lambda: context.open_screen(context.room.naming))
        self.done = Key(_("Done"), "check", kind="prime", action=lambda: self.take(self.text))
        self._deal()
        self.say()

    def _deal(self) -> None:
        """The letters, or those with accents; the last key leads from one to the other."""
        for line in self.letters:
            for key in line:
                self.remove_widget(key)
        lines = ACCENTS if self.accents else LAYOUTS[language()]
        self.letters = [[Key(c, align="center", action=partial(self.add, c)) for c in line] for line in lines]
        self.letters[-1].append(Key("abc" if self.accents else "ëï", align="center", action=self.switch))
        for line in self.letters:
            for key in line:
                self.add_widget(key)
        self.rearrange()

    def switch(self) -> None:
        """To the accents, or back from them."""
        self.accents = not self.accents
        self._deal()

    def add(self, letter: str) -> None:
        """One more letter; the first is large."""
        if len(self.text) < LONGEST:
            start = not self.text or self.text[-1] in "-’"
            self.text += letter if start else letter.lower()
            self.say()
        if self.accents:
            self.switch()

    def rub(self) -> None:
        """One letter less."""
        self.text = self.text[:-1]
        self.say()

    def say(self) -> None:
        """Show what is written."""
        seats = self.context.seats()
        self.shown.show(self.text or seats[self.index].name, C.bone if self.text else C.ash)
        others = {s.name for i, s in enumerate(seats) if i != self.index}
        self.done.enabled = bool(self.text.strip("-’ ")) and self.text not in others

    def take(self, name: str) -> None:
        """That is the name."""
        seats = self.context.seats()
        seats[self.index] = replace(seats[self.index], name=name)
        self.context.set_seats(seats)
        self.context.open_screen(self.context.room.naming)

    def arrange(self, m: Metrics) -> None:
        wide = m.wide
        self.put(self.shown, left=4, right=25, top=3 if wide else 8, height=8)
        self.put(self.wipe, right=4, width=20, top=2.6 if wide else 8, height=8.2)
        if self.known:
            per = min(KNOWN, len(self.known)) if wide else 3
            step = (m.columns - 8 + 1.2) / per
            for i, key in enumerate(self.known):
                y = 12.4 if wide else 22 + i // per * 9.6
                self.put(key, left=4 + i % per * step, width=step - 1.2, top=y, height=7.4 if wide else 8.2)
        top, high = (21.4, 8.4) if wide else (52, 9)
        for i, line in enumerate(self.letters):
            row(
                self,
                line,
                top=top + i * (high + 1),
                height=high,
                left=4 if wide else 1.5,
                right=4 if wide else 1.5,
                gap=0.8 if wide else 0.5,
            )
        row(self, [self.back, self.done], bottom=1.6, height=8.2, weights=[24, 66] if wide else [21, 32])
