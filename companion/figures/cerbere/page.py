"""Cerbère: the path with everybody on it and how far a chase would come, or the Rage track large; boats and players."""

from __future__ import annotations

from companion.figures.cerbere.board import PAGE, board, board_places
from companion.figures.cerbere.rage import LOOKS, rage, rage_spots
from companion.figures.cerbere.seats import PAGE as PLAYERS
from companion.figures.cerbere.seats import boats, numbered_card, seats
from companion.games.cerbere.names import BOATS
from companion.games.cerbere.view import CerbereView
from companion.presentation.colours import C
from companion.presentation.scene import Frame, Scene

WIDE = 640.0
U = 6.6
"""The kiosk's measure: what a path is laid out with."""
SAIL = 15.0
"""The measure of the boats."""


def picture(view: CerbereView) -> Scene:
    """The table."""
    chased = view.turn.chasing or view.rage.steps == 0
    if view.path is not None:
        p = Scene(WIDE, 480)
        p.light(WIDE / 2, 240, WIDE / 2, 240, C.danger if chased else C.glow, 0.22)
        _rage(p, view, Frame(4, 9, WIDE - 12, 48, 10.0, "line"))
        board(p, view, Frame(0, 66, WIDE, 320, U, PAGE))
        seats(p, view, Frame(6, 398, WIDE - 12, 80, 44, PLAYERS))
    else:
        p = Scene(WIDE, 430)
        p.light(WIDE / 2, 215, WIDE / 2, 215, C.danger, 0.4 if chased else 0.26)
        _rage(p, view, Frame(0, 0, WIDE, 200, 8.0, "wide"))
        _piles(p, view, 252)
        boats(p, view, Frame(200, 206, WIDE - 220, 92, SAIL))
        seats(p, view, Frame(6, 330, WIDE - 12, 90, 56, PLAYERS))
    return p


BOARD, SAILS = 320.0, 110.0
"""Height of the board, and of the hidden boats below it, where they are touched."""


def figure(view: CerbereView) -> Scene | None:
    """What can be touched: pawns and spaces of the board, and the hidden boats; None where there is neither."""
    high = 0.0 if view.path is None else BOARD
    hidden = view.boats.revealed is None and not view.boats.shown
    if view.over is not None or not (high or hidden):
        return None
    p = Scene(WIDE, high + SAILS * hidden)
    if view.path is not None:
        f = Frame(0, 0, WIDE, BOARD, U, PAGE)
        board(p, view, f)
        for place, (x, y), reach in board_places(view, f):
            with p.group(place=place, at=(x, y), reach=reach):
                pass
    for n in BOATS if hidden else ():
        x, y = WIDE * (n - 0.5) / len(BOATS), high + SAILS / 2
        with p.group(place=f"boat{n}", at=(x, y), reach=0.45 * SAILS):
            p.icon("boat", x, y, 0.72 * SAILS, C.rim)
            p.text(str(n), x, y + 0.13 * SAILS, SAILS / 5, C.bone)
    return p


def _rage(scene: Scene, view: CerbereView, frame: Frame) -> None:
    """The track, and how many steps are left before the Hunt."""
    rage(scene, view, frame)
    if view.rage.steps:
        (x, y), looks = rage_spots(view.rage, frame)[-1], LOOKS[frame.kind]
        scene.text(
            str(view.rage.steps),
            x,
            y + (looks.paw_at[1] + 0.21 * looks.paw) * frame.u,
            0.34 * looks.paw * frame.u,
            C.pit,
        )


def _piles(scene: Scene, view: CerbereView, y: float) -> None:
    for x, pile, tone in ((44.0, view.survival_pile, C.bone), (124.0, view.betrayal_pile, C.danger)):
        scene.box(x - 23, y - 29, 40, 52, C.basalt, 5, tone)
        numbered_card(scene, x + 3, y + 3, pile, tone, 54)
