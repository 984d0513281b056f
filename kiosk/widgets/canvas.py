"""A canvas that ends quickly."""

from __future__ import annotations

from kivy.graphics import Canvas, CanvasBase


class UnlistedCanvas(Canvas):
    """A canvas that is missing in Kivy's list of all canvases. One that ends is sought there from end to end, which
    with 3,000 of them takes longer than to make a widget. The list is for the reload of a lost GL context, which Kivy
    never does on Linux."""

    def __init__(self) -> None:
        CanvasBase.__init__(self)  # that of Canvas would list it
        self.opacity = 1.0
