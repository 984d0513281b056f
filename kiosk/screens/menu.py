"""What every menu of a turn ends with: the ways to other screens."""

from __future__ import annotations

from functools import partial

from companion.engine.requests import Leave
from companion.presentation.colours import C
from companion.presentation.i18n import _
from kiosk.table.context import KioskContext
from kiosk.table.hub_link import HubLink
from kiosk.widgets.key import Key
from kiosk.widgets.tile import Tile


class CallTile(Tile):
    """Calls a person to the table, and cancels the call."""

    def __init__(self, hub: HubLink) -> None:
        self.hub = hub
        super().__init__(icon="hand", tone=C.ash, action=lambda: hub.call(not hub.calling))
        hub.callers.add(self)
        self.renew()

    def renew(self) -> None:
        calling = self.hub.calling
        label = _("Cancel the call") if calling else _("Call somebody")
        self.show(label=label, chosen=calling, tone=C.brim if calling else C.ash)


class CallKey(Key):
    """The same as a key."""

    def __init__(self, hub: HubLink) -> None:
        self.hub = hub
        super().__init__(icon="hand", icon_size=3, action=lambda: hub.call(not hub.calling))
        hub.callers.add(self)
        self.renew()

    def renew(self) -> None:
        calling = self.hub.calling
        label = _("Cancel the call") if calling else _("Call somebody")
        self.show(label=label, icon_colour=C.brim if calling else C.ember)


def call_keys(context: KioskContext) -> list[Key]:
    """Return that key, where there is a hub to notify."""
    hub = context.services.hub
    return [CallKey(hub)] if hub is not None and hub.on else []


def menu_tiles(context: KioskContext, correction: str) -> list[Tile]:
    """:param correction: name of the screen on which this game is corrected."""
    open_screen = context.go.open
    last = [Tile(_("What was to do?"), "hand", tone=C.ember, action=context.what_was_to_do)]
    phones = [Tile(_("Phones"), "phone", tone=C.ash, action=partial(open_screen, "phones"))]
    return [
        *(last if context.todo.last is not None else ()),
        *([CallTile(context.services.hub)] if context.services.hub is not None and context.services.hub.on else ()),
        Tile(_("Put right"), "swap", tone=C.ash, action=partial(open_screen, correction)),
        Tile(_("Settings"), "gear", tone=C.ash, action=partial(open_screen, "settings")),
        *(phones if context.services.phones is not None and context.services.phones.on else ()),
        Tile(_("Leave"), "back", tone=C.ash, action=partial(context.ask.send, Leave())),
    ]
