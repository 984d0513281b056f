"""Where a screen may lead: the pages of the window, the tile of a game."""

from __future__ import annotations

from collections.abc import Callable

from kiosk.table.game_pages import AllPages, GamePages
from kiosk.table.state import TableState


class Navigation:
    """Opens and closes pages. A page knows what it opens, not which page opened it.

    :param pages: the screens of all games.
    """

    def __init__(self, pages: AllPages, table: TableState) -> None:
        self.game_pages, self._table = pages, table
        self.open: Callable[[str | None], None] = lambda _name: None
        """Put a screen over the one that the game asks for; None goes back to that. The window's root sets it."""
        self.close: Callable[[], None] = lambda: None
        """Back to where the page that shows was opened. The window's root sets it."""

    @property
    def pages(self) -> GamePages:
        """The screens of the game that is open, else of the one whose tile was touched last."""
        return self.game_pages[self._table.ui.game]
