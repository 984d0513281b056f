"""Drawings of many widgets in one mesh.

A page is a flat row of widgets, each of which would be some draw calls of a frame. What they put is recorded
(`kiosk.widgets.together`); before a frame, drawings that follow each other become one mesh in the canvas of the first
of their widgets, the head of their row. A row ends where something else is drawn: at a widget with instructions of its
own, and before and after one that is transparent.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kivy.graphics import CanvasBase

from kiosk.widgets.atlas import atlas
from kiosk.widgets.frame import frame
from kiosk.widgets.together import Corners, Meshes, recorded

_direct: set[type] = set()
"""Kinds of widgets that have put instructions of Kivy's."""
_spare: list[Meshes] = []
"""Those of rows that have lost their heads: to make them costs three times what it costs to fill them."""
MOST_SPARE = 8
_seen = CanvasBase()
"""Open while something is recorded: what is in it afterwards was no rectangle."""


class OwnDrawing:
    """What a widget draws, without those on it. The widget has it as `merged`."""

    __slots__ = ("apart", "canvas", "changed", "guests", "opacity", "pieces", "row", "shown")

    def __init__(self, canvas: Any) -> None:
        self.canvas = canvas
        """The widget's."""
        self.pieces: list[Corners] | None = []
        """None: its canvas has instructions of its own."""
        self.shown: list[Corners] = []
        """What its canvas shows of itself and of those behind it in its row."""
        self.row: Meshes | None = None
        self.opacity = 1.0
        self.guests = 0
        """Canvases in its own that are those of no child: what goes away, and fades."""
        self.apart = False
        """It is drawn without its parent: its row begins and ends with it."""
        self.changed = False
        """It waits for the next frame."""

    def draw(self, widget: Any) -> None:
        """Take what the widget's `draw` puts instead of what was drawn before."""
        kind = type(widget)
        if self.pieces is None:
            self._clear()
        if not (kind in _direct or widget.draws_itself):
            with _seen:
                self.pieces = recorded(widget.draw)
            if not _seen.length():
                return
            _seen.clear()
            _direct.add(kind)
        self._clear()
        self.pieces = None
        with self.canvas.before:
            widget.draw()

    def forget(self) -> None:
        """Draw nothing."""
        if self.pieces is None:
            self._clear()
        self.pieces = []

    def show(self, pieces: list[Corners]) -> None:
        """Have its canvas show a row of which it is the head; nothing, if it is not."""
        if pieces == self.shown:
            return
        if not pieces:
            self._clear()
            return
        if self.row is None:
            self.row = _spare.pop() if _spare else Meshes()
            self.canvas.before.add(self.row.canvas)
        self.row.show(pieces)
        self.shown = pieces

    def _clear(self) -> None:
        if self.canvas.has_before:
            self.canvas.before.clear()
        if self.row is not None and len(_spare) < MOST_SPARE:
            _spare.append(self.row)
        self.shown, self.row = [], None


class _Rows:
    """Collects the rows of a widget without a drawn parent, and of all on it."""

    def __init__(self) -> None:
        self._head: OwnDrawing | None = None
        self._pieces: list[Corners] = []

    def end(self) -> None:
        """End the row."""
        if self._head is not None:
            self._head.show(self._pieces)
            self._head, self._pieces = None, []

    def add(self, widget: Any) -> None:
        """Add a widget and all on it."""
        drawing: OwnDrawing = widget.merged
        pieces = drawing.pieces
        alone = pieces is None or drawing.opacity < 1 or drawing.apart
        if alone:
            self.end()
        if pieces:
            if self._head is None:
                self._head = drawing
            elif drawing.shown:
                drawing.show([])
            self._pieces += pieces
        elif drawing.shown:
            drawing.show([])
        for child in reversed(widget.children):
            if drawing.guests:
                self.end()
            on: OwnDrawing | None = getattr(child, "merged", None)
            if on is None:
                self.end()
            elif on.opacity > 0:
                self.add(child)
        if alone:
            self.end()


class Merges:
    """Widgets of which something has changed since the last frame."""

    def __init__(self) -> None:
        self._changed: list[Any] = []

    def changed(self, widget: Any) -> None:
        """Make the rows that a widget is in anew before the next frame."""
        drawing: OwnDrawing = widget.merged
        if not drawing.changed:
            drawing.changed = True
            self._changed.append(widget)
            frame.ask()

    def fade(self, widget: Any, opacity: float) -> None:
        """Note how transparent a widget is."""
        drawing: OwnDrawing = widget.merged
        before, drawing.opacity = drawing.opacity, opacity
        if (before < 1) is not (opacity < 1) or (before > 0) is not (opacity > 0):
            self.changed(widget)

    def host(self, widget: Any, more: int) -> None:
        """Note canvases between those of a widget's children."""
        widget.merged.guests += more
        self.changed(widget)

    def draw_apart(self, widgets: Iterable[Any], apart: bool) -> None:
        """Draw what is on each of these widgets in its own canvas alone, or as before."""
        for widget in widgets:
            if hasattr(widget, "merged"):
                widget.merged.apart = apart
                self.changed(widget)
        self.run()

    def run(self) -> None:
        """Make the rows of all that has changed."""
        changed, self._changed = self._changed, []
        tops: dict[int, Any] = {}
        for widget in changed:
            widget.merged.changed = False
            top = widget
            while hasattr(above := top.parent, "merged"):
                top = above
            tops[id(top)] = top
        for top in tops.values():
            rows = _Rows()
            rows.add(top)
            rows.end()
        atlas.flush()


merges = Merges()
frame.finish = merges.run
