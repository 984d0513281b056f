"""What a widget draws into."""

from __future__ import annotations

import weakref
from typing import Any

from kivy.graphics import Canvas

from kiosk.figures.view import Part
from kiosk.widgets.base import Drawn


def test_kivy_lists_no_canvas_of_a_widget(_kivy: Any) -> None:
    """It is sought in the list when it ends."""
    part = Part()
    unlisted = [Drawn().canvas, part.canvas, part.inside]
    assert [weakref.getweakrefcount(canvas) for canvas in (Canvas(), *unlisted)] == [1, 0, 0, 0]


def test_it_is_as_transparent_as_its_widget(_kivy: Any) -> None:
    assert Drawn().canvas.opacity == 1
    assert Drawn(opacity=0.25).canvas.opacity == 0.25
