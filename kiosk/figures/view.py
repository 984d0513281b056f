"""A figure of a game in its box: drawn from what is seen, moved from how it was to how it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.event import EventDispatcher
from kivy.graphics import Canvas, Color, PopMatrix, PushMatrix, Rectangle, Rotate, Translate
from kivy.properties import NumericProperty

from companion.presentation.path_data import Point
from companion.presentation.scene import Frame, Group, Move, Scene, Shape, Stage
from kiosk.display.look import look
from kiosk.figures.put import put
from kiosk.widgets.base import Drawn
from kiosk.widgets.motion import glide
from kiosk.widgets.paint import Texture, coloured
from kiosk.widgets.together import together

Figure = Callable[..., None]
"""Draws into a scene what is seen, in a frame: `figure(scene, view, frame, **more)`."""
Moves = Callable[[Any, Any, Frame], tuple[Stage, ...]]
"""How a view came to be the next, stage by stage."""
AIR = 2
"""px free at every side of what is turned."""


class Part(EventDispatcher):
    """A group that is drawn and moved as one; or what lies between two of them."""

    gone = NumericProperty(0.0)
    """Legs of its way that it has gone."""

    def __init__(self) -> None:
        self.canvas, self.inside = Canvas(noadd=True), Canvas(noadd=True)  # nobody draws them here
        with self.canvas:
            PushMatrix()
            self.shift, self.turn = Translate(), Rotate(angle=0, axis=(0, 0, 1))
        self.canvas.add(self.inside)
        with self.canvas:
            PopMatrix()
        self.shapes: list[Shape] | None = None
        self.corner = self.home = (0.0, 0.0)
        self.at: Point | None = None
        self.rolls = False
        self.move: Move | None = None
        self.face: tuple[Any, Texture] | None = None
        super().__init__()
        self.fbind("gone", self._step)

    def draw(self, group: Group, corner: Point) -> None:
        """Draw it with the scene's upper left corner there (px), unless it is drawn so."""
        if (self.shapes, self.corner) == (group.shapes, corner):
            return
        self.shapes, self.corner, self.at, self.rolls = group.shapes, corner, group.at, group.rolls
        self.inside.clear()
        x, y = self.at if self.at is not None and self.rolls else (0.0, 0.0)
        self.home = (round(corner[0] + x), round(corner[1] - y)) if self.rolls else (0.0, 0.0)
        with self.inside:
            if self.rolls:
                self._draw_turned(group.shapes, x, y)
            else:
                with together():
                    put(group.shapes, *corner, group.alpha)
        self._step()

    def _draw_turned(self, shapes: list[Shape], x: float, y: float) -> None:
        """All of it as one picture: turned edge by edge it would have stairs."""
        first: Any = shapes[0]
        side = round(max(first.wide, first.high))
        half = side // 2 + AIR
        texture = coloured(
            ("turned", repr(shapes)), 2 * half, 2 * half, lambda: put(shapes, half - x, half + y), first.fill
        )
        Color(1, 1, 1, 1)
        rectangle = Rectangle(texture=texture, pos=(-half, -half), size=(2 * half, 2 * half))
        old = self.face
        self.face = (rectangle, texture)
        if old is not None and self.move is not None:  # it shows its new face past the half
            rectangle.texture = old[1]

    def begin(self, move: Move, done: Callable[[], object] | None = None) -> None:
        """Go along the way of a move."""
        self.move = move
        self.gone = 0.0
        self._step()
        legs = len(move.way) - 1
        glide(self, move.seconds * legs, move.curve, done, gone=float(legs))

    def wait(self, move: Move) -> None:
        """Stand where its way begins."""
        self.move = move
        self.gone = 0.0
        self._step()

    def end(self) -> None:
        """It is where it belongs."""
        glide(self, 0, gone=0.0)
        self.move = None
        self._step()
        if self.face is not None:
            rectangle, texture = self.face
            rectangle.texture = texture

    def _off(self, place: Point) -> Point:
        """How far a place of its way is from where it belongs."""
        x, y = self.at or (0.0, 0.0)
        return place[0] - x, place[1] - y

    def _place(self, x: float, y: float) -> None:
        self.shift.xy = (self.home[0] + round(x), self.home[1] - round(y))

    def _step(self, *_: Any) -> None:
        """Only the matrices."""
        move = self.move
        if move is None:
            self.turn.angle = 0
            self._place(0.0, 0.0)
            return
        leg = min(int(self.gone), len(move.way) - 2)
        part = self.gone - leg
        (ax, ay), (bx, by) = move.way[leg], move.way[leg + 1]
        x, y = self._off((ax + (bx - ax) * part, ay + (by - ay) * part))
        self._place(x, y - 4 * move.hop * part * (1 - part))
        if move.turns:
            angle = 90 * part if part < 0.5 else 90 * part - 90
            self.turn.angle = -angle * move.turns
        if self.face is not None and self.gone >= 0.5:
            rectangle, texture = self.face
            rectangle.texture = texture


class FigureView(Drawn):
    """Show it with `show`.

    :param moves: how it moves when it shows another view; without it everything swaps.
    """

    def __init__(self, figure: Figure, moves: Moves | None = None, kind: str = "", **kwargs: Any) -> None:
        self.figure, self.moves, self.kind = figure, moves, kind
        self.view: Any = None
        self.more: dict[str, Any] = {}
        self.scene: Scene | None = None
        self.parts: dict[str, Part] = {}
        self._frame: Frame | None = None
        self._before: Any = None
        """What it moves from."""
        self._stages: list[Stage] = []
        self._running = 0
        super().__init__(**kwargs)

    @property
    def moving(self) -> bool:
        """Something is on its way."""
        return bool(self._running or self._stages)

    def show(self, view: Any, **more: Any) -> None:
        """Another view; what else the figure is told."""
        before, self.view, known, self.more = self.view, view, self.more, more
        frame = self.frame()
        if self._frame is None or frame[:6] != self._frame[:6] or not self.visible:
            self.finish()
            self.scene = None
            self.redraw()
        elif before != view or known != more or frame != self._frame:
            scene, self._frame = self._made(frame), frame
            if scene != self.scene:
                self.scene = scene
                self.redraw()
            if before is not None and before != view:
                self._begin(before)

    def reshape(self, kind: str) -> None:
        """Draw it in another of its shapes."""
        if kind != self.kind:
            self.kind = kind
            self.redraw()

    def frame(self) -> Frame:
        """Where it is drawn, from its own upper left corner."""
        return Frame(0, 0, self.width, self.height, self.m.u, self.kind, self.skin)

    def _made(self, frame: Frame) -> Scene:
        scene = Scene(frame.wide, frame.high)
        if self.view is not None:
            self.figure(scene, self.view, frame, **self.more)
        return scene

    # ------------------------------------------------------------ drawing

    def draw(self) -> None:
        frame = self.frame()
        if self.scene is None or frame != self._frame:
            before, self._frame, self.scene = self._frame, frame, self._made(frame)
            if self.moving and before is not None and frame[:6] != before[:6]:
                unseen = not any(part.gone for part in self.parts.values())
                self._begin(self._before) if unseen else self.finish()
        parts: dict[str, Part] = {}
        for group in groups(self.scene.shapes):
            part = parts[group.key] = self.parts.get(group.key) or Part()
            part.draw(group, (self.x, self.top))
            self.canvas.before.add(part.canvas)
        self.parts = parts

    # ------------------------------------------------------------ motion

    def _begin(self, before: Any) -> None:
        """Move from how it was."""
        self.finish()
        if self.moves is None or self._frame is None or not look.motion or self.get_parent_window() is None:
            return
        stages = self.moves(before, self.view, self._frame)
        if not stages:
            return
        self._before, self._stages = before, list(stages)
        first = {move.key: move for stage in reversed(stages) for move in stage}
        for key, move in first.items():
            self.parts.setdefault(key, Part()).wait(move)
        self._next()

    def _next(self) -> None:
        """The next stage; after the last everything is where it belongs."""
        self._running = 0
        if not self._stages:
            self.finish()
            return
        stage = self._stages.pop(0)
        self._running = len(stage)
        for move in stage:
            self.parts[move.key].begin(move, self._arrived)

    def _arrived(self) -> None:
        self._running -= 1
        if not self._running:
            self._next()

    def finish(self) -> None:
        """End all motion where it was going."""
        self._stages, self._running = [], 0
        for part in self.parts.values():
            if part.move is not None:
                part.end()


def groups(shapes: list[Shape]) -> list[Group]:
    """What has a key, and what lies between as groups of its own, from back to front."""
    found: list[Group] = []
    between: Group | None = None
    for shape in shapes:
        if isinstance(shape, Group) and shape.key:
            found.append(shape)
            between = None
            continue
        if between is None:
            between = Group(f"#{len(found)}", shapes=[])
            found.append(between)
        between.shapes.append(shape)
    return found
