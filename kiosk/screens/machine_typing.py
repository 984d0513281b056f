"""What is typed in on pages of the machine, and these pages by their names."""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.engine.config import BadValue
from companion.presentation.colours import C
from companion.presentation.i18n import Language, _, language
from companion.tools.machine.settings import KnownValues, MachineChoice, Wifi, check_choice
from kiosk.screens.machine import (
    JoiningPage,
    LanguagePage,
    MachinePage,
    NetworkPage,
    RegionPage,
    TimezonePage,
    TownsPage,
    WifiPage,
    short_network,
)
from kiosk.screens.screen import Screen, page
from kiosk.table.context import KioskContext
from kiosk.table.machine import Machine
from kiosk.widgets.key import Key
from kiosk.widgets.keyboard import PAD, Keyboard, LetterLayer, Typed
from kiosk.widgets.layout import FreeSpace, Leaf, Row, Split

PLAIN = {"fr": ("azertyuiop", "qsdfghjklm", "wxcvbn"), "en": ("qwertyuiop", "asdfghjkl", "zxcvbnm")}
SIGNS = ("1234567890", "@#&*-_+=/\\", "!?.,:;'\"")
MORE = ("()[]{}<>|~", "$%^`")


def letter_layers(language: Language) -> dict[str, LetterLayer]:
    """Return small letters, large ones, signs, more signs."""
    small = PLAIN[language]
    large = tuple(line.upper() for line in small)
    return {
        "plain": LetterLayer(small, (("ABC", "large"), ("123", "signs")), space=2),
        "large": LetterLayer(large, (("abc", "plain"), ("123", "signs")), space=2),
        "signs": LetterLayer(SIGNS, (("abc", "plain"), ("([{", "more")), space=2),
        "more": LetterLayer(MORE, (("abc", "plain"), ("123", "signs")), space=2),
    }


class MachineTypingPage(Typed, MachinePage):
    """:param what: `name:` of a network, or `password:` and the network's name."""

    longest = 63

    def __init__(self, context: KioskContext, machine: Machine, what: str, **kwargs: Any) -> None:
        kind, _colon, self.name = what.partition(":")
        self.names = kind == "name"
        title = (
            _("The name of the Wi-Fi") if self.names else _("Password: {name}").format(name=short_network(self.name))
        )
        super().__init__(context, machine, title, **kwargs)
        self.asked = title
        self.rub = Key(_("Erase"), "erase", action=self.erase)
        back = Key(_("Back"), "back", icon_size=3, action=context.go.close)
        without = Key(_("No password"), "check", icon_size=3, action=partial(self.take, ""))
        without.visible = not self.names
        self.done = Key(_("Done"), "check", kind="prime", action=lambda: self.take(self.text))
        self.keyboard = Keyboard(letter_layers(language()), self.add)
        self.compose(
            page(
                self.title,
                Row(self.line, Leaf(self.rub, 20), size=8),
                Split(upright=FreeSpace()),
                Row(self.keyboard, size=(29, 39), pad=PAD),
                Split(upright=Leaf(without, 8.2)),
                Row(back, Split(wide=without), self.done, size=8.2),
            )
        )
        self.say()

    def _wifi(self, text: str) -> Wifi:
        return Wifi(text) if self.names else Wifi(self.name, text)

    def say(self) -> None:
        """Show what is written; enable Done if it is valid."""
        self.line.show(f"{self.text}_", C.bone)
        self.rub.enabled = bool(self.text)
        wrong = _("A name has 1 to 32 letters") if self.names else _("A password has 8 to 63 letters")
        try:
            check_choice(KnownValues(), MachineChoice(network="wifi", wifi=self._wifi(self.text)))
        except BadValue:
            why = wrong
        else:
            why = "" if self.text else wrong
        self.allow(self.done, self.title, self.asked, C.bone, why)

    def take(self, text: str) -> None:
        if self.names:
            self.context.go.open(f"machine:type:password:{text}")
            return
        self.machine.choose(network="wifi", wifi=self._wifi(text))
        self.context.go.open("machine:joining")


def machine_page(name: str, context: KioskContext) -> Screen:
    """Make a page by its name.

    :raises KeyError: if there is none, or no machine.
    """
    _machine, what, rest = (*name.split(":", 2), "", "")[:3]
    if context.services.machine is None:
        raise KeyError(name)
    match what:
        case "language":
            return LanguagePage(context, context.services.machine)
        case "timezone":
            return TimezonePage(context, context.services.machine)
        case "region":
            return RegionPage(context, context.services.machine)
        case "towns":
            region, _colon, page = rest.partition(":")
            return TownsPage(context, context.services.machine, region, int(page or 0))
        case "network":
            return NetworkPage(context, context.services.machine)
        case "wifi":
            return WifiPage(context, context.services.machine, int(rest or 0))
        case "joining":
            return JoiningPage(context, context.services.machine)
        case "type":
            return MachineTypingPage(context, context.services.machine, rest)
    raise KeyError(name)
