"""Other tables: whether this one is linked to a hub, the state of the link, and what can be done by it."""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.engine.update import Update
from companion.presentation.colours import C
from companion.presentation.i18n import _
from companion.uplink.outbox.key_file import Lacking
from kiosk.screens.phones import LargeIcon
from kiosk.screens.screen import Following, Title, page
from kiosk.screens.tables.words import StateWords, standing_words
from kiosk.table.context import KioskContext
from kiosk.table.hub_link import HubLink
from kiosk.widgets.icons import Icon
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text
from kiosk.widgets.layout import NATURAL, Column, FreeSpace, Grid, Leaf, Row, Split, middle
from kiosk.widgets.tile import Tile


class TablesPage(Following):
    """A page that follows the link."""

    def __init__(self, context: KioskContext, hub: HubLink, **kwargs: Any) -> None:
        super().__init__(context, hub, **kwargs)
        self.hub = hub

    def go(self, name: str) -> None:
        self.context.go.open(f"tables:{name}")

    @property
    def state_words(self) -> StateWords:
        return standing_words(self.hub.standing)


class TablesHome(TablesPage):
    """On and off; the state in words; the ways on."""

    def __init__(self, context: KioskContext, hub: HubLink, **kwargs: Any) -> None:
        super().__init__(context, hub, **kwargs)
        self.laid: tuple[bool, Lacking | None, bool, bool] | None = None
        self.sign = Icon("", C.ash)
        self.state = Text("", "event", lines=2)
        self.hint = Text("", "body", C.ash, lines=4)
        self.news()
        hub.look()

    def news(self) -> None:
        on = self.hub.settings.on or self.hub.standing.fault is not None
        if on:
            told = self.state_words
            self.sign.show(told.icon, told.tone)
            self.state.show(told.title, C.bone)
            self.hint.show(told.hint)
        else:
            self.hint.show(
                _(
                    "A hub of the house keeps each game, sealed: if this machine dies, another table plays on. "
                    "Nobody can read there what was played."
                )
            )
        standing = self.hub.standing
        laid = on, standing.lacking, bool(self.hub.invitations), bool(standing.authority)
        if laid != self.laid:
            self.laid = laid
            self._lay(*laid)
        else:
            self.rearrange()

    def _lay(self, on: bool, lacking: Lacking | None, invited: bool, offered: bool) -> None:
        done = Key(_("Done"), "check", kind="prime", action=self.context.go.close)
        switch = Key(
            _("Switch off") if on else _("Switch on"), "cross" if on else "rings", icon_size=3,
            action=partial(self.switch, not on),
        )  # fmt: skip
        setting = Tile(_("Set up"), "gear", self.hub.settings.table, tone=C.ash, action=partial(self.go, "settings"))
        key = Tile(
            _("Owner’s key"), "lock", _("the same on all your tables"), tone=C.ash, action=partial(self.go, "key")
        )
        tiles = [setting, key]
        if lacking is not None:
            take = Tile(_("Take the key"), "draw", _("typed, or by stick"), action=partial(self.go, "take"))
            make = Tile(_("The first table"), "lock", _("make a key here"), tone=C.ash, action=self.hub.make_key)
            tiles = [take, make, setting] if lacking is Lacking.PERHAPS else [take, setting]
        elif offered:
            tiles = [
                Tile(_("Compare"), "eye", _("the hub’s fingerprint"), action=partial(self.go, "authority")),
                setting,
            ]
        elif on:
            tiles.insert(
                0, Tile(_("Play on here"), "swap", _("another table’s game"), action=partial(self.go, "adopt"))
            )
        if invited:
            tiles.insert(
                0, Tile(_("An invitation"), "draw", _("it is on the stick"), action=partial(self.go, "invited"))
            )
        if on:
            words = Column(FreeSpace(), Leaf(self.state, NATURAL), Leaf(self.hint, NATURAL), FreeSpace(), gap=2.4)
            head: Any = Row(middle(self.sign, 9), words, gap=3, size=(17, 30))
        else:
            head = Leaf(self.hint, (13, 22))
        grid = Grid(*tiles, columns=(len(tiles), 1), most=(16, 14))
        keys = Split(
            wide=Row(Leaf(switch, 34), FreeSpace(), Leaf(done, 24), size=8.4), upright=Row(switch, done, size=8.6)
        )
        sign = () if on else (Leaf(LargeIcon("rings", C.ash)),)
        self.compose(
            page(Title(_("Other tables")), head, *sign, grid if on else Column(grid, size=(13, 29)), FreeSpace(0), keys)
        )

    def on_update(self, update: Update) -> None:
        """Ignore it: nothing of the table is shown here."""

    def switch(self, on: bool) -> None:
        """Switch the link on or off, also after the next start."""
        self.hub.choose(on=on)
        self.news()
