"""One player's name: those known already, or letters."""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.engine.player_names import plain
from companion.presentation.colours import C
from companion.presentation.cut import LONGEST
from companion.presentation.i18n import _, language
from kiosk.display.theme import MARGIN
from kiosk.screens.evenings import what_goes
from kiosk.screens.screen import Screen
from kiosk.table.context import KioskContext
from kiosk.widgets.background import SETUP, Background
from kiosk.widgets.key import Key
from kiosk.widgets.keyboard import LETTERS, PAD, Keyboard, LetterLayer, Typed, capitalised
from kiosk.widgets.label import Text
from kiosk.widgets.layout import Column, FreeSpace, Grid, Layers, Leaf, Row, Split

ACCENTS = ("ÀÂÄÁÃÅÆÇÉÈ", "ÊËÍÎÏÓÔÖÕØ", "ŒÚÙÛÜÑŸ’-")
DIGITS = ("1234567890", "-’&.")
KNOWN = 5


class NameScreen(Typed, Screen):
    """The name of a seat: one that was typed before, or a new one.

    A name that is offered can be forgotten here; its key asks once more.
    """

    longest = LONGEST

    def __init__(self, context: KioskContext, index: int, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        self.index = index
        self.forgetting = False
        self.asked = ""
        """The name whose key asks whether it is to be forgotten."""
        self.add_widget(Background(SETUP))
        self.title = Text("", "body", C.ash)
        self.question = Text("", "small", C.brim, lines=4)
        """What is forgotten, in the place of what is written."""
        self.shown = Text("", "event", size=6, face="black")
        self.known = {name: Key(name, align="center", action=partial(self.touch, name)) for name in self._offered()}
        self.forget = Key(_("Forget"), "cross", icon_size=2.8, action=self._forget)
        self.forget.visible = bool(self.known)
        keys = (*self.known.values(), self.forget)
        digits = ("123", "digits")
        layers = {
            "letters": LetterLayer(LETTERS[language()], (("ëï", "accents"), digits), 1.7, turn_weight=1),
            "accents": LetterLayer(ACCENTS, (("abc", "letters"), digits), 1.7, turn_weight=1, once=True),
            "digits": LetterLayer(DIGITS, (("abc", "letters"),), 1.7, turn_weight=1),
        }
        self.wipe = Key(_("Erase"), "erase", action=self.erase)
        back = Key(_("Back"), "back", icon_size=3, action=context.go.close)
        self.done = Key(_("Done"), "check", kind="prime", action=lambda: self.take(plain(self.text)))
        self.compose(
            Column(
                Row(
                    Layers(Column(Leaf(self.title, 3.6), self.shown, gap=0), self.question),
                    Column(FreeSpace(), Leaf(self.wipe, 8.2), size=20),
                    size=(10, 13),
                ),
                Split(wide=Row(*keys, size=7.4), upright=Grid(*keys, columns=3, most=8.2, size=17.8)),
                FreeSpace(),
                Row(Keyboard(layers, self.add), size=(27, 33), pad=PAD),
                Split(upright=FreeSpace()),
                Row(back, Leaf(self.done, weight=(2.7, 1.5)), size=8.2),
                pad=(MARGIN, (1.2, 6), MARGIN, 1.4),
            )
        )
        self.say()

    def _offered(self) -> list[str]:
        return self.context.set_up.known_names()[:KNOWN]

    def joined(self, letter: str) -> str:
        return capitalised(self.text, letter)

    def say(self) -> None:
        seats = self.context.set_up.seats()
        self.shown.show(self.text or seats[self.index].name, C.bone if self.text else C.ash)
        others = {plain(s.name) for i, s in enumerate(seats) if i != self.index}
        taken = plain(self.text) in others
        self.title.visible = self.shown.visible = not self.forgetting
        self.question.visible = self.forgetting
        goes = what_goes(self.context, self.asked) if self.asked else [_("Touch a name to forget it.")]
        self.question.show(" ".join(goes[1:-1]) or goes[0])
        if self.full:
            self.title.show(_("{most} letters at most.").format(most=LONGEST), C.brim)
        elif taken:
            self.title.show(_("Somebody else is called so."), C.brim)
        else:
            self.title.show(_("Who plays here?"), C.ash)
        for name, key in self.known.items():
            asks = name == self.asked
            key.show(label=_("Really?") if asks else name, kind="danger" if asks else "plain")
        if self.forgetting:
            self.forget.show(label=_("Keep"), icon="back")
        else:
            self.forget.show(label=_("Forget"), icon="cross")
        self.wipe.enabled = bool(self.text)
        self.done.enabled = bool(self.text.strip("-’&. ")) and not taken
        why = _("Somebody else is called so.") if taken else _("Write a name first")
        self.done.when_dim = partial(self.title.show, why, C.brim)

    def touch(self, name: str) -> None:
        """Choose a name; or forget it, which takes a second touch."""
        if not self.forgetting:
            self.take(name)
        elif not self.context.armed.take(self.known[name]):
            self.context.armed.arm(self.known[name], partial(self._ask, ""))
            self._ask(name)
        else:
            self.context.set_up.forget_name(name)
            self.context.go.open(f"name:{self.index}")

    def _ask(self, name: str) -> None:
        self.asked = name
        self.say()

    def _forget(self) -> None:
        self.forgetting, self.asked = not self.forgetting, ""
        self.say()

    def take(self, name: str) -> None:
        self.context.set_up.name_seat(self.index, name)
        self.context.go.open(self.context.table.ui.naming)
