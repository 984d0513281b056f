"""HellRail is set up before it is opened: how many, how much is followed, with which variants."""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.games.hellrail.names import Level, Variant
from kiosk.context import KioskContext
from kiosk.i18n import N_, _
from kiosk.screens.first_game import FirstGame
from kiosk.screens.hellrail.setup_options import SACRILEGE, Wishes
from kiosk.screens.screen import Screen
from kiosk.screens.seats import PlayersKey
from kiosk.screens.tiles import OnOff
from kiosk.theme import C, Metrics
from kiosk.widgets.background import SETUP, Background
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text
from kiosk.widgets.stack import row
from kiosk.widgets.tile import Tile

LEVELS = (
    (Level.KEEPER, "engine", N_("Cards and trains"), N_("the map is yours")),
    (Level.MAP, "map", N_("The whole map"), N_("ties, rams, gaps")),
)
VARIANTS = (
    (Variant.SECRET_EFFECTS, N_("Secret effects"), N_("tokens lie face down")),
    (Variant.DEVILS_ADVOCATE, N_("Devil’s Advocate"), N_("you place the circles")),
    (Variant.SACRILEGE, N_("Sacrilege"), N_("the other figure")),
)
NO_FIGURE = N_("not in the deck file")


class Setup(Screen):
    """One page, and with everything as last time one touch."""

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        self.wishes = Wishes(context)
        room = context.room
        self.add_widget(Background(SETUP))
        self.title = Text(_("How many trains?"), "title", size=4.75)
        self.demo = Text(_("demo deck"), "small", align="right")
        self.counts = [Tile(figure=str(n), action=partial(self.set_count, n)) for n in range(room.least, room.most + 1)]
        self.players = PlayersKey(action=lambda: context.open_screen("hellrail_players"))
        self.first_game = FirstGame(context, room.game)
        self.levels = {
            level: Key(_(label), icon, _(hint), action=partial(self.choose, level))
            for level, icon, label, hint in LEVELS
        }
        self.variants = {
            variant: OnOff(_(label), _(hint), action=partial(self.toggle, variant)) for variant, label, hint in VARIANTS
        }
        self.layout = Key(_("Layout"), "rings", " ", action=self.next_layout)
        self.deck = Key(_("Box"), "tag", icon_size=3.6, action=lambda: context.open_screen("hellrail_box"))
        self.back = Key(_("Back"), "back", icon_size=3, action=lambda: context.open_screen(None))
        self.start = Key(_("Steam up"), "play", kind="prime", action=self.wishes.open)
        self.refresh()

    # ------------------------------------------------------------ fingers

    def set_count(self, n: int) -> None:
        """So many play."""
        self.context.set_count(n)
        self.refresh()

    def choose(self, level: Level) -> None:
        """How much is followed."""
        self.wishes.change(level=level)
        self.refresh()

    def toggle(self, variant: Variant) -> None:
        """With this variant, or without."""
        self.wishes.toggle(variant)
        self.refresh()

    def next_layout(self) -> None:
        """The next figure that somebody has filled in."""
        layouts = self.wishes.layouts()
        if layouts:
            at = layouts.index(self.wishes.now.layout)
            self.wishes.change(layout=layouts[(at + 1) % len(layouts)])
            self.refresh()

    # ------------------------------------------------------------ what it shows

    def refresh(self) -> None:
        """Show the wish as it is now."""
        wish, context = self.wishes.now, self.context
        seats = context.seats()
        for tile in self.counts:
            tile.show(chosen=tile.figure == str(len(seats)))
        self.first_game.refresh()
        begins = "" if Variant.DEVILS_ADVOCATE in wish.variants else _("{name} begins").format(name=wish.first)
        self.players.show([(s.colour, s.name[:1]) for s in seats], ("", begins))
        for level, key in self.levels.items():
            key.show(kind="prime" if level is wish.level else "plain")
        for variant, switch in self.variants.items():
            switch.show(variant in wish.variants)
        self._show_sacrilege()
        self.layout.show(second=layout_words(wish.layout) if wish.layout else _(NO_FIGURE))
        fixed = Variant.DEVILS_ADVOCATE in wish.variants or Variant.SACRILEGE in wish.variants
        self.layout.enabled = not fixed and len(self.wishes.layouts()) > 1
        self.demo.visible = self.wishes.deck.placeholder or context.simulated
        self.start.enabled = bool(wish.layout) or fixed or wish.level is Level.KEEPER

    def _show_sacrilege(self) -> None:
        """Only an owner who has filled the printed figure in can play it."""
        there = SACRILEGE in self.wishes.drawn()
        switch = self.variants[Variant.SACRILEGE]
        switch.enabled = there
        switch.line = _("the other figure") if there else _(NO_FIGURE)
        switch.redraw()

    # ------------------------------------------------------------ layout

    def arrange(self, m: Metrics) -> None:
        wide = m.wide
        counts = list(self.counts)
        variants = list(self.variants.values())
        if wide:
            cols = m.columns
            self.put(self.title, left=4, baseline=7, width=cols - 54)
            self.put(self.demo, right=35 if self.first_game.visible else 4, width=14, baseline=7)
            for i, tile in enumerate(counts):
                self.put(tile, left=4 + i * 12.2, width=11, top=9.6, height=11.4)
            self.first_game.place(self, m, self.players, left=4 + 3 * 12.2 + 0.4, top=9.6, height=11.4)
            row(self, list(self.levels.values()), top=23, height=9.6)
            row(self, variants, top=34.4, height=11.6)
            row(self, [self.back, self.deck, self.layout, self.start], bottom=1.6, height=8.6, weights=[17, 17, 30, 34])
            return
        self.put(self.title, left=4, baseline=9, width=52)
        self.put(self.demo, right=4, width=22, baseline=3.8)
        row(self, counts, top=13, height=11)
        self.first_game.place(self, m, self.players, left=4, top=25.6, height=12)
        for i, key in enumerate(self.levels.values()):
            self.put(key, left=4, right=4, top=39.4 + i * 10.6, height=9.4)
        for i, switch in enumerate(variants):
            self.put(switch, left=4, right=4, top=61.6 + i * 8.6, height=7.6)
        row(self, [self.deck, self.layout], bottom=10.8, height=8.2, weights=[20, 32])
        row(self, [self.back, self.start], bottom=1.6, height=8.2, weights=[20, 32])


def layout_words(id: str) -> str:
    """A figure by its name in the deck file."""
    if id == "standard":
        return _("the printed one")
    return _("invented") if id.startswith("placeholder") else id.replace("_", " ")


__all__ = ["C", "Setup"]
