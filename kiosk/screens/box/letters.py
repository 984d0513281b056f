"""A line is typed: a name, or the number that is printed on a tag."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.presentation.colours import C
from companion.presentation.i18n import _, language
from kiosk.screens.box.page import BoxPage
from kiosk.widgets.key import Key
from kiosk.widgets.keyboard import LETTERS, PAD, Keyboard, LetterLayer, Typed, capitalised
from kiosk.widgets.label import Text
from kiosk.widgets.layout import Column, Leaf, Row, Split

DIGITS = ("1234567890", "ABCDEF,")


class Letters(Typed, BoxPage):
    """`done` gets what was typed."""

    takes_tags = False
    longest = 24

    def __init__(
        self, screen: Any, title: str, text: str, done: Callable[[str], object], digits: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(screen, **kwargs)
        self.text, self.digits, self.take = text, digits, done
        self.asked = title
        self.title = Text(title, "body", C.ash)
        self.shown = Text("", "name", size=6)
        layer = LetterLayer(DIGITS) if digits else LetterLayer(("1234567890", *LETTERS[language()]), space=2)
        keyboard = Keyboard({"letters": layer}, self.add)
        self.wipe = Key(_("Erase"), "erase", action=self.erase)
        wipe = Column(Leaf(self.wipe, 8.4), pad=(0, (1, 0), 0, 0), size=20)
        self.compose(
            Column(
                Split(upright=Leaf(self.title, 4)),
                Row(Column(Split(wide=Leaf(self.title, 4)), self.shown, gap=0), wipe, size=(11, 8.4)),
                Row(keyboard, size=24 if digits else (35, 60), pad=PAD),
                gap=(1, 1.6),
                pad=(0, (1.6, 8), 0, 0.8),
            )
        )
        back = Key(_("Back"), "back", icon_size=3, action=screen.home)
        self.done = Key(_("Done"), "check", kind="prime", action=lambda: self.take(self.text.strip()))
        self.set_keys(back, self.done)

    def joined(self, letter: str) -> str:
        """Return the text with one letter more: numbers have large letters only, and a text begins with no space."""
        if letter == " " and not self.text:
            return ""
        return self.text + letter if self.digits else capitalised(self.text, letter)

    def say(self) -> None:
        self.refresh()

    def refresh(self) -> None:
        self.shown.show(self.text or "–", C.bone if self.text else C.ash)
        self.wipe.enabled = bool(self.text)
        why = "" if self.text.strip() else _("Write something first")
        self.allow(self.done, self.title, self.asked, C.ash, why)
