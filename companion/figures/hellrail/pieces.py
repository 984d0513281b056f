"""What stands on HellRail's rail: engines, tenders, cars and whole trains; circles as signs; everybody's counts.

`car` and its like draw into a square whose upper left corner is at x, y.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from msgspec.structs import replace

from companion.figures.marks import ringed
from companion.games.hellrail.effect_words import tokens_of
from companion.games.hellrail.names import CIRCLES
from companion.games.hellrail.view import CarView, HellRailView, SeatView
from companion.presentation.colours import SEATS, C, Colour, tone_of
from companion.presentation.cut import words_width
from companion.presentation.scene import Frame, Scene

ABOVE, ABOVE_TWO = 3.4, 6.3
"""u above the cars for value and brimstone, beside or below each other."""
WHEELS = 0.075
"""The part of its side by which a piece's box is below the rail."""
STEP = 1.1
"""Piece to piece, in sides."""
SMALL = "small"
"""The kind of a train without values: one of several below each other, from the left."""
PAGE = "page"
"""As small, with all else that its player has, in one line or two."""


@dataclass(frozen=True)
class Car:
    """A loaded car: where it goes (`G`, `1` ...), its value, its brimstone; "" is not known. `here`: it can be
    delivered where the engine stands."""

    to: str = ""
    value: str = ""
    brimstone: str = ""
    covered: bool = False
    here: bool = False


def car_of(car: CarView, here: bool = False) -> Car:
    """Return a car as it is drawn. `here`: it can be delivered now."""
    if car.covered:
        return Car(covered=True)
    value, brimstone = ("" if known is None else str(known) for known in (car.car, car.brimstone))
    return Car(car.setout or "", value, brimstone, here=here)


def cars_of(seat: SeatView, here: Sequence[str] = ()) -> tuple[Car, ...]:
    """Return the cars of a train, the one next to the engine first. `here`: places of those to be delivered now."""
    return tuple(car_of(car, f"#{place}" in here) for place, car in enumerate(seat.train, 1))


def circle_figure(circle: str | None) -> str:
    """Return the figure of a circle: `G`, `1` ...; "" on the rail."""
    return circle[1:] if circle in CIRCLES else ""


def colour_of(seat: SeatView) -> Colour:
    return SEATS.get(seat.colour, SEATS["white"]).colour


def piece(scene: Scene, x: float, y: float, side: float, icon: str, tone: Colour) -> None:
    """Draw any piece on wheels."""
    scene.icon(icon, x + side / 2, y + side / 2, side, tone)


def car(scene: Scene, x: float, y: float, side: float, one: Car, tone: Colour = C.bone) -> None:
    """Draw a loaded car with the circle that it goes to; ringed and green if it is here. A covered one shows
    nothing."""
    piece(scene, x, y, side, "car", C.ok if one.here else C.rim if one.covered else tone)
    middle = x + side / 2, y + 0.48 * side
    scene.text("?" if one.covered else one.to, *middle, 0.34 * side, C.pit, face="black")
    if one.here and side > 60:
        scene.disc(*middle, 0.217 * side, None, C.pit, 0.034 * side)


def draw_train(scene: Scene, seat: SeatView, frame: Frame, here: Sequence[str] = (), more: bool = False) -> None:
    """A train on the foot of its frame, as large as it fits: the engine to the right, above the cars value and
    brimstone.

    :param here: places of the cars that can be delivered now.
    :param more: a dashed place is behind the last car.
    """
    if frame.kind == PAGE:
        _all_of(scene, seat, frame)
    elif frame.kind == SMALL:
        _train(scene, seat, cars_of(seat, here), frame, _side(seat, frame, 0.0, 0), 1)
    else:
        cars, above, both = cars_of(seat, here), ABOVE, False
        side = _side(seat, frame, above, more)
        if any(_wide(one, _size(side, frame.u), frame.u) > side for one in cars):  # beside each other wider than a car
            side, both = _side(seat, frame, ABOVE_TWO, more), True
        end = _train(scene, seat, cars, frame, side, -1)
        for i, one in enumerate(reversed(cars), 1):
            _above(scene, one, end + i * STEP * side, frame, side, both)
        if more:
            _place(scene, end, frame, side)


def _side(seat: SeatView, frame: Frame, above: float, more: int) -> float:
    """Return the side of one piece."""
    pieces = 1 + len(seat.train) + seat.tender + more + 0.55 * seat.soul_catcher
    return min((frame.high - above * frame.u) / 0.92, 14.6 * frame.u, frame.wide / (STEP * pieces))


def _train(scene: Scene, seat: SeatView, cars: Sequence[Car], frame: Frame, side: float, way: int) -> float:
    """Draw the pieces one way from the engine at its end of the frame; return where the next one would be."""
    x, y = frame.x if way > 0 else frame.right - side, frame.foot + (WHEELS - 1) * side
    if seat.soul_catcher:
        ghost = 0.5 * side
        scene.icon("soulcatcher", x + ghost / 2 if way > 0 else frame.right - ghost / 2, y + 0.555 * side, ghost, C.ash)
        x += way * 0.55 * side
    with scene.group(train=len(cars)):
        piece(scene, x, y, side, "engine", colour_of(seat))
        if seat.tender:
            x += way * STEP * side
            piece(scene, x, y, side, "tender", C.ash)
        for one in cars:
            x += way * STEP * side
            car(scene, x, y, side, one)
    return x + way * STEP * side


def _size(side: float, u: float) -> float:
    """Return the font size above the cars."""
    return max(2.5 * u, min(3.4 * u, 0.24 * side))


def _wide(one: Car, size: float, u: float) -> float:
    """Return the width of value and brimstone side by side."""
    shown = [words for words in (one.value, one.brimstone) if words]
    total = sum(0.86 * size + 0.3 * u + words_width(words, size) for words in shown)
    return total + 0.9 * u * max(0, len(shown) - 1)


def _above(scene: Scene, one: Car, x: float, frame: Frame, side: float, both: bool) -> None:
    """Draw value and brimstone above a car."""
    u, size = frame.u, _size(side, frame.u)
    y = frame.foot + (WHEELS - 0.8) * side - 0.36 * size
    parts = [part for part in (("crown", one.value, C.ash), ("flame", one.brimstone, C.brim)) if part[1]]
    at = x + (side - _wide(one, size, u)) / 2
    for icon, words, tone in reversed(parts) if both else parts:
        if both:
            at = x + (side - _wide(Car(value=words), size, u)) / 2
        scene.icon(icon, at + 0.43 * size, y - 0.01 * size, 0.86 * size, tone)
        at += 0.86 * size + 0.3 * u
        scene.text(words, at, y, size, C.bone, "start")
        at += words_width(words, size) + 0.9 * u
        y -= 2.9 * u if both else 0.0


def _place(scene: Scene, x: float, frame: Frame, side: float) -> None:
    """Draw where the next car goes: dashes and a plus."""
    left, high = x + 0.05 * side, 0.56 * side
    top = frame.foot - 0.12 * side - high
    d = f"M{left:.1f},{top:.1f}h{0.9 * side:.1f}v{high:.1f}h{-0.9 * side:.1f}Z"
    scene.path(d, C.seam, 3, cap="butt", dash=(0.1 * side, 0.08 * side))
    scene.icon("plus", x + side / 2, top + high / 2, 0.28 * side, C.rim)


def _all_of(scene: Scene, seat: SeatView, frame: Frame) -> None:
    """A train from the engine back, then what else its player has."""
    marks = [("tender", C.ash)] if seat.tender else []
    public = replace(seat, held=None) if seat.held_down else seat
    others = [("soulcatcher", C.ash)] if seat.soul_catcher else []
    others += [(mark.icon, tone_of(mark.tone)) for mark in tokens_of(public, train=False)]
    shown: list[Car | tuple[str, Colour]] = [("engine", colour_of(seat)), *marks, *cars_of(seat, _here(seat)), *others]
    n = len(shown)
    side, lines = max((min(frame.high / k, frame.wide / ceil(n / k) / 1.04), -k) for k in (1, 2))
    across, top = ceil(n / -lines), frame.y + (frame.high + lines * side) / 2
    with scene.group(train=len(seat.train)):
        for i, one in enumerate(shown):
            line, place = divmod(i, across)
            at = frame.x + 1.04 * place * side, top + line * side
            if isinstance(one, Car):
                car(scene, *at, side, one)
            else:
                piece(scene, *at, side, *one)


def _here(seat: SeatView) -> list[str]:
    return [f"#{place}" for place, car in enumerate(seat.train, 1) if car.here]


# ---------------------------------------------------------------- counts

CREW_STEP, CREW_ROW, CREW_SIGNS = 9.0, 4.9, 6.0
"""u from player to player, from row to row, and of the signs that say what a row counts."""
LIGHT = "light"
"""The kind of counts where neither cards nor trains are followed: a train's cars are shown among its tokens."""


def crews(scene: Scene, view: HellRailView, frame: Frame) -> None:
    """Every player in a column: mark, delivered cars, cards in hand, tokens. The one who plays is lit."""
    u, row, light = frame.u, _row(view, frame), frame.kind == LIGHT
    middles = [frame.y + (i + 0.5) * row for i in range(2 if light else 3)]
    side, step = 0.86 * row, _step(view, frame)
    at = _middle(view, frame, 0) - 0.5 * step - side
    piece(scene, at, middles[1] - 0.525 * side, side, "sealed", C.rim)
    if not light:
        scene.icon("hand", at + side / 2, middles[2], 0.7 * row, C.rim)
    for i, seat in enumerate(view.seats):
        x, active = _middle(view, frame, i), seat.name == view.turn.player
        with scene.group(title=seat.name, seat=seat.name, delivered=seat.delivered):
            scene.seat(seat.colour, seat.name[:1], x, middles[0], min(4.6 * u, 0.94 * row))
            for y, count in zip(middles[1:], (seat.delivered, seat.hand), strict=False):
                tone = C.bone if active else C.ash
                scene.text(str(count), x, y, min(4.4 * u, 0.94 * row), tone, face="black")
            found = tokens_of(seat, train=light)
            token = min(0.6 * row, step / (1.16 * len(found))) if found else 0.0
            for k, mark in enumerate(found):
                left = x - (1.1 * len(found) - 0.1) * token / 2 + 1.1 * k * token
                piece(scene, left, middles[-1] + 0.5 * row, token, mark.icon, tone_of(mark.tone))


def _step(view: HellRailView, frame: Frame) -> float:
    return min(CREW_STEP * frame.u, (frame.wide - CREW_SIGNS * frame.u) / max(1, len(view.seats)))


def _row(view: HellRailView, frame: Frame) -> float:
    """Return the height of a row. Tokens take less than one."""
    light = frame.kind == LIGHT
    tokens = any(tokens_of(seat, train=light) for seat in view.seats)
    return min(CREW_ROW * frame.u, frame.high / ((2 if light else 3) + (0.64 if tokens else 0)))


def _middle(view: HellRailView, frame: Frame, index: int) -> float:
    return frame.right - (len(view.seats) - index - 0.5) * _step(view, frame)


def landing_place(view: HellRailView, name: str, frame: Frame) -> tuple[float, float, float]:
    """Return where a player's delivered cars are counted: upper left corner and side of a car."""
    i = next((i for i, seat in enumerate(view.seats) if seat.name == name), 0)
    side = 0.86 * _row(view, frame)
    return _middle(view, frame, i) - side / 2, frame.y + 1.5 * _row(view, frame) - side / 2, side


def guard(scene: Scene, view: HellRailView, frame: Frame) -> None:
    """Where Cerberus lies, hung from the right; nothing while he is nowhere."""
    figure = circle_figure(next((circle.id for circle in view.circles if circle.cerberus), ""))
    side = min(frame.high, 5 * frame.u)
    if figure:
        x, y = frame.right - 2.15 * side, frame.y + (frame.high - side) / 2
        piece(scene, x, y, side, "cerberus", C.danger)
        ringed(scene, x + 1.15 * side, y, side, figure, C.danger)
