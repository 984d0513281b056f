"""The shapes of a scene as canvas instructions, through the kiosk's icons, texts and kept textures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import hypot
from typing import Any

from kivy.graphics import Line, Mesh
from kivy.graphics.tesselator import Tesselator

from companion.presentation.colours import Colour
from companion.presentation.path_data import Outline, Point, outlines
from companion.presentation.scene import Box, Disc, Group, Icon, Light, Shape, Stamp, Stroke, Words
from kiosk.widgets.icons import put_icon
from kiosk.widgets.label import capital, fit, put_line
from kiosk.widgets.paint import painted
from kiosk.widgets.panel import put_panel
from kiosk.widgets.radial import HALO, radial
from kiosk.widgets.together import put_box

ALIGN: dict[str, Any] = {"start": "left", "middle": "center", "end": "right"}
PAD = 2
"""px round a path's texture, beside half its pen."""


def put(shapes: Iterable[Shape], left: float, top: float, alpha: float = 1.0) -> None:
    """Draw shapes into the open canvas; the scene's upper left corner is at left, top (px, y up)."""
    for shape in shapes:
        match shape:
            case Group():
                put(shape.shapes, left, top, alpha * shape.alpha)
            case Box(x, y, wide, high, fill, radius, edge, line):
                _put_box((left + x, top - y - high, wide, high), fill, radius, edge, line, alpha)
            case Disc(x, y, r, fill, edge, line):
                _put_box((left + x - r, top - y - r, 2 * r, 2 * r), fill, r, edge, max(line, 1.0), alpha)
            case Icon(name, x, y, side, tone):
                put_icon(name, left + x - side / 2, top - y - side / 2, side, _faded(tone, alpha))
            case Words():
                _put_words(shape, left, top, alpha)
            case Light(x, y, rx, ry, tone, strength):
                box = (left + x - rx, top - y - ry, 2 * rx, 2 * ry)
                put_box(*box, tone.fade(strength * alpha), radial(HALO))
            case Stroke():
                _put_stroke(shape, shape.tone, left, top, 1.0, alpha)
            case Stamp(_name, parts, x, y, side, tone):
                _put_stamp(parts, tone, left + x, top - y, side / 100, alpha)


def _faded(tone: Colour, alpha: float) -> Colour:
    return tone if alpha == 1 else tone.fade(tone.a * alpha)


def _put_box(
    box: tuple[float, float, float, float],
    fill: Colour | None,
    radius: float,
    edge: Colour | None,
    line: float,
    alpha: float,
) -> None:
    if fill is not None and radius:
        put_panel(*box, _faded(fill, alpha), radius)
    elif fill is not None:
        x, y, wide, high = box
        x0, y0 = round(x), round(y)
        put_box(x0, y0, max(1, round(wide)), max(1, round(high)), _faded(fill, alpha))
    if edge is not None:
        put_panel(*box, _faded(edge, alpha), radius, line)


def _put_words(words: Words, left: float, top: float, alpha: float) -> None:
    text, size = words.text, words.size
    if words.room:
        laid = fit(text, words.face, (size, 0.84 * size), words.room)
        text, size = laid.lines[0], laid.size
    base = top - words.y - capital(words.face, size) / 2
    put_line(text, words.face, size, left + words.x, base, _faded(words.tone, alpha), ALIGN[words.anchor])


def _put_stamp(parts: Sequence[Box | Stroke], tone: Colour, left: float, top: float, k: float, alpha: float) -> None:
    for part in parts:
        match part:
            case Box(x, y, wide, high, fill, radius, edge, line):
                box = (left + k * x, top - k * (y + high), k * wide, k * high)
                _put_box(box, fill, k * radius, edge, max(1.0, k * line), alpha)
            case Stroke():
                _put_stroke(part, part.tone or tone, left, top, k, alpha)


def _put_stroke(stroke: Stroke, tone: Colour | None, left: float, top: float, k: float, alpha: float) -> None:
    """Fill and pen are a texture each, painted once for each form; what is straight and blunt is a box."""
    if stroke.fill is not None:
        _put_painted(stroke.d, 0.0, stroke, left, top, k, _faded(stroke.fill, alpha))
    if tone is None or not stroke.line:
        return
    pen = max(1.0, k * stroke.line)
    for points, _closed in outlines(stroke.d) if stroke.cap == "butt" and stroke.dash is None else ():
        straight = len(points) == 2 and (points[0][0] == points[1][0] or points[0][1] == points[1][1])
        if not straight:
            break
    else:
        if stroke.cap == "butt" and stroke.dash is None:
            for points, _closed in outlines(stroke.d):
                (x0, x1), (y0, y1) = (sorted(axis) for axis in zip(*points, strict=True))
                wide, high = max(pen, k * (x1 - x0)), max(pen, k * (y1 - y0))
                x, y = left + k * (x0 + x1) / 2 - wide / 2, top - k * (y0 + y1) / 2 - high / 2
                put_box(round(x), round(y), round(wide), round(high), _faded(tone, alpha))
            return
    _put_painted(stroke.d, pen, stroke, left, top, k, _faded(tone, alpha))


def _put_painted(d: str, pen: float, stroke: Stroke, left: float, top: float, k: float, tone: Colour) -> None:
    form, x, y, wide, high = _form(d, k)
    pad = round(pen / 2) + PAD
    size = wide + 2 * pad, high + 2 * pad
    dash = tuple(k * part for part in stroke.dash) if stroke.dash is not None else None
    key = ("path", form, round(pen, 1), stroke.cap, dash)
    texture = painted(key, *size, lambda: _draw(form, pen, stroke.cap, dash, pad, high))
    put_box(round(left + x) - pad, round(top - y) - high - pad, *size, tone, texture)


@lru_cache(maxsize=512)
def _form(d: str, k: float) -> tuple[tuple[Outline, ...], float, float, int, int]:
    """Outlines from their own upper left corner on, that corner, and their size (px)."""
    found = outlines(d)
    xs, ys = zip(*(point for points, _closed in found for point in points), strict=True)
    left, top = min(xs), min(ys)
    form = tuple(
        (tuple((round(k * (x - left), 1), round(k * (y - top), 1)) for x, y in points), closed)
        for points, closed in found
    )
    return form, k * left, k * top, round(k * (max(xs) - left)) + 1, round(k * (max(ys) - top)) + 1


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
