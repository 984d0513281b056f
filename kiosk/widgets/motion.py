"""Movement that respects the setting: with motion off a thing is at its end at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from kivy.animation import Animation

from kiosk.display.look import look
from kiosk.display.theme import MOTION
from kiosk.widgets.all_on import all_on
from kiosk.widgets.merge import merges

Curve = Literal["out_cubic", "in_quad", "linear"]


def glide(
    widget: Any,
    seconds: float,
    curve: Curve = "out_cubic",
    done: Callable[[], object] | None = None,
    rate: float = 0,
    **to: Any,
) -> None:
    """Move properties of `widget` to values and call `done` at the end. An earlier movement of them stops where it is.

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
    """Fade in. The widget takes touches from the first frame on."""
    if look.motion:
        widget.opacity = 0
    glide(widget, seconds, opacity=1)


def stop_fading(widget: Any) -> None:
    """Stop every change of its opacity."""
    Animation.cancel_all(widget, "opacity")


# ---------------------------------------------------------------- one screen after the other

_leaving: dict[Any, Callable[[], None]] = {}
"""Widgets that were taken from their parents, while their image fades; how that ends."""


def leave(widget: Any, seconds: float = MOTION.cross_fade) -> None:
    """Take `widget` from its parent. Its image fades there, if it `fades`, and takes no touch any more."""
    parent = widget.parent
    place = parent.canvas.indexof(widget.canvas)
    parent.remove_widget(widget)
    stop_fading(widget)
    lasts = all(getattr(part, "fades", True) for part in all_on(widget))
    lasts = lasts and getattr(widget, "was_seen", True)  # what was never shown has no look that could fade
    if not (look.motion and lasts) or place < 0 or widget.opacity <= 0:
        widget.opacity = 1
        return
    parent.canvas.insert(min(place, parent.canvas.length()), widget.canvas)
    merges.host(parent, 1)

    def end() -> None:
        if _leaving.pop(widget, None) is not None:
            parent.canvas.remove(widget.canvas)
            merges.host(parent, -1)
            widget.opacity = 1

    _leaving[widget] = end
    glide(widget, seconds, "linear", end, opacity=0)


def come_back(widget: Any) -> None:
    """End at once the fading of a widget that is put somewhere again: a canvas has one parent."""
    end = _leaving.get(widget)
    if end is not None:
        stop_fading(widget)
        end()
