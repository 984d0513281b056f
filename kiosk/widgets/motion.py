"""Movement that respects the setting: with motion off a thing is at its end at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Any, Literal

from kivy.clock import Clock

from kiosk.display.look import look
from kiosk.display.theme import MOTION
from kiosk.widgets.all_on import all_on
from kiosk.widgets.merge import merges

Curve = Literal["out_cubic", "in_quad", "linear"]
CURVES: dict[Curve, Callable[[float], float]] = {
    "out_cubic": lambda part: (part - 1) ** 3 + 1,
    "in_quad": lambda part: part * part,
    "linear": lambda part: part,
}
"""How much of its way is behind it when a part of the time is over."""


class Glide:
    """A movement of properties. (Kivy's own is a dispatcher with events of its own, for each movement.)"""

    def __init__(
        self,
        widget: Any,
        to: dict[str, Any],
        seconds: float,
        curve: Curve,
        done: Callable[[], object] | None,
        each_s: float,
    ) -> None:
        self.widget, self.seconds, self.curve, self.done = widget, seconds, CURVES[curve], done
        self.ways = {name: (_copied(getattr(widget, name)), end) for name, end in to.items()}
        """Property -> first and last value."""
        self.gone: float | None = None
        """Seconds since the first frame; None before that."""
        _gliding[widget.uid].append(self)  # the clock itself holds it weakly
        self._event = Clock.schedule_interval(self._go, each_s)

    def stop(self, *names: str) -> None:
        """Move these properties no more; without any left, end."""
        for name in names:
            self.ways.pop(name, None)
        if not self.ways:
            self._end()

    def _end(self) -> None:
        self._event.cancel()
        here = _gliding[self.widget.uid]
        if self in here:
            here.remove(self)
        if not here:
            del _gliding[self.widget.uid]

    def _go(self, dt: float) -> None:
        self.gone = 0.0 if self.gone is None else self.gone + dt
        part = min(1.0, self.gone / self.seconds)
        behind = self.curve(part)
        for name, (first, last) in tuple(self.ways.items()):
            setattr(self.widget, name, _between(first, last, behind))
        if part >= 1 and self.ways:  # else what it moved has stopped it
            self._end()
            if self.done is not None:
                self.done()


def _copied(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value  # Kivy changes its own lists


def _between(first: Any, last: Any, part: float) -> Any:
    if isinstance(first, list | tuple):
        return [_between(a, b, part) for a, b in zip(first, last, strict=True)]
    return first * (1 - part) + last * part


_gliding: defaultdict[int, list[Glide]] = defaultdict(list)
"""All that move, by the number that Kivy gives a widget."""


def stop_gliding(widget: Any, *names: str) -> None:
    """Stop every movement of these properties where it is."""
    if widget.uid in _gliding:
        for one in tuple(_gliding[widget.uid]):
            one.stop(*names)


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
    stop_gliding(widget, *to)
    if not look.motion or seconds <= 0:
        for name, value in to.items():
            setattr(widget, name, value)
        if done:
            done()
        return
    Glide(widget, to, seconds, curve, done, 1 / rate if rate else 0)


def appear(widget: Any, seconds: float = MOTION.appear) -> None:
    """Fade in. The widget takes touches from the first frame on."""
    if look.motion:
        widget.opacity = 0
    glide(widget, seconds, opacity=1)


def stop_fading(widget: Any) -> None:
    """Stop every change of its opacity."""
    stop_gliding(widget, "opacity")


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
