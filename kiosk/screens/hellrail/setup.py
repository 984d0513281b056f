"""HellRail is set up before it is opened: how many, how much is followed, with which variants."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from companion.engine.guide import SetupStep
from companion.engine.text import N_, Text
from companion.games.hellrail.guide import LEVELS, steps
from companion.games.hellrail.names import Level, Variant
from companion.presentation import i18n
from companion.presentation.i18n import _, spoken
from kiosk.screens.hellrail.setup_options import SACRILEGE, Wishes
from kiosk.screens.settings import LANGUAGE_WORDS
from kiosk.screens.shared_setup import SetupPage
from kiosk.screens.tiles import ChoiceKeys, OnOffKey
from kiosk.table.context import KioskContext
from kiosk.widgets.key import Key
from kiosk.widgets.layout import Column, Row, Split

VARIANTS = (
    (Variant.SECRET_EFFECTS, "{hr.secret_effects}", N_("tokens lie face down")),
    (Variant.DEVILS_ADVOCATE, "{hr.devils_advocate}", N_("you place the circles")),
    (Variant.SACRILEGE, "{hr.sacrilege}", N_("the other figure")),
)
NO_FIGURE = N_("circles missing")


class Setup(SetupPage):
    """One page, and with everything as last time one touch."""

    QUESTION = N_("How many trains?")
    READY = N_("Steam up")

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, Wishes(context), **kwargs)

    def make(self) -> None:
        self.levels = ChoiceKeys(LEVELS, lambda level: self.change(level=Level(level)))
        self.variants = {
            variant: OnOffKey(_(label), _(hint), action=partial(self.toggle, variant))
            for variant, label, hint in VARIANTS
        }
        self.layout = Key(_("Layout"), "rings", " ", action=self.next_layout)
        self.tokens = Key(_("Tokens"), "language", " ", action=self.context.owner.next_token_names)
        levels, variants = self.levels.values(), self.variants.values()
        parts = (
            Split(wide=Row(*levels, size=9.6), upright=Column(*levels, gap=0.8, size=25)),
            Split(wide=Row(*variants, size=11.6, weights=[40, 30, 22]), upright=Column(*variants, gap=1, size=24.8)),
        )
        self.compose(self.page_of(*parts, more=(self.layout, self.tokens)))

    def begin(self) -> None:
        self.wishes.open()

    def first(self) -> str:
        return "" if Variant.DEVILS_ADVOCATE in self.wishes.now.variants else super().first()

    def note(self) -> str:
        invented = self.wishes.book.placeholder or self.context.table.simulated
        return _("demo deck") if invented and self.wishes.now.level is not Level.LIGHT else ""

    def toggle(self, variant: Variant) -> None:
        self.wishes.toggle(variant)
        self.refresh()

    def next_layout(self) -> None:
        """Choose the next figure that was filled in."""
        layouts = self.wishes.layouts()
        if layouts:
            at = layouts.index(self.wishes.now.layout)
            self.change(layout=layouts[(at + 1) % len(layouts)])

    def steps(self) -> Iterable[SetupStep]:
        return steps(self.wishes.now.variants)

    def show_options(self) -> None:
        wish = self.wishes.now
        self.levels.show(str(wish.level))
        for variant, switch in self.variants.items():
            switch.show(variant in wish.variants)
        self._show_sacrilege()
        self.layout.show(second=spoken(layout_words(wish.layout)) if wish.layout else _(NO_FIGURE))
        fixed = Variant.DEVILS_ADVOCATE in wish.variants or Variant.SACRILEGE in wish.variants
        self.layout.enabled = not fixed and len(self.wishes.layouts()) > 1
        self.tokens.show(second=LANGUAGE_WORDS[self.context.owner.now.token_names or i18n.language()])
        self.start.enabled = bool(wish.layout) or fixed or wish.level is not Level.MAP

    def _show_sacrilege(self) -> None:
        """Enable the switch of the printed figure only if the owner has filled it in."""
        there = SACRILEGE in self.wishes.drawn()
        switch = self.variants[Variant.SACRILEGE]
        switch.enabled = there
        switch.second = _("the other figure") if there else _(NO_FIGURE)
        switch.redraw()


def layout_words(id: str) -> Text:
    """A figure by its name in the deck file."""
    if id == "standard":
        return Text(N_("the printed one"))
    return Text(N_("made up")) if id.startswith("placeholder") else Text("{name}", {"name": id.replace("_", " ")})
