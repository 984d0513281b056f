"""Pictures of the window, on a screen or off it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any


def run_frames(frames: int = 3) -> None:
    """Run the event loop for a few frames, so that layouts and drawings are done."""
    from kivy.base import EventLoop

    for _ in range(frames):
        EventLoop.idle()


def draw_pictures_only() -> None:
    """Stop drawing frames, which are not visible off screen: only `pixels` draws, which does so by itself."""
    from kivy.core.window import Window

    Window.on_draw = lambda: None


def pixels(*widgets: Any) -> tuple[int, int, bytes]:
    """Return width and height in px of the window and its pixels: RGBA, the top row first.

    Drawn into a buffer of the window's size, so that it works for a resized window on the offscreen driver too.
    :param widgets: what to draw instead of all that is in the window.
    """
    from kivy.core.window import Window
    from kivy.graphics import ClearBuffers, ClearColor, Fbo

    width, height = (int(v) for v in Window.size)
    fbo = Fbo(size=(width, height))
    with fbo:
        ClearColor(*Window.clearcolor)
        ClearBuffers()
    shown = widgets or tuple(reversed(Window.children))
    with _lent(shown, fbo):
        fbo.draw()
        data = bytes(fbo.pixels)
    row = width * 4
    return width, height, b"".join(data[i : i + row] for i in range(row * (height - 1), -1, -row))


@contextlib.contextmanager
def _lent(widgets: Sequence[Any], fbo: Any) -> Iterator[None]:
    """Move the widgets' drawings into `fbo`, and back to their places afterwards.

    A drawing knows one parent only: one that is in two places at once can never be taken out of the first again.
    """
    from kiosk.widgets.merge import merges

    merges.draw_apart(widgets, True)
    places = [(w.parent.canvas.indexof(w.canvas) if w.parent is not None else -1, w) for w in widgets]
    for place, widget in reversed(places):
        if place >= 0:
            widget.parent.canvas.remove(widget.canvas)
    for widget in widgets:
        fbo.add(widget.canvas)
    try:
        yield
    finally:
        for place, widget in places:
            fbo.remove(widget.canvas)
            if place >= 0:
                widget.parent.canvas.insert(place, widget.canvas)
        merges.draw_apart(widgets, False)


def shoot(path: str | Path) -> Path:
    """Write what the window shows to a PNG file and return its path.

    :raises OSError: if it cannot be written; a folder is not made.
    """
    width, height, data = pixels()
    target = Path(path)
    target.write_bytes(png_of_pixels(width, height, data))
    return target


def shoot_soon(path: str | Path) -> Future[Path]:
    """Call `shoot` on the UI thread two frames from now, when earlier updates are laid out. From any thread."""
    from kivy.clock import Clock

    done: Future[Path] = Future()

    def take(_dt: float) -> None:
        try:
            done.set_result(shoot(path))
        except OSError as fault:  # the future passes it on, the window stays
            done.set_exception(fault)

    # Twice: the first turn may be the one that lays out earlier updates.
    Clock.schedule_once(lambda _dt: Clock.schedule_once(take))
    return done


def png_of_pixels(width: int, height: int, rgba: bytes) -> bytes:
    """Return a PNG file of RGBA pixels (alpha is dropped), the top row first."""
    import struct
    import zlib

    rgb: Any = bytearray(width * height * 3)
    rgb[0::3], rgb[1::3], rgb[2::3] = rgba[0::4], rgba[1::4], rgba[2::4]
    row = width * 3
    raw = b"".join(b"\0" + rgb[i : i + row] for i in range(0, len(rgb), row))

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(raw, 6)) + chunk(b"IEND", b"")
