"""The box of Infernal Wagon on the screen: eight heaps by their icons, the owner's symbols, what is lost on a miss."""

from __future__ import annotations

from typing import Any

from companion.engine.requests import Leave
from companion.engine.text import N_
from companion.games.infernal_wagon.data.box_names import NAMES
from companion.games.infernal_wagon.view import SymbolView
from companion.presentation.colours import C
from companion.presentation.i18n import _
from companion.tools.enrol.plan import CardField
from companion.tools.enrol.state import Enrolment
from kiosk.screens.box.screen import BoxScreen
from kiosk.screens.box.words import BoxWords, ShownValue
from kiosk.screens.infernal_wagon.symbols import symbol_look
from kiosk.table.context import KioskContext

FIELDS = {
    "end1": "1",
    "end2": "2",
    "end3": "3",
    "end4": "4",
    "penalty": N_("Miss"),
    "arrow": N_("Way"),
    "cross": "×4",
    "special": N_("Kind"),
}
"""The ends are numbers: their symbols are above them."""
DRAWINGS = (
    N_("flame"), N_("skull"), N_("crown"), N_("paw"), N_("die"), N_("lock"), N_("pawn"), N_("boat"), N_("book"),
)  # fmt: skip
"""The name of a symbol without a name: that of its drawing."""
SPECIALS = {
    "tunnel": ShownValue("{iw.tunnel}", "tunnel"),
    "explosion": ShownValue("{iw.explosion}", "explosion"),
    "none": ShownValue(N_("plain"), "minus"),
}


def shown(field: CardField, value: str, enrolment: Enrolment) -> ShownValue:
    """Return an end by its symbol, a penalty by its figure."""
    if field.signs:
        signs = tuple(
            SymbolView(s.id, s.name or _(DRAWINGS[s.icon % len(DRAWINGS)]), s.icon, s.colour) for s in enrolment.signs
        )
        icon, colour, words = symbol_look(value, signs)
        return ShownValue(words, icon, colour=colour)
    if field.name == "special":
        known = SPECIALS[value]
        return ShownValue(_(known.words), known.icon)
    if field.name == "penalty":
        if value == "no_draw":
            return ShownValue(_("no draw"), "nodraw", colour=C.danger)
        return ShownValue(_("nothing lost"), "minus") if value == "none" else ShownValue(f"−{value}", figure=value)
    if field.name == "arrow":
        return ShownValue(_("arrow"), "next")
    return ShownValue(_("four ends"), "move")


class WagonBoxScreen(BoxScreen):
    """The box of Infernal Wagon. A game that is being set up has the old box: it is opened anew."""

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        words = BoxWords.of("infernal_wagon", NAMES, fields=FIELDS, shown=shown)
        super().__init__(context, words, **kwargs)

    def words_changed(self) -> None:
        update = self.context.table.update
        if update is not None and update.game == self.words.game:
            self.context.ask.send(Leave(for_good=True))
            self.context.enter(self.words.game)
