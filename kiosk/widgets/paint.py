"""Shapes drawn once, four times too large, and kept as a texture: software GL has no antialiasing of its own."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from itertools import product
from typing import Any, Protocol

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
    Translate,
)
from kivy.graphics.opengl import (
    GL_ONE,
    GL_ONE_MINUS_SRC_ALPHA,
    GL_SRC_ALPHA,
    GL_ZERO,
    glBlendFuncSeparate,
)
from kivy.graphics.texture import Texture as NewTexture

from kiosk.widgets.atlas import SheetPart, Texture, atlas
from kiosk.widgets.together import is_recorded, unrecorded

Alpha = tuple[int, int, bytes]
"""Width and height (px) of a white texture, and its alpha, row by row from the bottom."""


class TextureStore(Protocol):
    """Textures that outlast the process (`kiosk.widgets.kept_textures`)."""

    def find(self, key: tuple[Any, ...]) -> Alpha | None: ...
    def has(self, key: tuple[Any, ...]) -> bool: ...
    def add(self, key: tuple[Any, ...], texture: Texture) -> None: ...
    def keep(self, key: tuple[Any, ...], width: int, height: int, alpha: bytes) -> None: ...


_OVER = (GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA)
SCALE = 4
"""The factor by which a smooth shape is drawn too large, on either side."""
WORK = (256, 512, 1024)
"""px on either side of the buffers in which that is done, tile after tile. They are kept: buffers that come and go in
every size are not given back to the system (measured with software GL)."""
CACHE_BYTES = 10 * 2**20
"""Of textures that may not be on screen (measured: a screen of 800x480 shows 3 MB of them at most). Those that were
not asked for the longest are forgotten first."""


class TextureCache:
    """The textures asked for last, up to a number of bytes."""

    def __init__(self, limit: int) -> None:
        self.limit, self.bytes = limit, 0
        self._textures: OrderedDict[tuple[Any, ...], Texture] = OrderedDict()

    def __len__(self) -> int:
        return len(self._textures)

    def __contains__(self, key: tuple[Any, ...]) -> bool:
        return key in self._textures

    def get(self, key: tuple[Any, ...]) -> Texture | None:
        """Return the texture of that key, from now on the last asked for."""
        texture = self._textures.get(key)
        if texture is not None:
            self._textures.move_to_end(key)
        return texture

    def put(self, key: tuple[Any, ...], texture: Texture) -> None:
        """Keep a texture under a new key; the oldest ones go if there is no room."""
        self._textures[key] = texture
        self.bytes += _bytes(texture)
        while self.bytes > self.limit and len(self._textures) > 1:
            self.bytes -= _bytes(self._textures.popitem(last=False)[1])

    def clear(self) -> None:
        self._textures.clear()
        self.bytes = 0


def _bytes(texture: Texture) -> int:
    return int(4 * texture.width * texture.height)


_cache = TextureCache(CACHE_BYTES)
_store: TextureStore | None = None
_free: dict[int, list[Any]] = {side: [] for side in WORK}
"""Work buffers that are not in use, by their side. (A drawing may ask for another one while it is drawn.)"""

_unseen: dict[int, Any] = {}
"""Buffers for textures that are not shown yet, by their side."""


def painted(key: tuple[Any, ...], width: int, height: int, draw: Callable[[], None], smooth: bool = True) -> Texture:
    """Return the texture of `width` x `height` px that `draw` fills, drawn once for each `key`.

    `draw` adds canvas instructions in px, y up, in white; call `erase()` and `ink()` between them to cut holes.
    The texture is white everywhere and only its alpha has a shape: tint it with a Color.
    `smooth` False: drawn at its own size, for what is soft already.
    """
    texture = _cache.get(key)
    if texture is None:
        texture = stored(key, lambda: _paint(max(1, width), max(1, height), draw, smooth))
        _cache.put(key, texture)
    return texture


def stored(key: tuple[Any, ...], make: Callable[[], Texture]) -> Texture:
    """Return the texture of that key in the store; else what `make` returns, which goes into it."""
    kept = _store.find(key) if _store is not None else None
    if kept is not None:
        return white(*kept)
    texture = make()
    if _store is not None:
        _store.add(key, texture)
    return texture


def in_sheet(
    key: tuple[Any, ...], width: int, height: int, draw: Callable[[], None], smooth: bool = True
) -> Texture | SheetPart:
    """Return the same as `painted`, for `put_box` and `put_nine`: what is kept goes into the sheet as it is, if what is
    put is recorded."""
    if not is_recorded():
        return painted(key, width, height, draw, smooth)
    region = copy_to_sheet(key, width, height)
    if region is None:
        region = atlas.sheet.known[key] = atlas.of_texture(painted(key, width, height, draw, smooth))
    return region


def copy_to_sheet(key: tuple[Any, ...], width: int, height: int) -> SheetPart | None:
    """Return the part of the sheet with the texture of that key, put there from the store; None: that has none, or it
    is too large."""
    region: SheetPart | None = atlas.sheet.known.get(key)
    if region is None and _store is not None and key not in _cache and atlas.sheet.takes(width, height):
        kept = _store.find(key) if _store.has(key) else None
        if kept is not None:
            region = atlas.sheet.known[key] = atlas.of_alpha(*kept)
    return region


def white(width: int, height: int, alpha: bytes) -> Texture:
    """Return a white texture of that alpha, row by row from the bottom."""
    pixels = bytearray(b"\xff") * (2 * len(alpha))
    pixels[1::2] = alpha
    texture = NewTexture.create(size=(width, height), colorfmt="luminance_alpha", bufferfmt="ubyte")
    texture.blit_buffer(bytes(pixels), colorfmt="luminance_alpha", bufferfmt="ubyte")
    texture.min_filter = texture.mag_filter = "linear"
    texture.wrap = "clamp_to_edge"
    return texture


def paint_unseen(key: tuple[Any, ...], width: int, height: int, draw: Callable[[], None]) -> bool:
    """Paint a texture for the store if it is not there yet, without holding it; return whether it was painted.

    It is painted into a buffer that is kept: one of its own for each would not be given back to the system (measured
    with software GL: 75 MB for the 893 icons of 800x480).
    """
    if _store is None or _store.has(key):
        return False
    side = next((side for side in WORK if side >= max(width, height)), None)
    if side is None:
        _store.add(key, _paint(width, height, draw))
        return True
    target = _unseen[side] = _unseen.get(side) or _buffer(side, side)
    _supersample(target, width, height, draw)
    target.clear()
    alpha = target.pixels[3::4]
    _store.keep(key, width, height, b"".join(alpha[y * side : y * side + width] for y in range(height)))
    return True


def coloured(key: tuple[Any, ...], width: int, height: int, draw: Callable[[], None], edge: Sequence[float]) -> Texture:
    """Return the texture that `draw` fills in its own colours, to be turned: keep 2 px free at every side.

    :param edge: the colour beside what is free (r, g, b, ...), so that its turned edge is smooth.
    """
    texture = _cache.get(key)
    if texture is None:
        target = _buffer(max(1, width), max(1, height))
        with target:
            ClearColor(*edge[:3], 0)
            ClearBuffers()
            Callback(lambda *_: glBlendFuncSeparate(*_OVER))
            unrecorded(draw)
            _usual()
        target.draw()
        target.clear()
        texture = target.texture
        texture.wrap = "clamp_to_edge"
        _cache.put(key, texture)
    return texture


def keep_in(store: TextureStore | None) -> None:
    """Look for painted textures in `store` first; None: in none. What was painted before is forgotten."""
    global _store  # noqa: PLW0603 - one window, one store
    _store = store
    _cache.clear()
    atlas.begin_anew()


def erase() -> None:
    """Let the shapes from here on cut holes."""
    Callback(lambda *_: glBlendFuncSeparate(GL_ZERO, GL_ONE, GL_ZERO, GL_ONE_MINUS_SRC_ALPHA))


def ink() -> None:
    """Let the shapes from here on add."""
    Callback(lambda *_: glBlendFuncSeparate(GL_ZERO, GL_ONE, GL_ONE, GL_ONE_MINUS_SRC_ALPHA))


def keep() -> None:
    """Let a rectangle from here on keep only what its texture covers (it must cover the whole texture)."""
    Callback(lambda *_: glBlendFuncSeparate(GL_ZERO, GL_ONE, GL_ZERO, GL_SRC_ALPHA))


def _usual() -> None:
    Callback(lambda *_: glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE))


def _paint(width: int, height: int, draw: Callable[[], None], smooth: bool = True) -> Texture:
    """Draw in a buffer of its size; or, smooth, four times too large and averaged, a tile at a time."""
    target = _buffer(width, height)
    if smooth:
        _supersample(target, width, height, draw)
    else:
        with target:
            _blank()
            _scene(draw)
        target.draw()
    target.clear()
    texture = target.texture
    texture.wrap = "clamp_to_edge"
    return texture


def _supersample(target: Any, width: int, height: int, draw: Callable[[], None]) -> None:
    """Fill `target`: each of four offset quads is the mean of 2 x 2 texels of a tile."""
    side = next((side for side in WORK if side >= max(width, height) * SCALE), WORK[-1])
    work = _free[side].pop() if _free[side] else _buffer(side, side)
    with work:
        _blank()
        PushMatrix()
        Scale(SCALE, SCALE, 1)
        shift = Translate()
        _scene(draw)
        PopMatrix()
    step = side // SCALE
    with target:
        _blank()
    target.draw()
    for x, y in product(range(0, width, step), range(0, height, step)):
        shift.xy = (-x, -y)
        work.draw()
        target.clear()
        with target:
            Color(1, 1, 1, 1 / 4)
            Callback(lambda *_: glBlendFuncSeparate(GL_ZERO, GL_ONE, GL_ONE, GL_ONE))
            for dx, dy in product((-0.25, 0.25), repeat=2):
                Rectangle(texture=work.texture, pos=(x + dx, y + dy), size=(step, step))
            _usual()
        target.draw()
    work.clear()
    _free[side].append(work)


def _blank() -> None:
    ClearColor(1, 1, 1, 0)
    ClearBuffers()


def _scene(draw: Callable[[], None]) -> None:
    Color(1, 1, 1, 1)
    ink()
    unrecorded(draw)
    _usual()


def _buffer(width: int, height: int) -> Any:
    fbo = Fbo(size=(width, height), noadd=True)  # a canvas that is open would have it as its own
    fbo.texture.min_filter = fbo.texture.mag_filter = "linear"
    return fbo


def fill_fan(centre: tuple[float, float], points: Sequence[tuple[float, float]]) -> None:
    """Fill an outline of which every corner can be seen from `centre`."""
    ring = [centre, *points, points[0]]
    vertices = [v for x, y in ring for v in (x, y, 0.0, 0.0)]
    Mesh(vertices=vertices, indices=list(range(len(ring))), mode="triangle_fan")
