"""A map of rail cards and circles with engines on it, what can be touched there, and how it came to be so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import cos, hypot, pi, sin

from msgspec import Struct

from companion.games.hellrail.board.layout import neighbour
from companion.games.hellrail.effect_words import EFFECTS
from companion.games.hellrail.names import GATES, Phase
from companion.games.hellrail.view import HellRailView
from companion.presentation.colours import SEATS, C, Colour
from companion.presentation.path_data import Point
from companion.presentation.rail_plan import (
    CARD_AIR,
    CORNER,
    GAUGE,
    IN_CIRCLE,
    OPEN,
    OUT,
    PEN,
    STRAIGHTS,
    TIE_WIDE,
    MapPlan,
    segment_ends,
    sleeper,
    ties,
    way_of,
)  # fmt: skip
from companion.presentation.scene import Box, Frame, Group, GroupMotion, Scene, Stage, Stamp, Stroke, flat, number

PAGE = "page"
"""The kind of a frame on a page."""
HOP, WHOLE = 0.13, 1.6
"""s, one tie; all that happened in one move is shown in this time."""
MARKERS_APART = 0.12
"""Sides of a cell between markers of one tie."""
GUARD = ""
"""The name of Cerberus's mark."""

OFF = "off"
"""Beyond the end of the rail."""


class CirclePicture(Struct, frozen=True):
    """A circle card. `icon`: its effect token; `down`: the token lies face down."""

    id: str
    label: str
    cell: str
    icon: str = ""
    down: bool = False
    guarded: bool = False


class CardPicture(Struct, frozen=True):
    """A rail card as it lies; `under`: older ones beneath."""

    cell: str
    rails: tuple[str, ...]
    under: int = 0


class EnginePicture(Struct, frozen=True):
    """An engine."""

    name: str
    colour: str
    node: str
    heading: str | None
    active: bool = False


@dataclass(frozen=True)
class TablePicture:
    """The table as it lies."""

    circles: tuple[CirclePicture, ...] = ()
    cards: tuple[CardPicture, ...] = ()
    engines: tuple[EnginePicture, ...] = ()
    markers: tuple[str, ...] = ()

    @property
    def places(self) -> dict[str, str]:
        """Circle -> cell."""
        return {circle.id: circle.cell for circle in self.circles}


@dataclass(frozen=True)
class Touchables:
    """What can be touched now, and what was chosen so far.

    nodes: ties and circles; off: the tie over whose edge an engine could leave the rail; cells: places for a card;
    cards: cells whose card can be chosen; ghost: (cell, tracks) of the card in hand; route: nodes from the start;
    rammed: names of engines on the route; chosen: one node that is lit; faint: nearly every tie can be touched.
    """

    nodes: frozenset[str] = frozenset()
    off: str | None = None
    cells: frozenset[str] = frozenset()
    cards: frozenset[str] = frozenset()
    ghost: tuple[str, tuple[str, ...]] | None = None
    route: tuple[str, ...] = ()
    rammed: frozenset[str] = frozenset()
    chosen: str | None = None
    faint: bool = False

    @property
    def touched(self) -> set[str]:
        """Ties and circles that can be touched: the beginning of a route takes all of it back."""
        return {*self.nodes, *self.route}

    @property
    def around(self) -> set[str]:
        """Cells that are seen with the map because of it."""
        cell, _, side = (self.off or "").partition(":")
        beyond = {neighbour(cell, side)} if side else set()
        return {*self.cells, *beyond}


@dataclass(frozen=True)
class Hop:
    """An engine goes on to a node."""

    name: str
    node: str
    heading: str | None


def picture_of(view: HellRailView) -> TablePicture:
    """The table as it lies."""
    circles = tuple(
        CirclePicture(c.id, c.id[1:], c.cell, "" if c.effect is None else EFFECTS[c.effect].icon, c.down, c.cerberus)
        for c in view.circles
        if c.cell is not None
    )
    cards = tuple(CardPicture(rail.cell, rail.rails, rail.under) for rail in view.map)
    playing = view.phase not in (Phase.PLACING, Phase.ENDED)
    engines = tuple(
        EnginePicture(seat.name, seat.colour, seat.node, seat.heading, playing and seat.name == view.turn.player)
        for seat in view.seats
    )
    return TablePicture(circles, cards, engines, view.markers)


# ---------------------------------------------------------------- drawing


def rail_map(scene: Scene, picture: TablePicture, frame: Frame, plan: MapPlan, ask: Touchables = Touchables()) -> None:
    """The map.

    :param plan: where its cells are; its heights count from the frame's foot.
    """
    m = _Map(scene, picture, frame, plan, ask)
    with scene.group("cards"):
        m.cards()
    with scene.group("circles"):
        m.circles()
        for node, many in sorted(Counter(picture.markers).items()):
            place = m.node(node)
            for i in range(many if place is not None else 0):  # side by side where a tie bears several
                x, y = place or (0.0, 0.0)
                draw_sign(
                    scene, "check", x + (i - (many - 1) / 2) * MARKERS_APART * plan.cell, y, max(12.0, 0.24 * plan.cell)
                )
    with scene.group("ask"):
        m.ask()
        m.places()
    m.engines()


class _Map:
    def __init__(self, scene: Scene, picture: TablePicture, frame: Frame, plan: MapPlan, ask: Touchables) -> None:
        self.scene, self.picture, self.f, self.plan, self.asked = scene, picture, frame, plan, ask
        self.page, self.size = frame.kind == PAGE, plan.cell

    def down(self, place: Point) -> Point:
        """A place of the plan in the scene."""
        return place[0], self.f.foot - place[1]

    def middle(self, cell: str) -> Point:
        return self.down(self.plan.middle(cell))

    def node(self, node: str) -> Point | None:
        """Where a tie, a circle, or what is beyond the end of the rail is."""
        place = node_point(self.plan, self.picture, self.asked, node)
        return None if place is None else self.down(place)

    # ------------------------------------------------------------ cards

    def cards(self) -> None:
        ask, lying = self.asked, {circle.cell for circle in self.picture.circles}
        covered = ask.ghost[0] if ask.ghost is not None else None
        nodes = (*ask.nodes, *ask.route, *(engine.node for engine in self.picture.engines))
        used = {node.partition(":")[0] for node in nodes if ":" in node}
        some = bool(ask.nodes or ask.route) and not ask.faint  # else all rails are lit: they are what the map is about
        for one in self.picture.cards:
            lying.add(one.cell)
            if one.under:  # a second edge shows that there are cards beneath
                self.card(one.cell, (), C.rim, shift=0.03 * self.size)
            if one.cell != covered:
                chosen = one.cell in ask.cards or one.cell in ask.cells
                tone = C.ash if some and not chosen and one.cell not in used else C.bone
                with self.scene.group(cell=one.cell):
                    self.card(one.cell, one.rails, tone, C.ember if chosen else C.seam, 3 if chosen else 2)
        for cell in sorted(ask.cells - lying):
            if cell != covered:
                self.corners(cell)
        if ask.ghost is not None:
            self.card(*ask.ghost, C.ember, C.ember, 4)

    def card(
        self, cell: str, rails: tuple[str, ...], tone: Colour, edge: Colour = C.seam, line: float = 2, shift: float = 0
    ) -> None:
        x, y = self.middle(cell)
        x, y = x - self.size / 2 + shift, y - self.size / 2 + shift
        rails = tuple(sorted(rails))
        if self.page:
            self.scene.put(Stamp("-".join(("r", *rails)), _whole(rails), x, y, self.size, tone))
        else:
            rail_card(self.scene, x, y, self.size, rails, tone, edge=edge, line=line)

    def corners(self, cell: str) -> None:
        """An empty cell where a card may lie."""
        (x, y), half, arm = self.middle(cell), 0.41 * self.size, 0.2 * self.size
        for sx in (-1, 1):
            for sy in (-1, 1):
                a, b = x + sx * half, y + sy * half
                d = f"M{number(a)},{number(b)}h{number(-sx * arm)}M{number(a)},{number(b)}v{number(-sy * arm)}"
                self.scene.path(d, C.rim, 2, cap="butt")

    # ------------------------------------------------------------ circles and what is asked

    def circles(self) -> None:
        ask = self.asked
        end = ask.route[-1] if len(ask.route) > 1 else ask.chosen
        for one in self.picture.circles:
            (x, y), lit = self.middle(one.cell), one.id == end
            if lit:
                self.scene.light(x, y, 0.8 * self.size, 0.8 * self.size, C.brim, 0.3)
            edge = (
                C.brim if lit else C.ember if one.id in ask.nodes else C.danger if self.page and one.guarded else C.rim
            )
            circle(self.scene, one, x, y, self.size, C.brim if lit else C.bone, edge, self.page)

    def ask(self) -> None:
        ask, scene, size = self.asked, self.scene, self.size
        for node in sorted(ask.nodes.difference(ask.route)):
            place = self.node(node) if ":" in node else None
            if place is not None:
                r = max(3.0, (0.05 if ask.faint else 0.075) * size)
                scene.disc(*place, r, C.ash if ask.faint else C.ember)
        points = [(node, place) for node in ask.route if (place := self.node(node)) is not None]
        if len(points) > 1:
            scene.put(Stroke(flat(_outside(points, size)), C.brim, max(3.0, 0.044 * size), live=True))
        for node, place in points[1:]:
            if ":" in node:
                scene.disc(*place, max(5.0, 0.11 * size), C.soot, C.brim, max(3, round(0.04 * size)))
        chosen = self.node(ask.chosen) if ask.chosen is not None and ":" in ask.chosen else None
        if chosen is not None:
            scene.disc(*chosen, max(5.0, 0.11 * size), C.brim)
        gone = bool(ask.route) and ask.route[-1] == OFF
        beyond = self.node(OFF) if gone or OFF in ask.nodes else None
        if beyond is not None:
            side = max(24.0, 0.36 * size)
            scene.disc(*beyond, side / 2, C.danger if gone else C.pit, C.danger)
            scene.icon("derail", *beyond, 0.68 * side, C.pit if gone else C.danger)

    def places(self) -> None:
        """What can be touched, by its name: all that is asked for, else the circles."""
        ask, cell = self.asked, self.size
        found = {node: (self.node(node), 0.0 if ":" in node or node == OFF else 0.32) for node in ask.touched}
        found |= {one: (self.middle(one), 0.42) for one in (*ask.cells, *ask.cards)}
        if not found:
            found = {one.id: (self.middle(one.cell), 0.43) for one in self.picture.circles}
        for name, (place, reach) in found.items():
            if place is not None and not self.page:
                self.scene.put(Group(option=name, at=place, reach=reach * cell))

    # ------------------------------------------------------------ engines

    def engines(self) -> None:
        side = engine_side(self.size, self.f.u)
        named = {one.name: one for one in self.picture.engines}
        for name, place in stand(self.picture, self.plan).items():
            x, y = self.down(place)
            if name == GUARD:
                with self.scene.group(f"engine {name}", at=(x, y)):
                    draw_sign(self.scene, "cerberus", x, y, side)
            else:
                engine(self.scene, named[name], x, y, side, name in self.asked.rammed)


def engine_side(cell: float, u: float) -> float:
    return max(2.6 * u, 0.4 * cell)


def stand(picture: TablePicture, plan: MapPlan) -> dict[str, Point]:
    """Where everybody stands, by name; Cerberus where he keeps a circle."""
    places, found = picture.places, {}
    crowd: dict[str, list[str]] = {}
    for one in picture.circles:
        if one.guarded:
            found[GUARD] = _beside(plan, one.cell, 3)
    for one_engine in picture.engines:
        place = plan.node(one_engine.node, places) if ":" in one_engine.node else None
        if place is not None:
            found[one_engine.name] = place
        elif one_engine.node in places:
            crowd.setdefault(one_engine.node, []).append(one_engine.name)
    for node, names in crowd.items():
        guarded = any(one.guarded and one.id == node for one in picture.circles)
        free = [i for i in range(len(IN_CIRCLE)) if not (guarded and i == 3)]
        found |= {name: _beside(plan, places[node], i) for name, i in zip(names, free, strict=False)}
    return found


def _beside(plan: MapPlan, cell: str, place: int) -> Point:
    (x, y), (dx, dy) = plan.middle(cell), IN_CIRCLE[place]
    return x + dx * plan.cell, y + dy * plan.cell


def engines_hop(
    before: TablePicture, picture: TablePicture, frame: Frame, plan: MapPlan, hops: Sequence[Hop]
) -> tuple[Stage, ...]:
    """Tie by tie."""
    at = {name: (x, frame.foot - y) for name, (x, y) in stand(before, plan).items()}
    pace, stages = min(HOP, WHOLE / max(1, len(hops))), []
    for hop in hops:
        place = plan.node(hop.node, picture.places)
        if place is not None and hop.name in at:
            there = place[0], frame.foot - place[1]
            stages.append((GroupMotion(f"engine {hop.name}", (at[hop.name], there), pace, "linear"),))
            at[hop.name] = there
    return tuple(stages)


def node_point(plan: MapPlan, picture: TablePicture, ask: Touchables, node: str) -> Point | None:
    """Where a node of the question is, in the plan's heights."""
    if node != OFF:
        return plan.node(node, picture.places)
    place = plan.node(ask.off, {}) if ask.off is not None else None
    if place is None or ask.off is None:
        return None
    dx, dy = OUT.get(ask.off.partition(":")[2], (0.0, 0.0))
    return place[0] + 0.38 * dx * plan.cell, place[1] - 0.38 * dy * plan.cell


def _outside(points: list[tuple[str, Point]], cell: float) -> list[Point]:
    """The places of a route; it begins and ends at the edge of a circle."""
    found = [place for _node, place in points]
    for at, beside in ((0, 1), (-1, -2)):
        if len(found) > 1 and ":" not in points[at][0] and points[at][0] != OFF:
            (x, y), (ox, oy) = found[at], found[beside]
            part = 0.43 * cell / max(1.0, hypot(ox - x, oy - y))
            found[at] = (x + (ox - x) * part, y + (oy - y) * part)
    return found


# ---------------------------------------------------------------- what lies on it


def rail_card(
    scene: Scene, x: float, y: float, side: float, rails: tuple[str, ...], tone: Colour, fill: Colour = C.soot,
    edge: Colour = C.seam, line: float = 2,
) -> None:  # fmt: skip
    """A rail card in its cell, the upper left corner at x, y."""
    air, radius = CARD_AIR * side, 0.06 * side
    scene.box(x + air, y + air, side - 2 * air, side - 2 * air, fill, radius)
    if rails:
        scene.put(Stamp("-".join(("t", *rails)), tracks(rails), x, y, side, tone))
    scene.box(x + air, y + air, side - 2 * air, side - 2 * air, None, radius, edge, line)


@cache
def tracks(rails: tuple[str, ...]) -> tuple[Stroke, ...]:
    """Tracks in a cell of 100 x 100, in the colour of who uses them."""
    lines = []
    for segment in rails:
        if segment in STRAIGHTS:
            (ax, ay), (bx, by) = segment_ends(segment)
            nx, ny = (GAUGE, 0.0) if segment == "NS" else (0.0, GAUGE)
            sides = (((ax + d * nx, ay + d * ny), (bx + d * nx, by + d * ny)) for d in (-1, 1))
            lines += [_line(*side) for side in sides]
        else:
            lines += [_arc(segment, radius) for radius in (0.5 - GAUGE, 0.5 + GAUGE)]
    bars = "".join(_line(*sleeper(tie)) for tie in ties(rails))
    return Stroke("".join(lines), None, 200 * PEN, cap="butt"), Stroke(bars, None, 200 * TIE_WIDE, cap="square")


@cache
def _whole(rails: tuple[str, ...]) -> tuple[Box | Stroke, ...]:
    """A card with its tracks, in a cell of 100 x 100."""
    air = 100 * CARD_AIR
    return Box(air, air, 100 - 2 * air, 100 - 2 * air, C.soot, 6, C.seam, 3), *(tracks(rails) if rails else ())


def _line(start: Point, end: Point) -> str:
    return f"M{number(100 * start[0])},{number(100 * start[1])}L{number(100 * end[0])},{number(100 * end[1])}"


def _arc(segment: str, radius: float) -> str:
    cx, cy = CORNER[segment]
    sx, sy = 1 - 2 * cx, 1 - 2 * cy
    (ax, ay), (bx, by) = ((cx + sx * radius * cos(t), cy + sy * radius * sin(t)) for t in (OPEN, pi / 2 - OPEN))
    sweep = 1 if sx * sy > 0 else 0
    r = number(100 * radius)
    return f"M{number(100 * ax)},{number(100 * ay)}A{r} {r} 0 0 {sweep} {number(100 * bx)},{number(100 * by)}"


def circle(
    scene: Scene, one: CirclePicture, x: float, y: float, cell: float, tone: Colour, edge: Colour, page: bool
) -> None:
    """A circle card round its middle: number above, effect token below (a blank disc where it lies face down)."""
    with scene.group(circle=one.id, cerberus=one.id if one.guarded else None):
        scene.disc(x, y, 0.43 * cell, C.basalt, edge, max(3, round(0.045 * cell)))
        small = 0.33 * cell
        shown = bool(one.icon or one.down) and (page or small >= 18)
        if one.id == GATES:
            scene.icon("gates", x, y, 0.44 * cell, tone)
            return
        size = (0.42 if shown else 0.52) * cell
        scene.text(one.label, x, y - (0.035 * cell + 0.335 * size if shown else 0), size, tone, face="black")
        if shown and one.down:
            scene.disc(x, y + 0.18 * cell, 0.12 * cell, C.ash)
        elif shown:
            scene.icon(one.icon, x, y + 0.195 * cell, small, C.ember if page else C.ash)


def draw_sign(scene: Scene, icon: str, x: float, y: float, side: float) -> None:
    """A sign on a dark disc: a check marker, Cerberus."""
    scene.disc(x, y, side / 2, C.pit, C.danger, max(2, round(0.06 * side)))
    scene.icon(icon, x, y, 0.68 * side, C.danger)


def engine(scene: Scene, one: EnginePicture, x: float, y: float, side: float, rammed: bool = False) -> None:
    """An engine: the seat's mark on a dark disc, with a nose where it is heading."""
    tone = SEATS.get(one.colour, SEATS["white"]).colour
    tie = one.node.partition(":")[2]
    dx, dy = way_of(tie, one.heading) if tie else (0.0, 0.0)
    with scene.group(f"engine {one.name}", title=one.name, at=(x, y), engine=one.name, node=one.node):
        if (dx, dy) != (0.0, 0.0) and not rammed:  # what it may be pushed onto lies under its nose
            nose = ((0.44, -0.166), (0.796, 0.0), (0.44, 0.166))
            d = flat((x + side * (a * dx - b * dy), y + side * (a * dy + b * dx)) for a, b in nose) + "Z"
            scene.put(Stroke(d, C.pit, 0.1 * side), Stroke(d, None, fill=tone))
        edge = C.ember if rammed else C.bone if one.active else None
        scene.disc(x, y, side / 2, C.pit, edge, max(2, round(0.05 * side)))
        scene.seat(one.colour, one.name[:1], x, y, 0.74 * side)
