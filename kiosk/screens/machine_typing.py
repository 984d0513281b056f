"""A name or a password of a Wi-Fi, on a keyboard of our own: every sign that a password may have."""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.engine.config import BadValue
from companion.machine.settings import Choice, Known, Wifi, check
from kiosk.context import KioskContext
from kiosk.i18n import _, language
from kiosk.machine import Machine
from kiosk.screens.machine import MachinePage, short
from kiosk.theme import C, Metrics
from kiosk.widgets.key import Key
from kiosk.widgets.stack import row

PLAIN = {"fr": ("azertyuiop", "qsdfghjklm", "wxcvbn"), "en": ("qwertyuiop", "asdfghjkl", "zxcvbnm")}
SIGNS = ("1234567890", "@#&*-_+=/\\", "!?.,:;'\"")
MORE = ("()[]{}<>|~", "$%^`")
LONGEST = 63


class TypingPage(MachinePage):
    """:param what: `name:` of a network, or `password:` and the network's name."""

    def __init__(self, context: KioskContext, machine: Machine, what: str, **kwargs: Any) -> None:
        kind, _colon, self.name = what.partition(":")
        self.names = kind == "name"
        title = _("The name of the Wi-Fi") if self.names else _("Password: {name}").format(name=short(self.name))
        super().__init__(context, machine, title, **kwargs)
        self.text = ""
        self.layer = "plain"
        self.lines: list[list[Key]] = []
        self.turns: list[Key] = []
        """To other letters and signs; and the space."""
        self.rub = Key(_("Erase"), "back", icon_size=3, action=self.erase)
        self.back = Key(_("Back"), "back", icon_size=3, action=lambda: context.open_screen("machine:wifi"))
        self.open = Key(_("No password"), "check", icon_size=3, action=partial(self.take, ""))
        self.open.visible = not self.names
        self.done = Key(_("Done"), "check", kind="prime", action=lambda: self.take(self.text))
        self._deal()
        self.say()

    def _deal(self) -> None:
        for line in (*self.lines, self.turns):
            for key in line:
                self.remove_widget(key)
        lines: tuple[str, ...]
        match self.layer:
            case "signs":
                lines, turns = SIGNS, (("abc", "plain"), ("([{", "more"))
            case "more":
                lines, turns = MORE, (("abc", "plain"), ("123", "signs"))
            case "large":
                lines, turns = tuple(line.upper() for line in PLAIN[language()]), (("abc", "plain"), ("123", "signs"))
            case _:
                lines, turns = PLAIN[language()], (("ABC", "large"), ("123", "signs"))
        self.lines = [[self._letter(c) for c in line] for line in lines]
        space = Key(_("Space"), align="center", action=partial(self.add, " "))
        self.turns = [Key(label, align="center", action=partial(self.turn, layer)) for label, layer in turns]
        self.turns.append(space)
        for line in (*self.lines, self.turns):
            for key in line:
                self.add_widget(key)
        self.rearrange()

    def _letter(self, letter: str) -> Key:
        return Key(letter, align="center", action=partial(self.add, letter))

    def turn(self, layer: str) -> None:
        """Other letters or signs."""
        self.layer = layer
        self._deal()

    def add(self, letter: str) -> None:
        """One more."""
        if len(self.text) < LONGEST:
            self.text += letter
            self.say()

    def erase(self) -> None:
        """One less."""
        self.text = self.text[:-1]
        self.say()

    def _wifi(self, text: str) -> Wifi:
        return Wifi(text) if self.names else Wifi(self.name, text)

    def say(self) -> None:
        """Show what is written; Done, if it may be one."""
        left = f"{self.text}_"
        self.line.show(left, C.bone)
        try:
            check(Known(), Choice(network="wifi", wifi=self._wifi(self.text)))
        except BadValue:
            self.done.enabled = False
        else:
            self.done.enabled = bool(self.text)

    def take(self, text: str) -> None:
        """That is it."""
        if self.names:
            self.context.open_screen(f"machine:type:password:{text}")
            return
        self.machine.choose(network="wifi", wifi=self._wifi(text))
        self.context.open_screen("machine:joining")

    def arrange(self, m: Metrics) -> None:
        wide = m.wide
        top = self.put_head(m)
        self.put(self.line, left=4, right=26, top=9.4 if wide else 13, height=8)
        self.put(self.rub, right=4, width=20, top=9.4 if wide else 13, height=8)
        top, high = (20, 8.6) if wide else (46, 9)
        rows = [*self.lines[:-1], [*self.lines[-1], *self.turns]] if wide else [*self.lines, self.turns]
        side, gap = (4.0, 0.8) if wide else (1.5, 0.5)
        for i, line in enumerate(rows):
            weights = [2.0 if any(key is turn for turn in self.turns) else 1.0 for key in line]
            row(self, line, top=top + i * (high + 1), height=high, left=side, right=side, gap=gap, weights=weights)
        feet = [self.back, self.done]
        if self.open.visible and wide:
            feet.insert(1, self.open)
        elif self.open.visible:
            row(self, [self.open], bottom=11, height=8.2)
        row(self, feet, bottom=1.6, height=8.2)
