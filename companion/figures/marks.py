"""Marks that several figures have."""

from __future__ import annotations

from typing import NamedTuple

from companion.presentation.colours import C, Colour
from companion.presentation.scene import Frame, Scene

GATES = "G"
"""The figure that is drawn as gates."""


class Ringed(NamedTuple):
    """A figure in a ring; "": nothing."""

    figure: str = ""
    tone: Colour = C.bone
    guarded: bool = False


def ringed(
    scene: Scene, x: float, y: float, side: float, figure: str, tone: Colour = C.bone, guarded: bool = False
) -> None:
    """Draw a circle of a map by its number into a square whose upper left corner is at x, y, the Gates by their sign;
    the dog's head hangs on it."""
    middle = x + side / 2, y + side / 2
    scene.disc(*middle, side / 2, C.soot, tone, max(2.0, 0.06 * side))
    if figure == GATES:
        scene.icon("gates", *middle, 0.58 * side, tone)
    else:
        scene.text(figure, *middle, 0.62 * side, tone, face="black")
    if guarded:
        scene.icon("cerberus", x + 0.94 * side, y + 0.06 * side, 0.5 * side, C.danger)


def ring(scene: Scene, view: Ringed, frame: Frame) -> None:
    """One of them as large as the frame allows, at its left edge."""
    side = min(frame.wide, frame.high)
    if view.figure and side > 4:
        ringed(scene, frame.x, frame.y + (frame.high - side) / 2, side, *view)


class Rail(NamedTuple):
    """A rail along the top of its frame: without `ties` under hold; from `start` u on, with the bent end of a gap."""

    ties: bool = True
    start: float = 0.0
    tone: Colour | None = None
    tie: Colour | None = None


def rail(scene: Scene, view: Rail, frame: Frame) -> None:
    """The one line that everything stands on."""
    u, x = frame.u, frame.x + view.start * frame.u
    tone = view.tone or frame.skin.rest
    scene.rail(x, frame.right, frame.y, u, tone, (view.tie or frame.skin.tie) if view.ties else None)
    if view.start > 0:
        scene.path(f"M{x:.1f},{frame.y + 0.25 * u:.1f}l{-1.9 * u:.1f},{0.9 * u:.1f}", tone, 0.5 * u)
