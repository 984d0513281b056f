"""A figure that may be larger than its box: dragged with a finger, zoomed with two."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import dist
from typing import Any

from kivy.graphics import PopMatrix, PushMatrix, Translate

from companion.presentation.rail_plan import Bounds, MapPlan, fitted_map, kept
from kiosk.figures.view import Figure, FigureView, Moves
from kiosk.widgets.canvas import unlisted_canvas
from kiosk.widgets.together import Meshes

DRAG = 1.6
"""u. A finger that goes further drags it."""
LARGEST, FITTED = 22.0, 14.5
"""u of a cell, zoomed, and at most where the whole figure is seen."""


@dataclass
class _Fingers:
    """The fingers that are down on the figure."""

    down: dict[Any, tuple[float, float]] = field(default_factory=dict)
    dragged: bool = False
    apart: float = 0.0


class PannedView(FigureView):
    """A figure of cells. `extent`: which of them it has, now."""

    def __init__(
        self,
        figure: Figure,
        moves: Moves,
        extent: Callable[[], Bounds | None],
        **kwargs: Any,
    ) -> None:
        self.plan: MapPlan | None = None
        """Where its cells are in the window (px, y up)."""
        self.air = (0.0, 0.0, 0.0, 0.0)
        """u kept free at the left, top, right and bottom when all of it is seen (keys lie there)."""
        self.extent = extent
        self._drawn: MapPlan | None = None
        self._whole, self._stage, self._meshes = unlisted_canvas(), unlisted_canvas(), Meshes()
        with self._whole:
            PushMatrix()
            self._pan = Translate(0, 0)
        self._whole.add(self._stage)
        with self._whole:
            PopMatrix()
        self._own = False
        """The figure was dragged or zoomed: a new extent does not fit it again."""
        self._fingers = _Fingers()
        super().__init__(figure, moves, **kwargs)
        self.fbind("size", lambda *_: self.show_all())
        self.fbind("pos", lambda *_: self.show_all())

    def local(self) -> MapPlan | None:
        """Return the plan from the widget's lower left corner on, as figures take it."""
        return None if self.plan is None else self.plan.moved(-self.x, -self.y)

    def panned(self) -> tuple[float, float]:
        if self.scene is None or self._drawn is None or self.plan is None:
            return 0.0, 0.0
        return self.plan.x - self._drawn.x, self.plan.y - self._drawn.y

    def prepare(self) -> None:
        if self.plan != self._drawn:
            self.scene = None
        super().prepare()
        self.draws_itself = True  # it is dragged by a matrix

    def draw(self) -> None:
        self._drawn = self.plan
        self._pan.xy = (0, 0)
        self.stage.clear()
        if self._parted:
            super().draw()
        else:
            self._meshes.show(self.pieces())
            self.stage.add(self._meshes.canvas)
        self.canvas.before.add(self._whole)

    @property
    def stage(self) -> Any:
        return self._stage

    # ------------------------------------------------------------ plan

    def refit(self) -> None:
        """Take a new extent: show all of the figure, unless it was dragged or zoomed."""
        if self.plan is None or not self._own:
            self.show_all()

    def show_all(self) -> None:
        """Show all of the figure."""
        self._own = False
        box = self.extent()
        self._put(None if box is None or min(self.width, self.height) < 40 else self._fitted(box))

    def zoom(self, factor: float, x: float | None = None, y: float | None = None) -> None:
        """Zoom round a place in the window (px; without one, the middle)."""
        box = self.extent()
        if self.plan is None or box is None:
            return
        least = self._fitted(box).cell
        cell = min(max(self.plan.cell * factor, least), LARGEST * self.m.u)
        if cell <= least * 1.001:
            self.show_all()
            return
        plan = self.plan.zoomed(cell, self.center_x if x is None else x, self.center_y if y is None else y)
        self._own = True
        self._put(kept(plan, box, self.x, self.y, self.width, self.height))

    def _fitted(self, box: Bounds) -> MapPlan:
        left, top, right, bottom = (side * self.m.u for side in self.air)
        wide, high = self.width - left - right, self.height - top - bottom
        return fitted_map(box, self.x + left, self.y + bottom, wide, high, FITTED * self.m.u)

    def _put(self, plan: MapPlan | None) -> None:
        """Take another plan; where only its place differs, nothing is drawn again."""
        before, self.plan = self.plan, plan
        if plan == before:
            return
        self.finish()
        drawn = self._drawn
        if plan is not None and drawn is not None and drawn.cell == plan.cell and self._own:
            self._pan.xy = (plan.x - drawn.x, plan.y - drawn.y)
        else:
            self.scene = None
            self.redraw()

    def _drag(self, dx: float, dy: float) -> None:
        box = self.extent()
        if self.plan is not None and box is not None:
            self._own = True
            self._put(kept(self.plan.moved(dx, dy), box, self.x, self.y, self.width, self.height))

    # ------------------------------------------------------------ fingers

    def on_touch_down(self, touch: Any) -> bool:
        if not self.visible or not self.collide_point(touch.x, touch.y):
            return False
        if touch.is_mouse_scrolling:
            self.zoom(1 / 1.2 if touch.button == "scrollup" else 1.2, touch.x, touch.y)
            return True
        if self.deaf:
            touch.ud["deaf"] = True
            return True
        touch.grab(self)
        fingers = self._fingers
        fingers.dragged = fingers.dragged and bool(fingers.down)
        fingers.down[touch.uid] = (touch.x, touch.y)
        fingers.apart = self._apart()
        return True

    def _apart(self) -> float:
        places = list(self._fingers.down.values())
        return dist(*places[:2]) if len(places) > 1 else 0.0

    def on_touch_move(self, touch: Any) -> bool:
        fingers = self._fingers
        if touch.grab_current is not self or touch.uid not in fingers.down:
            return False
        x, y = fingers.down[touch.uid]
        if len(fingers.down) > 1:
            fingers.dragged = True
            fingers.down[touch.uid] = (touch.x, touch.y)
            before, fingers.apart = fingers.apart, self._apart()
            if before > 1 and fingers.apart > 1:
                middle = [sum(axis) / 2 for axis in zip(*list(fingers.down.values())[:2], strict=True)]
                self.zoom(fingers.apart / before, *middle)
        elif fingers.dragged or dist((touch.ox, touch.oy), (touch.x, touch.y)) >= DRAG * self.m.u:
            fingers.dragged = True
            fingers.down[touch.uid] = (touch.x, touch.y)
            self._drag(touch.x - x, touch.y - y)
        return True

    def let_go(self) -> None:
        self._fingers.dragged = bool(self._fingers.down)  # it goes on dragging, and chooses nothing

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        fingers = self._fingers
        fingers.down.pop(touch.uid, None)
        fingers.apart = self._apart()
        meant = None if fingers.dragged or fingers.down else self.meant(touch.x, touch.y)
        if meant is not None and self.chosen is not None:
            self.chosen(meant)
        return True
