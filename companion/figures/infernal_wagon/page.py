"""What must match next, the pile, the track, hands and signs for all."""

from __future__ import annotations

from typing import Any, NamedTuple

from companion.figures.infernal_wagon.gate import gate
from companion.figures.infernal_wagon.hands import PAGE, hands
from companion.figures.infernal_wagon.track import SHORT, begun, track
from companion.games.infernal_wagon.names import Phase
from companion.games.infernal_wagon.view import WagonView
from companion.presentation.colours import C, Colour
from companion.presentation.cut import words_width
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
    _top(p, view)
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


TOP, EDGE, APART = 56.0, 16.0, 26.0
"""Middle of the upper row, its distance from the sides, and between its parts."""


class _Mark(NamedTuple):
    """An icon of the upper row and its words. `data`: of its group."""

    data: dict[str, Any]
    icon: str
    side: float
    text: str
    size: float
    icon_tone: Colour
    tone: Colour

    @property
    def wide(self) -> float:
        return self.side + (0.14 * self.size + words_width(self.text, self.size) if self.text else 0.0)

    def put(self, scene: Scene, x: float, by: float) -> float:
        """Put it at the left edge x, `by` times as large; the right edge."""
        with scene.group(**self.data):
            scene.icon(self.icon, x + by * self.side / 2, TOP, by * self.side, self.icon_tone)
            if self.text:
                scene.text(self.text, x + by * (self.side + 0.14 * self.size), TOP, by * self.size, self.tone, "start")
        return x + by * self.wide


def _top(scene: Scene, view: WagonView) -> None:
    """The pile and the cards behind the wagon at the left, signs for all at the right, as large as they all go."""
    counts, signs = _counts(view), _signs(view)
    apart = APART * (len(counts) + max(0, len(signs) - 1))
    by = min(1.0, (WIDE - 2 * EDGE - apart) / sum(mark.wide for mark in (*counts, *signs)))
    x = EDGE
    for mark in counts:
        x = mark.put(scene, x, by) + APART
    x = WIDE - EDGE - sum(by * mark.wide for mark in signs) - APART * max(0, len(signs) - 1)
    for mark in signs:
        x = mark.put(scene, x, by) + APART


def _counts(view: WagonView) -> list[_Mark]:
    """The pile, and the cards behind the wagon."""
    pile = f"{'' if view.pile_sure else '~'}{view.pile}"
    found = [_Mark({"pile": pile}, "pile", 64, pile, 76, C.rim, C.bone)]
    if begun(view):
        tone = C.danger if view.behind <= SHORT else C.ember
        found.append(_Mark({"behind": view.behind}, "wagon", 60, str(view.behind), 76, tone, tone))
    return found


def _signs(view: WagonView) -> list[_Mark]:
    """The Curses that are left, then what holds for everybody now."""
    states = (
        (view.curses_left > 0, "curse", C.hex),
        (view.missed, "miss", C.danger),
        (view.tunnel, "tunnel", C.brim),
        (view.uturn, "uturn", C.brim),
        (view.silence, "silence", C.ice),
        (view.phase is Phase.HELD, "hold", C.ash),
    )
    text = str(view.curses_left)
    return [
        _Mark({"sign": icon}, icon, 52, text if icon == "curse" else "", 44, tone, tone)
        for on, icon, tone in states
        if on
    ]
