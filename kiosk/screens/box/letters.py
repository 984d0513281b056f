"""A line is typed: a name, or the number that is printed on a tag."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kiosk.i18n import _, language
from kiosk.screens.box.page import Page
from kiosk.theme import C, Metrics
from kiosk.widgets.key import Key
from kiosk.widgets.keyboard import LETTERS, Keyboard, Layer, capitalised
from kiosk.widgets.label import Text

LONGEST = 24
DIGITS = ("1234567890", "ABCDEF,")


class Letters(Page):
    """`done` gets what was typed."""

    takes_tags = False

    def __init__(
        self, screen: Any, title: str, text: str, done: Callable[[str], object], digits: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(screen, **kwargs)
        self.text, self.digits, self.take = text, digits, done
        self.title = Text(title, "body", C.ash)
        self.shown = Text("", "name", size=6)
        layer = Layer(DIGITS) if digits else Layer(("1234567890", *LETTERS[language()]), space=True)
        self.keyboard = Keyboard({"letters": layer}, self.type)
        self.wipe = Key(_("Erase"), "erase", action=self.rub)
        self.add(self.title, self.shown, self.wipe, self.keyboard)
        back = Key(_("Back"), "back", icon_size=3, action=screen.home)
        self.done = Key(_("Done"), "check", kind="prime", action=lambda: self.take(self.text.strip()))
        self.set_keys(back, self.done)

    def type(self, letter: str) -> None:
        """One more; numbers have large letters only."""
        if len(self.text) < LONGEST and not (letter == " " and not self.text):
            self.text = self.text + letter if self.digits else capitalised(self.text, letter)
            self.refresh()

    def rub(self) -> None:
        """One less."""
        self.text = self.text[:-1]
        self.refresh()

    def refresh(self) -> None:
        self.shown.show(self.text or "–", C.bone if self.text else C.ash)
        self.wipe.enabled = bool(self.text)
        self.done.enabled = bool(self.text.strip())

    def lay(self, m: Metrics) -> None:
        top, end = (1.6 if m.wide else 8.0), self.end(m)
        self.put(self.title, left=4, right=25 if m.wide else 4, top=top, height=4)
        self.put(self.shown, left=4, right=25, top=top + 4, height=7)
        self.put(self.wipe, right=4, width=20, top=top + 1 if m.wide else top + 4.8, height=8.4)
        side = 4.0 if m.wide else 1.5
        first = top + (12 if m.wide else 15)
        room = end - 0.8 - first
        lines = 2 if self.digits else 4 if m.wide else 5
        self.put(self.keyboard, left=side, right=side, top=first, height=min(room, 12.0 * lines))
