"""The players with their cards, as a kiosk and a page have room for them."""

from __future__ import annotations

from companion.games.infernal_wagon.view import HandView, WagonView
from companion.presentation.colours import C
from companion.presentation.cut import words_width
from companion.presentation.scene import Frame, Scene

NAMED, PAGE = "named", "page"
"""Kinds of frames: with names below; a row across a page. Else rows of marks."""
BESIDE = 1.6
"""Steps from hand to hand that a name takes at most where every other one is lower."""
LIGHTER = 0.84
"""Width of plain words for bold ones of 1."""
NAME = 21.0
"""Size of a name on a page."""


def hands(scene: Scene, view: WagonView, frame: Frame, per: int = 3, size: float = 0.0) -> None:
    """A seat for each player with its count; hollow at none.

    :param per: in a row.
    :param size: of names below.
    """
    if frame.kind == NAMED:
        _named(scene, view, frame, size)
    elif frame.kind == PAGE:
        step = frame.wide / max(1, len(view.hands))
        for i, hand in enumerate(view.hands):
            _across(scene, hand, frame.x + (i + 0.5) * step, frame.y + 40, step)
    else:
        step = min(frame.wide / per, 5.5 * frame.u)
        side = step - 0.45 * frame.u
        for i, hand in enumerate(view.hands):
            row, column = divmod(i, per)
            _count(scene, hand, frame.x + column * step + side / 2, frame.y + row * step + side / 2, side)


def _count(scene: Scene, hand: HandView, x: float, y: float, side: float) -> None:
    scene.seat(hand.colour or "white", str(hand.cards), x, y, side, hand.cards == 0)


def _named(scene: Scene, view: WagonView, frame: Frame, size: float) -> None:
    """Every other name is lower where they are long."""
    u, n = frame.u, len(view.hands)
    step = frame.wide / max(4, n)
    drop = 1.14 * size if any(LIGHTER * words_width(hand.name, size) > step - 0.6 * u for hand in view.hands) else 0.0
    side = min(6.67 * u, step - 3 * u, frame.high - 4.2 * u - drop)
    for i, hand in enumerate(view.hands):
        x, room = frame.x + (i + 0.5) * step, (BESIDE * step if drop else step) - 0.6 * u
        _count(scene, hand, x, frame.y + side / 2, side)
        half = min(room, LIGHTER * words_width(hand.name, size)) / 2
        x = min(max(x, frame.x + half), frame.right - half)
        y = frame.y + side + 2.5 * u + (drop if i % 2 else 0.0)
        scene.text(hand.name, x, y, size, frame.skin.second, room=room, face="text")


def _across(scene: Scene, hand: HandView, x: float, y: float, room: float) -> None:
    """Mark, cards, name; a Curse in the corner of the cards."""
    with scene.group(title=hand.name, seat=hand.name, cards=hand.cards):
        scene.seat(hand.colour, hand.name[:1], x - 26, y, 52.0 if room > 110 else 44.0, hand.out)
        count = f"{'' if hand.sure else '~'}{hand.cards}"
        scene.box(x + 4, y - 28, 44, 56, C.basalt, 7, C.seam)
        scene.text(count, x + 26, y, min(38.0, 35 / words_width(count, 1)), C.rim if hand.out else C.bone)
        if hand.curse:
            scene.disc(x + 45, y - 25, 13, C.pit)
            scene.icon("curse", x + 45, y - 25, 22, C.hex)
        scene.text(hand.name, x, y + 58, NAME, C.rim if hand.out else C.ash, room=room - 6)
