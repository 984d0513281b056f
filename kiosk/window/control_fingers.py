"""Touches and keys for a program at the control channel: it touches by the way of a mouse's clicks, and reads the
keys that the window shows."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kiosk.widgets.key import Touchable

DEAF_LOOK_S, DEAF_LOOKS = 0.05, 20
"""How often, and how many times, it is looked whether a key is still deaf."""


def touch_soon(x: float, y: float) -> Future[None]:
    """Put a finger down at px from the upper left corner and lift it. From any thread.

    It waits until the key there takes touches: a key that has just appeared does not. Done when what the touch did has
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


def keys_soon() -> Future[list[dict[str, Any]]]:
    """Return the keys on the window two frames from now, when earlier updates are laid out. From any thread.

    The uppermost come first. Each has its `words`, its `icon`, whether it is `enabled`, and `at`: its
    middle, as `touch_soon` takes it.
    """
    from kivy.clock import Clock
    from kivy.core.window import Window

    done: Future[list[dict[str, Any]]] = Future()

    def look(_dt: float) -> None:
        done.set_result([_described(Window, key) for key in _keys(Window)])

    Clock.schedule_once(lambda _dt: Clock.schedule_once(look))
    return done


def _described(window: Any, key: Touchable) -> dict[str, Any]:
    from kiosk.widgets.key import FACE

    words = [value for name in FACE if name != "icon" and isinstance(value := getattr(key, name, None), str) and value]
    size = window.system_size
    return {
        "words": words,
        "icon": str(getattr(key, "icon", "") or ""),
        "enabled": key.enabled,
        "at": [round(px, 1) for px in glass_share(key.center_x, key.center_y, size, window.rotation)],
    }


def glass_share(x: float, y: float, size: tuple[float, float], rotation: int) -> tuple[float, float]:
    """Return where a place of the picture (px from its lower left corner) is on the glass, px from the upper left.

    :param size: of the glass.
    :param rotation: of the picture, as Kivy counts it.

    >>> glass_share(10, 30, (800, 480), 0), glass_share(10, 30, (800, 480), 90)
    ((10, 450), (770, 470))
    """
    wide, high = size
    return {
        0: (x, high - y),
        90: (wide - y, high - x),
        180: (wide - x, y),
        270: (y, x),
    }[rotation]


def _keys(window: Any) -> Iterator[Touchable]:
    """Yield all widgets that take touches, the uppermost first."""
    from kiosk.widgets.key import Touchable

    for root in window.children:
        for widget in root.walk(restrict=True):
            if isinstance(widget, Touchable) and widget.stands():
                yield widget


def _is_deaf(window: Any, x: float, y: float) -> bool:
    """Whether a key at px from the upper left corner takes no touch yet. (On a turned picture: any key.)"""
    return any(key.deaf and (window.rotation != 0 or key.hit(x, window.height - y)) for key in _keys(window))
