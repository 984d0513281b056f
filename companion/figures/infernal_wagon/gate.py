"""The gate on the rail: what the next card must match, as large as it fits; once the game is over, how it ended."""

from __future__ import annotations

from companion.games.infernal_wagon.names import Reason
from companion.games.infernal_wagon.view import WagonView, symbol_mark
from companion.presentation.colours import C, tone_of
from companion.presentation.path_data import Point
from companion.presentation.scene import Frame, Scene, number

LOST = {Reason.WAGON: "derail", Reason.NO_HANDS: "hand", Reason.TIME: "clock", Reason.CURSE: "curse"}


def gate(scene: Scene, view: WagonView, frame: Frame, words: str = "") -> None:
    """An arch with the symbols that lead on: one is huge, two to four share it.

    :param words: their name, or how several are meant.
    """
    u, skin, result, silence = frame.u, frame.skin, view.result, view.silence
    edge = skin.icon if result is None else C.ok if result.won else C.danger
    scene.path(
        arch_path(frame.x, frame.y, frame.wide, frame.high), edge, 0.5 * u, C.icepit if silence else C.soot,
        glow=(C.ice_glow if silence else C.glow, 0.45),
    )  # fmt: skip
    low = 4.4 * u if words else 0.0
    room, x = frame.high - low, frame.x + frame.wide / 2
    y = frame.y + 0.53 * room
    if words:
        scene.text(words, x, frame.foot - 2.5 * u, 2.9 * u, skin.second, room=frame.wide - 2 * u, face="text")
    if result is not None:
        icon = "crown" if result.won else LOST.get(result.reason, "cross") if result.reason else "cross"
        with scene.group(end=icon):
            scene.icon(icon, x, y, 0.5 * room, C.ok if result.won else C.danger)
        return
    shown = view.exit.symbols[:4]
    if not shown:
        scene.text("?", x, y, 10 * u, skin.second, face="black")
        return
    side, places = _places(len(shown), frame.wide, room)
    if len(shown) > 1 and not words and not view.exit.any_of:
        scene.text("?", x, frame.foot - 1.8 * u, 2.6 * u, C.ash)
    for symbol, (dx, dy) in zip(shown, places, strict=True):
        mark = symbol_mark(symbol, view.symbols)
        with scene.group(symbol=symbol):
            scene.icon(mark.icon, x + dx, y + dy, side, tone_of(mark.tone))


def arch_path(x: float, y: float, wide: float, high: float) -> str:
    """Return the path of an arch."""
    r, foot, right = wide / 2, number(y + high), number(x + wide)
    bend, spring = number(y + 0.45 * r), number(y + r)
    return (
        f"M{number(x)},{foot}V{spring}"
        f"C{number(x)},{bend} {number(x + 0.45 * r)},{number(y)} {number(x + r)},{number(y)}"
        f"C{number(x + 1.55 * r)},{number(y)} {right},{bend} {right},{spring}V{foot}Z"
    )


def _places(count: int, wide: float, room: float) -> tuple[float, list[Point]]:
    """Return the side of each symbol and their places from the middle: one, a pair, a triangle, a square."""
    if count == 1:
        return min(room * 0.84, wide * 0.66), [(0.0, 0.0)]
    if count == 2:
        side = min(room * 0.6, wide * 0.4)
        return side, [(-side * 0.56, 0.0), (side * 0.56, 0.0)]
    side = min(room * 0.47, wide * 0.34)
    high, low = -side * 0.54, side * 0.56
    if count == 3:
        return side, [(0.0, high), (-side * 0.62, low), (side * 0.62, low)]
    return side, [(-side * 0.56, high), (side * 0.56, high), (-side * 0.56, low), (side * 0.56, low)]
