"""The enrolment of a game whose pieces are told apart by what they are (`companion.enrol.slot_box`)."""

from __future__ import annotations

from typing import Any

from companion.enrol.plan import CardGroup
from kiosk.context import KioskContext
from kiosk.game_ui import GameUi
from kiosk.i18n import _
from kiosk.screens.box.screen import BoxScreen
from kiosk.screens.box.words import BoxWords


class SharedBox(BoxScreen):
    """A piece is called by its group and what follows the last "-" of its slot: "Bag 3" is `bag-3`."""

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, _words(context.ui), **kwargs)


def _words(ui: GameUi) -> BoxWords:
    def group(heap: CardGroup) -> str:
        return _(ui.groups[heap.id][1])

    def piece(heap: CardGroup, slot: str) -> str:
        return f"{group(heap)} {slot.rpartition('-')[2]}"

    def icon(heap: CardGroup, _slot: str) -> str:
        return ui.groups[heap.id][0]

    return BoxWords(ui.game, f"{ui.game}_setup", ui.groups, group, piece, icon)
