"""Which tracks are on a card: the 21 drawings, one of each up to turning. For cards that bear no tag."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import ceil

from companion.games.hellrail.board.segments import SHAPES
from kiosk.theme import Metrics
from kiosk.widgets.base import Container
from kiosk.widgets.drawing_tile import DrawingTile


class Drawings(Container):
    """All drawings in a grid as large as its box allows; `chosen` is called with the number of one."""

    def __init__(self, chosen: Callable[[int], object]) -> None:
        super().__init__(size_hint=(None, None))
        self.tiles = [DrawingTile(rails, action=partial(chosen, i)) for i, rails in enumerate(SHAPES)]
        for tile in self.tiles:
            self.add_widget(tile)

    def show(self, shape: int | None) -> None:
        """Ring one."""
        for i, tile in enumerate(self.tiles):
            tile.show(chosen=i == shape)

    def arrange(self, m: Metrics) -> None:
        wide, high, n = self.width / m.u, self.height / m.u, len(self.tiles)
        if wide < 4 or high < 4:
            return
        sides = [(min(wide / columns, high / ceil(n / columns)), -columns) for columns in range(1, n + 1)]
        side, columns = max(sides)
        columns = -columns
        gap = 0.8
        left = (wide - columns * side) / 2
        top = (high - ceil(n / columns) * side) / 2
        for i, tile in enumerate(self.tiles):
            row, column = divmod(i, columns)
            self.put(
                tile,
                left=left + column * side + gap / 2,
                top=top + row * side + gap / 2,
                width=side - gap,
                height=side - gap,
            )
