"""Prompts of HellRail with a sheet of their own: the deal, and the toll that Cerberus takes."""

from __future__ import annotations

from functools import partial

from companion.engine.prompt import Option, Prompt
from companion.games.hellrail.view import HellRailView
from companion.presentation.colours import C
from companion.presentation.i18n import _, spoken
from kiosk.display.theme import GAP, Metrics
from kiosk.screens.hellrail.setup_options import GAME
from kiosk.screens.prompt_sheet import Explain, explains
from kiosk.screens.sheet import Sheet, foot, lay_head
from kiosk.table.context import KioskContext
from kiosk.widgets import background as fires
from kiosk.widgets.background import Fire
from kiosk.widgets.figures import Figures
from kiosk.widgets.icons import Icon
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text
from kiosk.widgets.layout import Column, FreeSpace, Grid, Leaf, Row
from kiosk.widgets.order import Order


class DealSheet(Sheet):
    """One order, one key. The first player is known already, or was chosen in the set-up."""

    def __init__(self, context: KioskContext, first: str) -> None:
        super().__init__(context)
        self.icon = Icon("pile", C.ember)
        prompt = context.table.prompt
        assert prompt is not None
        self.order = Order(spoken(prompt.title), size=14)
        self.hint = Text(spoken(prompt.hint), "body", C.ash, lines=3)
        self.first = first
        self.go = Key(_("It is dealt"), "check", kind="prime", action=self._deal)
        self.set_keys(self.go)

    @property
    def burning(self) -> Fire:
        return fires.SETUP

    def update(self, view: HellRailView, prompt: Prompt | None) -> None:
        """Do nothing: nothing in it changes."""

    def _deal(self) -> None:
        begins = f"first:{self.first}"
        self.context.ask.choose(begins if self.first and self.context.table.may(begins) else "ok")

    def lay(self, metrics: Metrics) -> None:
        parts = Column(
            Row(Leaf(self.icon, 11), FreeSpace(), size=11), Leaf(self.order, (10, 24)), FreeSpace(), Leaf(self.hint,
            (9, 13)),
            gap=2, pad=(4, (6, 20), 4, 2),
        )  # fmt: skip
        self.put(parts, left=0, top=0, height=metrics.rows - foot(metrics))


WORTH = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10")


class Toll(Sheet):
    """The prompt `toll` as an order: more than n."""

    def __init__(self, context: KioskContext, explain: Explain) -> None:
        super().__init__(context)
        self.explain = explain
        self.dog = Icon("cerberus", C.danger)
        self.who = Text("", "small", size=3.25)
        self.title = Text("", "name", face="bold", size=7)
        self.sum = Figures("0", size=14, colour=C.brim)
        self.parts = Text("", "body", C.ash, lines=2)
        hint = _("Lay cards on the reader, or enter what each is worth.")
        self.hint = Text(hint if context.table.reads else _("Enter what each card is worth."), "body", C.ash, lines=2)
        self.digits = [Key(digit, align="center", action=partial(self.enter, digit)) for digit in WORTH]
        self.back = Key(_("Back"), "back", icon_size=3, action=lambda: context.ask.back(all=True))
        self.less = Key(_("One less"), "minus", icon_size=3, action=context.ask.back)
        self.pay = Key(_("Pay"), "check", kind="prime", action=lambda: context.ask.choose("ok"))
        self.set_keys(self.back, self.less, self.pay)

    @property
    def burning(self) -> Fire:
        return fires.ALARM

    def update(self, view: HellRailView, prompt: Prompt | None) -> None:
        update, prompt = self.context.table.update, self.context.table.prompt
        if update is None or prompt is None or prompt.id != "toll":
            return
        pay = prompt.option("ok")
        self.who.show(spoken(prompt.hint))
        self.title.show(spoken(prompt.title))
        self.parts.show(spoken(prompt.text))
        if pay is not None:
            explains(self.pay, pay, self.explain, GAME)
            self.sum.show(str(pay.label.facts.get("n", 0)), C.ok if pay.why is None else C.brim)
        self.less.enabled = len(update.path) > 1
        for digit in self.digits:
            option = _another(prompt, digit.label)
            if option is not None:
                explains(digit, option, self.explain, GAME)

    def enter(self, worth: str) -> None:
        prompt = self.context.table.prompt
        option = None if prompt is None else _another(prompt, worth)
        if option is not None:
            self.context.ask.choose(option.key)

    def lay(self, metrics: Metrics) -> None:
        first = lay_head(self, metrics, self.dog, self.who, self.title)
        parts = Column(
            Row(Leaf(self.sum, (17, 18)), self.parts, gap=2, size=10), Leaf(self.hint, (4, 8)), FreeSpace(),
            Grid(*self.digits, gap=GAP, columns=(10, 5), size=(9.2, 19.6)),
            gap=(2, 3), pad=(4, (2.4, 1.4), 4, (1.4, 2.6)),
        )  # fmt: skip
        self.put(parts, left=0, top=first, height=metrics.rows - foot(metrics) - first)


def _another(prompt: Prompt, worth: str) -> Option | None:
    """Return one card more of that worth; several may be worth the same."""
    return next((o for o in prompt.options if not o.chosen and o.key.partition(".")[0] == f"c{worth}"), None)
