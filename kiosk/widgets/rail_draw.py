"""A rail map into the open canvas: cards, circles, markers, and what is asked of a finger."""

from __future__ import annotations

from kiosk.icons import put_icon
from kiosk.theme import C, Colour
from kiosk.widgets.panel import put_panel
from kiosk.widgets.radial import put_halo
from kiosk.widgets.rail_marks import put_bead, put_card, put_circle, put_dot, put_frame, put_marker, put_route
from kiosk.widgets.rail_picture import OFF, Ask, Picture
from kiosk.widgets.rail_plan import OUT, Plan, Point

QUIET = Colour(*C.rim[:3], 0.5)
"""Tracks that nothing stands on and that no question is about."""


def put_map(plan: Plan, picture: Picture, ask: Ask) -> None:
    """Everything but the engines."""
    circles = picture.places
    _put_cards(plan, picture, ask)
    _put_circles(plan, picture, ask)
    for node in picture.markers:
        place = plan.node(node, circles)
        if place is not None:
            put_marker(*place, plan.cell)
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
        tone = C.rim if chosen or card.cell in used else QUIET
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
