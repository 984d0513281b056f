"""One player's name: those known already, or letters."""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.presentation.colours import C
from companion.presentation.i18n import _, language
from kiosk.context import KioskContext
from kiosk.layout import Column, Grid, Leaf, Row, Space, Split
from kiosk.screens.screen import Screen
from kiosk.theme import MARGIN
from kiosk.widgets.background import SETUP, Background
from kiosk.widgets.key import Key
from kiosk.widgets.keyboard import LETTERS, PAD, Keyboard, Layer, Typed, capitalised
from kiosk.widgets.label import Text

ACCENTS = ("ÀÂÄÁÃÅÆÇÉÈ", "ÊËÍÎÏÓÔÖÕØ", "ŒÚÙÛÜÑŸ’-")
LONGEST = 10
"""Letters of a name: what a third of the narrowest screen holds."""
KNOWN = 6


class Name(Typed, Screen):
    """Who sits at a place: a name that was typed before, or a new one."""

    longest = LONGEST

    def __init__(self, context: KioskContext, index: int, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        self.index = index
        self.add_widget(Background(SETUP))
        self.title = Text(_("Who plays here?"), "body", C.ash)
        self.shown = Text("", "name", size=6)
        known = [name for name in context.known_names() if len(name) <= LONGEST][:KNOWN]
        keys = [Key(name, align="center", action=partial(self.take, name)) for name in known]
        layers = {
            "letters": Layer(LETTERS[language()], (("ëï", "accents"),), turn_weight=1),
            "accents": Layer(ACCENTS, (("abc", "letters"),), turn_weight=1, once=True),
        }
        self.wipe = Key(_("Erase"), "erase", action=self.erase)
        back = Key(_("Back"), "back", icon_size=3, action=lambda: context.open_screen(context.ui.naming))
        self.done = Key(_("Done"), "check", kind="prime", action=lambda: self.take(self.text))
        self.compose(
            Column(
                Row(
                    Column(Leaf(self.title, 3.6), self.shown, gap=0),
                    Column(Space(), Leaf(self.wipe, 8.2), size=20),
                    size=(10, 11.6),
                ),
                Split(wide=Row(*keys, size=7.4), upright=Grid(*keys, columns=3, most=8.2, size=17.8)),
                Space(),
                Row(Keyboard(layers, self.add), size=(27, 29), pad=PAD),
                Split(upright=Space()),
                Row(back, Leaf(self.done, weight=(2.7, 1.5)), size=8.2),
                pad=(MARGIN, (1.2, 6), MARGIN, 1.4),
            )
        )
        self.say()

    def joined(self, letter: str) -> str:
        return capitalised(self.text, letter)

    def say(self) -> None:
        seats = self.context.seats()
        self.shown.show(self.text or seats[self.index].name, C.bone if self.text else C.ash)
        others = {s.name for i, s in enumerate(seats) if i != self.index}
        self.wipe.enabled = bool(self.text)
        self.done.enabled = bool(self.text.strip("-’ ")) and self.text not in others

    def take(self, name: str) -> None:
        self.context.name_seat(self.index, name)
        self.context.open_screen(self.context.ui.naming)
