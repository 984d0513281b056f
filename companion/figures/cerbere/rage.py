"""The Rage track: pawns and the Speed die on the rail, the labels beside it, the Hunt at its end."""

from __future__ import annotations

from typing import NamedTuple

from companion.games.cerbere.names import LAST_DARK
from companion.games.cerbere.view import CerbereView, RageView
from companion.presentation.colours import SEATS, C, Colour
from companion.presentation.path_data import Point
from companion.presentation.scene import Frame, GroupMotion, Scene, Stage

LABELS = 7
"""Spaces with a number; the rest before the Hunt is blank."""
ROLL = 0.26
"""Seconds of the die, from space to space."""


class Looks(NamedTuple):
    """In u: of the die, of the paw, of a space; and how far from the rail (x, y) stand a die, the paw, its light, the
    steps that are left, a pawn, a space."""

    die: float
    paw: float
    space: float
    die_at: Point = (0.0, 0.0)
    paw_at: Point = (0.0, 0.0)
    light_at: Point = (0.0, 0.0)
    step_at: Point = (0.0, 0.0)
    pawn_at: Point = (0.0, 0.0)
    space_at: Point = (0.0, 0.0)


LOOKS = {
    "wide": Looks(12.2, 12.4, 3.9, (0, -6.4), (0, -7.3), (0, -6), (0, -3.4), (0, -3.15), (0, 4.1)),
    "upright": Looks(10.6, 12.0, 4.2, paw_at=(0, -1.4), space_at=(9.4, 0)),
    "line": Looks(4.6, 4.8, 3.4),
    "slim": Looks(4.0, 3.8, 1.9),
}
"""wide: 25 u high; upright: 20 u wide, the Hunt on top; line: all on the rail, 5.5 u high; slim: so, without words."""
ON_RAIL = ("line", "slim")


def rage(scene: Scene, view: CerbereView, frame: Frame) -> None:
    """The track as a frame of that kind has it."""
    track, looks, u = view.rage, LOOKS[frame.kind], frame.u
    places = rage_spots(track, frame)
    end = places[-1]
    armed = track.die >= track.hunt
    if frame.kind not in ON_RAIL:
        glow = 14 * u if frame.kind == "wide" else 12 * u
        scene.light(*_off(end, looks.light_at, u), glow, glow, C.danger, 0.45 if armed else 0.34)
    _rail(scene, frame, places)
    if not armed:
        scene.icon("hunt", *_off(end, looks.paw_at, u), looks.paw * u, C.danger)
    for i, place in enumerate(places[:-1]):
        if i > track.die and frame.kind not in ON_RAIL:
            scene.disc(*_off(place, looks.step_at, u), u, C.ember)
        _pawn(scene, view, i, _off(place, looks.pawn_at, u), frame, places)
        _space(scene, view, i, _off(place, looks.space_at, u), frame, places)
    _die(scene, track, frame, _off(places[track.die], looks.die_at, u))


def rage_spots(track: RageView, frame: Frame) -> tuple[Point, ...]:
    """Where the spaces are on the rail, the Hunt last."""
    u, hunt = frame.u, max(1, track.hunt)
    parts = [i / hunt for i in range(hunt + 1)]
    if frame.kind == "upright":
        low, high = frame.foot - 4.4 * u, frame.y + 8.3 * u
        return tuple((frame.x + 7.6 * u, low - part * (low - high)) for part in parts)
    if frame.kind == "wide":
        return tuple((frame.x + 8.5 * u + part * (frame.wide - 17.9 * u), frame.y + 17.8 * u) for part in parts)
    half = LOOKS[frame.kind].die / 2 + 0.1
    paw = half + LOOKS[frame.kind].paw / 2 + 0.1  # the die covers no paw before it is there
    y, step = frame.y + frame.high / 2, (frame.wide - (2 * half + paw - 0.1) * u) / max(1, hunt - 1)
    places = [(frame.x + half * u + i * step, y) for i in range(hunt)]
    return (*places, (places[-1][0] + paw * u, y))


def die_rolls(before: CerbereView, view: CerbereView, frame: Frame) -> tuple[Stage, ...]:
    """The die rolls space by space to where it lies; with another Speed it turns where it lies."""
    old, new = before.rage.die, view.rage.die
    places = tuple(_off(place, LOOKS[frame.kind].die_at, frame.u) for place in rage_spots(view.rage, frame))
    if max(old, new) >= len(places) or (old == new and before.rage.speed == view.rage.speed):
        return ()
    way = places[old : new + 1] if old < new else places[new : old + 1][::-1]
    return ((GroupMotion("die", way if len(way) > 1 else way * 2, ROLL, "linear", turns=1 if new >= old else -1),),)


def _off(place: Point, by: Point, u: float) -> Point:
    return place[0] + by[0] * u, place[1] + by[1] * u


def _rail(scene: Scene, frame: Frame, places: tuple[Point, ...]) -> None:
    (x, y), (right, top), u, skin = places[0], places[-1], frame.u, frame.skin
    if frame.kind == "wide":
        scene.rail(frame.x, frame.right, y, u, skin.rest, skin.tie)
    elif frame.kind in ON_RAIL:
        scene.box(x, y - 0.15 * u, right - x, 0.3 * u, skin.rest)
    else:
        low = y + 3 * u
        while low > top + 6.6 * u:
            scene.box(x - 2 * u, low - 1.7 * u, 0.62 * u, 1.7 * u, skin.tie)
            low -= 3 * u
        scene.box(x - 0.25 * u, top + 6.6 * u, 0.5 * u, y - top - 3.6 * u, skin.rest)


def _pawn_on(view: CerbereView, space: int) -> tuple[str, Colour] | None:
    """Who stands on a space and in which colour; "": a pawn without a player."""
    k = space - view.rage.unused
    if k < 0:
        return "", C.rim
    name = view.rage.caught[k] if k < len(view.rage.caught) else ""
    seat = next((seat for seat in view.seats if seat.name == name), None)
    return None if seat is None else (name, SEATS[seat.colour].colour if seat.colour in SEATS else C.rim)


def _pawn(scene: Scene, view: CerbereView, space: int, place: Point, frame: Frame, places: tuple[Point, ...]) -> None:
    pawn, u = _pawn_on(view, space), frame.u
    if pawn is None:
        return
    (x, y), (name, tone) = place, pawn
    with scene.group(title=name, seat=name or None):
        if frame.kind in ON_RAIL:
            side = _side(frame, places)
            if frame.kind == "line" and not name:
                scene.square(x, y, side, C.soot, 0.3 * u, tone)
                scene.icon("pawn", x, y, 0.86 * side, tone)
                return
            scene.square(x, y, side, tone, 0.3 * u)
            if frame.kind == "line":
                scene.text(name[:1], x, y, 0.7 * side, C.pit)
            return
        scene.icon("pawn", x, y, 5.7 * u, tone)
        scene.text(name[:1], x, y + 1.1 * u, 1.71 * u, C.pit)


def _space(scene: Scene, view: CerbereView, space: int, place: Point, frame: Frame, places: tuple[Point, ...]) -> None:
    """Dark spaces are square, light ones round; a number on the first seven."""
    (x, y), u, side, track = place, frame.u, _side(frame, places), view.rage
    taken = _pawn_on(view, space) is not None
    if frame.kind in ON_RAIL:
        if taken:
            return
        if space <= LAST_DARK:
            scene.square(x, y, side, C.soot, 0.3 * u, frame.skin.rest)
        else:
            scene.disc(x, y, side / 2, C.soot, C.ember if space > track.die else frame.skin.rest, 0.22 * u)
        if frame.kind == "slim":
            return
    elif space <= LAST_DARK:
        scene.square(x, y, side, frame.skin.card, 0.4 * u, frame.skin.rest)
    else:
        scene.disc(x, y, side / 2, None, frame.skin.rest, 0.25 * u)
    if space < LABELS:
        tone = C.bone if space == track.die else C.rim if taken else C.ash
        scene.text(str(LABELS - space), x, y, max(2.5 * u, 0.62 * side), tone)


def _side(frame: Frame, places: tuple[Point, ...]) -> float:
    side = LOOKS[frame.kind].space * frame.u
    return min(side, 0.86 * (places[1][0] - places[0][0])) if frame.kind in ON_RAIL else side


def _die(scene: Scene, track: RageView, frame: Frame, place: Point) -> None:
    side = round(LOOKS[frame.kind].die * frame.u) // 2 * 2  # even: its middle lies between two pixels
    with scene.group("die", at=place, rolls=True, rage=f"{track.die}/{track.hunt}", speed=track.speed):
        scene.square(*place, side, C.bone, 0.13 * side)
        if side > 40:
            edge = Colour(*(0.8 * v for v in C.bone[:3]))
            scene.square(*place, side - 2 * round(0.07 * side), None, 0.08 * side, edge)
        scene.text(str(track.speed), *place, round(0.76 * LOOKS[frame.kind].die * frame.u), C.pit, face="black")
