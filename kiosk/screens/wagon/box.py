"""The box of Infernal Wagon on the screen: eight heaps by their icons, the owner's symbols, what is lost on a miss."""

from __future__ import annotations

from typing import Any

from companion.engine.requests import Leave
from companion.engine.text import N_
from companion.games.infernal_wagon.data.box_names import NAMES
from companion.games.infernal_wagon.view import SymbolView
from companion.presentation.colours import C
from companion.presentation.i18n import _
from companion.tools.enrol.plan import Field
from companion.tools.enrol.state import Enrolment
from kiosk.screens.box.screen import BoxScreen
from kiosk.screens.box.words import BoxWords, Shown
from kiosk.screens.wagon.symbols import symbol_look
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
    "tunnel": Shown("{iw.tunnel}", "tunnel"),
    "explosion": Shown("{iw.explosion}", "explosion"),
    "none": Shown(N_("plain"), "minus"),
}


def shown(field: Field, value: str, enrolment: Enrolment) -> Shown:
    """Return an end by its symbol, a penalty by its figure."""
    if field.signs:
        signs = tuple(
            SymbolView(s.id, s.name or _(DRAWINGS[s.icon % len(DRAWINGS)]), s.icon, s.colour) for s in enrolment.signs
        )
        icon, colour, words = symbol_look(value, signs)
        return Shown(words, icon, colour=colour)
    if field.name == "special":
        known = SPECIALS[value]
        return Shown(_(known.words), known.icon)
    if field.name == "penalty":
        if value == "no_draw":
            return Shown(_("no draw"), "nodraw", colour=C.danger)
        return Shown(_("nothing lost"), "minus") if value == "none" else Shown(f"−{value}", figure=value)
    if field.name == "arrow":
        return Shown(_("arrow"), "next")
    return Shown(_("four ends"), "move")


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
