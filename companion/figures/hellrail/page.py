"""HellRail: the map with everybody on it, or the ten circles; trains and counts; after the reveal the result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from math import ceil, cos, pi, sin

from msgspec.structs import replace

from companion.games.hellrail.board.layout import neighbours
from companion.games.hellrail.board.segments import SEGMENTS
from companion.games.hellrail.effect_words import EFFECTS, tokens_of
from companion.games.hellrail.names import GATES, Level, Phase
from companion.games.hellrail.view import CircleView, HellRailView, RailView, ScoreView, SeatView
from companion.presentation.colours import SEATS, C, Colour, tone_of
from companion.presentation.rail_plan import (
    CARD_AIR,
    CORNER,
    GAUGE,
    IN_CIRCLE,
    OPEN,
    PEN,
    STRAIGHTS,
    TIE_WIDE,
    bounds,
    cell_of,
    ends,
    sleeper,
    tie_at,
    ties,
    way_of,
)
from companion.presentation.scene import Box, Scene, Stamp, Stroke, flat, number

WIDE = 640.0
SMALL = 19.0
"""Size of the smallest words: 11 px on a phone of 360 px."""
SIDE = 196.0
"""Width of the column of players beside a map."""
ROW, PILES = 44.0, 40.0
"""Height of a player's row below a map, and of the line of the piles."""
MOST = 120.0
"""Largest cell of a map."""
MARKERS_APART = 0.12
"""Of a cell, between check markers of one tie."""


def picture(view: HellRailView) -> Scene:
    """The table, or how it ended."""
    if view.scores is not None:
        return _result(view, view.scores)
    lies = {circle.cell for circle in view.circles if circle.cell is not None} | {rail.cell for rail in view.map}
    if view.level is Level.MAP and lies:
        return _map(view, lies)
    return _circles(view)


# ---------------------------------------------------------------- the map


def _map(view: HellRailView, lies: set[str]) -> Scene:
    spots = view.placing.cells if view.placing is not None else ()
    box = bounds({*lies, *spots})
    assert box is not None
    left, top, right, bottom = box
    across, down = right - left + 0.1, bottom - top + 0.1
    rows = ROW * len(view.seats) + PILES
    beside, below = min((WIDE - SIDE) / across, 480 / down), min(WIDE / across, (480 - rows) / down)
    wide = beside < below
    cell = min(MOST, max(beside, below))
    room = WIDE if wide else WIDE - SIDE
    floor = max(180.0, cell * down) if wide else max(360.0, cell * down, 98.0 * len(view.seats) + PILES)
    p = Scene(WIDE, floor + rows if wide else floor)
    p.light(room / 2, floor / 2, room / 2, floor / 2, C.glow, 0.26)
    plan = _Plan((room - cell * (left + right)) / 2, (floor - cell * (top + bottom)) / 2, cell)
    for spot in spots:
        x, y = plan.middle(spot)
        p.disc(x, y, 0.4 * cell, C.soot, C.seam)
        p.icon("plus", x, y, 0.24 * cell, C.rim)
    _board(p, view, plan)
    if wide:
        _rows(p, view, floor, ROW)
        _piles(p, view, WIDE / 2, floor + rows - PILES / 2)
    else:
        _column(p, view, room + 6, floor - PILES)
        _piles(p, view, room + SIDE / 2, floor - PILES / 2 - 2)
    return p


def _board(p: Scene, view: HellRailView, plan: _Plan) -> None:
    """What lies and stands on a map."""
    cell = plan.cell
    used = {seat.node.partition(":")[0] for seat in view.seats}
    for rail in view.map:
        _rail(p, plan, rail, rail.cell in used)
    for circle in view.circles:
        if circle.cell is not None:
            _circle(p, circle, *plan.middle(circle.cell), cell)
    for node, many in sorted(Counter(view.markers).items()):
        place = plan.node(node)
        for i in range(many if place is not None else 0):
            x, y = place or (0.0, 0.0)
            _ringed(p, "check", x + (i - (many - 1) / 2) * MARKERS_APART * cell, y, 0.26 * cell)
    for seat in view.seats:
        place = plan.node(seat.node)
        if place is not None:
            _engine(p, view, seat, *place, _size(cell))
    _crowds(p, view, {c.id: plan.middle(c.cell) for c in view.circles if c.cell is not None}, cell)


FIGURE_CELL = 100.0
REACH = {"tie": 0.1, "cell": 0.42, "circle": 0.43}
"""Radius of a place to touch, of a cell."""


def figure(view: HellRailView) -> Scene | None:
    """The map alone, with all that can be touched on it, also where nothing lies yet; None without a map."""
    lies = {circle.cell for circle in view.circles if circle.cell is not None} | {rail.cell for rail in view.map}
    if view.level is not Level.MAP or view.scores is not None or not (lies or view.placing):
        return None
    spots = set(view.placing.cells) if view.placing is not None else {at for cell in lies for at in neighbours(cell)}
    box = bounds({*lies, *spots})
    assert box is not None
    left, top, right, bottom = box
    cell = FIGURE_CELL
    p = Scene(cell * (right - left), cell * (bottom - top))
    plan = _Plan(-cell * left, -cell * top, cell)
    _board(p, view, plan)
    for segment in SEGMENTS:
        p.stamps[segment] = Stamp(f"d-{segment}", _tracks((segment,)), 0, 0, cell, C.bone)
    for at in sorted({*lies, *spots}):
        _place(p, at, *plan.middle(at), "cell")
    for circle in view.circles:
        if circle.cell is not None:
            _place(p, circle.id, *plan.middle(circle.cell), "circle")
    for rail in view.map:
        for tie in ties(rail.rails):
            x, y = plan.node(f"{rail.cell}:{tie}") or (0.0, 0.0)
            _place(p, f"{rail.cell}:{tie}", x, y, "tie")
    return p


def _place(p: Scene, name: str, x: float, y: float, kind: str) -> None:
    with p.group(place=name, at=(x, y), reach=REACH[kind] * FIGURE_CELL):
        pass


class _Plan:
    """Where the cells of a map stand in a picture."""

    def __init__(self, x: float, y: float, cell: float) -> None:
        self.x, self.y, self.cell = x, y, cell

    def at(self, px: float, py: float) -> tuple[float, float]:
        """A place of the map."""
        return self.x + px * self.cell, self.y + py * self.cell

    def middle(self, cell: str) -> tuple[float, float]:
        """The middle of a cell."""
        x, y = cell_of(cell)
        return self.at(x + 0.5, y + 0.5)

    def node(self, node: str) -> tuple[float, float] | None:
        """A tie; None for what is no tie."""
        cell, colon, tie = node.partition(":")
        if not colon:
            return None
        (x, y), (tx, ty) = cell_of(cell), tie_at(tie)
        return self.at(x + tx, y + ty)


@cache
def _tracks(rails: tuple[str, ...]) -> tuple[Stroke, ...]:
    """Tracks in a cell of 100 x 100, in the colour of who uses them."""
    lines = []
    for segment in rails:
        if segment in STRAIGHTS:
            (ax, ay), (bx, by) = ends(segment)
            nx, ny = (GAUGE, 0.0) if segment == "NS" else (0.0, GAUGE)
            sides = (((ax + d * nx, ay + d * ny), (bx + d * nx, by + d * ny)) for d in (-1, 1))
            lines += [_line(*side) for side in sides]
        else:
            lines += [_arc(segment, radius) for radius in (0.5 - GAUGE, 0.5 + GAUGE)]
    bars = "".join(_line(*sleeper(tie)) for tie in ties(rails))
    return Stroke("".join(lines), None, 200 * PEN, cap="butt"), Stroke(bars, None, 200 * TIE_WIDE, cap="square")


@cache
def _card(rails: tuple[str, ...]) -> tuple[Box | Stroke, ...]:
    """A card with its tracks, in a cell of 100 x 100."""
    air = 100 * CARD_AIR
    return Box(air, air, 100 - 2 * air, 100 - 2 * air, C.soot, 6, C.seam, 3), *(_tracks(rails) if rails else ())


def _line(a: tuple[float, float], b: tuple[float, float]) -> str:
    return f"M{number(100 * a[0])},{number(100 * a[1])}L{number(100 * b[0])},{number(100 * b[1])}"


def _arc(segment: str, radius: float) -> str:
    cx, cy = CORNER[segment]
    sx, sy = 1 - 2 * cx, 1 - 2 * cy
    (ax, ay), (bx, by) = ((cx + sx * radius * cos(t), cy + sy * radius * sin(t)) for t in (OPEN, pi / 2 - OPEN))
    sweep = 1 if sx * sy > 0 else 0
    r = number(100 * radius)
    return f"M{number(100 * ax)},{number(100 * ay)}A{r} {r} 0 0 {sweep} {number(100 * bx)},{number(100 * by)}"


def _rail(p: Scene, plan: _Plan, rail: RailView, used: bool) -> None:
    x, y = plan.at(*cell_of(rail.cell))
    side, rails, tone = plan.cell, tuple(sorted(rail.rails)), C.bone if used else C.ash
    with p.group(cell=rail.cell):
        if rail.under:
            p.put(Stamp("r-", _card(()), x + 0.035 * side, y + 0.035 * side, side, tone))
        p.put(Stamp("-".join(("r", *rails)), _card(rails), x, y, side, tone))


# ---------------------------------------------------------------- circles and engines


def _circle(p: Scene, circle: CircleView, x: float, y: float, cell: float) -> None:
    """A circle with its number and its token; a token that lies face down is a blank disc."""
    with p.group(circle=circle.id, cerberus=circle.id if circle.cerberus else None):
        p.disc(x, y, 0.43 * cell, C.basalt, C.danger if circle.cerberus else C.rim, 0.045 * cell)
        shown = circle.effect is not None or circle.down
        if circle.id == GATES:
            p.icon("gates", x, y, 0.46 * cell, C.bone)
        else:
            p.text(circle.id[1:], x, y - (0.16 * cell if shown else 0), (0.4 if shown else 0.52) * cell, C.bone)
        if circle.down:
            p.disc(x, y + 0.19 * cell, 0.12 * cell, C.ash)
        elif circle.effect is not None:
            p.icon(EFFECTS[circle.effect].icon, x, y + 0.19 * cell, 0.33 * cell, C.ember)


def _ringed(p: Scene, icon: str, x: float, y: float, side: float) -> None:
    """A sign on a dark disc: a check marker, Cerberus."""
    p.disc(x, y, side / 2, C.pit, C.danger, max(1.5, 0.06 * side))
    p.icon(icon, x, y, 0.7 * side, C.danger)


def _engine(p: Scene, view: HellRailView, seat: SeatView, x: float, y: float, size: float) -> None:
    """An engine: the seat's mark on a dark disc, with a nose where it is heading."""
    tone = SEATS.get(seat.colour, SEATS["white"]).colour
    with p.group(title=seat.name, engine=seat.name, node=seat.node):
        tie = seat.node.partition(":")[2]
        dx, dy = way_of(tie, seat.heading) if tie else (0.0, 0.0)
        if (dx, dy) != (0.0, 0.0):
            nose = ((0.44, -0.17), (0.78, 0.0), (0.44, 0.17))
            points = ((x + size * (a * dx - b * dy), y + size * (a * dy + b * dx)) for a, b in nose)
            p.path(flat(points) + "Z", C.pit, 1.5, tone)
        active = view.phase not in (Phase.PLACING, Phase.ENDED) and seat.name == view.turn.player
        p.disc(x, y, size / 2, C.pit, C.bone if active else C.seam, max(1.5, 0.06 * size))
        p.seat(seat.colour, seat.name[:1], x, y, 0.74 * size)


def _size(cell: float) -> float:
    """Of an engine: on a large map larger than its place."""
    return max(26.0, 0.46 * cell)


def _crowds(p: Scene, view: HellRailView, places: dict[str, tuple[float, float]], cell: float) -> None:
    """Draw the players who are in a circle round its edge, and Cerberus at a fixed place of it."""
    for circle in view.circles:
        if circle.id not in places:
            continue
        x, y = places[circle.id]
        here = [seat for seat in view.seats if seat.node == circle.id]
        free = [spot for i, spot in enumerate(IN_CIRCLE) if i != 3 or not circle.cerberus]
        for seat, (dx, dy) in zip(here, free, strict=False):
            _engine(p, view, seat, x + dx * cell, y - dy * cell, _size(cell))
        if circle.cerberus:
            dx, dy = IN_CIRCLE[3]
            _ringed(p, "cerberus", x + dx * cell, y - dy * cell, _size(cell))


def _circles(view: HellRailView) -> Scene:
    """Without a map: the circles in two rows, who is on the rail between them below, then everybody's train."""
    row = 52.0
    p = Scene(WIDE, 296 + row * len(view.seats))
    p.light(WIDE / 2, 140, WIDE / 2, 140, C.glow, 0.32)
    cell = 122.0
    places = {circle.id: (WIDE / 2 + (i % 5 - 2) * cell, 64 + i // 5 * 110.0) for i, circle in enumerate(view.circles)}
    for circle in view.circles:
        _circle(p, circle, *places[circle.id], 106)
    _crowds(p, view, places, 106)
    y = 264.0
    p.path("".join(f"M{x},{number(y + 8)}h10" for x in range(8, 440, 24)), C.seam, 5)
    p.path(f"M0,{number(y + 2)}H440", C.rim, 4)
    outside = [seat for seat in view.seats if seat.node not in places]
    for i, seat in enumerate(outside):
        _engine(p, view, seat, 40 + i * 64, y - 25, 50)
    if view.level is not Level.LIGHT:
        _piles(p, view, 544, y - 8)
    _rows(p, view, 290, row)
    return p


# ---------------------------------------------------------------- players


def _piles(p: Scene, view: HellRailView, x: float, y: float) -> None:
    """Cards to draw, cards thrown away."""
    for left, icon, n in ((x - 88, "pile", view.draw), (x + 8, "discard", view.discard)):
        with p.group(pile=icon):
            p.icon(icon, left + 16, y, 30, C.rim)
            p.text(str(n), left + 38, y, 28, C.ash, "start")


def _counts(p: Scene, view: HellRailView, seat: SeatView, x: float, y: float, size: float) -> None:
    """Sealed cars, and cards in hand."""
    shown = [("sealed", seat.delivered, C.bone)]
    if view.level is not Level.LIGHT:
        shown.append(("hand", seat.hand, C.ash))
    for i, (icon, n, tone) in enumerate(shown):
        left = x + i * 2.5 * size
        p.icon(icon, left + 0.55 * size, y, 1.1 * size, C.rim)
        p.text(str(n), left + 1.3 * size, y, size, tone, "start")


def _pieces(view: HellRailView, seat: SeatView) -> list[tuple[str, Colour, str]]:
    """A train from the engine back, then what else its player has: icon, colour, the figure on it."""
    found = [("engine", SEATS.get(seat.colour, SEATS["white"]).colour, "")]
    if seat.tender:
        found.append(("tender", C.ash, ""))
    for car in seat.train:
        tone = C.rim if car.covered else C.ok if car.here else C.bone
        found.append(("car", tone, "?" if car.covered else car.setout or ""))
    if seat.soul_catcher:
        found.append(("soulcatcher", C.ash, ""))
    public = replace(seat, held=None) if seat.held_down else seat
    return found + [(mark.icon, tone_of(mark.tone), "") for mark in tokens_of(public, train=False)]


def _train(p: Scene, view: HellRailView, seat: SeatView, x: float, y: float, room: float, high: float) -> None:
    """As large as it goes into the room round its middle y: in one line, or in two."""
    pieces = _pieces(view, seat)
    n = len(pieces)
    side, lines = max((min(high / lines, room / ceil(n / lines) / 1.04), -lines) for lines in (1, 2))
    across = ceil(n / -lines)
    with p.group(train=len(seat.train)):
        for i, (icon, tone, figure) in enumerate(pieces):
            line, place = divmod(i, across)
            at, middle = x + (place + 0.5) * 1.04 * side, y + (line + (lines + 1) / 2) * side
            p.icon(icon, at, middle, side, tone)
            if figure:
                p.text(figure, at, middle + 0.03 * side, 0.36 * side, C.pit)


def _player(p: Scene, view: HellRailView, seat: SeatView, x: float, y: float, mark: float, room: float) -> None:
    """Mark and name."""
    active = view.phase is not Phase.ENDED and seat.name == view.turn.player
    p.seat(seat.colour, seat.name[:1], x + mark / 2, y, mark)
    p.text(seat.name, x + mark + 8, y, SMALL + 1, C.bone if active else C.ash, "start", room - mark - 8)


def _rows(p: Scene, view: HellRailView, top: float, row: float) -> None:
    """A row for everybody."""
    for i, seat in enumerate(view.seats):
        y = top + (i + 0.5) * row
        with p.group(title=seat.name, seat=seat.name, delivered=seat.delivered):
            if view.phase is not Phase.ENDED and seat.name == view.turn.player:
                p.box(4, y - row / 2 + 2, WIDE - 8, row - 4, C.basalt, 8)
            _player(p, view, seat, 12, y, 0.74 * row, 168)
            _counts(p, view, seat, 190, y, 26)
            _train(p, view, seat, 338, y, WIDE - 350, row - 6)


def _column(p: Scene, view: HellRailView, x: float, high: float) -> None:
    """Everybody below each other: mark and name, counts, train."""
    step = min(128.0, high / len(view.seats))
    for i, seat in enumerate(view.seats):
        y = 2 + i * step
        with p.group(title=seat.name, seat=seat.name, delivered=seat.delivered):
            if view.phase is not Phase.ENDED and seat.name == view.turn.player:
                p.box(x - 4, y + 2, SIDE - 6, step - 4, C.basalt, 8)
            _player(p, view, seat, x + 4, y + 0.2 * step, 36, SIDE - 20)
            _counts(p, view, seat, x + 6, y + 0.5 * step, 28)
            _train(p, view, seat, x + 4, y + 0.82 * step, SIDE - 22, min(40.0, 0.34 * step))


# ---------------------------------------------------------------- the result


def _result(view: HellRailView, scores: Sequence[ScoreView]) -> Scene:
    """By rank: what was delivered, car by car, as a bar, and in outline what was still loaded."""
    row = min(104.0, 400 / len(scores))
    p = Scene(WIDE, max(360.0, row * len(scores) + 20))
    p.light(WIDE / 2, p.high / 2, WIDE / 2, p.high / 2, C.brim, 0.3)
    longest = max(1, *(score.delivered + score.loaded for score in scores))
    colours = {seat.name: seat.colour for seat in view.seats}
    unit = (WIDE - 130) / longest
    top = (p.high - row * len(scores)) / 2
    for i, score in enumerate(sorted(scores, key=lambda score: score.rank)):
        y = top + i * row
        colour = colours.get(score.name, "white")
        won = score.rank == 1
        with p.group(
            title=score.name, seat=score.name, delivered=score.delivered, loaded=score.loaded, rank=score.rank
        ):
            p.seat(colour, score.name[:1], 40, y + row / 2, 56)
            if won:
                p.icon("crown", 40, y + row / 2 - 36, 34, C.brim)
            p.text(score.name, 80, y + 0.26 * row, SMALL + 5, C.bone if won else C.ash, "start", 330)
            p.text(str(score.delivered), WIDE - 20, y + 0.26 * row, 42, C.brim if won else C.bone, "end")
            _bar(p, score, SEATS.get(colour, SEATS["white"]).colour, 80, y + 0.52 * row, unit, 0.38 * row)
    return p


def _bar(p: Scene, score: ScoreView, tone: Colour, x: float, y: float, unit: float, high: float) -> None:
    values = [value or 0 for _id, value in score.cars]
    parts = values if sum(values) == score.delivered else [score.delivered]
    for value in parts:
        if value <= 0:
            continue
        wide = value * unit
        p.box(x, y, max(2.0, wide - 3), high, tone, 4)
        if wide > 0.6 * high:
            p.text(str(value), x + (wide - 3) / 2, y + high / 2, min(0.6 * high, 0.7 * wide), C.pit)
        x += wide
    if score.loaded > 0:
        wide = score.loaded * unit
        p.box(x + 1, y + 1, max(2.0, wide - 4), high - 2, C.soot, 4, C.rim)
        if wide > 0.6 * high:
            p.text(str(score.loaded), x + (wide - 3) / 2, y + high / 2, min(0.6 * high, 0.5 * wide), C.ash)
