"""HellRail: the map with everybody on it, or the ten circles; trains and counts; after the reveal the result."""

from __future__ import annotations

from collections.abc import Sequence

from companion.figures.hellrail.pieces import PAGE as TRAIN
from companion.figures.hellrail.pieces import draw_train
from companion.figures.hellrail.rails import (
    PAGE,
    CirclePicture,
    EnginePicture,
    circle,
    draw_sign,
    engine,
    picture_of,
    rail_map,
    tracks,
)
from companion.games.hellrail.board.layout import neighbours
from companion.games.hellrail.board.segments import SEGMENTS
from companion.games.hellrail.effect_words import EFFECTS
from companion.games.hellrail.names import Level, Phase
from companion.games.hellrail.view import HellRailView, ScoreView, SeatView
from companion.presentation.colours import SEATS, C, Colour
from companion.presentation.path_data import Point
from companion.presentation.rail_plan import IN_CIRCLE, MapPlan, bounds, ties
from companion.presentation.scene import Frame, Scene, Stamp, number

WIDE = 640.0
SMALL = 19.0
"""Size of the smallest words: 11 px on a phone of 360 px."""
SIDE = 196.0
"""Width of the column of players beside a map."""
ROW, PILES = 44.0, 40.0
"""Height of a player's row below a map, and of the line of the piles."""
MOST = 120.0
"""Largest cell of a map."""
U = 10.0
"""Measure of what has no place on a map."""


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
    f = Frame(0, 0, room, floor, U, PAGE)
    plan = MapPlan((room - cell * (left + right)) / 2, (floor + cell * (top + bottom)) / 2, cell)
    for spot in spots:
        x, y = _down(plan.middle(spot), f)
        p.disc(x, y, 0.4 * cell, C.soot, C.seam)
        p.icon("plus", x, y, 0.24 * cell, C.rim)
    rail_map(p, picture_of(view), f, plan)
    if wide:
        _rows(p, view, floor, ROW)
        _piles(p, view, WIDE / 2, floor + rows - PILES / 2)
    else:
        _column(p, view, room + 6, floor - PILES)
        _piles(p, view, room + SIDE / 2, floor - PILES / 2 - 2)
    return p


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
    f = Frame(0, 0, p.wide, p.high, U, PAGE)
    plan = MapPlan(-cell * left, cell * bottom, cell)
    rail_map(p, picture_of(view), f, plan)
    for segment in SEGMENTS:
        p.stamps[segment] = Stamp(f"d-{segment}", tracks((segment,)), 0, 0, cell, C.bone)
    for at in sorted({*lies, *spots}):
        _place(p, at, *_down(plan.middle(at), f), "cell")
    for lain in view.circles:
        if lain.cell is not None:
            _place(p, lain.id, *_down(plan.middle(lain.cell), f), "circle")
    for rail in view.map:
        for tie in ties(rail.rails):
            place = plan.node(f"{rail.cell}:{tie}", {})
            if place is not None:
                _place(p, f"{rail.cell}:{tie}", *_down(place, f), "tie")
    return p


def _down(place: Point, frame: Frame) -> Point:
    """A place of a plan, whose heights count from the foot of the frame, in the scene."""
    return place[0], frame.foot - place[1]


def _place(scene: Scene, name: str, x: float, y: float, kind: str) -> None:
    with scene.group(place=name, at=(x, y), reach=REACH[kind] * FIGURE_CELL):
        pass


def _circles(view: HellRailView) -> Scene:
    """Without a map: the circles in two rows, who is on the rail between them below, then everybody's train."""
    row = 52.0
    p = Scene(WIDE, 296 + row * len(view.seats))
    p.light(WIDE / 2, 140, WIDE / 2, 140, C.glow, 0.32)
    cell = 122.0
    places = {circle.id: (WIDE / 2 + (i % 5 - 2) * cell, 64 + i // 5 * 110.0) for i, circle in enumerate(view.circles)}
    for one in view.circles:
        token = "" if one.effect is None else EFFECTS[one.effect].icon
        drawn = CirclePicture(one.id, one.id[1:], "", token, one.down, one.cerberus)
        circle(p, drawn, *places[one.id], 106, C.bone, C.danger if one.cerberus else C.rim, page=True)
        x, y = places[one.id]
        here = [seat for seat in view.seats if seat.node == one.id]
        free = [spot for i, spot in enumerate(IN_CIRCLE) if i != 3 or not one.cerberus]
        for seat, (dx, dy) in zip(here, free, strict=False):
            engine(p, _engine(view, seat), x + 106 * dx, y - 106 * dy, 46)
        if one.cerberus:
            draw_sign(p, "cerberus", x + 106 * IN_CIRCLE[3][0], y - 106 * IN_CIRCLE[3][1], 46)
    y = 264.0
    p.path("".join(f"M{x},{number(y + 8)}h10" for x in range(8, 440, 24)), C.seam, 5)
    p.path(f"M0,{number(y + 2)}H440", C.rim, 4)
    outside = [seat for seat in view.seats if seat.node not in places]
    for i, seat in enumerate(outside):
        engine(p, _engine(view, seat), 40 + i * 64, y - 25, 50)
    if view.level is not Level.LIGHT:
        _piles(p, view, 544, y - 8)
    _rows(p, view, 290, row)
    return p


def _engine(view: HellRailView, seat: SeatView) -> EnginePicture:
    active = view.phase not in (Phase.PLACING, Phase.ENDED) and seat.name == view.turn.player
    return EnginePicture(seat.name, seat.colour, seat.node, seat.heading, active)


# ---------------------------------------------------------------- players


def _piles(scene: Scene, view: HellRailView, x: float, y: float) -> None:
    """Cards to draw, cards thrown away."""
    for left, icon, n in ((x - 88, "pile", view.draw), (x + 8, "discard", view.discard)):
        with scene.group(pile=icon):
            scene.icon(icon, left + 16, y, 30, C.rim)
            scene.text(str(n), left + 38, y, 28, C.ash, "start")


def _counts(scene: Scene, view: HellRailView, seat: SeatView, x: float, y: float, size: float) -> None:
    """Sealed cars, and cards in hand."""
    shown = [("sealed", seat.delivered, C.bone)]
    if view.level is not Level.LIGHT:
        shown.append(("hand", seat.hand, C.ash))
    for i, (icon, n, tone) in enumerate(shown):
        left = x + i * 2.5 * size
        scene.icon(icon, left + 0.55 * size, y, 1.1 * size, C.rim)
        scene.text(str(n), left + 1.3 * size, y, size, tone, "start")


def _player(scene: Scene, view: HellRailView, seat: SeatView, x: float, y: float, mark: float, room: float) -> None:
    """Mark and name."""
    active = view.phase is not Phase.ENDED and seat.name == view.turn.player
    scene.seat(seat.colour, seat.name[:1], x + mark / 2, y, mark)
    scene.text(seat.name, x + mark + 8, y, SMALL + 1, C.bone if active else C.ash, "start", room - mark - 8)


def _rows(scene: Scene, view: HellRailView, top: float, row: float) -> None:
    """A row for everybody."""
    for i, seat in enumerate(view.seats):
        y = top + (i + 0.5) * row
        with scene.group(title=seat.name, seat=seat.name, delivered=seat.delivered):
            if view.phase is not Phase.ENDED and seat.name == view.turn.player:
                scene.box(4, y - row / 2 + 2, WIDE - 8, row - 4, C.basalt, 8)
            _player(scene, view, seat, 12, y, 0.74 * row, 168)
            _counts(scene, view, seat, 190, y, 26)
            draw_train(scene, seat, Frame(338, y - row / 2 + 3, WIDE - 350, row - 6, U, TRAIN))


def _column(scene: Scene, view: HellRailView, x: float, high: float) -> None:
    """Everybody below each other: mark and name, counts, train."""
    step = min(128.0, high / len(view.seats))
    for i, seat in enumerate(view.seats):
        y = 2 + i * step
        with scene.group(title=seat.name, seat=seat.name, delivered=seat.delivered):
            if view.phase is not Phase.ENDED and seat.name == view.turn.player:
                scene.box(x - 4, y + 2, SIDE - 6, step - 4, C.basalt, 8)
            _player(scene, view, seat, x + 4, y + 0.2 * step, 36, SIDE - 20)
            _counts(scene, view, seat, x + 6, y + 0.5 * step, 28)
            high = min(40.0, 0.34 * step)
            draw_train(scene, seat, Frame(x + 4, y + 0.82 * step - high / 2, SIDE - 22, high, U, TRAIN))


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


def _bar(scene: Scene, score: ScoreView, tone: Colour, x: float, y: float, unit: float, high: float) -> None:
    values = [value or 0 for _id, value in score.cars]
    parts = values if sum(values) == score.delivered else [score.delivered]
    for value in parts:
        if value <= 0:
            continue
        wide = value * unit
        scene.box(x, y, max(2.0, wide - 3), high, tone, 4)
        if wide > 0.6 * high:
            scene.text(str(value), x + (wide - 3) / 2, y + high / 2, min(0.6 * high, 0.7 * wide), C.pit)
        x += wide
    if score.loaded > 0:
        wide = score.loaded * unit
        scene.box(x + 1, y + 1, max(2.0, wide - 4), high - 2, C.soot, 4, C.rim)
        if wide > 0.6 * high:
            scene.text(str(score.loaded), x + (wide - 3) / 2, y + high / 2, min(0.6 * high, 0.5 * wide), C.ash)
