"""Cerbère: the path with everybody on it and how far a chase would come, or the Rage track large; boats and players."""

from __future__ import annotations

from companion.figures.cerbere.board import PAGE, board
from companion.figures.cerbere.rage import LOOKS, rage
from companion.figures.cerbere.rage import spots as rage_spots
from companion.games.cerbere.names import Side
from companion.games.cerbere.view import CerbereView
from companion.presentation.colours import C, Colour
from companion.presentation.scene import Frame, Scene

WIDE = 640.0
U = 6.6
"""The kiosk's measure: what a path is laid out with."""
SMALL = 19.0
"""Size of the smallest words: 11 px on a phone of 360 px."""


def picture(view: CerbereView) -> Scene:
    """The table."""
    chased = view.turn.chasing or view.rage.steps == 0
    if view.path is not None:
        p = Scene(WIDE, 480)
        p.light(WIDE / 2, 240, WIDE / 2, 240, C.danger if chased else C.glow, 0.22)
        _rage(p, view, Frame(4, 9, WIDE - 12, 48, 10.0, "line"))
        board(p, view, Frame(0, 66, WIDE, 320, U, PAGE))
        _seats(p, view, 420, 44)
    else:
        p = Scene(WIDE, 430)
        p.light(WIDE / 2, 215, WIDE / 2, 215, C.danger, 0.4 if chased else 0.26)
        _rage(p, view, Frame(0, 0, WIDE, 200, 8.0, "wide"))
        _boats(p, view, 252)
        _seats(p, view, 358, 56)
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


# ---------------------------------------------------------------- boats and players


def _card(scene: Scene, x: float, y: float, n: int, tone: Colour, high: float) -> None:
    """A card with a number on it."""
    wide = 0.8 * high
    scene.box(x - wide / 2, y - high / 2, wide, high, tone, 0.14 * high)
    scene.text(str(n), x, y, 0.72 * high if n < 10 else 0.56 * high, C.pit)


def _boats(scene: Scene, view: CerbereView, y: float) -> None:
    """Hidden boats under sail; the one in the open with who is aboard; all three once they are shown. And the piles."""
    boats = view.boats
    for x, pile, tone in ((44.0, view.survival_pile, C.bone), (124.0, view.betrayal_pile, C.danger)):
        scene.box(x - 23, y - 29, 40, 52, C.basalt, 5, tone)
        _card(scene, x + 3, y + 3, pile, tone, 54)
    hidden = 3 if boats.revealed is None else 0
    shown = boats.shown or ((boats.revealed,) if boats.revealed else (0,) * hidden)
    step = 110.0
    for i, seats in enumerate(shown):
        x = WIDE - 70 - (len(shown) - 1 - i) * step
        with scene.group(boat=seats):
            full = bool(boats.revealed) and len(boats.aboard) >= (boats.revealed or 0)
            scene.icon(f"boat{seats}" if seats else "boat", x, y, 84, C.ok if full else C.bone if seats else C.rim)
    if boats.revealed and not boats.shown:
        for i, name in enumerate(boats.aboard):
            seat = next(seat for seat in view.seats if seat.name == name)
            scene.player(name, seat.colour, WIDE - 150 - i * 54, y, 48)


def _seats(scene: Scene, view: CerbereView, y: float, mark: float) -> None:
    """Everybody: mark, cards, name; a dog's head on Cerberus's side, hollow when out, a crown for who won."""
    step = (WIDE - 12) / len(view.seats)
    mark = min(mark, 0.5 * step)
    for i, seat in enumerate(view.seats):
        x, out = 6 + (i + 0.5) * step, seat.side is Side.OUT
        active = seat.name == view.turn.player and view.over is None
        with scene.group(title=seat.name, seat=seat.name, side=seat.side):
            if active:
                scene.box(x - step / 2 + 3, y - 0.62 * mark, step - 6, mark * 1.24 + 26, C.basalt, 8)
            scene.seat(seat.colour, seat.name[:1], x - 0.45 * mark, y, mark, out)
            hunter = seat.side is Side.CERBERUS
            if hunter:
                scene.icon("cerberus", x - 0.85 * mark, y - 0.38 * mark, 0.46 * mark, C.danger)
            if view.over is not None and seat.name in view.over.winners:
                scene.icon("crown", x - 0.45 * mark, y - 0.62 * mark, 0.5 * mark, C.brim)
            if not out:
                n, tone = (seat.betrayal, C.danger) if hunter else (seat.survival, C.bone)
                _card(scene, x + 0.42 * mark, y - 0.12 * mark, n, tone, 0.66 * mark)
                for k in range(1, 5):
                    lit = C.ash if k in seat.actions else C.seam
                    scene.box(x + 0.08 * mark + (k - 1) * 0.2 * mark, y + 0.32 * mark, 0.14 * mark, 0.2 * mark, lit, 1)
            tone = C.rim if out else C.bone if active else C.ash
            scene.text(seat.name, x, y + 0.5 * mark + 18, SMALL, tone, room=step - 8)
