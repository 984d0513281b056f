"""The path of a board as it is drawn: rail and turns, stations, links between spaces, the boat. No game, no words."""

from __future__ import annotations

from collections.abc import Callable
from math import pi, sin
from typing import Literal

from kivy.graphics import Color, Line, PopMatrix, PushMatrix, Rectangle, Translate

from companion.presentation.board_path import EDGE, Plan, boat_spots
from companion.presentation.colours import C, Colour
from companion.presentation.path_data import Point, bezier
from kiosk.widgets.icons import put_icon
from kiosk.widgets.paint import Texture, fan, painted
from kiosk.widgets.panel import put_panel
from kiosk.widgets.together import put_box, together

Kind = Literal["bridge", "portal", "nacelle", "funicular"]
RAIL = 0.5
"""u, thickness of the rail."""
TRAIL = 1.1
"""u, of the trail of the last move on it."""


# ---------------------------------------------------------------- the rail


def put_step(plan: Plan, a: int, b: int, colour: Colour, thick: float) -> None:
    """The piece of rail between two neighbouring nodes, `thick` u."""
    first, second = (a, b) if a < b else (b, a)
    u, one, two = plan.u, plan.nodes[first], plan.nodes[second]
    high = max(2, round(thick * u))
    if one.row == two.row:
        x0, x1 = sorted((one.x, two.x))
        put_box(round(x0), round(one.y - high / 2), round(x1 - x0), high, colour)
        return
    turn = plan.turns[one.row]
    for node in (one, two):  # a row of one space does not reach the turn by itself
        x0, x1 = sorted((node.x, turn.x))
        if x1 - x0 > 1:
            put_box(round(x0), round(node.y - high / 2), round(x1 - x0), high, colour)
    _put_turn(turn.x, turn.top, turn.bottom, turn.right, u, colour, high)


def _put_turn(x: float, top: float, bottom: float, right: bool, u: float, colour: Colour, high: int) -> None:
    pad = round(u)
    bulge = round((EDGE - 1.2) * u)
    wide, tall = bulge + pad, round(top - bottom) + 2 * pad
    bend = min(bulge, (top - bottom) / 2)

    def draw() -> None:
        k = 0.5523 * bend
        y0, y1 = tall - pad, pad
        points: list[Point] = [(0, y0), (bulge - bend, y0)]
        points += bezier(points[-1], (bulge - bend + k, y0), (bulge, y0 - bend + k), (bulge, y0 - bend))
        points += [(bulge, y1 + bend)]
        points += bezier(points[-1], (bulge, y1 + bend - k), (bulge - bend + k, y1), (bulge - bend, y1))
        points += [(0, y1)]
        Line(points=[v for p in points for v in p], width=high / 2, joint="round", cap="none")

    texture = painted(("turn", wide, tall, high), wide, tall, draw)
    put_box(round(x), round(bottom) - pad, wide if right else -wide, tall, colour, texture)


def put_rail(plan: Plan, colour: Colour, thick: float = RAIL) -> None:
    """The whole rail, from the first space to the boat."""
    with together():
        for n in range(plan.boat):
            put_step(plan, n, n + 1, colour, thick)


# ---------------------------------------------------------------- stations


def put_station(plan: Plan, n: int, icon: str, tone: Colour, den: bool) -> None:
    """A space: a disc on the rail with its icon, and the den mark beside it if the icon is another one."""
    node, r = plan.nodes[n], plan.radius
    put_panel(node.x - r, node.y - r, 2 * r, 2 * r, C.soot, r)
    put_panel(node.x - r, node.y - r, 2 * r, 2 * r, C.rim, r, 2)
    side = 1.52 * r
    if icon:
        put_icon(icon, node.x - side / 2, node.y - side / 2, side, tone)
    if den:
        head = 1.25 * r
        x, y = node.x + 0.95 * r, node.y - 0.95 * r
        put_panel(x - 0.15 * r, y - 0.2 * r, head + 0.3 * r, head + 0.3 * r, C.pit, head)
        put_icon("cerberus", x, y - 0.05 * r, head, tone)


def put_ring(plan: Plan, n: int, colour: Colour) -> None:
    """A station that can be touched."""
    node = plan.nodes[n]
    u = plan.u
    r = plan.radius + 0.75 * u if n != plan.boat else 3.4 * u
    line = max(4, round(0.55 * u))
    put_panel(node.x - r, node.y - r, 2 * r, 2 * r, colour, r, line)


# ---------------------------------------------------------------- links


def put_link(plan: Plan, kind: Kind, a: int, b: int, colour: Colour, whole: bool = True, thick: float = 1.0) -> None:
    """A way between two spaces that are not neighbours, above the rail. `whole` False: a bridge that is gone."""
    one, two = plan.nodes[a], plan.nodes[b]
    u = plan.u
    if one.row != two.row:
        _put_far(plan, a, b, colour)
        return
    wide, high = round(abs(two.x - one.x)), round(max(3 * u, min(plan.zone * 0.86, 7.5 * u)))
    pad = round(u)
    key = ("link", kind, wide, high, whole, thick, round(u))

    def draw() -> None:
        PushMatrix()
        Translate(pad, pad)
        _LINKS[kind](wide, high, u, whole, thick)
        PopMatrix()

    texture = painted(key, wide + 2 * pad, high + 2 * pad, draw)
    Color(*colour)
    low, y = min(one.x, two.x) - pad, one.y + plan.radius - pad
    flip = two.x < one.x and kind == "funicular"  # the car climbs towards the boat
    size = (-texture.width if flip else texture.width, texture.height)
    Rectangle(texture=texture, pos=(round(low) + (texture.width if flip else 0), round(y)), size=size)


def _flat(points: list[Point]) -> list[float]:
    return [v for p in points for v in p]


def _rope(w: float, top: float, sag: float) -> Callable[[float], Point]:
    """A rope between two points at height `top`: the place at 0..1 of its way."""
    return lambda t: (t * w, top - sag * sin(pi * t))


def _bridge(w: float, h: float, u: float, whole: bool, thick: float) -> None:
    rope, deck = _rope(w, h * 0.98, h * 0.3), _rope(w, h * 0.62, h * 0.3)
    pen = 0.13 * u * thick
    for x in (0.0, w):
        Line(points=(x, 0, x, h), width=0.22 * u, cap="round")
    parts = [(0.0, 1.0)] if whole else [(0.0, 0.13), (0.87, 1.0)]
    for start, end in parts:
        steps = [start + (end - start) * i / 24 for i in range(25)]
        drop = 0.0 if whole else 0.4 * h  # torn ends hang
        for curve, width in ((rope, pen), (deck, 2 * pen)):
            points = []
            for t in steps:
                x, y = curve(t)
                torn = (t / 0.13 if t < 0.5 else (1 - t) / 0.13) if drop else 0.0
                points.append((x, max(0.1 * u, y - drop * torn**2)))
            Line(points=_flat(points), width=width, cap="round", joint="round")
    if whole:
        planks = max(3, round(w / (2.4 * u)))
        for i in range(1, planks):
            t = i / planks
            Line(points=(*rope(t), *deck(t)), width=pen * 0.8, cap="round")


def _portal(w: float, h: float, u: float, whole: bool, thick: float) -> None:
    arc = bezier((0, 0), (0, h * 1.3), (w, h * 1.3), (w, 0), 60)
    arc.insert(0, (0, 0))
    spaced, last = [], (-1e9, 0.0)
    for p in arc:
        if ((p[0] - last[0]) ** 2 + (p[1] - last[1]) ** 2) ** 0.5 >= 1.25 * u:
            spaced.append(p)
            last = p
    for x, y in spaced:
        Line(circle=(x, y, 0.12 * u), width=0.16 * u * thick)


def _nacelle(w: float, h: float, u: float, whole: bool, thick: float) -> None:
    for x in (0.0, w):
        Line(points=(x, 0, x, h), width=0.22 * u, cap="round")
    rope = _rope(w, h * 0.97, 0.06 * h)
    Line(points=_flat([rope(i / 20) for i in range(21)]), width=0.13 * u * thick, cap="round")
    x, y = rope(0.5)
    side = min(3.4 * u, h * 0.55)
    Line(points=(x, y, x, y - 0.3 * side), width=0.13 * u)
    top = y - 0.3 * side
    low, half = top - side * 0.6, side / 2
    fan((x, top - side * 0.3), [(x - half, top), (x + half, top), (x + 0.76 * half, low), (x - 0.76 * half, low)])


def _funicular(w: float, h: float, u: float, whole: bool, thick: float) -> None:
    """From the foot up to the top, which stands higher: a slope and a mast down to the space."""
    top = h * 0.92
    line = [(0.0, 0.0), (w - 1.2 * u, top), (w, top)]
    Line(points=_flat(line), width=0.16 * u * thick, joint="round", cap="round")
    Line(points=(w, 0, w, top), width=0.22 * u, cap="round")
    ties = max(4, round(w / (2 * u)))
    for i in range(1, ties):
        x = (w - 1.2 * u) * i / ties
        y = top * i / ties
        Line(points=(x, y, x + 0.35 * u, y - 0.95 * u), width=0.13 * u, cap="round")


_LINKS: dict[Kind, Callable[[float, float, float, bool, float], None]] = {
    "bridge": _bridge, "portal": _portal, "nacelle": _nacelle, "funicular": _funicular,
}  # fmt: skip


def _put_far(plan: Plan, a: int, b: int, colour: Colour) -> None:
    """A link between two rows: dots."""
    one, two, u = plan.nodes[a], plan.nodes[b], plan.u
    far = ((one.x - two.x) ** 2 + (one.y - two.y) ** 2) ** 0.5
    dots = max(2, round(far / (1.6 * u)))
    with together():
        for i in range(1, dots):
            t = i / dots
            x, y = one.x + (two.x - one.x) * t, one.y + (two.y - one.y) * t
            put_icon("seat_disc", x - 0.4 * u, y - 0.4 * u, 0.8 * u, colour)


# ---------------------------------------------------------------- the boat


def put_boat(plan: Plan, seats: int | None, taken: int, colour: Colour) -> None:
    """The boat in its water: under sail while nobody knows it, then with its free seats as rings."""
    u, node = plan.u, plan.nodes[plan.boat]
    wide = plan.boat_width
    if seats is None:
        side = min(wide * 0.92, 9.5 * u, plan.zone + plan.radius)
        put_icon("boat", node.x - side / 2, node.y - plan.radius - 0.2 * u, side, colour)
        return
    w, h = round(wide * 0.9), round(plan.radius + 0.6 * u)

    Color(*colour)
    Rectangle(texture=hull(w, h), pos=(round(node.x - w / 2), round(node.y - plan.radius)), size=(w, h))
    waves = water(round(wide), u)
    Color(*colour.fade(0.6))
    Rectangle(texture=waves, pos=(round(node.x - wide / 2), round(node.y - plan.radius - 0.2 * u)), size=waves.size)
    with together():
        for spot in boat_spots(plan, seats)[taken:]:
            r = spot.size * 0.38
            put_panel(spot.x - r, spot.y - r, 2 * r, 2 * r, C.soot, r)
            put_panel(spot.x - r, spot.y - r, 2 * r, 2 * r, colour, r, max(2, round(0.25 * u)))


def hull(w: int, h: int) -> Texture:
    """A boat without anybody in it, of w x h px."""

    def draw() -> None:
        fan((w / 2, h * 0.6), [(0, h), (w, h), (w * 0.86, 0.1 * h), (w * 0.14, 0.1 * h)])

    return painted(("hull", w, h), w, h, draw)


def water(wide: int, u: float) -> Texture:
    """A line of waves."""
    high = round(1.2 * u)

    def draw() -> None:
        points = [(float(t), high / 2 + 0.3 * u * sin(t / (0.75 * u))) for t in range(2, wide - 1)]
        Line(points=_flat(points), width=0.14 * u, cap="round")

    return painted(("water", wide, high), wide, high, draw)
