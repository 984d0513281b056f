"""The path of a board with everybody on it: rail and turns, spaces, links between them, the boat, pawns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import pi, sin
from typing import NamedTuple

from companion.engine.prompt import Option, Prompt
from companion.games.cerbere.names import BONUS, CaptureZone
from companion.games.cerbere.view import CerbereView, PathView, icon_of
from companion.presentation.board_path import EDGE, PathPlan, PawnSpot, Tray, boat_spots, lay_out, pawn_spots
from companion.presentation.colours import SEATS, C, Colour
from companion.presentation.path_data import Point
from companion.presentation.scene import Frame, GroupMotion, Scene, Shape, Stage, Stroke, flat, number, xy

PAGE = "page"
"""The kind of a frame on a page: zones are coloured there."""
RAIL, TRAIL = 0.5, 1.1
"""u, of the rail, and of the trail of the last move on it."""
DIM = 0.4
"""Opacity of the pawns that an open question is not about."""
STEP, WHOLE = 0.15, 1.5
"""s: one space; all that happened in one move is walked in this time."""
TINTS = {CaptureZone.GATES: C.ok_dim, CaptureZone.START: C.seam, CaptureZone.MIDDLE: C.basalt, CaptureZone.END: C.blood}
CERBERUS = ""
"""Name of Cerberus's pawn among the players'."""


class PawnWay(NamedTuple):
    """A pawn's way from `source` over `steps`. `pawn` "" is Cerberus; `back`: he returns to a mark after a capture."""

    pawn: str
    source: int
    steps: tuple[int, ...]
    back: bool = False


def pawn_options(prompt: Prompt | None) -> dict[str, Option]:
    """Pawns on the path that can be touched now, by the names of their players."""
    options = prompt.options if prompt is not None else ()
    return {option.seat: option for option in options if option.seat and option.place and option.why is None}


def space_options(prompt: Prompt | None) -> dict[str, int]:
    """Keys of the ways that can be taken now, with the space to which each leads."""
    options = prompt.options if prompt is not None else ()
    return {option.key: int(option.place) for option in options if not option.seat and option.place.isdecimal()}


@lru_cache(maxsize=8)
def plan_of(path: PathView, frame: Frame) -> PathPlan:
    """The path in a frame; its heights count from the frame's foot."""
    return lay_out(frame.x, 0, frame.wide, frame.high, frame.u, len(path.spaces), path.starts if path.faces else ())


def board(
    scene: Scene,
    view: CerbereView,
    frame: Frame,
    prompt: Prompt | None = None,
    trail: PawnWay | None = None,
    pressed: str = "",
) -> None:
    """The board.

    :param prompt: whose pawns and spaces can be touched now.
    :param trail: the last move.
    :param pressed: key of the option on which a finger is.
    """
    if view.path is None or min(frame.wide, frame.high) < 40:
        return
    b = _Board(scene, view, view.path, frame)
    asked = space_options(prompt)
    with scene.group("rail"):
        b.zones()
        b.rail(range(b.plan.boat), C.rim, RAIL)
    with scene.group("ways"):
        b.reach()
        b.links(dict.fromkeys(asked, C.ember))
        b.trail(trail)
        b.marks()
        for tray in b.trays:
            scene.box(
                tray.x, frame.foot - tray.y - tray.height, tray.width, tray.height, C.soot, 1.25 * frame.u, C.seam
            )
        b.boat()
    with scene.group("spaces"):
        b.spaces()
    for key, n in asked.items():
        (x, y), r = b.at(n), b.plan.radius + 0.75 * frame.u if n != b.plan.boat else 3.4 * frame.u
        with scene.group(f"way {key}", option=key, at=(x, y)):
            scene.disc(x, y, r, None, C.bone if key == pressed else C.ember, max(4, round(0.55 * frame.u)))
    b.pawns(pawn_options(prompt), pressed)


class _Board:
    def __init__(self, scene: Scene, view: CerbereView, path: PathView, frame: Frame) -> None:
        self.scene, self.view, self.path, self.f = scene, view, path, frame
        self.plan = plan_of(path, frame)
        self.standing, self.trays = stand(view, self.plan)

    def at(self, space: int) -> Point:
        """The middle of a space."""
        return _at(self.plan, self.f, space)

    # ------------------------------------------------------------ the rail

    def rail(self, steps: Sequence[int], tone: Colour, thick: float, dash: tuple[float, float] | None = None) -> None:
        """The pieces from these spaces to the next ones: straight within a row, else round a turn."""
        self.scene.put(*_rail(self.path, self.f, steps, tone, thick, dash))

    def zones(self) -> None:
        """The ground of each zone, on a page."""
        if self.f.kind == PAGE:
            for n, zone in enumerate(self.path.zones):
                self.rail((n,), TINTS[zone], 3.6)

    def reach(self) -> None:
        """The spaces ahead of Cerberus that a chase could bring him to."""
        here, far = self.view.cerberus, self.view.reach
        if here is None or far is None or far <= here:
            return
        with self.scene.group(reach=far):
            if self.f.kind == PAGE:
                self.rail(range(here, far), C.danger, 1.2, (1.0, 12.0))
            else:
                self.rail(range(here, far), C.danger.fade(0.8), RAIL)

    def trail(self, walk: PawnWay | None) -> None:
        """The last move, in the colour of its pawn."""
        seats = {seat.name: SEATS[seat.colour].colour for seat in self.view.seats if seat.at is not None}
        tone = (seats | {CERBERUS: C.danger}).get(walk.pawn) if walk is not None else None
        if walk is None or tone is None:
            return
        here = walk.source
        for n in walk.steps:
            low, high = sorted((here, n))
            if high - low == 1 and low >= 0 and high <= self.plan.boat:
                self.rail((low,), tone, TRAIL)
            else:
                self.links({kind: tone for kind, pair in self._pairs().items() if pair == (low, high)}, 1.6, True)
            here = n

    def marks(self) -> None:
        """On a page a bar where a zone ends, and before it what a capture in it means: Betrayal cards, or out."""
        for n, zone in enumerate(self.path.zones if self.f.kind == PAGE else ()):
            if n + 1 < len(self.path.zones) and self.path.zones[n + 1] is zone:
                continue
            (x, y), (bx, by) = self.at(n), self.at(n + 1)
            ahead = -1 if self.plan.nodes[n].row % 2 else 1
            if self.plan.together(n, n + 1):
                x = (x + bx) / 2
                self.scene.path(f"M{xy(x, y - 12)}v24", C.ash, 2.4)
                x -= ahead * 11
            else:
                x, y = self.plan.turns[self.plan.nodes[n].row].x + ahead * 15, (y + by) / 2
                self.scene.path(f"M{xy(x - 12, y)}h24", C.ash, 2.4)
                y -= 14
            if zone in BONUS:
                self.scene.box(x - 7.6, y - 9.5, 15.2, 19, C.danger, 2.7)
                self.scene.text(str(BONUS[zone]), x, y, 13.7, C.pit)
            elif zone is CaptureZone.END:
                self.scene.disc(x, y, 10, C.pit)
                self.scene.icon("skull", x, y, 16, C.danger)

    def spaces(self) -> None:
        here, far = self.view.cerberus, self.view.reach
        reached = range(here + 1, far + 1) if here is not None and far is not None else range(0)
        self.scene.put(*_spaces(self.path, self.f, reached if self.f.kind == PAGE else range(0)))

    # ------------------------------------------------------------ links

    def _pairs(self) -> dict[str, tuple[int, int] | None]:
        path = self.path
        portal = path.portal if path.portal_open else None
        return {"bridge": path.bridge, "portal": portal, "nacelle": path.nacelle, "funicular": path.funicular}

    def links(self, lit: dict[str, Colour], thick: float = 1.0, alone: bool = False) -> None:
        """Ways between two spaces that are not neighbours, above the rail; `alone`: only those that are lit."""
        u = self.f.u
        for kind, pair in self._pairs().items():
            if not pair or (alone and kind not in lit):
                continue
            tone = lit.get(kind, C.ash if kind == "portal" else C.rim)
            (ax, ay), (bx, by) = self.at(pair[0]), self.at(pair[1])
            with self.scene.group(link=None if alone else kind):
                if ay != by:
                    self.scene.path(flat(((ax, ay), (bx, by))), tone, 0.8 * u, dash=(0.1, 1.6 * u))
                    continue
                y, high = ay - self.plan.radius, max(3 * u, min(0.86 * self.plan.zone, 7.5 * u))
                whole = kind != "bridge" or self.path.bridge_intact or alone
                pen = thick * (1.4 if kind == "portal" and not alone else 1.0)
                if kind != "funicular":  # its car climbs towards the boat
                    ax, bx = sorted((ax, bx))
                self.scene.put(*_LINKS[kind](ax, bx, y, high, u, tone, pen, whole))

    # ------------------------------------------------------------ the boat

    def boat(self) -> None:
        """Under sail while nobody knows it, then with its free seats as rings."""
        boats, plan, u = self.view.boats, self.plan, self.f.u
        (x, y), wide = self.at(plan.boat), plan.boat_width
        with self.scene.group(boat=boats.revealed or 0):
            if boats.revealed is None:
                side = min(0.92 * wide, 9.5 * u, plan.zone + plan.radius)
                self.scene.icon("boat", x, y + plan.radius + 0.2 * u - side / 2, side, C.rim)
                return
            taken = len(boats.aboard)
            tone = C.ok if taken >= boats.revealed else C.bone
            deep = plan.radius + 0.6 * u
            self.scene.put(*hull(x, y + plan.radius - deep, 0.9 * wide, deep, tone))
            self.scene.put(waves(x, y + plan.radius - 0.4 * u, wide, u, tone.fade(0.6)))
            for spot in boat_spots(plan, boats.revealed)[taken:]:
                r = 0.38 * spot.size
                self.scene.disc(spot.x, self.f.foot - spot.y, r, C.soot, tone, max(2, round(0.25 * u)))

    # ------------------------------------------------------------ pawns

    def pawns(self, wanted: dict[str, Option], pressed: str) -> None:
        """Everybody's pawn; those that can be touched are ringed, the others dim meanwhile."""
        view, scene, u = self.view, self.scene, self.f.u
        seats = {seat.name: seat for seat in view.seats}
        for name, spot in self.standing.items():
            side, x, y = spot.size, spot.x, self.f.foot - spot.y
            option, seat = wanted.get(name), seats.get(name)
            number_ = view.picked.index(name) + 1 if name in view.picked else 0
            down = option is not None and option.key == pressed
            meant = not wanted or option is not None or number_ or seat is None
            with scene.group(
                f"pawn {name}",
                title=name,
                option=option.key if option is not None else "",
                at=(x, y),
                alpha=1 if meant else DIM,
                seat=name or None,
                cerberus=view.cerberus if seat is None else None,
            ):
                if option is not None:
                    tone = C.bone if down or number_ else C.ember
                    scene.disc(x, y, side / 2, None, tone, max(3, round(0.36 * u)))
                if seat is None:
                    scene.icon("cerberus", x, y, side, C.danger)
                    continue
                scene.seat(seat.colour, str(number_ or name[:1]), x, y, (0.75 if option is not None else 0.9) * side)
                if name == view.turn.player and not wanted and view.over is None:
                    scene.box(x - 0.36 * side, y + 0.55 * side - 0.3 * u, 0.72 * side, 0.3 * u, C.bone)


def board_places(view: CerbereView, frame: Frame) -> Iterator[tuple[str, Point, float]]:
    """What can be touched on a board: each space by its number, each pawn by its piece (`Option.slot`), with its middle
    and reach."""
    if view.path is None:
        return
    plan = plan_of(view.path, frame)
    for n, node in enumerate(plan.nodes):
        boat = n == plan.boat
        yield str(n), (node.x, frame.foot - node.y), 3.4 * frame.u if boat else plan.radius + 0.75 * frame.u
    standing = stand(view, plan)[0]
    for seat in view.seats:
        if seat.name in standing:
            spot = standing[seat.name]
            yield f"pawn:{seat.colour}", (spot.x, frame.foot - spot.y), spot.size / 2


def stand(view: CerbereView, plan: PathPlan) -> tuple[dict[str, PawnSpot], Sequence[Tray]]:
    """Where everybody stands, in heights of the plan, and the trays that hold several together."""
    on: dict[int, list[str]] = {}
    if view.cerberus is not None:
        on[view.cerberus] = [CERBERUS]
    for seat in view.seats:
        if seat.at is not None and seat.at < plan.boat:
            on.setdefault(seat.at, []).append(seat.name)
    placed, trays = pawn_spots(plan, {n: len(names) for n, names in on.items()})
    found = {name: spot for n, names in on.items() for name, spot in zip(names, placed[n], strict=True)}
    aboard = view.boats.aboard
    found.update(zip(aboard, boat_spots(plan, max(view.boats.revealed or 0, len(aboard), 1)), strict=False))
    return found, trays


def pawns_walk(before: CerbereView, view: CerbereView, frame: Frame, ways: Sequence[PawnWay] = ()) -> tuple[Stage, ...]:
    """Space by space, one pawn after the other."""
    if view.path is None or before.path is None or view.path.spaces != before.path.spaces:
        return ()
    plan = plan_of(view.path, frame)
    at = {name: (spot.x, spot.y, spot.size) for name, spot in stand(before, plan)[0].items()}
    pace = min(STEP, WHOLE / max(1, sum(len(walk.steps) for walk in ways)))
    stages: list[Stage] = []
    for walk in ways:
        if walk.pawn not in at:
            continue
        x, y, side = at[walk.pawn]
        way = [(x, frame.foot - y)]
        for n in walk.steps:
            node = plan.nodes[n]
            root = plan.root(n) if n < plan.boat else node.y
            x, y = node.x, root + side / 2
            way.append((x, frame.foot - y))
        at[walk.pawn] = x, y, side
        if len(way) > 1:
            stages.append((GroupMotion(f"pawn {walk.pawn}", tuple(way), pace, "linear"),))
    return tuple(stages)


# ---------------------------------------------------------------- what stands still from move to move


def _at(plan: PathPlan, frame: Frame, space: int) -> Point:
    """The middle of a space."""
    node = plan.nodes[space]
    return node.x, frame.foot - node.y


@lru_cache(maxsize=32)
def _rail(
    path: PathView,
    frame: Frame,
    steps: Sequence[int],
    tone: Colour,
    thick: float,
    dash: tuple[float, float] | None,
) -> Sequence[Shape]:
    """The pieces from these spaces (hashable) to the next ones."""
    scene, plan = Scene(frame.wide, frame.high), plan_of(path, frame)
    line, straight = max(2, round(thick * frame.u)), []
    for n in steps:
        (ax, ay), (bx, by) = _at(plan, frame, n), _at(plan, frame, n + 1)
        if plan.together(n, n + 1):
            straight.append(f"M{xy(ax, ay)}H{number(bx)}")
            continue
        turn = plan.turns[plan.nodes[n].row]
        for x, y in ((ax, ay), (bx, by)):  # a row of one space does not reach the turn by itself
            if abs(x - turn.x) > 1:
                straight.append(f"M{xy(x, y)}H{number(turn.x)}")
        side, out = (1 if turn.right else -1), (EDGE - 1.2) * frame.u
        bend = min(out, (by - ay) / 2)
        h, k = side * (out - bend), side * 0.5523 * bend
        x, edge = turn.x + h, turn.x + side * out
        d = (
            f"M{xy(turn.x, ay)}H{number(x)}"
            f"C{xy(x + k, ay)} {xy(edge, ay + bend - abs(k))} {xy(edge, ay + bend)}"
            f"V{number(by - bend)}"
            f"C{xy(edge, by - bend + abs(k))} {xy(x + k, by)} {xy(x, by)}"
            f"H{number(turn.x)}"
        )
        scene.path(d, tone, line, cap="butt" if dash is None else "round", dash=dash)
    if straight:
        scene.path("".join(straight), tone, line, cap="butt" if dash is None else "round", dash=dash)
    return scene.shapes


@lru_cache(maxsize=8)
def _spaces(path: PathView, frame: Frame, reached: range) -> Sequence[Shape]:
    """All spaces; those that a chase could reach have another edge."""
    scene, plan = Scene(frame.wide, frame.high), plan_of(path, frame)
    r = plan.radius
    for n, space in enumerate(path.spaces):
        (x, y), icon = _at(plan, frame, n), icon_of(space)
        mark = icon == "cerberus"
        tone = C.rim if mark else C.ash
        with scene.group(space=n, zone=path.zones[n]):
            scene.disc(x, y, r, C.soot, C.danger if n in reached else C.rim)
            if icon:
                scene.icon(icon, x, y, 1.52 * r, tone)
            if space.den and not mark:
                dx, dy, side = (0.95, 0.75, 1.1) if frame.kind == PAGE else (1.575, 0.375, 1.25)
                scene.disc(x + dx * r, y + dy * r, 0.62 * side * r, C.pit)
                scene.icon("cerberus", x + dx * r, y + dy * r, side * r, tone)
    return scene.shapes


# ---------------------------------------------------------------- what is built of strokes


def hull(x: float, y: float, wide: float, deep: float, tone: Colour) -> list[Stroke]:
    """A boat without anybody in it, its upper edge at y, its middle at x."""
    d = f"M{xy(x - wide / 2, y)}h{number(wide)}l{xy(-0.14 * wide, 0.9 * deep)}"
    return [Stroke(f"{d}h{number(-0.72 * wide)}Z", None, fill=tone)]


@lru_cache(maxsize=16)
def waves(x: float, y: float, wide: float, u: float, tone: Colour) -> Stroke:
    """A line of waves round x."""
    steps = range(round(wide / (0.4 * u)))
    return Stroke(flat((x - wide / 2 + 0.4 * u * t, y - 0.3 * u * sin(0.4 * t / 0.75)) for t in steps), tone, 0.28 * u)


def _posts(left: float, right: float, y: float, high: float, u: float, tone: Colour) -> Stroke:
    return Stroke("".join(f"M{xy(x, y)}v{number(-high)}" for x in (left, right)), tone, 0.44 * u)


def _rope(
    left: float, right: float, top: float, sag: float, begin: float = 0.0, end: float = 1.0, torn: float = 0.0
) -> str:
    """A rope between two points at the height `top`, or a part of it whose free end hangs."""
    points = []
    for i in range(25):
        t = begin + (end - begin) * i / 24
        loose = t / 0.13 if t < 0.5 else (1 - t) / 0.13
        points.append((left + (right - left) * t, top + sag * sin(pi * t) + torn * loose**2))
    return flat(points)


@lru_cache(maxsize=16)
def _bridge(
    left: float, right: float, y: float, high: float, u: float, tone: Colour, thick: float, whole: bool
) -> list[Stroke]:
    rope, deck, sag, pen = y - 0.98 * high, y - 0.62 * high, 0.3 * high, 0.26 * u * thick
    parts = ((0.0, 1.0),) if whole else ((0.0, 0.13), (0.87, 1.0))
    lines = [_posts(left, right, y, high, u, tone)]
    for top, line in ((rope, pen), (deck, 2 * pen)):
        torn = 0.0 if whole else min(0.4 * high, y - top)
        lines.append(Stroke("".join(_rope(left, right, top, sag, *part, torn) for part in parts), tone, line))
    planks = max(3, round((right - left) / (2.4 * u))) if whole else 0
    hangs = [(left + (right - left) * i / planks, sag * sin(pi * i / planks)) for i in range(1, planks)]
    if hangs:
        d = "".join(f"M{xy(x, rope + d)}V{number(deck + d)}" for x, d in hangs)
        lines.append(Stroke(d, tone, 0.8 * pen))
    return lines


@lru_cache(maxsize=16)
def _portal(
    left: float, right: float, y: float, high: float, u: float, tone: Colour, thick: float, whole: bool
) -> list[Stroke]:
    top = number(y - 1.3 * high)
    arc = f"M{xy(left, y)}C{number(left)},{top} {number(right)},{top} {xy(right, y)}"
    return [Stroke(arc, tone, (0.24 + 0.32 * thick) * u, dash=(0.1, 1.25 * u))]


@lru_cache(maxsize=16)
def _nacelle(
    left: float, right: float, y: float, high: float, u: float, tone: Colour, thick: float, whole: bool
) -> list[Stroke]:
    x, top, side = (left + right) / 2, y - 0.91 * high, min(3.4 * u, 0.55 * high)
    roof, half = top + 0.3 * side, side / 2
    car = f"M{xy(x - half, roof)}h{number(side)}l{xy(-0.12 * side, 0.6 * side)}"
    return [
        _posts(left, right, y, high, u, tone),
        Stroke(_rope(left, right, y - 0.97 * high, 0.06 * high), tone, 0.26 * u * thick),
        Stroke(f"M{xy(x, top)}V{number(roof)}", tone, 0.26 * u),
        Stroke(f"{car}h{number(-0.76 * side)}Z", None, fill=tone),
    ]


@lru_cache(maxsize=16)
def _funicular(
    foot: float, head: float, y: float, high: float, u: float, tone: Colour, thick: float, whole: bool
) -> list[Stroke]:
    """From the foot up to the top, which stands higher: a slope and a mast down to the space."""
    ahead, top = (1 if head > foot else -1), y - 0.92 * high
    end = head - ahead * 1.2 * u
    ties = max(4, round(abs(head - foot) / (2 * u)))
    places = [(foot + (end - foot) * i / ties, y + (top - y) * i / ties) for i in range(1, ties)]
    slant = f"l{xy(ahead * 0.35 * u, 0.95 * u)}"
    return [
        Stroke(f"M{xy(foot, y)}L{xy(end, top)}H{number(head)}", tone, 0.32 * u * thick),
        Stroke(f"M{xy(head, y)}V{number(top)}", tone, 0.44 * u),
        Stroke("".join(f"M{xy(x, v)}{slant}" for x, v in places), tone, 0.26 * u),
    ]


_LINKS = {"bridge": _bridge, "portal": _portal, "nacelle": _nacelle, "funicular": _funicular}
