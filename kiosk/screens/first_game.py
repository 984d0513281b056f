"""The switch of the set-up pages: this game explains itself."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from companion.presentation.i18n import _
from kiosk.display.theme import GAP
from kiosk.screens.tiles import OnOffKey
from kiosk.table.context import KioskContext
from kiosk.widgets.key import Key
from kiosk.widgets.layout import Column, FreeSpace, Leaf, Row, Split


class FirstGameSwitch(OnOffKey):
    """The switch of a first game, visible only where it makes sense for these players."""

    def __init__(self, context: KioskContext, game: str, **kwargs: Any) -> None:
        self.context, self.game = context, game
        self.phones = Key(icon="phone", icon_size=3.4, action=partial(context.go.open, "phones"))
        """To those who come in by their phones."""
        self.phones.visible = context.services.phones is not None and context.services.phones.on
        super().__init__(_("First game"), action=self._switch, **kwargs)
        self.refresh()

    def refresh(self) -> None:
        self.visible = self.context.set_up.offers_first_game(self.game)
        self.show(self.context.set_up.first_game(self.game))

    def _switch(self) -> None:
        self.context.set_up.choose_first_game(self.game, not self.on)
        self.refresh()


def heading(title: Any, first: FirstGameSwitch, steps: Any) -> Split:
    """Return the question of a set-up page; wide, the switch is at its end.

    :param steps: the key to the list of what hands do.
    """
    switch = Column(FreeSpace(1), first, gap=0, size=26)
    beside = Column(FreeSpace((1, 1.6)), steps, FreeSpace((0, 0.6)), gap=0, size=(22, 20))
    lobby = Column(FreeSpace(1), first.phones, gap=0, size=8)
    return Split(wide=Row(title, lobby, beside, switch), upright=Row(title, beside))


def players_row(
    counts: Sequence[Any], players: Any, first: FirstGameSwitch, each: float, high: tuple[float, float]
) -> Split:
    """Return the numbers and players; upright with the switch. `each`: u of a number, wide; `high`: of a row."""
    wide = Row(Row(*counts, size=len(counts) * (each + GAP) - GAP), players, gap=1.6, size=high[0])
    below = Row(Leaf(players, weight=29), Leaf(first, weight=22), Leaf(first.phones, 9))
    return Split(wide=wide, upright=Column(Row(*counts), below, gap=1.6, size=2 * high[1] + 1.6))
