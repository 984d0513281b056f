"""Where everything of a net is drawn: parts beside the header, wires in lanes of their own between them.

Lengths are px of a drawing that is fitted to the page later; x grows to the right from the middle of the header, y
downwards from its first row. A side is -1 (pins 1, 3, ...) or 1 (pins 2, 4, ...); `d` is a distance from the middle.

The header's rows are at whole multiples of `ROW`, the terminals of parts half a row lower, so no horizontal piece of
a wire covers another one's; each wire has a lane of its own for its vertical piece. So wires only ever cross.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from msgspec import Struct

from drivers.wiring.boards import GND, HEADER, V3, V5
from drivers.wiring.net import NOWHERE, PI, End, Net, Wire, WiringPart
from drivers.wiring.parts import COLOURS

ROW = 22.0
LANE = 9.0
BOARD = 122.0
"""Half of the board's width; the flags of the pins end there."""
BOX = 164.0
"""Width of a part."""
FIRST_LANE, LAST_LANE = 14.0, 12.0
INLINE = {"resistor": 92.0, "divider": 132.0, "shifter": 132.0}
"""Room for what is between a pin and a part."""
RAIL = 14.0
ADAPTER, PLUG, CABLE, GAP = 104.0, 34.0, 120.0, 56.0
TOP = 40.0
"""Between the board's upper edge and the first row."""
RAILS = (GND, V5, V3)
LEAST = 330.0
"""On either side of the middle, for title and legend."""
POWER_PIN = {(-1, GND): 9, (1, GND): 6, (-1, V5): 4, (1, V5): 2, (-1, V3): 1, (1, V3): 17}


class Point(NamedTuple):
    x: float
    y: float


class Rect(NamedTuple):
    """Left, top, right, bottom."""

    left: float
    top: float
    right: float
    bottom: float


class PlacedPart(Struct, frozen=True):
    """A part at its place. `side`: where the header is not."""

    part: WiringPart
    box: Rect
    side: int


class WireRoute(Struct, frozen=True):
    """A wire with the corners of its line; `net`: wires of one rail share it and may cover each other."""

    wire: Wire
    points: tuple[Point, ...]
    net: str


class WiringLayout(Struct, frozen=True):
    """All places. `ghosts`: pins that the header has not. `used`: power pins of the header that have a wire."""

    placed: tuple[PlacedPart, ...]
    routes: tuple[WireRoute, ...]
    ends: dict[End, Point]
    ghosts: dict[str, Point]
    board: Rect
    usb_top: float
    sockets: dict[str, Point]
    frame: Rect


class _Block(Struct):
    """A part with what is between it and the pins, as one thing to place. Rows count from its upper end."""

    part: WiringPart
    between: list[WiringPart]
    inner: list[str]
    outer: list[str]
    rows: int
    side: int = 1
    want: float = 0.0
    top: int = 0
    below: int = 0


def side_of(terminal: str) -> int:
    """The side of a pin of the header."""
    return -1 if int(terminal) % 2 else 1


def arrange(net: Net) -> WiringLayout:
    """A place for everything."""
    return _Arranging(net).done()


class _Lane(Struct):
    """A wire's vertical piece in a channel: from `y1`, where it meets the header, to `y2`, where it meets a part.

    None: it goes up, to a lane above the board.
    """

    route: int
    y1: float | None
    y2: float | None
    d: float = 0.0

    def span(self, top: float) -> tuple[float, float]:
        ys = [top if y is None else y for y in (self.y1, self.y2)]
        return min(ys), max(ys)


class _Trip(Struct):
    """A wire on its way: what it meets on which side. Rails are trips, too."""

    start: Point
    """At the header."""
    pin_side: int
    goal: Point | None
    """At a part; None for a rail."""
    side: int
    net: str
    rail: str = ""
    over: float | None = None
    """Its y above the board, if it goes there."""
    lanes: dict[int, _Lane] = {}
    jog: int = 0


class _Arranging:
    def __init__(self, net: Net) -> None:
        self._net = net
        self._ends: dict[End, Point] = {}
        self._placed: list[PlacedPart] = []
        self._between: dict[str, list[WiringPart]] = defaultdict(list)
        self._blocks: list[_Block] = []
        self._ghosts: dict[str, Point] = {}
        self._trips: list[_Trip] = []
        self._rails: dict[tuple[int, str], _Trip] = {}
        self._of_wire: dict[int, _Trip] = {}
        self._channel = {-1: 0.0, 1: 0.0}
        self._inline = {-1: 0.0, 1: 0.0}

    def done(self) -> WiringLayout:
        self._make_blocks()
        self._stack()
        self._header()
        self._plan()
        self._give_lanes()
        for block in self._blocks:
            self._place(block)
        routes = self._routes()
        lowest = max((point.y for route in routes for point in route.points), default=0.0)
        bottom = max([ROW * (19 + self._deepest()) + 26, lowest, *(placed.box.bottom for placed in self._placed)])
        usb_top = bottom + 34
        sockets, cables, end = self._usb(usb_top)
        lowest = max(end, bottom)
        board = Rect(-BOARD, -TOP, BOARD, end if sockets else ROW * (19 + self._deepest()) + 26)
        return WiringLayout(
            tuple(self._placed),
            (*routes, *cables),
            self._ends,
            self._ghosts,
            board,
            usb_top,
            sockets,
            self._frame(routes, lowest),
        )

    # -- blocks --

    def _make_blocks(self) -> None:
        for part in self._net.parts:
            if part.kind in ("resistor", "divider", "shifter"):
                self._between[part.id.rpartition(".")[0]].append(part)
        for part in self._net.parts:
            if part.kind in ("button", "dial", "lamp") or (part.kind == "reader" and part.wired == "pins"):
                block = self._block(part)
                block.side, block.want = self._wish(block)
                self._blocks.append(block)

    def _block(self, part: WiringPart) -> _Block:
        between = self._between[part.id]
        match part.kind:
            case "button":
                return _Block(part, between, ["1"], ["2"], 2)
            case "dial":
                return _Block(part, between, ["A", "B"], ["C"], 3)
            case "lamp":
                return _Block(part, between, ["R", "G", "B"], [part.terminals[3]], 4)
        tx = [part.terminals[0]]
        vcc = part.terminals.index("GND") - 1
        rx = list(part.terminals[1:vcc])
        outer = _outer(self._net, part)
        below = {"divider": 1, "shifter": 2}.get(between[0].kind, 0) if between else 0
        deep = max(len(rx) + 1 + (1 if between else 0), len(outer))
        return _Block(part, between, [*rx, *tx], outer, deep + 1 + below, below=below)

    def _wish(self, block: _Block) -> tuple[int, float]:
        """The side with most of its pins, and the row in the middle of them."""
        names = {block.part.id, *(part.id for part in block.between)}
        pins = [
            int(end.terminal)
            for wire in self._net.wires
            for end, other in ((wire.a, wire.b), (wire.b, wire.a))
            if end.part == PI and other.part in names and end.terminal.isdigit()
        ]
        if not pins:
            return 1, 21.0
        left = sum(pin % 2 for pin in pins)
        return (-1 if left * 2 > len(pins) else 1), sum((pin - 1) // 2 for pin in pins) / len(pins)

    def _stack(self) -> None:
        """Each block as near to its pins as the others let it be."""
        for side in (-1, 1):
            blocks = sorted((b for b in self._blocks if b.side == side), key=lambda b: (b.want, b.part.id))
            at = 0
            for block in blocks:
                block.top = max(at, round(block.want - (block.rows - 1) / 2))
                at = block.top + block.rows
            limit = max(21, sum(block.rows for block in blocks))
            for block in reversed(blocks):
                block.top = min(block.top, limit - block.rows)
                limit = block.top
            kinds = [part.kind for block in blocks for part in block.between]
            self._inline[side] = max([INLINE[kind] for kind in kinds], default=0.0)

    # -- the header --

    def _header(self) -> None:
        for pin in HEADER:
            side = side_of(str(pin))
            self._ends[End(PI, str(pin))] = Point(side * BOARD, ROW * ((pin - 1) // 2))

    def _deepest(self) -> int:
        """Return the number of rows for pins that do not exist."""
        return max([round(point.y / ROW) - 19 for point in self._ghosts.values()], default=0)

    def _pin(self, end: End, side: int) -> tuple[Point, int]:
        """Where a wire meets the header; a pin that it has not gets a place below the last row."""
        if end.terminal.startswith(NOWHERE):
            if end not in self._ends:
                taken = [1 for point in self._ghosts.values() if point.x * side > 0]
                self._ends[end] = self._ghosts[end.terminal] = Point(side * BOARD, ROW * (20 + len(taken)))
            point = self._ends[end]
            return point, 1 if point.x > 0 else -1
        return self._ends[end], side_of(end.terminal)

    # -- lanes --

    def _plan(self) -> None:
        """A trip for each wire to the header; those of a rail share one."""
        sides = {part.id: block.side for block in self._blocks for part in (block.part, *block.between)}
        blocks = {part.id: block for block in self._blocks for part in (block.part, *block.between)}
        met: dict[End, int] = defaultdict(int)
        for number, wire in enumerate(self._net.wires):
            pi, other = _pi_first(wire)
            if pi.part != PI or other.part not in sides:
                continue
            side = sides[other.part]
            if pi.terminal in RAILS:
                self._of_wire[number] = self._rail(side, pi.terminal)
                continue
            start, pin_side = self._pin(pi, side)
            goal = Point(0, self._row(blocks[other.part], other))
            trip = _Trip(start, pin_side, goal, side, f"wire{number}", jog=met[pi])
            met[pi] += 1
            self._trips.append(trip)
            self._of_wire[number] = trip

    def _rail(self, side: int, name: str) -> _Trip:
        if (side, name) not in self._rails:
            pin = POWER_PIN[side, name]
            start = self._ends[End(PI, str(pin))]
            trip = _Trip(start, side_of(str(pin)), None, side, f"{name}{side}", name)
            self._rails[side, name] = trip
            self._trips.append(trip)
        return self._rails[side, name]

    def _row(self, block: _Block, end: End) -> float:
        """The y of an inner terminal, or of what is between it and its pin."""
        part = next(part for part in (block.part, *block.between) if part.id == end.part)
        terminal = end.terminal
        if part.kind == "resistor":
            row = COLOURS.index(part.name)
        elif part.kind in ("divider", "shifter"):
            row = 0 if terminal == "LV2" else len(block.inner) - 1
        else:
            row = block.inner.index(terminal)
        return ROW * (block.top + row) + ROW / 2

    def _give_lanes(self) -> None:
        over = [trip for trip in self._trips if trip.goal is None or trip.pin_side != trip.side]
        over.sort(key=lambda trip: (RAILS.index(trip.rail) if trip.rail else -1, trip.start.y))
        for level, trip in enumerate(over):
            trip.over = -TOP - 16 - 10 * level
        for side in (-1, 1):
            lanes: list[_Lane] = []
            for number, trip in enumerate(self._trips):
                leaves = trip.pin_side == side
                arrives = trip.goal is not None and trip.side == side
                if not (leaves or arrives):
                    continue
                y1 = trip.start.y + 4 * trip.jog if leaves else None
                y2 = trip.goal.y if arrives and trip.goal is not None else None
                lane = _Lane(number, y1, y2)
                trip.lanes = {**trip.lanes, side: lane}
                lanes.append(lane)
            for number, lane in enumerate(_least_crossings(lanes)):
                lane.d = BOARD + FIRST_LANE + LANE * number
            self._channel[side] = BOARD + FIRST_LANE + LANE * len(lanes) + LAST_LANE

    # -- parts --

    def _reach(self, side: int) -> float:
        """From the middle to the parts of a side."""
        return self._channel[side] + self._inline[side]

    def _place(self, block: _Block) -> None:
        side, top = block.side, ROW * block.top
        near = self._reach(side)
        far = near + BOX
        body = block.rows - block.below - (0 if block.part.kind == "button" else 1)
        height = ROW * body if block.part.kind != "button" else ROW * 2
        box = box_of(side, near, far, top - 7, top + 29)
        if block.part.kind in ("dial", "lamp", "reader"):
            box = box_of(side, near, far, top - 1, top + height + 1)
        self._placed.append(PlacedPart(block.part, box, side))
        for row, name in enumerate(block.inner):
            self._ends[End(block.part.id, name)] = Point(side * near, top + ROW * row + ROW / 2)
        for row, name in enumerate(block.outer):
            self._ends[End(block.part.id, name)] = Point(side * far, top + ROW * row + ROW / 2)
        for part in block.between:
            self._place_between(block, part)

    def _place_between(self, block: _Block, part: WiringPart) -> None:
        side, near = block.side, self._reach(block.side)
        start = self._channel[side] + (self._inline[side] - INLINE[part.kind])
        first, last = start + 8, near - 18
        if part.kind == "resistor":
            row = COLOURS.index(part.name)
            y = ROW * (block.top + row) + ROW / 2
            self._placed.append(PlacedPart(part, box_of(side, first, last, y - 8, y + 8), side))
            self._ends[End(part.id, "1")] = Point(side * first, y)
            self._ends[End(part.id, "2")] = Point(side * last, y)
            return
        tx = len(block.inner) - 1
        y = ROW * (block.top + tx) + ROW / 2
        if part.kind == "divider":
            box = box_of(side, first, last, y - 10, y + ROW + 12)
            self._placed.append(PlacedPart(part, box, side))
            self._ends[End(part.id, "out")] = Point(side * first, y)
            self._ends[End(part.id, "in")] = Point(side * last, y)
            self._ends[End(part.id, "gnd")] = Point(side * (first + 22), box.bottom)
            return
        box = box_of(side, first, last, ROW * block.top + 1, y + ROW + 10)
        self._placed.append(PlacedPart(part, box, side))
        for name, d, height in (("LV1", first, y), ("HV1", last, y), ("LV2", first, y - ROW), ("HV2", last, y - ROW)):
            if name in part.terminals:
                self._ends[End(part.id, name)] = Point(side * d, height)
        for step, name in enumerate(("LV", "GND", "HV")):
            self._ends[End(part.id, name)] = Point(side * (first + 18 + 33 * step), box.bottom)

    # -- lines --

    def _routes(self) -> list[WireRoute]:
        ends = self._ends
        made: list[WireRoute] = []
        straps: dict[str, int] = defaultdict(int)
        for number, wire in enumerate(self._net.wires):
            if number in self._of_wire:
                trip = self._of_wire[number]
                pi, other = _pi_first(wire)
                points = self._to_rail(trip, other) if trip.rail else self._to_part(trip, ends[other])
                made.append(WireRoute(_at_pin(wire, trip, pi), tuple(_clean(points)), trip.net))
            elif wire.a in ends and wire.b in ends:
                if wire.kind == "strap":
                    straps[wire.a.part] += 1
                    made.append(self._strap(number, wire, straps[wire.a.part]))
                else:
                    made.append(WireRoute(wire, (ends[wire.a], ends[wire.b]), f"wire{number}"))
        return made

    def _strap(self, number: int, wire: Wire, nth: int, inwards: bool = False) -> WireRoute:
        """Between two terminals of a part, as a bow beside it; `nth`: 1 for the narrowest of the part."""
        a, b = self._ends[wire.a], self._ends[wire.b]
        out = a.x + (1 if (a.x > 0) is not inwards else -1) * (2 + 8 * nth)
        return WireRoute(wire, (a, Point(out, a.y), Point(out, b.y), b), f"strap{number}")

    def _from_pin(self, trip: _Trip) -> list[Point]:
        """From the header into its lane."""
        lane = trip.lanes[trip.pin_side]
        s, start = trip.pin_side, trip.start
        points = [start]
        if trip.jog:
            out = s * (BOARD + 3 + 3 * trip.jog)
            points += [Point(out, start.y), Point(out, start.y + 4 * trip.jog)]
        return [*points, Point(s * lane.d, points[-1].y)]

    def _to_part(self, trip: _Trip, goal: Point) -> list[Point]:
        points = self._from_pin(trip)
        if trip.over is not None:
            last = trip.lanes[trip.side].d * trip.side
            points += [Point(points[-1].x, trip.over), Point(last, trip.over)]
        return [*points, Point(points[-1].x, goal.y), goal]

    def _to_rail(self, trip: _Trip, other: End) -> list[Point]:
        """From the header over the board to the rail beyond the parts, and from there to the part."""
        assert trip.over is not None
        x = trip.side * self._rail_d(trip.side, trip.rail)
        points = self._from_pin(trip)
        points += [Point(points[-1].x, trip.over), Point(x, trip.over)]
        goal = self._ends[other]
        part = next(placed for placed in self._placed if placed.part.id == other.part).part
        if part.kind in ("divider", "shifter"):  # from below, under the part that it belongs to
            block = next(block for block in self._blocks if part in block.between)
            step = {"HV": 0, "GND": 1, "LV": 2}.get(other.terminal, 1)
            low = ROW * (block.top + block.rows - block.below) - 8 + 12 * step if part.kind == "shifter" else 0.0
            low = low or ROW * (block.top + block.rows - 1) + 4
            return [*points, Point(x, low), Point(goal.x, low), goal]
        return [*points, Point(x, goal.y), goal]

    def _rail_d(self, side: int, rail: str) -> float:
        there = [name for name in RAILS if (side, name) in self._rails]
        return self._reach(side) + BOX + 26 + RAIL * there.index(rail)

    # -- USB --

    def _usb(self, top: float) -> tuple[dict[str, Point], list[WireRoute], float]:
        """Below everything else: a reader a row, on the left and the right by turns; then those without a wire."""
        sockets: dict[str, Point] = {}
        routes: list[WireRoute] = []
        down = {-1: top, 1: top}
        near = BOARD + PLUG + CABLE
        readers = [part for part in self._net.parts if part.kind == "reader" and part.wired != "pins"]
        for part in sorted(readers, key=lambda part: part.wired == "nowhere"):
            side = -1 if down[-1] <= down[1] else 1
            own = part.terminals == ("USB",)
            names = ["USB"] if own else _inner_usb(self._net, part)
            y, height = down[side], ROW * (2.6 if part.wired == "nowhere" else max(2, len(names)))
            down[side] += height + 16
            begin = near + (ADAPTER + GAP)
            self._placed.append(PlacedPart(part, box_of(side, begin, begin + BOX, y, y + height), side))
            middle = y + height / 2
            for row, name in enumerate(names):
                self._ends[End(part.id, name)] = Point(side * begin, middle if own else y + ROW * row + ROW / 2)
            adapter = next((p for p in self._net.parts if p.id == f"{part.id}.usb"), None)
            if adapter is not None:
                self._place_adapter(adapter, part, side, near, y, height)
        for number, wire in enumerate(self._net.wires):
            if wire.kind == "cable":
                b = self._ends[wire.b]
                side = 1 if b.x > 0 else -1
                a = Point(side * BOARD, b.y)
                self._ends[wire.a] = sockets[wire.a.terminal] = a
                routes.append(WireRoute(wire, (a, b), f"cable{number}"))
        routes += self._adapter_wires()
        return sockets, routes, max(down.values()) if readers else top - 34

    def _place_adapter(
        self, adapter: WiringPart, reader: WiringPart, side: int, near: float, y: float, height: float
    ) -> None:
        self._placed.append(PlacedPart(adapter, box_of(side, near, near + ADAPTER, y, y + height), side))
        self._ends[End(adapter.id, "USB")] = Point(side * near, y + height / 2)
        for wire in self._net.wires:
            for end, other in ((wire.a, wire.b), (wire.b, wire.a)):
                if end.part == adapter.id and other.part == reader.id:
                    self._ends[end] = Point(side * (near + ADAPTER), self._ends[other].y)

    def _adapter_wires(self) -> list[WireRoute]:
        adapters = {part.id for part in self._net.parts if part.kind == "adapter"}
        on_usb = {name.removesuffix(".usb") for name in adapters}
        made: list[WireRoute] = []
        straps: dict[str, int] = defaultdict(int)
        for number, wire in enumerate(self._net.wires):
            if wire.kind == "strap" and wire.a.part in on_usb:
                straps[wire.a.part] += 1
                made.append(self._strap(number, wire, straps[wire.a.part], inwards=True))
            elif wire.kind not in ("cable", "strap") and {wire.a.part, wire.b.part} & adapters:
                made.append(WireRoute(wire, (self._ends[wire.a], self._ends[wire.b]), f"wire{number}"))
        return made

    def _frame(self, routes: Sequence[WireRoute], lowest: float) -> Rect:
        xs = [-LEAST, LEAST, *(x for placed in self._placed for x in (placed.box.left, placed.box.right))]
        xs += [point.x for route in routes for point in route.points]
        high = min([-TOP, *(point.y for route in routes for point in route.points)])
        return Rect(min(xs), high, max(xs), lowest)


def _outer(net: Net, part: WiringPart) -> list[str]:
    """Supply and ground of a reader, each beside the pins that are strapped to it."""
    straps = {wire.a.terminal: wire.b.terminal for wire in net.wires if wire.kind == "strap" and wire.a.part == part.id}
    vcc = part.terminals[part.terminals.index("GND") - 1]
    high = [name for name, goal in straps.items() if goal == vcc]
    low = [name for name, goal in straps.items() if goal == "GND"]
    return [*high, vcc, "GND", *low]


def _inner_usb(net: Net, part: WiringPart) -> list[str]:
    """All terminals of a reader at an adapter, on the side that faces it."""
    rest = _outer(net, part)
    return [name for name in part.terminals if name not in rest] + rest


def box_of(side: int, near: float, far: float, top: float, bottom: float) -> Rect:
    """On one side, between two distances from the middle."""
    a, b = side * near, side * far
    return Rect(min(a, b), top, max(a, b), bottom)


def _pi_first(wire: Wire) -> tuple[End, End]:
    """Return its ends, that at the Pi before the other one if there is one."""
    return (wire.a, wire.b) if wire.a.part == PI else (wire.b, wire.a)


def _at_pin(wire: Wire, trip: _Trip, pi: End) -> Wire:
    """A wire to a rail with the very pin of the header that it ends at; it begins there."""
    other = wire.b if wire.a == pi else wire.a
    pin = End(PI, str(POWER_PIN[trip.side, trip.rail])) if trip.rail else pi
    return Wire(pin, other, wire.kind, wire.key, wire.tone)


def _clean(points: Iterable[Point]) -> list[Point]:
    """Without corners that are none."""
    kept: list[Point] = []
    for point in points:
        if kept and kept[-1] == point:
            continue
        if len(kept) > 1 and (kept[-2].x == kept[-1].x == point.x or kept[-2].y == kept[-1].y == point.y):
            kept.pop()
        kept.append(point)
    return kept


_UP = -1e4


def _crossings(near: _Lane, far: _Lane) -> int:
    """How often two lanes cross if `near` is nearer to the header."""
    count = 0
    low, high = near.span(_UP)
    if far.y1 is not None and low < far.y1 < high:
        count += 1
    low, high = far.span(_UP)
    if near.y2 is not None and low < near.y2 < high:
        count += 1
    return count


def _least_crossings(lanes: list[_Lane]) -> list[_Lane]:
    """An order, the header's side first, in which no two neighbours would cross less the other way round."""
    order = sorted(lanes, key=lambda lane: (lane.y2 is None, lane.span(_UP)))
    for _ in range(len(order) ** 2 + 1):
        changed = False
        for i in range(len(order) - 1):
            if _crossings(order[i], order[i + 1]) > _crossings(order[i + 1], order[i]):
                order[i], order[i + 1] = order[i + 1], order[i]
                changed = True
        if not changed:
            break
    return order
