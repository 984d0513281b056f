"""The shapes of a scene as canvas instructions, through the kiosk's icons, texts and kept textures."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import pairwise
from math import hypot
from typing import Any

from kivy.graphics import Color, Line, Mesh, Rectangle
from kivy.graphics.tesselator import Tesselator

from companion.presentation.colours import Colour
from companion.presentation.path_data import Outline, Point, outlines
from companion.presentation.scene import Box, Disc, Group, Icon, Light, Scene, Shape, Stamp, Stroke, Words
from kiosk.widgets.icons import put_icon
from kiosk.widgets.label import capital_height, fit, put_line
from kiosk.widgets.paint import in_sheet, ink, keep, painted
from kiosk.widgets.panel import put_panel
from kiosk.widgets.radial import HALO, Stops, radial
from kiosk.widgets.together import put_box

ALIGN: dict[str, Any] = {"start": "left", "middle": "center", "end": "right"}
GLOW: Stops = ((0, 1), (0.5, 0.36), (0.98, 0.05), (1, 0))
PAD = 2
"""px round a path's texture, beside half its pen."""


def put_shapes(shapes: Iterable[Shape], left: float, top: float, alpha: float = 1.0) -> None:
    """Draw shapes into the open canvas; the scene's upper left corner is at left, top (px, y up)."""
    for shape in shapes:
        _PUT[type(shape)](shape, left, top, alpha)


def square(draw: Callable[..., object]) -> Callable[..., None]:
    """Return a drawing of the open canvas, from its lower left corner on (px), made of one that a scene has from its
    upper left corner on: `draw(scene, x, y, side, ...)`."""

    def drawing(x: float, y: float, side: float, *args: Any, **kwargs: Any) -> None:
        scene = Scene(side, side)
        draw(scene, 0.0, 0.0, side, *args, **kwargs)
        put_shapes(scene.shapes, x, y + side)

    return drawing


def _faded(tone: Colour, alpha: float) -> Colour:
    return tone if alpha == 1 else tone.fade(tone.a * alpha)


def _put_box(box: Box, left: float, top: float, alpha: float) -> None:
    place = left + box.x, top - box.y - box.high, box.wide, box.high
    if box.fill is not None and box.radius:
        put_panel(*place, _faded(box.fill, alpha), box.radius)
    elif box.fill is not None:
        x, y, wide, high = map(round, place)
        put_box(x, y, max(1, wide), max(1, high), _faded(box.fill, alpha))
    if box.edge is not None:
        put_panel(*place, _faded(box.edge, alpha), box.radius, max(1.0, box.line))


def _put_disc(disc: Disc, left: float, top: float, alpha: float) -> None:
    r = disc.r
    place = left + disc.x - r, top - disc.y - r, 2 * r, 2 * r
    if disc.fill is not None:
        put_panel(*place, _faded(disc.fill, alpha), r)
    if disc.edge is not None:
        put_panel(*place, _faded(disc.edge, alpha), r, max(1.0, disc.line))


def _put_icon(icon: Icon, left: float, top: float, alpha: float) -> None:
    half = icon.side / 2
    put_icon(icon.name, left + icon.x - half, top - icon.y - half, icon.side, _faded(icon.tone, alpha))


def _put_light(light: Light, left: float, top: float, alpha: float) -> None:
    place = left + light.x - light.rx, top - light.y - light.ry, 2 * light.rx, 2 * light.ry
    put_box(*place, light.tone.fade(light.alpha * alpha), radial(HALO))


def _put_words(words: Words, left: float, top: float, alpha: float) -> None:
    text, size = words.text, words.size
    if words.room:
        laid = fit(text, words.face, (size, 0.84 * size), words.room)
        text, size = laid.lines[0], laid.size
    base = top - words.y - capital_height(words.face, size) / 2
    put_line(text, words.face, size, left + words.x, base, _faded(words.tone, alpha), ALIGN[words.anchor])


STAMPED = (40, 56, 72, 96, 128, 176, 240)
"""px at which a stamp's strokes are painted; in between they are stretched, so that zooming paints nothing."""


def _put_stamp(stamp: Stamp, left: float, top: float, alpha: float) -> None:
    side = next((side for side in STAMPED if side >= stamp.side), STAMPED[-1])
    strokes = tuple(part for part in stamp.shapes if isinstance(part, Stroke))

    def draw() -> None:
        for stroke in strokes:
            form = _scaled(stroke.d, side / 100, 0.0, 0.0)
            _draw(form, side / 100 * stroke.line, stroke.cap, None, 0, side)

    x, y = left + stamp.x, top - stamp.y - stamp.side
    texture = in_sheet(("stamp", strokes, side), side, side, draw)
    put_box(x, y, stamp.side, stamp.side, _faded(stamp.tone, alpha), texture)


def _put_stroke(stroke: Stroke, left: float, top: float, alpha: float) -> None:
    """Fill and pen are a texture each, painted once for each form; what is straight and blunt is a box."""
    tone = stroke.tone
    if stroke.fill is not None:
        _put_painted(stroke.d, 0.0, stroke, left, top, _faded(stroke.fill, alpha))
    if stroke.glow is not None:
        _put_glow(stroke.d, *stroke.glow, left, top, alpha)
    if tone is None or not stroke.line:
        return
    pen, tone = max(1.0, stroke.line), _faded(tone, alpha)
    if stroke.cap == "butt" and stroke.dash is None and all(map(_straight, outlines(stroke.d))):
        for ((ax, ay), (bx, by)), _closed in outlines(stroke.d):
            wide, high = max(pen, abs(ax - bx)), max(pen, abs(ay - by))
            x, y = left + (ax + bx) / 2 - wide / 2, top - (ay + by) / 2 - high / 2
            put_box(round(x), round(y), round(wide), round(high), tone)
    else:
        _put_painted(stroke.d, pen, stroke, left, top, tone)


def _put_glow(path: str, tone: Colour, strength: float, left: float, top: float, alpha: float) -> None:
    """A light from the middle of the foot of a form, cut to it."""
    form, x, y, wide, high = _form(path)
    whole = painted(("path", form, "alone"), wide, high, lambda: _draw(form, 0.0, "butt", None, 0, high))

    def draw() -> None:
        Rectangle(texture=radial(GLOW, 128), pos=(-wide / 2, -high), size=(2 * wide, 2 * high))
        keep()
        Rectangle(texture=whole, size=(wide, high))
        ink()

    texture = in_sheet(("path glow", form), wide, high, draw, smooth=False)
    put_box(round(left + x), round(top - y) - high, wide, high, tone.fade(strength * alpha), texture)


def _straight(outline: Outline) -> bool:
    points, _closed = outline
    return len(points) == 2 and (points[0][0] == points[1][0] or points[0][1] == points[1][1])


def _put_painted(path: str, pen: float, stroke: Stroke, left: float, top: float, tone: Colour) -> None:
    if stroke.live:
        Color(*tone)
        _draw(_scaled(path, 1.0, -left, 0.0), pen, stroke.cap, stroke.dash, 0, round(top))
        return
    form, x, y, wide, high = _form(path)
    pad = round(pen / 2) + PAD
    size = wide + 2 * pad, high + 2 * pad
    key = ("path", form, round(pen, 1), stroke.cap, stroke.dash)
    texture = in_sheet(key, *size, lambda: _draw(form, pen, stroke.cap, stroke.dash, pad, high))
    put_box(round(left + x) - pad, round(top - y) - high - pad, *size, tone, texture)


@lru_cache(maxsize=512)
def _form(path: str) -> tuple[tuple[Outline, ...], float, float, int, int]:
    """Outlines from their own upper left corner on, that corner, and their size (px)."""
    xs, ys = zip(*(point for points, _closed in outlines(path) for point in points), strict=True)
    left, top = min(xs), min(ys)
    return _scaled(path, 1.0, left, top), left, top, round(max(xs) - left) + 1, round(max(ys) - top) + 1


def _scaled(path: str, factor: float, left: float, top: float) -> tuple[Outline, ...]:
    """Outlines `factor` times as large, from a corner on."""
    return tuple(
        (tuple((round(factor * (x - left), 1), round(factor * (y - top), 1)) for x, y in points), closed)
        for points, closed in outlines(path)
    )


def _draw(form: tuple[Outline, ...], pen: float, cap: str, dash: tuple[float, ...] | None, pad: int, high: int) -> None:
    for outline, closed in form:
        points = [(pad + x, pad + high - y) for x, y in outline]
        if not pen:
            _fill(points)
            continue
        for part in _dashes(points, *dash) if dash is not None else (points,):
            flat = [value for point in part for value in point]
            Line(points=flat, width=pen / 2, cap="none" if cap == "butt" else cap, joint="round", close=closed)


def _fill(points: list[Point]) -> None:
    shape = Tesselator()
    shape.add_contour([value for point in points for value in point])
    if shape.tesselate():
        for vertices, indices in shape.meshes:
            Mesh(vertices=vertices, indices=indices, mode="triangle_fan")


def _dashes(points: list[Point], on: float, off: float) -> list[list[Point]]:
    """Pieces of a line, `on` long, `off` apart."""
    found: list[list[Point]] = []
    left, drawn, piece = on, True, [points[0]]
    for (ax, ay), (bx, by) in pairwise(points):
        far, gone = hypot(bx - ax, by - ay), 0.0
        while far - gone > left:
            gone += left
            at = (ax + (bx - ax) * gone / far, ay + (by - ay) * gone / far)
            if drawn:
                found.append([*piece, at])
            drawn, left, piece = not drawn, off if drawn else on, [at]
        left -= far - gone
        piece.append((bx, by))
    return [*found, piece] if drawn and len(piece) > 1 else found


_PUT: dict[type, Callable[[Any, float, float, float], None]] = {
    Box: _put_box, Disc: _put_disc, Icon: _put_icon, Words: _put_words, Light: _put_light, Stroke: _put_stroke,
    Stamp: _put_stamp,
    Group: lambda group, left, top, alpha: put_shapes(group.shapes, left, top, alpha * group.alpha),
}  # fmt: skip
