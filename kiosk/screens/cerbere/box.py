"""The box of Cerbère on the screen: Action cards by colour, the other cards by name, pawns, boats."""

from __future__ import annotations

from companion.games.cerbere.data.enrol import names_of
from kiosk.screens.box.screen import BoxScreen
from kiosk.screens.box.words import BoxWords
from kiosk.table.context import KioskContext


def box_screen(context: KioskContext) -> BoxScreen:
    """Nothing has to be described: every piece is what it is."""
    return BoxScreen(context, BoxWords.of("cerbere", names_of(context.table.books["cerbere"].catalogue)))
