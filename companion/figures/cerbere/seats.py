"""Cerbère's players with their sides and cards, and the boats, as a kiosk and a page have room for them."""

from __future__ import annotations

from companion.games.cerbere.names import BOATS, Boating, Side
from companion.games.cerbere.view import CerbereView, SeatView
from companion.presentation.colours import C, Colour
from companion.presentation.cut import words_width
from companion.presentation.fonts import FontFace
from companion.presentation.scene import Frame, Scene

NAMES, BARE, PAGE = "names", "bare", "page"
"""Kinds of frames for players: two columns with names; marks alone from the left; a row across a page with names. Else
marks with counts below, hung from the right."""
LEFT = "left"
"""The kind of a frame for boats that are not hung from the right."""
COUNT = 2.5
"""u of the count below a mark."""
LEAST = 24.0
"""px of a sign on a kiosk."""
SMALL = 19.0
"""Size of the smallest words on a page: 11 px on a phone of 360 px."""


def bonus_cards(seat: SeatView) -> int:
    """Return how many bonus cards are in hand."""
    return seat.survival if seat.side is Side.RUNNER else seat.betrayal


def mark(scene: Scene, x: float, y: float, side: float, seat: SeatView) -> None:
    """Draw a player into a square whose upper left corner is at x, y: the seat, hollow when out; a dog's head with the
    small seat on it for a Cerberus player."""
    letter = seat.name[:1]
    if seat.side is Side.CERBERUS:
        small = 0.5 * side
        scene.icon("cerberus", x + side / 2, y + side / 2, side, C.danger)
        scene.seat(seat.colour, letter, x + side - 0.22 * small, y + side - 0.2 * small, small, scale=0.62)
    else:
        scene.seat(seat.colour, letter, x + side / 2, y + side / 2, side, seat.side is Side.OUT)


def seats(scene: Scene, view: CerbereView, frame: Frame) -> None:
    """All players in turn order."""
    if frame.kind == NAMES:
        _named(scene, view, frame)
    elif frame.kind == PAGE:
        _across(scene, view, frame)
    else:
        _row(scene, view, frame)


def _row(scene: Scene, view: CerbereView, frame: Frame) -> None:
    u, n = frame.u, len(view.seats)
    sign = 0.0 if frame.kind == BARE else max(LEAST, COUNT * u)
    step = min(6.1 * u, (frame.wide - 1.2 * sign) / n)
    side = min(5.1 * u, step - 0.7 * u)
    left = frame.x if frame.kind == BARE else frame.right - step * n + step - side
    for i, seat in enumerate(view.seats):
        x, active = left + i * step, seat.name == view.turn.player
        mark(scene, x, frame.y, side, seat)
        if seat.side is not Side.OUT:
            face: FontFace = "text_bold" if active else "text"
            y = frame.y + side + (0.7 + 0.36 * COUNT) * u
            scene.text(str(bonus_cards(seat)), x + side / 2, y, COUNT * u, C.bone if active else C.ash, face=face)
    if sign:  # the counts are cards in hand
        scene.icon("hand", left - 0.7 * sign, frame.y + side + 0.4 * u + sign / 2, sign, C.ash)


def _named(scene: Scene, view: CerbereView, frame: Frame) -> None:
    u, gap = frame.u, 1.2 * frame.u
    step = min(5.4 * u, frame.high / -(-len(view.seats) // 2))
    side, column = min(4.2 * u, step - 0.6 * u), (frame.wide - gap) / 2
    for i, seat in enumerate(view.seats):
        x, y = frame.x + i % 2 * (column + gap), frame.y + i // 2 * step
        mark(scene, x, y, side, seat)
        dog, active = seat.side is Side.CERBERUS, seat.name == view.turn.player
        tone = C.danger if dog else C.bone if active and seat.side is not Side.OUT else C.ash
        y += side / 2
        scene.text(seat.name, x + side + 1.1 * u, y, 2.9 * u, tone, "start", column - side - 3.6 * u, "text")
        if seat.side is not Side.OUT:
            scene.text(str(bonus_cards(seat)), x + column, y, COUNT * u, tone, "end")


def _across(scene: Scene, view: CerbereView, frame: Frame) -> None:
    """Mark, cards, name; the row of Action cards that are left; a crown for who won."""
    step = frame.wide / len(view.seats)
    side, y = min(frame.u, 0.5 * step), frame.y + 0.5 * frame.u
    for i, seat in enumerate(view.seats):
        x, out = frame.x + (i + 0.5) * step, seat.side is Side.OUT
        active = seat.name == view.turn.player and view.over is None
        with scene.group(title=seat.name, seat=seat.name, side=seat.side):
            if active:
                scene.box(x - step / 2 + 3, y - 0.62 * side, step - 6, side * 1.24 + 26, C.basalt, 8)
            mark(scene, x - 0.95 * side, y - side / 2, side, seat)
            if view.over is not None and seat.name in view.over.winners:
                scene.icon("crown", x - 0.45 * side, y - 0.62 * side, 0.5 * side, C.brim)
            if not out:
                tone = C.danger if seat.side is Side.CERBERUS else C.bone
                numbered_card(scene, x + 0.42 * side, y - 0.12 * side, bonus_cards(seat), tone, 0.66 * side)
                for k in range(1, 5):
                    lit = C.ash if k in seat.actions else C.seam
                    scene.box(x + 0.08 * side + (k - 1) * 0.2 * side, y + 0.32 * side, 0.14 * side, 0.2 * side, lit, 1)
            tone = C.rim if out else C.bone if active else C.ash
            scene.text(seat.name, x, y + 0.5 * side + 18, SMALL, tone, room=step - 8)


def numbered_card(scene: Scene, x: float, y: float, number: int, tone: Colour, high: float) -> None:
    """Draw a card with a number on it round x, y."""
    wide = 0.8 * high
    scene.box(x - wide / 2, y - high / 2, wide, high, tone, 0.14 * high)
    scene.text(str(number), x, y, 0.72 * high if number < 10 else 0.56 * high, C.pit)


def boats(scene: Scene, view: CerbereView, frame: Frame, words: str = "") -> None:
    """The boats: three sails while hidden; the revealed one with its seats, filled as they board; all of them once they
    are shown.

    :param words: beside hidden boats, if there is room.
    """
    boats, u, y, left = view.boats, frame.u, frame.y + frame.high / 2, frame.kind == LEFT
    if boats.revealed is not None and not boats.shown:
        _boarding(scene, view, frame, boats.revealed)
        return
    side = min(5.2 * u, frame.high)
    step = side + 1.8 * u
    x = frame.x if left else frame.right - 3 * step + 1.8 * u
    for i, n in enumerate(boats.shown or (0,) * len(BOATS)):
        laid = boats.boating is not Boating.TAGGED or i < boats.laid
        with scene.group(boat=n):
            tone = C.bone if n else C.rim if laid else C.seam
            scene.icon(f"boat{n}" if n else "boat", x + i * step + side / 2, y, side, tone)
    if not left:
        scene.text(words, x - 1.6 * u, y, 3 * u, frame.skin.second, "end", face="text")
    elif x + 3 * step + words_width(words, 2.5 * u) <= frame.right:
        scene.text(words, x + 3 * step, y, 2.5 * u, frame.skin.second, "start", face="text")


def _boarding(scene: Scene, view: CerbereView, frame: Frame, boat: int) -> None:
    u, y, aboard = frame.u, frame.y + frame.high / 2, view.boats.aboard
    side, seat = min(6 * u, frame.high), min(4.2 * u, frame.high)
    step = seat + 0.8 * u
    x = frame.x if frame.kind == LEFT else frame.right - side - 1.2 * u - boat * step
    with scene.group(boat=boat):
        scene.icon(f"boat{boat}", x + side / 2, y, side, C.ok if len(aboard) >= boat else C.bone)
    named = {one.name: one for one in view.seats}
    x += side + 1.4 * u
    for i in range(boat):
        if i < len(aboard) and aboard[i] in named:
            mark(scene, x + i * step, y - seat / 2, seat, named[aboard[i]])
        else:
            scene.disc(x + i * step + seat / 2, y, seat / 2 - 0.15 * u, None, C.rim, 0.3 * u)
