"""Movement that respects the setting: with motion off a thing is simply where it was going."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from kivy.animation import Animation

from kiosk.widgets.look import look

Curve = Literal["out_cubic", "in_quad", "linear"]


def glide(
    widget: Any, seconds: float, curve: Curve = "out_cubic", done: Callable[[], object] | None = None, **to: Any
) -> None:
    """Move properties of `widget` to values; `done` is called at the end. What still moved them stops where it is."""
    Animation.cancel_all(widget, *to)
    if not look.motion or seconds <= 0:
        for name, value in to.items():
            setattr(widget, name, value)
        if done:
            done()
        return
    animation = Animation(duration=seconds, t={"linear": "linear", "in_quad": "in_quad"}.get(curve, "out_cubic"), **to)
    if done:
        animation.bind(on_complete=lambda *_: done())
    animation.start(widget)


def appear(widget: Any, seconds: float) -> None:
    """Fade in."""
    widget.opacity = 0
    glide(widget, seconds, opacity=1)
