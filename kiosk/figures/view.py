"""A figure of a game in its box: drawn from what is seen, moved from how it was to how it is."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import partial
from math import hypot
from typing import Any

from kivy.clock import Clock
from kivy.event import EventDispatcher
from kivy.graphics import Color, PopMatrix, PushMatrix, Rectangle, Rotate, Translate
from kivy.properties import NumericProperty

from companion.engine.prompt import Prompt
from companion.presentation.colours import C
from companion.presentation.path_data import Point
from companion.presentation.scene import Frame, Group, GroupMotion, Scene, Shape, Stage
from kiosk.display.look import look
from kiosk.display.theme import MOTION
from kiosk.figures.put import put_shapes
from kiosk.widgets.atlas import Texture
from kiosk.widgets.base import Drawn
from kiosk.widgets.canvas import unlisted_canvas
from kiosk.widgets.motion import glide
from kiosk.widgets.paint import coloured
from kiosk.widgets.together import Corners, Meshes, put_again, recorded

Figure = Callable[..., None]
"""Draws into a scene what is seen, in a frame: `figure(scene, view, frame, **more)`."""
Moves = Callable[..., tuple[Stage, ...]]
"""How a view came to be the next, stage by stage: `moves(before, view, frame)`."""
SIDE = 480.0
"""px of a box that is as good as any."""
AIR = 2
"""px free at every side of what is turned."""


class Part(EventDispatcher):
    """A group that is drawn and moved as one; or the shapes between two of them."""

    gone = NumericProperty(0.0)
    """Legs of its way that it has gone."""

    def __init__(self) -> None:
        self.pieces: list[Corners] = []
        """Its shapes."""
        self.canvas, self.inside = unlisted_canvas(), unlisted_canvas()
        """Instructions of its own: what is turned, what changes with each frame; and its shapes, once it has moved."""
        self.shift: Any = None
        self.turn: Any = None
        self._meshed = False
        self._placed, self._angle = (0.0, 0.0), 0.0
        """What the matrices are set to: Kivy computes them anew each time, and draws a frame."""
        self.shapes: list[Shape] | None = None
        self.corner = self.home = (0.0, 0.0)
        self.at: Point | None = None
        self.rolls = False
        self.move: GroupMotion | None = None
        self.face: tuple[Any, Texture] | None = None
        super().__init__()
        self.fbind("gone", self._step)

    def draw(self, group: Group, corner: Point) -> None:
        """Draw a group with the scene's upper left corner at `corner` (px), unless it is drawn so."""
        if (self.shapes, self.corner) == (group.shapes, corner):
            return
        self.shapes, self.corner, self.at, self.rolls = group.shapes, corner, group.at, group.rolls
        self.inside.clear()
        self._meshed = False
        x, y = self.at if self.at is not None and self.rolls else (0.0, 0.0)
        self.home = (round(corner[0] + x), round(corner[1] - y)) if self.rolls else (0.0, 0.0)
        with self.inside:
            if self.rolls:
                self.pieces = []
                self._draw_turned(group.shapes, x, y)
            else:
                self.pieces = recorded(lambda: put_shapes(group.shapes, *corner, group.alpha))
        self._step()

    @property
    def is_still(self) -> bool:
        """Whether it is its shapes at their place, and nothing else."""
        return self.move is None and self.inside.length() == int(self._meshed)

    def stand_alone(self) -> None:
        """Have a canvas of its own, which shows it where it is now. (It is made once: with its matrices it costs
        something.)"""
        if self.shift is None:
            with self.canvas:
                PushMatrix()
                self.shift, self.turn = Translate(), Rotate(angle=0, axis=(0, 0, 1))
            self.canvas.add(self.inside)
            with self.canvas:
                PopMatrix()
            self._step()
        if not self._meshed:
            self._meshed = True
            with self.inside:
                meshes = Meshes()
            meshes.show(self.pieces)

    def _draw_turned(self, shapes: list[Shape], x: float, y: float) -> None:
        """Draw the shapes as one texture: turned edge by edge they would have stairs."""
        first: Any = shapes[0]
        side = round(max(first.wide, first.high))
        half = side // 2 + AIR
        texture = coloured(
            ("turned", repr(shapes)), 2 * half, 2 * half, lambda: put_shapes(shapes, half - x, half + y), first.fill
        )
        Color(1, 1, 1, 1)
        rectangle = Rectangle(texture=texture, pos=(-half, -half), size=(2 * half, 2 * half))
        old = self.face
        self.face = (rectangle, texture)
        if old is not None and self.move is not None:  # it shows its new face past the half
            rectangle.texture = old[1]

    def begin(self, move: GroupMotion, done: Callable[[], object] | None = None) -> None:
        """Start a move along its way."""
        self.move = move
        self.gone = 0.0
        self._step()
        legs = len(move.way) - 1
        glide(self, move.seconds * legs, move.curve, done, gone=float(legs))

    def wait(self, move: GroupMotion) -> None:
        """Show the part where the way of a move begins."""
        self.move = move
        self.gone = 0.0
        self._step()

    def end(self) -> None:
        """Show the part at its own place, without a move."""
        if self.move is None:
            return
        glide(self, 0, gone=0.0)
        self.move = None
        self._step()
        self._show_face()

    def _show_face(self) -> None:
        if self.face is not None:
            rectangle, texture = self.face
            rectangle.texture = texture

    def _off(self, place: Point) -> Point:
        """Return how far a place of the way is from the part's own place."""
        x, y = self.at or (0.0, 0.0)
        return place[0] - x, place[1] - y

    def _place(self, x: float, y: float, angle: float = 0.0) -> None:
        place = (self.home[0] + round(x), self.home[1] - round(y))
        if place != self._placed:
            self._placed = self.shift.xy = place
        if angle != self._angle:
            self._angle = self.turn.angle = angle

    def _step(self, *_: Any) -> None:
        """Set the matrices to how far the move is; nothing is drawn again."""
        move = self.move
        if self.shift is None:
            return
        if move is None:
            self._place(0.0, 0.0)
            return
        leg = min(int(self.gone), len(move.way) - 2)
        part = self.gone - leg
        (ax, ay), (bx, by) = move.way[leg], move.way[leg + 1]
        x, y = self._off((ax + (bx - ax) * part, ay + (by - ay) * part))
        turned = 90 * part if part < 0.5 else 90 * part - 90
        self._place(x, y - 4 * move.hop * part * (1 - part), -turned * move.turns)
        if self.gone >= 0.5:
            self._show_face()


class FigureView(Drawn):
    """Show it with `show`.

    :param moves: how something goes on its way when another view is shown; what has only another place slides there.
    :param chosen: called with the key of the option that a finger means.
    :param view: shown at first.
    """

    near = 5.0
    """u. A finger this near to something that can be touched means it; of several, the nearest."""

    def __init__(
        self,
        figure: Figure,
        moves: Moves | None = None,
        kind: str = "",
        chosen: Callable[[str], object] | None = None,
        view: Any = None,
        **kwargs: Any,
    ) -> None:
        self.figure, self.moves, self.kind, self.chosen = figure, moves, kind, chosen
        self.still: Callable[[], object] = lambda: None
        """Called when all has come to where it was going."""
        self.view = view
        self.prompt: Prompt | None = None
        """What is asked: its options can be touched where they have their place."""
        self.more: dict[str, Any] = {}
        self.scene: Scene | None = None
        self.parts: dict[str, Part] = {}
        self._parted = False
        """Its parts are in canvases of their own: something moves, or will."""
        self.waiting = False
        """Something is to move, but not before `go_on` is called."""
        self._frame: Frame | None = None
        self._from: tuple[Any, ...] = ()
        """The view that it moves from, and what else `moves` is given."""
        self._stages: list[Stage] = []
        self._running = 0
        self.down = ""
        super().__init__(**kwargs)

    @property
    def moving(self) -> bool:
        """Something is on its way."""
        return bool(self._running or self._stages)

    def show(self, view: Any, ways: Any = None, wait: bool = False, prompt: Prompt | None = None, **more: Any) -> None:
        """Show another view and prompt, with what else the figure takes.

        :param ways: what else `moves` is given.
        :param wait: what moves begins with `go_on`.
        """
        before, self.view, known, self.more = self.view, view, (self.prompt, self.more), more
        self.prompt = prompt
        frame, old = self.frame(), self.scene
        if min(frame.wide, frame.high) < 1 or not self.visible or frame[:6] != (self._frame or frame)[:6]:
            self.finish()
            self._remake(None)
        elif before != view or known != (prompt, more) or frame != self._frame:
            self._remake(frame)
            if before is not None and before != view and (ways or self.scene != old):
                self.finish()
                self._begin((before,) if ways is None else (before, ways), wait)

    def reshape(self, kind: str) -> None:
        """Draw the figure in another of its shapes."""
        if kind != self.kind:
            self.kind = kind
            self.redraw()

    def frame(self) -> Frame:
        """Return the frame of the figure, from the widget's upper left corner."""
        return Frame(0, 0, self.width, self.height, self.m.u, self.kind, self.skin)

    def _remake(self, frame: Frame | None) -> None:
        """Make the scene again, and draw it if it differs; None: all of it, once its size is known."""
        scene = self._made(frame) if frame is not None else None
        if scene is None or scene != self.scene:
            self.scene = scene
            self.redraw()
        self._frame = frame or self._frame

    def _made(self, frame: Frame) -> Scene:
        scene, asked = Scene(frame.wide, frame.high), None if self.moving else self.prompt
        if self.view is not None:
            self.figure(scene, self.view, frame, **self.given(asked))
        places = {one.place: one.key for one in (asked.options if asked is not None else ()) if one.why is None}
        trail, line = () if asked is None else asked.trail, max(4, round(0.55 * frame.u))
        for group in list(scene.shapes):
            if isinstance(group, Group) and group.at is not None and group.place and group.place in places:
                key = places[group.place]
                with scene.group(f"ring {group.place}", option=key, at=group.at, reach=group.reach):
                    scene.disc(*group.at, group.reach, None, C.bone if key == self.down else C.ember, line)
            elif isinstance(group, Group) and group.at is not None and group.place in trail:
                scene.disc(*group.at, group.reach, None, C.bone, line)
        return scene

    def places(self, view: Any) -> set[str]:
        """Return the places of options that the figure has for a view, at any size."""
        scene = Scene(SIDE, SIDE)
        self.figure(scene, view, Frame(0, 0, SIDE, SIDE, SIDE / 60), **self.given(None))
        return {group.place for group in scene.shapes if isinstance(group, Group) and group.place}

    def given(self, asked: Prompt | None) -> dict[str, Any]:
        """Return what the figure takes beside the view.

        :param asked: what can be answered now: nothing while something moves.
        """
        return self.more

    # ------------------------------------------------------------ drawing

    def prepare(self) -> None:
        """What is to be drawn, and how it moves in another box. Parts are made here: a canvas that is open would have
        them as its own, and those made with `noadd` are never removed."""
        frame = self.frame()
        if self.scene is None or frame != self._frame:
            before, self._frame, self.scene = self._frame, frame, self._made(frame)
            if self.moving and before is not None and frame[:6] != before[:6]:
                if any(part.gone for part in self.parts.values()):
                    self.finish()
                else:
                    self._begin(self._from, self.waiting)
        corner, parts = (self.x, self.top), {}
        for group in shape_groups(self.scene.shapes):
            part = parts[group.key] = self._part(group.key)
            part.draw(group, corner)
        if self.moving:  # what is gone stays as long as others move
            parts |= {key: part for key, part in self.parts.items() if key not in parts and part.at is not None}
        self.parts = parts
        self._parted = self.moving or not all(part.is_still for part in parts.values())
        self.draws_itself = self._parted
        if self._parted:
            for part in parts.values():
                part.stand_alone()

    def _part(self, key: str) -> Part:
        """Return the part of that key; it is made once."""
        part = self.parts.get(key)
        if part is None:
            part = self.parts[key] = Part()
        return part

    @property
    def stage(self) -> Any:
        """The canvas in which its parts are, while something moves."""
        return self.canvas.before

    def draw(self) -> None:
        if self._parted:
            for part in self.parts.values():
                self.stage.add(part.canvas)
        else:
            put_again(self.pieces())

    def pieces(self) -> list[Corners]:
        """Return all of its shapes where nothing moves."""
        return [piece for part in self.parts.values() for piece in part.pieces]

    def _take_apart(self) -> None:
        """Have each part in a canvas of its own, before something moves."""
        if not self._parted and not self.redraw.waits:
            self.repaint()

    # ------------------------------------------------------------ motion

    def _begin(self, origin: tuple[Any, ...], wait: bool = False) -> None:
        """Start the moves from an earlier view."""
        if self._frame is None or not look.motion:
            return
        before, *ways = origin
        stages = self.moves(before, self.view, self._frame, *ways) if self.moves is not None else ()
        self._from, self._stages, self.waiting = origin, list(stages), wait and bool(stages)
        for move in {move.key: move for stage in reversed(stages) for move in stage}.values():
            self._part(move.key).wait(move)
        if not stages:
            self._settle()
            return
        for part in self.parts.values():
            if part.move is None and part.at is not None:  # it waits where it is
                part.wait(GroupMotion("", (part.at, part.at), 0.0))
        if self.prompt is not None:  # what is asked is not shown while something moves
            self._remake(self._frame)
        self._take_apart()
        if not wait:
            self._next()

    def go_on(self) -> None:
        """Start the moves that wait."""
        if self.waiting:
            self.waiting = False
            self._next()

    def _next(self) -> None:
        """Start the next stage; after the last, settle."""
        self._running = 0
        if not self._stages:
            self._settle()
            self._rest()
            return
        stage = self._stages.pop(0)
        self._running = len(stage)
        for move in stage:
            part = self.parts[move.key]
            if part.at is not None and self.stage.indexof(part.canvas) >= 0:  # in front of the others
                self.stage.remove(part.canvas)
                self.stage.add(part.canvas)
            part.begin(move, self._arrived)

    def _arrived(self) -> None:
        self._running -= 1
        if not self._running:
            self._next()

    def _settle(self) -> None:
        """Slide each part to its own place."""
        homes = {group.key: group.at for group in shape_groups(self.scene.shapes if self.scene is not None else [])}
        for key, part in self.parts.items():
            home = homes.get(key)
            old = part.move.way[-1] if part.move is not None else part.at
            if home is None or old is None or hypot(home[0] - old[0], home[1] - old[1]) < 0.5:
                part.end()
            else:
                part.begin(GroupMotion(key, (old, home), MOTION.slide), partial(self._slid, part))
        self._take_apart()

    def _slid(self, part: Part) -> None:
        part.end()
        if all(other.is_still for other in self.parts.values()):
            self.redraw()

    def _rest(self) -> None:
        self.waiting = False
        self.redraw()
        self._remake(self._frame)
        self.still()

    def finish(self) -> None:
        """End all motion where it was going."""
        moved = self.moving
        self._stages, self._running = [], 0
        for part in self.parts.values():
            if part.move is not None:
                part.end()
        if moved:
            self._rest()

    # ------------------------------------------------------------ fingers

    def targets(self) -> list[tuple[str, float, float]]:
        """Return what can be touched: the option's key and its middle (px)."""
        return [(one.option, self.x + one.at[0], self.top - one.at[1]) for one in self._touchable() if one.at]

    def _touchable(self) -> list[Group]:
        frame = self.frame()
        scene = self.scene if self.scene is not None and frame == self._frame else self._made(frame)  # not drawn yet
        return [*_touchable(scene.shapes)]

    def meant(self, x: float, y: float) -> str | None:
        """Return the key of the option nearest to a finger; None if none is within reach."""
        dx, dy = self.panned()
        near = [
            (max(0.0, hypot(one.at[0] + dx - x + self.x, self.top - one.at[1] + dy - y) - one.reach), one.option)
            for one in self._touchable()
            if one.at is not None and self._beside(x, y)
        ]
        far, key = min(near, default=(math.inf, ""))
        return key if far <= self.near * self.m.u else None

    def panned(self) -> Point:
        """Return how far it was dragged since it was drawn (px)."""
        return 0.0, 0.0

    def _beside(self, x: float, y: float) -> bool:
        """Whether a point is on it, or close to its edge, where things may stand."""
        u = self.m.u
        return bool(self.x - u <= x <= self.right + u and self.y - u <= y <= self.top + u)

    def on_touch_down(self, touch: Any) -> bool:
        if self.chosen is None or not self.visible or touch.is_mouse_scrolling or not self._beside(touch.x, touch.y):
            return False
        self.finish()
        meant = self.meant(touch.x, touch.y)
        if meant is None:
            return False
        if self.deaf:
            touch.ud["deaf"] = self
            return True
        touch.grab(self)
        self._press(meant)
        return True

    def on_touch_move(self, touch: Any) -> bool:
        return touch.grab_current is self

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        down = self.down
        Clock.schedule_once(lambda _dt: self._press(""), MOTION.pressed)
        if down and self.chosen is not None and self.meant(touch.x, touch.y) == down:
            self.chosen(down)
        return True

    def let_go(self) -> None:
        self._press("")

    def _press(self, key: str) -> None:
        if key != self.down:
            self.down = key
            self._remake(self._frame)


def _touchable(shapes: list[Shape]) -> Iterator[Group]:
    """Return the groups that mean an option, also those within others."""
    for shape in shapes:
        if isinstance(shape, Group):
            if shape.option:
                yield shape
            yield from _touchable(shape.shapes)


def shape_groups(shapes: list[Shape]) -> list[Group]:
    """Return the groups with a key, and the shapes between them as groups of their own, from back to front."""
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
