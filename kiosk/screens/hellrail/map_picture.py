"""How engines came where they are, and cards as drawings of tracks to choose from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import ceil
from typing import Any

from companion.figures.hellrail.rails import Hop, rail_card
from companion.games.hellrail.events import CircleEntered, Derailed, Pushed, PushedIntoCircle, Stepped
from companion.games.hellrail.names import GATES
from companion.presentation.colours import C
from kiosk.display.theme import Metrics
from kiosk.figures.put import square
from kiosk.screens.drawer import TAB_HIGH
from kiosk.widgets.base import Container, Drawn
from kiosk.widgets.key import Action, Touchable
from kiosk.widgets.together import put_box

put_card = square(rail_card)


def hops_of(events: Sequence[Any]) -> tuple[Hop, ...]:
    """Where engines went, one tie after the other."""
    found = []
    for event in events:
        match event:
            case Stepped(seat=seat, node=node, heading=heading) | Pushed(seat=seat, node=node, heading=heading):
                found.append(Hop(seat, node, heading))
            case PushedIntoCircle(seat=seat, circle=circle) | CircleEntered(seat=seat, circle=circle):
                found.append(Hop(seat, circle, None))
            case Derailed(seat=seat):
                found.append(Hop(seat, GATES, None))
    return tuple(found)


class MapGround(Drawn):
    """What the map must not shine through, with a line along the map."""

    def draw(self) -> None:
        put_box(self.x, self.y, self.width, self.height, C.pit)
        if self.m.wide:
            put_box(self.x, self.y, 2, self.height, C.seam)
        elif self.y > 0:
            put_box(self.x, self.y, self.width, 2, C.seam)
        else:
            put_box(self.x, self.top - 2, self.width, 2, C.seam)


class Drawings(Container):
    """Drawings in a grid as large as its box allows below the handle of the virtual table, page by page; `chosen` is
    called with the number of one.

    :param page: how many are seen at once.
    """

    def __init__(self, chosen: Callable[[int], object], page: int) -> None:
        super().__init__(size_hint=(None, None))
        self.drawings: tuple[tuple[str, ...], ...] = ()
        self.first = 0
        """The number of the first one that is seen."""
        self.tiles = [DrawingTile(action=partial(self._touched, i)) for i in range(page)]
        self._chosen, self.page = chosen, page
        for tile in self.tiles:
            self.add_widget(tile)

    def _touched(self, place: int) -> None:
        self._chosen(self.first + place)

    @property
    def paged(self) -> bool:
        """There are more than are seen at once."""
        return len(self.drawings) > self.page

    def offer(self, drawings: tuple[tuple[str, ...], ...], ringed: int | None = None) -> None:
        """Show these, from the first page if they are others than before."""
        if drawings != self.drawings:
            self.drawings, self.first = drawings, 0
            self.rearrange()
        self._deal(ringed)

    def turn_page(self) -> None:
        """The next page; after the last one the first."""
        self.first = self.first + self.page if self.first + self.page < len(self.drawings) else 0
        self._deal(None)

    def _deal(self, ringed: int | None) -> None:
        seen = self.drawings[self.first : self.first + self.page]
        for i, tile in enumerate(self.tiles):
            tile.visible = i < len(seen)
            if tile.visible:
                tile.show(seen[i], chosen=self.first + i == ringed)

    def arrange(self, metrics: Metrics) -> None:
        wide, high, n = self.width / metrics.u, self.height / metrics.u - TAB_HIGH, min(len(self.drawings), self.page)
        if wide < 4 or high < 4 or not n:
            return
        sides = [(min(wide / columns, high / ceil(n / columns)), -columns) for columns in range(1, n + 1)]
        side, columns = max(sides)
        columns = -columns
        gap = 0.8
        left = (wide - columns * side) / 2
        top = TAB_HIGH + (high - ceil(n / columns) * side) / 2
        for i, tile in enumerate(self.tiles[:n]):
            row, column = divmod(i, columns)
            self.put(
                tile,
                left=left + column * side + gap / 2,
                top=top + row * side + gap / 2,
                width=side - gap,
                height=side - gap,
            )


class DrawingTile(Touchable):
    """One drawing, as large as the short side of its box."""

    def __init__(
        self, rails: tuple[str, ...] = (), chosen: bool = False, action: Action | None = None, **kwargs: object
    ) -> None:
        self.rails, self.chosen = rails, chosen
        super().__init__(action=action, **kwargs)

    def show(self, rails: tuple[str, ...] | None = None, chosen: bool | None = None) -> None:
        """Change what is not None."""
        new = (self.rails if rails is None else rails, self.chosen if chosen is None else chosen)
        if new != (self.rails, self.chosen):
            self.rails, self.chosen = new
            self.redraw()

    def draw(self) -> None:
        side = min(self.width, self.height)
        if side < 8:
            return
        x, y = self.center_x - side / 2, self.center_y - side / 2
        lit = self.chosen or self.pressed
        fill = C.seam if self.pressed else C.basalt
        put_card(x, y, side, self.rails, C.ember if lit else C.ash, fill, C.ember if lit else C.seam, 4 if lit else 2)
