"""The box of Cerbère on the screen: Action cards by colour, the other cards by name, pawns, boats."""

from __future__ import annotations

from typing import Any

from companion.enrol.box_names import capital
from companion.games.cerbere.data.enrol import names_of
from companion.presentation.i18n import spoken
from kiosk.context import KioskContext
from kiosk.screens.box.screen import BoxScreen
from kiosk.screens.box.words import BoxWords


def _words(context: KioskContext) -> BoxWords:
    names = names_of(context.books["cerbere"].catalogue)
    return BoxWords(
        "cerbere",
        "cerbere_setup",
        names.groups,
        lambda heap: spoken(names.heap(heap)),
        lambda heap, slot: capital(spoken(names.slot(heap, slot))),
        names.icon,
    )


class CerbereBoxScreen(BoxScreen):
    """Nothing has to be described: every piece is what it is."""

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, _words(context), **kwargs)
