"""A rail drawing to choose: a card with its tracks, ringed when it is the one."""

from __future__ import annotations

from kiosk.theme import C
from kiosk.widgets.key import Action, Touchable
from kiosk.widgets.rail_marks import put_card


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

    def hit(self, x: float, y: float) -> bool:
        """Drawings stand close together: a finger means the one that it is on."""
        return bool(self.collide_point(x, y))

    def draw(self) -> None:
        side = min(self.width, self.height)
        if side < 8:
            return
        x, y = self.center_x - side / 2, self.center_y - side / 2
        lit = self.chosen or self.pressed
        fill = C.seam if self.pressed else C.basalt
        put_card(self.rails, x, y, side, C.ember if lit else C.ash, fill, C.ember if lit else C.seam, 4 if lit else 2)
