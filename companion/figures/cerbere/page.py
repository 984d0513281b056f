"""Cerbère: the path with everybody on it and how far a chase would come, or the Rage track large; boats and players."""

from __future__ import annotations

from math import pi, sin

from companion.figures.cerbere.rage import LOOKS, rage
from companion.figures.cerbere.rage import spots as rage_spots
from companion.games.cerbere.names import BONUS, Side, Zone
from companion.games.cerbere.view import BoatsView, CerbereView, PathView, SeatView, icon_of
from companion.presentation.board_path import Plan, Point, boat_spots, lay_out, spots
from companion.presentation.colours import C, Colour
from companion.presentation.scene import Frame, Scene, flat, number

WIDE = 640.0
U = 6.6
"""The kiosk's measure: what a path is laid out with."""
SMALL = 19.0
"""Size of the smallest words: 11 px on a phone of 360 px."""
TINTS = {Zone.GATES: C.ok_dim, Zone.START: C.seam, Zone.MIDDLE: C.basalt, Zone.END: C.blood}


def picture(view: CerbereView) -> Scene:
    """The table."""
    chased = view.turn.chasing or view.rage.steps == 0
    if view.path is not None:
        p = Scene(WIDE, 480)
        p.light(WIDE / 2, 240, WIDE / 2, 240, C.danger if chased else C.glow, 0.22)
        _rage(p, view, Frame(4, 9, WIDE - 12, 48, 10.0, "line"))
        _board(p, view, view.path, 66, 320)
        _seats(p, view, 420, 44)
    else:
        p = Scene(WIDE, 430)
        p.light(WIDE / 2, 215, WIDE / 2, 215, C.danger, 0.4 if chased else 0.26)
        _rage(p, view, Frame(0, 0, WIDE, 200, 8.0, "wide"))
        _boats(p, view, 252)
        _seats(p, view, 358, 56)
    return p


def _rage(p: Scene, view: CerbereView, f: Frame) -> None:
    """The track, and how many steps are left before the Hunt."""
    rage(p, view, f)
    if view.rage.steps:
        (x, y), looks = rage_spots(view.rage, f)[-1], LOOKS[f.kind]
        p.text(str(view.rage.steps), x, y + (looks.paw_at[1] + 0.21 * looks.paw) * f.u, 0.34 * looks.paw * f.u, C.pit)


# ---------------------------------------------------------------- the path


def _board(p: Scene, view: CerbereView, path: PathView, top: float, high: float) -> None:
    plan = lay_out(0, 0, WIDE, high, U, len(path.spaces), path.starts if path.faces else ())
    foot = top + high
    at = [(node.x, foot - node.y) for node in plan.nodes]
    ways = [_way(plan, at, n) for n in range(plan.boat)]
    for way, zone in zip(ways, path.zones, strict=True):
        p.path(way, TINTS[zone], 24, cap="butt")
    p.path("".join(ways), C.rim, 3.4)
    if view.cerberus is not None and view.reach is not None and view.reach > view.cerberus:
        with p.group(reach=view.reach):
            p.path("".join(ways[view.cerberus : view.reach]), C.danger, 8, dash=(1.0, 12.0))
    _zones(p, plan, path, at)
    _links(p, plan, path, at)
    r = plan.radius
    for n, space in enumerate(path.spaces):
        x, y = at[n]
        icon = icon_of(space)
        mark = icon == "cerberus"
        with p.group(space=n, zone=path.zones[n]):
            reached = view.cerberus is not None and view.reach is not None and view.cerberus < n <= view.reach
            p.disc(x, y, r, C.soot, C.danger if reached else C.rim)
            if icon:
                p.icon(icon, x, y, 1.5 * r, C.rim if mark else C.ash)
            if space.den and not mark:
                p.disc(x + 0.95 * r, y + 0.75 * r, 0.68 * r, C.pit)
                p.icon("cerberus", x + 0.95 * r, y + 0.75 * r, 1.1 * r, C.rim)
    _boat(p, view.boats, plan, at[plan.boat])
    _pawns(p, view, plan, foot)


def _way(plan: Plan, at: list[Point], n: int) -> str:
    """SVG path data from space `n` to `n + 1`: straight within a row, else a curve down to the next row."""
    (ax, ay), (bx, by) = at[n], at[n + 1]
    start = f"M{number(ax)},{number(ay)}"
    if plan.together(n, n + 1):
        return f"{start}H{number(bx)}"
    turn = plan.turns[plan.nodes[n].row]
    out = number(turn.x + (20 if turn.right else -20))
    x, y = number(turn.x), number(by)
    return f"{start}H{x}C{out},{number(ay)} {out},{y} {x},{y}H{number(bx)}"


def _zones(p: Scene, plan: Plan, path: PathView, at: list[Point]) -> None:
    """A bar where a zone ends, and before it what a capture in it means: Betrayal cards, or out."""
    for n, zone in enumerate(path.zones):
        if n + 1 < len(path.zones) and path.zones[n + 1] is zone:
            continue
        x, y = at[n]
        ahead = -1 if plan.nodes[n].row % 2 else 1
        if plan.together(n, n + 1):
            x = (x + at[n + 1][0]) / 2
            p.path(f"M{number(x)},{number(y - 12)}v24", C.ash, 2.4)
            x -= ahead * 11
        else:
            x, y = plan.turns[plan.nodes[n].row].x + ahead * 15, (y + at[n + 1][1]) / 2
            p.path(f"M{number(x - 12)},{number(y)}h24", C.ash, 2.4)
            y -= 14
        if zone in BONUS:
            _card(p, x, y, BONUS[zone], C.danger, 19)
        elif zone is Zone.END:
            p.disc(x, y, 10, C.pit)
            p.icon("skull", x, y, 16, C.danger)


def _card(p: Scene, x: float, y: float, n: int, tone: Colour, high: float) -> None:
    """A card with a number on it."""
    wide = 0.8 * high
    p.box(x - wide / 2, y - high / 2, wide, high, tone, 0.14 * high)
    p.text(str(n), x, y, 0.72 * high if n < 10 else 0.56 * high, C.pit)


def _links(p: Scene, plan: Plan, path: PathView, at: list[Point]) -> None:
    """Ways between two spaces that are not neighbours, above the rail."""
    links = (
        ("bridge", path.bridge, C.ash if path.bridge_intact else C.rim),
        ("portal", path.portal if path.portal_open else None, C.ash),
        ("nacelle", path.nacelle, C.rim),
        ("funicular", path.funicular, C.rim),
    )
    for kind, pair, tone in links:
        if pair is None:
            continue
        (ax, ay), (bx, by) = sorted(at[n] for n in pair)
        with p.group(link=kind):
            if ay != by:
                p.path(f"M{number(ax)},{number(ay)}L{number(bx)},{number(by)}", tone, 4, dash=(0.1, 9.0))
                continue
            y, high = ay - plan.radius, min(0.86 * plan.zone, 7.5 * U)
            _LINKS[kind](p, ax, bx, y, high, tone, kind != "bridge" or path.bridge_intact)


def _rope(a: float, b: float, y: float, sag: float, begin: float = 0, end: float = 1) -> str:
    steps = [begin + (end - begin) * i / 10 for i in range(11)]
    return flat((a + (b - a) * t, y + sag * sin(pi * t)) for t in steps)


def _bridge(p: Scene, a: float, b: float, y: float, high: float, tone: Colour, whole: bool) -> None:
    posts = "".join(f"M{number(x)},{number(y)}v{number(-high)}" for x in (a, b))
    p.path(posts, tone, 2.6)
    rope, deck, sag = y - 0.98 * high, y - 0.62 * high, 0.3 * high
    if not whole:
        for x, way in ((a, 1), (b, -1)):
            ends = "".join(
                f"M{number(x)},{number(v)}q{16 * way},4 {20 * way},{number(0.36 * high)}" for v in (rope, deck)
            )
            p.path(ends, tone, 2.4)
        return
    p.path(_rope(a, b, rope, sag), tone, 2)
    p.path(_rope(a, b, deck, sag), tone, 3.6)
    planks = max(3, round((b - a) / (2.4 * U)))
    tops = [(a + (b - a) * i / planks, sag * sin(pi * i / planks)) for i in range(1, planks)]
    p.path("".join(f"M{number(x)},{number(rope + d)}V{number(deck + d)}" for x, d in tops), tone, 1.6)


def _portal(p: Scene, a: float, b: float, y: float, high: float, tone: Colour, whole: bool) -> None:
    top = number(y - 1.3 * high)
    arc = f"M{number(a)},{number(y)}C{number(a)},{top} {number(b)},{top} {number(b)},{number(y)}"
    p.path(arc, tone, 4, dash=(0.1, 8.0))


def _nacelle(p: Scene, a: float, b: float, y: float, high: float, tone: Colour, whole: bool) -> None:
    p.path("".join(f"M{number(x)},{number(y)}v{number(-high)}" for x in (a, b)), tone, 2.6)
    p.path(_rope(a, b, y - 0.97 * high, 0.06 * high), tone, 2)
    middle, top = (a + b) / 2, y - 0.91 * high
    p.path(
        f"M{number(middle)},{number(top)}v6h11l-3,{number(0.38 * high)}h-16l-3,{number(-0.38 * high)}h11", tone, 2, tone
    )


def _funicular(p: Scene, a: float, b: float, y: float, high: float, tone: Colour, whole: bool) -> None:
    top = y - 0.92 * high
    p.path(f"M{number(a)},{number(y)}L{number(b - 8)},{number(top)}H{number(b)}V{number(y)}", tone, 2.6)
    ties = max(4, round((b - a) / (2 * U)))
    places = [(a + (b - 8 - a) * i / ties, y + (top - y) * i / ties) for i in range(1, ties)]
    p.path("".join(f"M{number(x)},{number(v)}l2,6" for x, v in places), tone, 1.8)


_LINKS = {"bridge": _bridge, "portal": _portal, "nacelle": _nacelle, "funicular": _funicular}


def _boat(p: Scene, boats: BoatsView, plan: Plan, at: Point) -> None:
    """Under sail while nobody knows it, then with its free seats as rings."""
    (x, y), wide, r = at, plan.boat_width, plan.radius
    with p.group(boat=boats.revealed or 0):
        if boats.revealed is None:
            side = min(0.92 * wide, 9.5 * U, plan.zone + r)
            p.icon("boat", x, y + r - side / 2, side, C.rim)
            return
        taken = len(boats.aboard)
        tone = C.ok if taken >= boats.revealed else C.bone
        w, h = 0.9 * wide, r + 4
        hull = f"M{number(x - w / 2)},{number(y - 4)}h{number(w)}l{number(-0.14 * w)},{number(h)}h{number(-0.72 * w)}Z"
        p.path(hull, None, fill=tone)
        for spot in boat_spots(plan, boats.revealed)[taken:]:
            p.disc(spot.x, y - 2 - spot.size / 2, 0.4 * spot.size, C.soot, tone)


def _pawns(p: Scene, view: CerbereView, plan: Plan, foot: float) -> None:
    on: dict[int, list[SeatView | None]] = {}
    if view.cerberus is not None:
        on[view.cerberus] = [None]
    for seat in view.seats:
        if seat.at is not None and seat.at < plan.boat:
            on.setdefault(seat.at, []).append(seat)
    placed, trays = spots(plan, {n: len(seats) for n, seats in on.items()})
    for tray in trays:
        top = foot - tray.y - tray.height
        p.box(tray.x, top, tray.width, tray.height, C.soot, 8, C.seam)
    for n, seats in on.items():
        for who, spot in zip(seats, placed[n], strict=True):
            if who is None:
                with p.group(cerberus=n):
                    p.icon("cerberus", spot.x, foot - spot.y, 1.1 * spot.size, C.danger)
            else:
                _pawn(p, view, who, spot.x, foot - spot.y, spot.size)
    aboard = [seat for name in view.boats.aboard for seat in view.seats if seat.name == name]
    for who, spot in zip(aboard, boat_spots(plan, max(view.boats.revealed or 0, len(aboard), 1)), strict=False):
        _pawn(p, view, who, spot.x, foot - spot.y - 6, spot.size)


def _pawn(p: Scene, view: CerbereView, seat: SeatView, x: float, y: float, size: float) -> None:
    p.player(seat.name, seat.colour, x, y, 0.9 * size)
    if seat.name == view.turn.player and view.over is None:
        p.path(f"M{number(x - 0.3 * size)},{number(y + 0.5 * size)}h{number(0.6 * size)}", C.bone, 3)


# ---------------------------------------------------------------- boats and players


def _boats(p: Scene, view: CerbereView, y: float) -> None:
    """Hidden boats under sail; the one in the open with who is aboard; all three once they are shown. And the piles."""
    boats = view.boats
    for x, pile, tone in ((44.0, view.survival_pile, C.bone), (124.0, view.betrayal_pile, C.danger)):
        p.box(x - 23, y - 29, 40, 52, C.basalt, 5, tone)
        _card(p, x + 3, y + 3, pile, tone, 54)
    hidden = 3 if boats.revealed is None else 0
    shown = boats.shown or ((boats.revealed,) if boats.revealed else (0,) * hidden)
    step = 110.0
    for i, seats in enumerate(shown):
        x = WIDE - 70 - (len(shown) - 1 - i) * step
        with p.group(boat=seats):
            full = bool(boats.revealed) and len(boats.aboard) >= (boats.revealed or 0)
            p.icon(f"boat{seats}" if seats else "boat", x, y, 84, C.ok if full else C.bone if seats else C.rim)
    if boats.revealed and not boats.shown:
        for i, name in enumerate(boats.aboard):
            seat = next(seat for seat in view.seats if seat.name == name)
            p.player(name, seat.colour, WIDE - 150 - i * 54, y, 48)


def _seats(p: Scene, view: CerbereView, y: float, mark: float) -> None:
    """Everybody: mark, cards, name; a dog's head on Cerberus's side, hollow when out, a crown for who won."""
    step = (WIDE - 12) / len(view.seats)
    mark = min(mark, 0.5 * step)
    for i, seat in enumerate(view.seats):
        x, out = 6 + (i + 0.5) * step, seat.side is Side.OUT
        active = seat.name == view.turn.player and view.over is None
        with p.group(title=seat.name, seat=seat.name, side=seat.side):
            if active:
                p.box(x - step / 2 + 3, y - 0.62 * mark, step - 6, mark * 1.24 + 26, C.basalt, 8)
            p.seat(seat.colour, seat.name[:1], x - 0.45 * mark, y, mark, out)
            hunter = seat.side is Side.CERBERUS
            if hunter:
                p.icon("cerberus", x - 0.85 * mark, y - 0.38 * mark, 0.46 * mark, C.danger)
            if view.over is not None and seat.name in view.over.winners:
                p.icon("crown", x - 0.45 * mark, y - 0.62 * mark, 0.5 * mark, C.brim)
            if not out:
                n, tone = (seat.betrayal, C.danger) if hunter else (seat.survival, C.bone)
                _card(p, x + 0.42 * mark, y - 0.12 * mark, n, tone, 0.66 * mark)
                for k in range(1, 5):
                    lit = C.ash if k in seat.actions else C.seam
                    p.box(x + 0.08 * mark + (k - 1) * 0.2 * mark, y + 0.32 * mark, 0.14 * mark, 0.2 * mark, lit, 1)
            tone = C.rim if out else C.bone if active else C.ash
            p.text(seat.name, x, y + 0.5 * mark + 18, SMALL, tone, room=step - 8)
