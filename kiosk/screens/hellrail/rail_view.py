"""The map in its box: it is dragged, zoomed and touched; it knows no rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.engine.prompt import Prompt
from companion.figures.hellrail.rails import Ask, Hop, Kind, Picture, engines_hop, meant, rail_map
from companion.presentation.rail_plan import Box, bounds
from companion.presentation.scene import Frame, Scene, Stage
from kiosk.figures.panned import PannedView


class RailMap(PannedView):
    """The map.

    :param touched: called with what a finger chose, and its name: a node of `Ask`, a cell, or a circle to look at.
    """

    def __init__(self, touched: Callable[[Kind, str], object], **kwargs: Any) -> None:
        self.picture, self.ask, self._said = Picture(), Ask(), touched
        super().__init__(self._draw, self._hop, self._box, self._touched, **kwargs)

    def show(
        self, view: Picture, ways: Any = None, wait: bool = False, prompt: Prompt | None = None, **more: Any
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

    def want(self, ask: Ask) -> None:
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

    def hit(self, x: float, y: float) -> tuple[Kind, str] | None:
        """What a finger there means (px of the window)."""
        return None if self.plan is None else meant(self.picture, self.plan, self.ask, x, y, self.m.u)

    def _draw(self, scene: Scene, picture: Picture, frame: Frame) -> None:
        plan = self.local()
        if plan is not None:
            rail_map(scene, picture, frame, plan, self.ask)

    def _hop(self, before: Picture, picture: Picture, frame: Frame, hops: tuple[Hop, ...] = ()) -> tuple[Stage, ...]:
        plan = self.local()
        return () if plan is None else engines_hop(before, picture, frame, plan, hops)

    def _box(self) -> Box | None:
        return bounds({*_cells(self.picture), *self.ask.around})

    def _touched(self, x: float, y: float) -> None:
        found = self.hit(self.x + x, self.y + y)
        if found is not None:
            self._said(*found)


def _cells(picture: Picture) -> frozenset[str]:
    return frozenset([*(c.cell for c in picture.circles), *(c.cell for c in picture.cards)])
