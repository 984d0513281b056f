"""Players as big buttons: pawns to choose, who gives a card, who was caught."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from companion.engine.prompt import Option
from companion.games.cerbere.view import CerbereView
from companion.presentation.colours import C
from companion.presentation.i18n import spoken
from kiosk.display import theme
from kiosk.display.theme import Metrics
from kiosk.screens.cerbere.seats import drawing_of
from kiosk.screens.cerbere.words import seat_of
from kiosk.widgets.base import Container
from kiosk.widgets.layout import Grid
from kiosk.widgets.tile import Tile


class PlayerGrid(Container):
    """A tile for each option; they fill its box. `choose` gets the option's key."""

    def __init__(self, choose: Callable[[str], object]) -> None:
        super().__init__(size_hint=(None, None))
        self.choose = choose
        self.tiles: dict[str, Tile] = {}
        self.columns: int | None = None
        """None: as many as suit the tiles."""
        self._shown: object = None

    def offer(self, view: CerbereView, options: Sequence[Option], named: bool = True) -> None:
        """Show tiles for options of the prompt, in their order.

        :param named: players by mark and name, else by their mark alone.
        """
        offered = [(option.key, seat_of(view, option.seat), option) for option in options]
        shown = (named, [(key, seat) for key, seat, _option in offered])
        if shown == self._shown:
            return
        self._shown = shown
        tiles = {
            key: Tile(
                spoken(option.label) if seat is None else seat.name if named else "", option.icon,
                drawing=drawing_of(seat), tone=C.ash, action=partial(self.choose, key),
            )
            for key, seat, option in offered
        }  # fmt: skip
        self.exchange(list(self.tiles.values()), list(tiles.values()))
        self.tiles = tiles

    def mark(self, picked: Sequence[str], lit: str | None = None) -> None:
        """Mark those that are chosen, in order; `lit`: what the big key takes."""
        for value, tile in self.tiles.items():
            on = value in picked
            number = str(picked.index(value) + 1) if on and len(picked) > 1 else ""
            tone = C.danger if on else C.ember if value == lit else C.ash
            tile.show(chosen=on or value == lit, corner=number, tone=tone)

    def arrange_in(self, columns: int | None) -> None:
        """Set how many are side by side; None: as many as suit the tiles."""
        if columns != self.columns:
            self.columns = columns
            self.rearrange()

    def arrange(self, metrics: Metrics) -> None:
        if not self.tiles or self.width < 8 or self.height < 8:
            return
        self.put(Grid(*self.tiles.values(), gap=theme.GAP, columns=self.columns), left=0, top=0)
