"""A line is typed: a name, or the number that is printed on a tag."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kiosk.i18n import _, language
from kiosk.screens.box.page import Page
from kiosk.screens.name import LAYOUTS
from kiosk.theme import C, Metrics
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text
from kiosk.widgets.stack import row

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
        lines = DIGITS if digits else ("1234567890", *LAYOUTS[language()])
        self.rows = [[Key(c, align="center", action=partial(self.type, c)) for c in line] for line in lines]
        self.space = Key(_("blank"), align="center", action=partial(self.type, " "))
        self.wipe = Key(icon="undo", action=self.rub)
        self.add(self.title, self.shown, self.wipe, *(key for line in self.rows for key in line))
        if not digits:
            self.add(self.space)
        back = Key(_("Back"), "back", icon_size=3, action=screen.home)
        self.done = Key(_("Done"), "check", kind="prime", action=lambda: self.take(self.text.strip()))
        self.set_keys(back, self.done)

    def type(self, letter: str) -> None:
        """One more; after the first, letters are small."""
        if len(self.text) < LONGEST and not (letter == " " and not self.text):
            start = self.digits or not self.text or self.text[-1] in " -’"
            self.text += letter if start else letter.lower()
            self.refresh()

    def rub(self) -> None:
        """One less."""
        self.text = self.text[:-1]
        self.refresh()

    def refresh(self) -> None:
        self.shown.show(self.text or "–", C.bone if self.text else C.ash)
        self.done.enabled = bool(self.text.strip())

    def lay(self, m: Metrics) -> None:
        top, end = (1.6 if m.wide else 8.0), self.end(m)
        self.put(self.title, left=4, right=15, top=top, height=4)
        self.put(self.shown, left=4, right=15, top=top + 4, height=7)
        self.put(self.wipe, right=4, width=9.6, top=top + 1, height=8.4)
        side = 4.0 if m.wide else 1.5
        rows = len(self.rows) + (0 if self.digits else (0 if m.wide else 1))
        first = top + 12
        gap = 0.8 if m.wide else 1.2
        high = min(11.0, (end - 0.8 - first - (rows - 1) * gap) / rows)
        for i, line in enumerate(self.rows):
            keys = [*line, self.space] if m.wide and not self.digits and i == 0 else line
            weights = [1.0] * len(line) + [2.0] * (len(keys) - len(line))
            y = first + i * (high + gap)
            row(self, keys, top=y, height=high, left=side, right=side, gap=0.5, weights=weights)
        if not self.digits and not m.wide:
            y = first + len(self.rows) * (high + gap)
            row(self, [self.space], top=y, height=high, left=12, right=12)
