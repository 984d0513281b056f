"""Canvases that end quickly."""

from __future__ import annotations

from kivy.graphics import Canvas, CanvasBase


def unlisted_canvas() -> Canvas:
    """Return a canvas that is missing in Kivy's list of all canvases. One that ends is sought there from end to end,
    which with 3,000 of them takes longer than to make a widget. The list is for the reload of a lost GL context, which
    Kivy never does on Linux.

    It is no subclass: Kivy would look for its methods in Python each time it calls one.
    """
    canvas = Canvas.__new__(Canvas)
    CanvasBase.__init__(canvas)  # that of Canvas would list it
    canvas.opacity = 1.0
    return canvas
