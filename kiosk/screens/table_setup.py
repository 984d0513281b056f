"""How the table is set up, in order: the steps for what is chosen, shown on a set-up page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from companion.engine.guide import SetupStep
from companion.presentation.colours import C
from companion.presentation.i18n import _, spoken
from kiosk.screens.screen import Title, page
from kiosk.table.context import KioskContext
from kiosk.widgets.base import Container
from kiosk.widgets.icons import Icon
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text
from kiosk.widgets.layout import NATURAL, Column, FreeSpace, Leaf, Node, Row, Split, middle

HINT = "table_setup"
"""The name under which it is stored that the list is not wanted any more."""


class TableSetup:
    """The list on a set-up page, `page`. Where the switch of a first game was turned on, it comes before the game.

    :param steps: gives what hands do for what is chosen now; nothing as long as that is not known.
    :param start: the main key of the set-up page.
    """

    def __init__(
        self, screen: Container, context: KioskContext, game: str, start: Key, steps: Callable[[], Iterable[SetupStep]]
    ) -> None:
        self.screen, self.context, self.game, self.start, self.steps = screen, context, game, start, steps
        self.open = Key(_("Lay it out"), align="center", action=self.show)
        self.back = Key(_("Back"), "back", icon_size=3, action=self.close)
        self.skip = Key(_("Never again"), "cross", icon_size=3, action=self.never)
        self.shown = False
        self.page: Any = None
        self.refresh()

    @property
    def wanted(self) -> bool:
        """Whether there is anything to list, and it was not skipped for ever."""
        return not self.context.set_up.explained(self.game, HINT) and any(self.steps())

    def refresh(self) -> None:
        """Offer the list, or do not."""
        self.open.visible = self.wanted

    def comes_first(self) -> bool:
        """Show the list before a game that is to be explained; return whether it did."""
        asked = self.game in self.context.owner.now.first_games and self.context.set_up.first_game(self.game)
        if self.shown or not self.wanted or not asked:
            return False
        self.show()
        return True

    def show(self) -> None:
        """Show the list instead of the page."""
        self.shown = True
        self.screen.compose(self._tree(self.steps()))

    def close(self) -> None:
        self.shown = False
        self.screen.compose(self.page)

    def never(self) -> None:
        """Stop offering the list for this game, until a first game is asked for again."""
        self.context.set_up.explain(self.game, HINT)
        self.refresh()
        self.close()

    def _tree(self, steps: Iterable[SetupStep]) -> Column:
        cells = [_cell(i, step) for i, step in enumerate(steps, 1)]
        half = -(-len(cells) // 2)
        lists = Split(
            wide=Row(*(_list(cells[at : at + half], half) for at in (0, half)), gap=2), upright=_list(cells, 0)
        )
        keys = Split(
            wide=Row(self.back, self.skip, self.start, size=8.6, weights=[20, 28, 36]),
            upright=Column(self.skip, Row(self.back, self.start, weights=[21, 32]), gap=1, size=17.4),
        )
        return page(Title(_("The table, in order")), lists, keys)


def _list(cells: Sequence[Node], rows: int) -> Column:
    """Return steps below each other; `rows`: as many places as the longest list has."""
    return Column(*cells, *(FreeSpace() for _room in range(rows - len(cells))), gap=0.6)


def _cell(number: int, step: SetupStep) -> Node:
    words = Column(
        FreeSpace(),
        Leaf(Text(spoken(step.title), "key", size=2.9), NATURAL),
        Leaf(Text(spoken(step.text), "small", C.ash, lines=2), NATURAL),
        FreeSpace(),
        gap=1.5,
    )
    return Row(
        Leaf(Text(str(number), "count", C.ash, size=4), 2.6), middle(Icon(step.icon, C.ember), 5.4), words, gap=1.4
    )
