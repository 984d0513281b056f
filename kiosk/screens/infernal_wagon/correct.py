"""Corrects Infernal Wagon's counts, and enters rare events: the Exit laid, a Curse lifted, giving up."""

from __future__ import annotations

from typing import Any

from companion.engine.update import Update
from companion.games.infernal_wagon.view import WagonView
from companion.presentation.colours import C, Colour
from companion.presentation.i18n import _, clock_text
from companion.presentation.words import elapsed
from kiosk.screens.correction_screen import CorrectionScreen
from kiosk.screens.menu import call_keys
from kiosk.table.context import KioskContext
from kiosk.widgets.figures import Figures
from kiosk.widgets.key import Key
from kiosk.widgets.layout import Column, FreeSpace, Leaf, Row, Split


class WagonCorrections(CorrectionScreen):
    """The corrections; the clock runs on beside the title."""

    TOP = 2.0

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        self.clock = Figures("", size=8, align="right")
        self.give_up = Key(_("Give up"), "cross", icon_colour=C.danger, action=lambda: self.confirm("give_up"))
        self.exit = Key(_("{iw.exit} laid"), "gates", action=lambda: self.confirm("exit"))
        self._asking = {"give_up": self.give_up, "exit": self.exit}
        self._asked = ""
        """The seat whose question is open at the table, if it is one of these."""
        self.curse = Key(_("Lifted"), "curse", icon_colour=C.hex, action=self.lift)
        self.done = Key(_("Done"), "check", kind="prime", action=self.close)
        self.call = call_keys(context)

    def lift(self) -> None:
        """Lift a Curse; the playing screen asks whose."""
        self.context.ask.act("curse")
        self.context.go.open(None)

    def confirm(self, key: str) -> None:
        """Ask once more, on the key itself, before what ends the game."""
        update, prompt = self.context.table.update, self.context.table.prompt
        option = None if prompt is None else prompt.option(key)
        if update is not None and update.path == (key,):
            self.context.armed.take(self._asking[key])
            self.context.ask.choose("yes")
        else:
            self.context.ask.act(key)
            if option is None or option.move is None:
                return
        self.context.go.open(None)

    def close(self) -> None:
        """Go back to the game; what was asked on a key is forgotten by the touch."""
        self.context.go.close()

    def on_update(self, update: Update) -> None:
        super().on_update(update)
        view = update.view
        if not isinstance(view, WagonView):
            return
        there = self.curse.visible
        self.curse.visible = view.curses_left > 0
        self._ask_again("exit", _("{iw.exit} laid"), None, update)
        self._ask_again("give_up", _("Give up"), C.danger, update)
        self.give_up.enabled = update.path == ("give_up",) or self.context.table.may("give_up")
        self.second()
        if self.curse.visible is not there:
            self.rearrange()

    def _ask_again(self, name: str, label: str, tone: Colour | None, update: Update) -> None:
        """Arm the key while the table asks that."""
        key, armed = self._asking[name], self.context.armed
        if update.path == (name,):
            if self._asked != name:
                self._asked = name
                armed.arm(key, self._take_back)
            key.show(label=_("Really?"), kind="danger", icon_colour=tone and C.pit)
            return
        if self._asked == name:
            self._asked = ""
            armed.take(key)
        key.show(label=label, kind="plain", icon_colour=tone)

    def _take_back(self) -> None:
        """Take the question back: the key was not touched again."""
        if self.context.table.update is not None and self.context.table.update.path == (self._asked,):
            self.context.ask.back()

    def second(self) -> None:
        left = self.context.table.remaining()
        self.clock.show(elapsed(self.context.table.elapsed()) if left is None else clock_text(left))

    def keys(self) -> list[Key]:
        return [*([self.curse] if self.curse.visible else []), self.exit, *self.call, self.done]

    def head(self) -> Leaf:
        """Return what ends the game: here, where no page has a key."""
        self.title.lines = 2
        clock = Leaf(self.clock, 20)
        return Leaf(
            Split(
                wide=Row(self.title, Leaf(self.give_up, 20), clock, gap=0.6),
                upright=Column(Row(self.title, clock, gap=0.6), Row(FreeSpace(), Leaf(self.give_up, 26), size=8.4)),
            ),
            (9, 20),
        )
