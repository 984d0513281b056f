"""The map in its box: it is dragged, zoomed and touched; it knows no rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.engine.prompt import Prompt
from companion.figures.hellrail.rails import Hop, TablePicture, Touchables, engines_hop, rail_map
from companion.presentation.rail_plan import Bounds, bounds
from companion.presentation.scene import Frame, Scene, Stage
from kiosk.figures.panned import PannedView


class RailMap(PannedView):
    """The map. `chosen` is called with what a finger means by its name: what is asked for, else a circle."""

    near = 3.15

    def __init__(self, chosen: Callable[[str], object], **kwargs: Any) -> None:
        self.picture, self.ask = TablePicture(), Touchables()
        super().__init__(self._draw, self._hop, self._box, chosen=chosen, **kwargs)

    def show(
        self, view: TablePicture, ways: Any = None, wait: bool = False, prompt: Prompt | None = None, **more: Any
    ) -> None:
        """The table; `ways`: the hops by which it came to be so."""
        self.finish()
        old, self.picture = self.picture, view
        before = self.plan
        if _cells(old) != _cells(view) or self.plan is None:
            self.refit()
        if before is not self.plan:
            for part in self.parts.values():  # nothing glides over a map that is another one
                part.at = None
        super().show(view, ways if old.engines and ways else None)

    def want(self, ask: Touchables) -> None:
        """What can be touched now."""
        if ask == self.ask:
            return
        around, self.ask = self.ask.around, ask
        self.appear()
        if around != ask.around:
            self.refit()
        self._remake(self._frame)

    def given(self, asked: Prompt | None) -> dict[str, Any]:
        return {}

    def _draw(self, scene: Scene, picture: TablePicture, frame: Frame) -> None:
        plan = self.local()
        if plan is not None:
            rail_map(scene, picture, frame, plan, self.ask)

    def _hop(
        self, before: TablePicture, picture: TablePicture, frame: Frame, hops: tuple[Hop, ...] = ()
    ) -> tuple[Stage, ...]:
        plan = self.local()
        return () if plan is None else engines_hop(before, picture, frame, plan, hops)

    def _box(self) -> Bounds | None:
        return bounds({*_cells(self.picture), *self.ask.around})


def _cells(picture: TablePicture) -> frozenset[str]:
    return frozenset([*(c.cell for c in picture.circles), *(c.cell for c in picture.cards)])
