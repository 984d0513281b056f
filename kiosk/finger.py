"""A finger on the window for whoever sits at the control channel: the way that a mouse's clicks take."""

from __future__ import annotations

from concurrent.futures import Future


def touch_soon(x: float, y: float) -> Future[None]:
    """Put a finger down at px from the upper left corner and lift it. From any thread.

    Done when what the touch did has been laid out. The window's own events are used, so that everything between the
    glass and the widgets takes part.
    """
    from kivy.clock import Clock
    from kivy.core.window import Window

    done: Future[None] = Future()

    def down(_dt: float) -> None:
        Window.dispatch("on_mouse_down", x, y, "left", [])
        Clock.schedule_once(lambda _dt: Clock.schedule_once(up))  # the touch is handed out in between

    def up(_dt: float) -> None:
        Window.dispatch("on_mouse_up", x, y, "left", [])
        Clock.schedule_once(lambda _dt: Clock.schedule_once(lambda _dt: done.set_result(None)))

    Clock.schedule_once(down)
    return done
