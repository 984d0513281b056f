"""Movement that respects the setting: with motion off a thing is simply where it was going."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from kivy.animation import Animation

from kiosk.display.look import look
from kiosk.display.theme import MOTION

Curve = Literal["out_cubic", "in_quad", "linear"]


def glide(
    widget: Any,
    seconds: float,
    curve: Curve = "out_cubic",
    done: Callable[[], object] | None = None,
    rate: float = 0,
    **to: Any,
) -> None:
    """Move properties of `widget` to values; `done` is called at the end. What still moved them stops where it is.

    :param rate: positions a second; 0: one in each frame.
    """
    Animation.cancel_all(widget, *to)
    if not look.motion or seconds <= 0:
        for name, value in to.items():
            setattr(widget, name, value)
        if done:
            done()
        return
    transition = {"linear": "linear", "in_quad": "in_quad"}.get(curve, "out_cubic")
    animation = Animation(duration=seconds, t=transition, s=1 / rate if rate else 0, **to)
    if done:
        animation.bind(on_complete=lambda *_: done())
    animation.start(widget)


def appear(widget: Any, seconds: float = MOTION.appear) -> None:
    """Fade in. It hears fingers from the first frame on."""
    if look.motion:
        widget.opacity = 0
    glide(widget, seconds, opacity=1)


def stop_fading(widget: Any) -> None:
    """Nothing changes its opacity any more."""
    Animation.cancel_all(widget, "opacity")


# ---------------------------------------------------------------- one screen after the other

_leaving: dict[Any, Callable[[], None]] = {}
"""Widgets that were taken from their parents, while what they looked like fades; how that ends."""


def leave(widget: Any, seconds: float = MOTION.cross_fade) -> None:
    """Take `widget` from its parent. What it looked like fades there, if it `fades`; no finger reaches it any more."""
    parent = widget.parent
    place = parent.canvas.indexof(widget.canvas)
    parent.remove_widget(widget)
    stop_fading(widget)
    lasts = all(getattr(part, "fades", True) for part in widget.walk(restrict=True))
    lasts = lasts and getattr(widget, "was_seen", True)  # what was never shown has no look that could fade
    if not (look.motion and lasts) or place < 0 or widget.opacity <= 0:
        widget.opacity = 1
        return
    parent.canvas.insert(min(place, parent.canvas.length()), widget.canvas)

    def end() -> None:
        if _leaving.pop(widget, None) is not None:
            parent.canvas.remove(widget.canvas)
            widget.opacity = 1

    _leaving[widget] = end
    glide(widget, seconds, "linear", end, opacity=0)


def come_back(widget: Any) -> None:
    """It is put somewhere while what it looked like still fades: that ends at once (a canvas has one parent)."""
    end = _leaving.get(widget)
    if end is not None:
        stop_fading(widget)
        end()
