"""What every menu of a turn ends with: the ways to other screens."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from companion.engine.requests import Leave
from companion.presentation.colours import C
from companion.presentation.i18n import _
from kiosk.context import KioskContext
from kiosk.widgets.tile import Tile


def _help(context: KioskContext) -> Iterator[Tile]:
    outbox = context.outbox
    if outbox is not None and outbox.on:
        title = _("No help wanted any more") if outbox.calling else _("Call somebody")
        yield Tile(title, "hand", tone=C.ash, action=partial(outbox.call, not outbox.calling))


def ways(context: KioskContext, correction: str) -> list[Tile]:
    """:param correction: name of the screen on which this game is put right."""
    open_screen = context.open_screen
    phones = [Tile(_("Phones"), "phone", tone=C.ash, action=partial(open_screen, "phones"))]
    return [
        *_help(context),
        Tile(_("Put right"), "swap", tone=C.ash, action=partial(open_screen, correction)),
        Tile(_("Settings"), "gear", tone=C.ash, action=partial(open_screen, "settings")),
        *(phones if context.phones is not None and context.phones.on else ()),
        Tile(_("Leave"), "back", tone=C.ash, action=partial(context.link.send, Leave())),
    ]
