"""A finger on the window for whoever sits at the control channel: the way that a mouse's clicks take."""

from __future__ import annotations

import itertools
from concurrent.futures import Future
from typing import Any

DEAF_LOOK_S, DEAF_LOOKS = 0.05, 20
"""How often, and how many times, it is looked whether a key is still deaf."""


def touch_soon(x: float, y: float) -> Future[None]:
    """Put a finger down at px from the upper left corner and lift it. From any thread.

    It waits until what stands there takes touches: what has just appeared does not. Done when what the touch did has
    been laid out. The window's own events are used, so that everything between the glass and the widgets takes part.
    """
    from kivy.clock import Clock
    from kivy.core.window import Window

    done: Future[None] = Future()

    tries = itertools.count()

    def down(_dt: float) -> None:
        if _is_deaf(Window, x, y) and next(tries) < DEAF_LOOKS:
            Clock.schedule_once(down, DEAF_LOOK_S)
            return
        Window.dispatch("on_mouse_down", x, y, "left", [])
        Clock.schedule_once(lambda _dt: Clock.schedule_once(up))  # the touch is handed out in between

    def up(_dt: float) -> None:
        Window.dispatch("on_mouse_up", x, y, "left", [])
        Clock.schedule_once(lambda _dt: Clock.schedule_once(lambda _dt: done.set_result(None)))

    Clock.schedule_once(down)
    return done


def _is_deaf(window: Any, x: float, y: float) -> bool:
    """Whether a key at px from the upper left corner takes no touch yet. (On a turned picture: any key.)"""
    from kiosk.widgets.key import Touchable

    return any(
        isinstance(widget, Touchable)
        and widget.visible
        and widget.deaf
        and (window.rotation != 0 or widget.hit(x, window.height - y))
        for root in window.children
        for widget in root.walk(restrict=True)
    )
