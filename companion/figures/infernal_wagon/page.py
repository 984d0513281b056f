"""What must match next, the pile, the track, hands and signs for all."""

from __future__ import annotations

from companion.figures.infernal_wagon.gate import gate
from companion.figures.infernal_wagon.hands import PAGE, hands
from companion.figures.infernal_wagon.track import SHORT, begun, track
from companion.games.infernal_wagon.names import Phase
from companion.games.infernal_wagon.view import WagonView
from companion.presentation.colours import C
from companion.presentation.scene import Frame, Scene, number
from companion.presentation.skins import EMBER, ICE

WIDE, HIGH = 640.0, 440.0
RAIL = 290.0
"""Height of the rail's upper edge."""
U = 10.0
RIGHT = 440.0
"""Right edge of the newest card."""


def picture(view: WagonView) -> Scene | None:
    """The table; None before the players have sat down."""
    if view.phase is Phase.IDLE or not view.hands:
        return None
    p, skin = Scene(WIDE, HIGH), ICE if view.silence else EMBER
    won = view.result is not None and view.result.won
    p.light(WIDE / 2, HIGH / 2, WIDE / 2, HIGH / 2, C.brim if won and not view.silence else skin.glow, 0.34)
    _counts(p, view)
    _signs(p, view)
    tie = None if view.phase is Phase.HELD else skin.tie
    if view.result is None or won:
        p.rail(0, WIDE, RAIL, U, skin.rest, tie)
    else:  # it is broken
        p.rail(0, RIGHT + 4, RAIL, U, skin.rest, tie)
        p.path(f"M{number(RIGHT + 4)},{number(RAIL + 2)}l16,9m24,-1l12,-8", skin.rest, 4)
        p.rail(RIGHT + 54, WIDE, RAIL, U, skin.rest, tie)
    with p.group(wagon=view.behind):
        track(p, view, Frame(10, 0, RIGHT - 10, RAIL - 2, U, skin=skin))
    gate(p, view, Frame(470, 112, 150, RAIL - 112, U, skin=skin))
    hands(p, view, Frame(10, 312, WIDE - 20, 110, U, PAGE))
    return p


def _counts(scene: Scene, view: WagonView) -> None:
    """The pile, and the cards behind the wagon."""
    pile = f"{'' if view.pile_sure else '~'}{view.pile}"
    with scene.group(pile=pile):
        scene.icon("pile", 54, 56, 64, C.rim)
        scene.text(pile, 100, 56, 76, C.bone, "start")
    if begun(view):
        tone = C.danger if view.behind <= SHORT else C.ember
        with scene.group(behind=view.behind):
            scene.icon("wagon", 284, 58, 60, tone)
            scene.text(str(view.behind), 326, 56, 76, tone, "start")


def _signs(scene: Scene, view: WagonView) -> None:
    """From the right: what holds for everybody now, then the Curses that are left."""
    states = (
        (view.phase is Phase.HELD, "hold", C.ash),
        (view.silence, "silence", C.ice),
        (view.uturn, "uturn", C.brim),
        (view.tunnel, "tunnel", C.brim),
        (view.missed, "miss", C.danger),
        (view.curses_left > 0, "curse", C.hex),
    )
    signs = [(icon, tone) for on, icon, tone in states if on]
    x, side = WIDE - 16.0, 52.0 if len(signs) < 3 else 44.0
    for icon, tone in signs:
        with scene.group(sign=icon):
            if icon == "curse":
                scene.text(str(view.curses_left), x, 56, 44, tone, "end")
                x -= 32 if view.curses_left < 10 else 62
            scene.icon(icon, x - side / 2, 56, side, tone)
        x -= side + 10
