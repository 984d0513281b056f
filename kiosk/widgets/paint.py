"""Shapes drawn once, four times too large, and kept as a texture: software GL has no antialiasing of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kivy.graphics import (
    Callback,
    ClearBuffers,
    ClearColor,
    Color,
    Fbo,
    Mesh,
    PopMatrix,
    PushMatrix,
    Rectangle,
    Scale,
)
from kivy.graphics.opengl import (
    GL_ONE,
    GL_ONE_MINUS_SRC_ALPHA,
    GL_SRC_ALPHA,
    GL_ZERO,
    glBlendFuncSeparate,
)

Texture = Any
LARGEST = 4096
"""px. No buffer is larger on either side: what a Pi's GPU takes."""
_cache: dict[tuple[Any, ...], Texture] = {}


def painted(key: tuple[Any, ...], width: int, height: int, draw: Callable[[], None], smooth: bool = True) -> Texture:
    """The texture of `width` x `height` px that `draw` fills, drawn once for each `key`.

    `draw` adds canvas instructions in px, y up, in white; call `erase()` and `ink()` between them to cut holes.
    The texture is white everywhere and only its alpha has a shape: tint it with a Color.
    `smooth` False: drawn at its own size, for what is soft already.
    """
    texture = _cache.get(key)
    if texture is None:
        texture = _cache[key] = _paint(max(1, width), max(1, height), draw, smooth)
    return texture


def forget() -> None:
    """Drop every texture (the window lost its context, or the display changed)."""
    _cache.clear()
    _works.clear()


def erase() -> None:
    """From here on shapes cut holes."""
    Callback(lambda *_: glBlendFuncSeparate(GL_ZERO, GL_ONE, GL_ZERO, GL_ONE_MINUS_SRC_ALPHA))


def ink() -> None:
    """From here on shapes add."""
    Callback(lambda *_: glBlendFuncSeparate(GL_ZERO, GL_ONE, GL_ONE, GL_ONE_MINUS_SRC_ALPHA))


def keep() -> None:
    """From here on a rectangle keeps only what its texture covers (it must cover the whole texture)."""
    Callback(lambda *_: glBlendFuncSeparate(GL_ZERO, GL_ONE, GL_ZERO, GL_SRC_ALPHA))


def fresh(width: int, height: int, draw: Callable[[], None]) -> Texture:
    """Like `painted`, but drawn now and kept by the caller alone."""
    return _paint(max(1, width), max(1, height), draw)


def _usual() -> None:
    Callback(lambda *_: glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE))


def _paint(width: int, height: int, draw: Callable[[], None], smooth: bool = True) -> Texture:
    """`draw` four times too large, then averaged: each of four offset quads is the mean of 2 x 2 texels."""
    scale = 4 if smooth else 1
    while scale > 1 and max(width, height) * scale > LARGEST:
        scale //= 2
    big = _work(width * scale, height * scale) if scale > 1 else _buffer(width, height)
    with big:
        ClearColor(1, 1, 1, 0)
        ClearBuffers()
        PushMatrix()
        Scale(scale, scale, 1)
        Color(1, 1, 1, 1)
        ink()
        draw()
        _usual()
        PopMatrix()
    big.draw()
    if scale > 1:
        small = _buffer(width, height)
        shifts = (-0.25, 0.25) if scale == 4 else (0.0,)
        with small:
            ClearColor(1, 1, 1, 0)
            ClearBuffers()
            Color(1, 1, 1, 1 / len(shifts) ** 2)
            Callback(lambda *_: glBlendFuncSeparate(GL_ZERO, GL_ONE, GL_ONE, GL_ONE))
            for x in shifts:
                for y in shifts:
                    Rectangle(texture=big.texture, pos=(x, y), size=small.size)
            _usual()
        small.draw()
        big.clear()
        big = small
    texture = big.texture
    texture.wrap = "clamp_to_edge"
    return texture


def _buffer(width: int, height: int) -> Any:
    fbo = Fbo(size=(width, height))
    fbo.texture.min_filter = fbo.texture.mag_filter = "linear"
    return fbo


_works: dict[tuple[int, int], Any] = {}


def _work(width: int, height: int) -> Any:
    """A large buffer to draw in; the last one is used again if its size is right."""
    fbo = _works.get((width, height))
    if fbo is None:
        _works.clear()
        fbo = _works[width, height] = _buffer(width, height)
    return fbo


def fan(centre: tuple[float, float], points: Sequence[tuple[float, float]]) -> None:
    """A filled outline of which every corner can be seen from `centre`."""
    ring = [centre, *points, points[0]]
    vertices = [v for x, y in ring for v in (x, y, 0.0, 0.0)]
    Mesh(vertices=vertices, indices=list(range(len(ring))), mode="triangle_fan")


Point = tuple[float, float]


def bezier(a: Point, b: Point, c: Point, d: Point, steps: int = 12) -> list[Point]:
    """The points after `a` of a cubic curve in `steps` steps."""
    points = []
    for i in range(1, steps + 1):
        t = i / steps
        s = 1 - t
        w = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
        points.append((
            w[0] * a[0] + w[1] * b[0] + w[2] * c[0] + w[3] * d[0],
            w[0] * a[1] + w[1] * b[1] + w[2] * c[1] + w[3] * d[1],
        ))  # fmt: skip
    return points
