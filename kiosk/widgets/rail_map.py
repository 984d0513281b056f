"""A map of rail cards and circles with engines on it. It is dragged, zoomed and touched; it knows no rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from kivy.graphics import PopMatrix, PushMatrix, Translate

from companion.presentation.colours import C
from companion.presentation.rail_plan import IN_CIRCLE, OUT, Box, Plan, Point, bounds, cell_of, fitted, kept, way_of
from kiosk.display.look import look
from kiosk.display.theme import MOTION
from kiosk.widgets.base import Drawn
from kiosk.widgets.icons import put_icon
from kiosk.widgets.panel import put_panel
from kiosk.widgets.radial import put_halo
from kiosk.widgets.rail_marks import (
    EngineMark,
    put_bead,
    put_card,
    put_circle,
    put_dot,
    put_frame,
    put_marker,
    put_route,
)
from kiosk.widgets.rail_picture import OFF, Ask, Hop, Picture
from kiosk.widgets.together import together

Kind = Literal["node", "cell", "circle"]
DRAG = 1.6
"""u. A finger that goes further drags the map."""
REACH = 4.2
"""u. A finger this near to something that can be touched means it; of several, the nearest."""
LARGEST = 22.0
"""u of a cell, zoomed."""
FITTED = 14.5
"""u of a cell at most where the whole map is seen."""
STEP, WHOLE = 0.13, 1.6
"""s, one tie; all that happened in one move is shown in this time."""
GUARD = ""
"""The name of Cerberus's mark."""


@dataclass
class _Fingers:
    """Who touches the map."""

    down: dict[Any, tuple[float, float]] = field(default_factory=dict)
    dragged: bool = False
    apart: float = 0.0


class RailMap(Drawn):
    """The map in its box; its widgets and drawings may reach beyond it, so what is beside it is drawn over it.

    :param touched: called with what a finger chose, and its name: a node of `Ask`, a cell, or a circle to look at.
    """

    def __init__(self, touched: Callable[[Kind, str], object], **kwargs: Any) -> None:
        self.touched = touched
        self.still: Callable[[], object] = lambda: None
        """Called when all engines have come to where they were going."""
        self.picture = Picture()
        self.ask = Ask()
        self.plan: Plan | None = None
        self.engines: dict[str, EngineMark] = {}
        self.air = (0.0, 0.0, 0.0, 0.0)
        """u kept free at the left, top, right and bottom when the whole map is seen (keys lie there)."""
        self._drawn: Plan | None = None
        self._shift: Any = None
        self._own = False
        """Somebody dragged or zoomed: it is not fitted by itself any more."""
        self._fingers = _Fingers()
        self._hops: list[Hop] = []
        self._pace = STEP
        self._moving = False
        super().__init__(**kwargs)
        self.fbind("size", lambda *_: self.show_all())
        self.fbind("pos", lambda *_: self.show_all())

    # ------------------------------------------------------------ what it shows

    @property
    def moving(self) -> bool:
        return self._moving

    def show(self, picture: Picture, hops: tuple[Hop, ...] = ()) -> None:
        """The table, and how it came to be so."""
        old, self.picture = self.picture, picture
        self._finish()
        self._people()
        if self.plan is None or (not self._own and self._cells(old) != self._cells(picture)):
            self.show_all()
        if hops and look.motion and old.engines and self.plan is not None:
            self._hops, self._moving = list(hops), True
            self._pace = min(STEP, WHOLE / len(hops))
            self._hop()
        else:
            self._settle(MOTION.slide if old.engines else 0)
        self.redraw()

    def want(self, ask: Ask) -> None:
        """What can be touched now."""
        if ask == self.ask:
            return
        grown = ask.cells != self.ask.cells
        self.ask = ask
        self.appear()
        if grown and not self._own:
            self.show_all()
        self._mark()
        self.redraw()

    def _cells(self, picture: Picture) -> frozenset[str]:
        return frozenset([*(c.cell for c in picture.circles), *(c.cell for c in picture.cards)])

    def _box(self) -> Box | None:
        return bounds({*self._cells(self.picture), *self.picture.room, *self.ask.cells})

    # ------------------------------------------------------------ plan

    def show_all(self) -> None:
        """The whole map is seen."""
        self._own = False
        box = self._box()
        if box is None or self.width < 40 or self.height < 40:
            self.plan = None
            return
        u = self.m.u
        left, top, right, bottom = (side * u for side in self.air)
        wide, high = self.width - left - right, self.height - top - bottom
        self.plan = fitted(box, self.x + left, self.y + bottom, wide, high, FITTED * u)
        self._settle(0)
        self.redraw()

    def zoom(self, factor: float, x: float | None = None, y: float | None = None) -> None:
        """Larger or smaller round a place (the middle if none is told)."""
        box = self._box()
        if self.plan is None or box is None:
            return
        least = self._least(box)
        cell = min(max(self.plan.cell * factor, least), LARGEST * self.m.u)
        x, y = self.center_x if x is None else x, self.center_y if y is None else y
        plan = self.plan.zoomed(cell, x, y)
        if cell <= least * 1.001:
            self.show_all()
            return
        self._own = True
        self._put(kept(plan, box, self.x, self.y, self.width, self.height))
        self.redraw()

    def _least(self, box: Box) -> float:
        u = self.m.u
        left, top, right, bottom = (side * u for side in self.air)
        wide, high = self.width - left - right, self.height - top - bottom
        return fitted(box, 0, 0, wide, high, FITTED * u).cell

    def _put(self, plan: Plan) -> None:
        self.plan = plan
        self._settle(0)

    def _drag(self, dx: float, dy: float) -> None:
        box = self._box()
        if self.plan is None or box is None:
            return
        self._own = True
        self._put(kept(self.plan.moved(dx, dy), box, self.x, self.y, self.width, self.height))
        if self._shift is not None and self._drawn is not None and self._drawn.cell == self.plan.cell:
            self._shift.xy = (self.plan.x - self._drawn.x, self.plan.y - self._drawn.y)
        else:
            self.redraw()

    # ------------------------------------------------------------ engines

    def _people(self) -> None:
        """A mark for every engine, and for Cerberus where he keeps a circle."""
        seats: dict[str, str | None] = {engine.name: engine.colour for engine in self.picture.engines}
        if any(circle.guarded for circle in self.picture.circles):
            seats[GUARD] = None
        for name in [name for name in self.engines if name not in seats]:
            self.remove_widget(self.engines.pop(name))
        for name, colour in seats.items():
            if name not in self.engines:
                mark = self.engines[name] = EngineMark(name, colour)
                self.add_widget(mark)

    def _size(self) -> float:
        cell = self.plan.cell if self.plan is not None else 1.0
        return max(2.6 * self.m.u, 0.4 * cell)

    def _spots(self) -> dict[str, Point]:
        """Where everybody stands."""
        plan = self.plan
        if plan is None:
            return {}
        circles, found = self.picture.places, {}
        crowd: dict[str, list[str]] = {}
        for circle in self.picture.circles:
            if circle.guarded:
                found[GUARD] = self._beside(plan, circle.cell, 3)
        for engine in self.picture.engines:
            if ":" in engine.node:
                place = plan.node(engine.node, circles)
                if place is not None:
                    found[engine.name] = place
            elif engine.node in circles:
                crowd.setdefault(engine.node, []).append(engine.name)
        for node, names in crowd.items():
            guarded = any(circle.guarded and circle.id == node for circle in self.picture.circles)
            free = [i for i in range(len(IN_CIRCLE)) if not (guarded and i == 3)]
            for name, i in zip(names, free, strict=False):
                found[name] = self._beside(plan, circles[node], i)
        return found

    @staticmethod
    def _beside(plan: Plan, cell: str, place: int) -> Point:
        x, y = plan.middle(cell)
        dx, dy = IN_CIRCLE[place]
        return x + dx * plan.cell, y + dy * plan.cell

    def _settle(self, seconds: float) -> None:
        """Everybody to where the picture has them."""
        self._moving = False
        size = self._size()
        for name, (x, y) in self._spots().items():
            mark = self.engines.get(name)
            if mark is None:
                continue
            if seconds and mark.width > 1:
                mark.go(x, y, size, seconds, "out_cubic")
            else:
                self._stop(mark)
                mark.stand(x, y, size)
        self._mark()

    def _mark(self) -> None:
        for engine in self.picture.engines:
            mark = self.engines.get(engine.name)
            if mark is not None:
                mark.mark(_looks(engine.node, engine.heading), engine.active, engine.name in self.ask.rammed)

    def _hop(self) -> None:
        plan = self.plan
        if not self._hops or plan is None:
            self._settle(MOTION.slide)
            self.still()
            return
        hop = self._hops.pop(0)
        mark = self.engines.get(hop.name)
        place = plan.node(hop.node, self.picture.places)
        if mark is None or place is None:
            self._hop()
            return
        mark.mark(_looks(hop.node, hop.heading), mark.active, False)
        mark.go(*place, self._size(), self._pace, "linear", self._hop)

    @staticmethod
    def _stop(mark: EngineMark) -> None:
        from kivy.animation import Animation

        Animation.cancel_all(mark)

    def _finish(self) -> None:
        """End all motion where it was going."""
        for mark in self.engines.values():
            self._stop(mark)
        self._hops, self._moving = [], False

    finish = _finish

    # ------------------------------------------------------------ drawing

    def draw(self) -> None:
        plan = self._drawn = self.plan
        self._shift = None
        if plan is None:
            return
        PushMatrix()
        self._shift = Translate(0, 0)
        put_map(plan, self.picture, self.ask)
        PopMatrix()

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
        if not self._fingers.down:
            self._fingers.dragged = False
        self._fingers.down[touch.uid] = (touch.x, touch.y)
        self._fingers.apart = self._apart()
        return True

    def _apart(self) -> float:
        places = list(self._fingers.down.values())
        if len(places) < 2:
            return 0.0
        (ax, ay), (bx, by) = places[:2]
        return float(((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5)

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is not self or touch.uid not in self._fingers.down:
            return False
        fingers = self._fingers
        x, y = fingers.down[touch.uid]
        if len(fingers.down) > 1:
            self._pinch(touch)
            return True
        far = ((touch.ox - touch.x) ** 2 + (touch.oy - touch.y) ** 2) ** 0.5
        if not fingers.dragged and far < DRAG * self.m.u:
            return True
        fingers.dragged = True
        fingers.down[touch.uid] = (touch.x, touch.y)
        self._drag(touch.x - x, touch.y - y)
        return True

    def _pinch(self, touch: Any) -> None:
        fingers = self._fingers
        fingers.dragged = True
        fingers.down[touch.uid] = (touch.x, touch.y)
        before, fingers.apart = fingers.apart, self._apart()
        places = list(fingers.down.values())[:2]
        if before > 1 and fingers.apart > 1:
            middle = [sum(axis) / 2 for axis in zip(*places, strict=True)]
            self.zoom(fingers.apart / before, middle[0], middle[1])

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self._fingers.down.pop(touch.uid, None)
        self._fingers.apart = self._apart()
        if not self._fingers.dragged and not self._fingers.down:
            found = self.hit(touch.x, touch.y)
            if found is not None:
                self.touched(*found)
        return True

    def hit(self, x: float, y: float) -> tuple[Kind, str] | None:
        """What a finger there means: the nearest of what can be touched; with nothing of it near, a circle."""
        plan = self.plan
        if plan is None:
            return None
        ask, circles = self.ask, self.picture.places
        targets: list[tuple[float, Kind, str]] = []
        for node in {*ask.nodes, *ask.route[1:]}:
            place = place_of(plan, self.picture, ask, node)
            if place is not None:
                slack = 0.32 * plan.cell if ":" not in node and node != OFF else 0.0
                targets.append((max(0.0, _far(place, (x, y)) - slack), "node", node))
        best = min(targets, default=None)
        if best is not None and best[0] <= max(REACH * self.m.u * 0.75, 0.2 * plan.cell):
            return best[1], best[2]
        px, py = plan.back(x, y)
        for cell in {*ask.cells, *ask.cards}:
            cx, cy = cell_of(cell)
            if cx <= px < cx + 1 and cy <= py < cy + 1:
                return "cell", cell
        for circle, cell in circles.items():
            if _far(plan.middle(cell), (x, y)) <= 0.48 * plan.cell:
                return "circle", circle
        return None


def _far(a: Point, b: Point) -> float:
    return float(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5)


def _looks(node: str, heading: str | None) -> Point:
    """Where an engine looks on the window (y north); nowhere in a circle."""
    tie = node.partition(":")[2]
    if not tie:
        return 0.0, 0.0
    dx, dy = way_of(tie, heading)
    return dx, -dy


MARKERS_APART = 0.12
"""Sides of a cell between markers of one tie."""
QUIET = C.ash
"""Tracks that nothing stands on and that no question is about."""


def put_map(plan: Plan, picture: Picture, ask: Ask) -> None:
    circles = picture.places
    with together():
        _put_cards(plan, picture, ask)
        _put_circles(plan, picture, ask)
        for node, many in Counter(picture.markers).items():
            place = plan.node(node, circles)
            if place is not None:
                x, y = place
                for i in range(many):  # side by side where a tie bears several
                    put_marker(x + (i - (many - 1) / 2) * MARKERS_APART * plan.cell, y, plan.cell)
    _put_ask(plan, picture, ask)


def _put_cards(plan: Plan, picture: Picture, ask: Ask) -> None:
    covered = ask.ghost[0] if ask.ghost is not None else None
    lying = set()
    nodes = (*ask.nodes, *ask.route, *(engine.node for engine in picture.engines))
    used = {node.partition(":")[0] for node in nodes if ":" in node}
    for card in picture.cards:
        lying.add(card.cell)
        x, y = plan.corner(card.cell)
        if card.under:  # a second edge shows that there are cards beneath
            shift = 0.03 * plan.cell
            put_card((), x + shift, y - shift, plan.cell)
        if card.cell == covered:
            continue
        chosen = card.cell in ask.cards or card.cell in ask.cells
        tone = C.bone if chosen or card.cell in used else QUIET
        put_card(card.rails, x, y, plan.cell, tone, edge=C.ember if chosen else C.seam, line_px=3 if chosen else 2)
    for cell in sorted(ask.cells - lying - {circle.cell for circle in picture.circles}):
        if cell != covered:
            put_frame(*plan.corner(cell), plan.cell, C.rim)
    if ask.ghost is not None:
        cell, rails = ask.ghost
        put_card(rails, *plan.corner(cell), plan.cell, C.ember, C.soot, C.ember, 4)


def _put_circles(plan: Plan, picture: Picture, ask: Ask) -> None:
    end = ask.route[-1] if len(ask.route) > 1 else ask.chosen
    for circle in picture.circles:
        x, y = plan.middle(circle.cell)
        lit = circle.id == end
        if lit:
            put_halo(x, y, 0.8 * plan.cell, C.brim, 0.3)
        edge = C.brim if lit else C.ember if circle.id in ask.nodes else C.rim
        put_circle(x, y, plan.cell, circle.label, circle.icon, C.brim if lit else C.bone, edge, circle.down)


def _put_ask(plan: Plan, picture: Picture, ask: Ask) -> None:
    circles, cell = picture.places, plan.cell
    for node in sorted(ask.nodes.difference(ask.route)):
        place = plan.node(node, circles) if ":" in node else None
        if place is not None:
            put_dot(*place, cell, C.ash if ask.faint else C.ember, 0.05 if ask.faint else 0.075)
    points = [(node, place) for node in ask.route if (place := place_of(plan, picture, ask, node)) is not None]
    put_route(_outside(points, cell), cell, C.brim)
    for node, place in points[1:]:
        if ":" in node:
            put_bead(*place, cell, C.brim, C.soot)
    chosen = plan.node(ask.chosen, circles) if ask.chosen is not None and ":" in ask.chosen else None
    if chosen is not None:
        put_bead(*chosen, cell, C.brim, C.brim)
    gone = bool(ask.route) and ask.route[-1] == OFF
    if gone or OFF in ask.nodes:
        _put_off(plan, ask.off, gone)


def _outside(points: list[tuple[str, Point]], cell: float) -> list[Point]:
    """The places of a route; it begins and ends at the edge of a circle."""
    found = [place for _node, place in points]
    for at, beside in ((0, 1), (-1, -2)):
        if len(found) > 1 and ":" not in points[at][0] and points[at][0] != OFF:
            (x, y), (ox, oy) = found[at], found[beside]
            part = 0.43 * cell / max(1.0, ((ox - x) ** 2 + (oy - y) ** 2) ** 0.5)
            found[at] = (x + (ox - x) * part, y + (oy - y) * part)
    return found


def place_of(plan: Plan, picture: Picture, ask: Ask, node: str) -> Point | None:
    """Where a node of the question is."""
    return _over(plan, ask.off) if node == OFF else plan.node(node, picture.places)


def _over(plan: Plan, tie: str | None) -> Point | None:
    """Beyond the edge of a side tie."""
    place = plan.node(tie, {}) if tie is not None else None
    if place is None or tie is None:
        return None
    dx, dy = OUT.get(tie.partition(":")[2], (0.0, 0.0))
    return place[0] + 0.38 * dx * plan.cell, place[1] - 0.38 * dy * plan.cell


def _put_off(plan: Plan, tie: str | None, gone: bool) -> None:
    """The way off the rail, and whether it was chosen."""
    place = _over(plan, tie)
    if place is None:
        return
    x, y = place
    side = max(24.0, 0.36 * plan.cell)
    put_panel(x - side / 2, y - side / 2, side, side, C.danger if gone else C.pit, side)
    put_panel(x - side / 2, y - side / 2, side, side, C.danger, side, 2)
    inner = 0.68 * side
    put_icon("derail", x - inner / 2, y - inner / 2, inner, C.pit if gone else C.danger)
