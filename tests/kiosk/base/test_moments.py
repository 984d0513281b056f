"""The two moments of a frame: its commands are issued before it is flipped."""

from __future__ import annotations

from typing import Any

import pytest

from kiosk.measure import moments


@pytest.fixture
def happened(window: Any, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What happens to frames, in its order."""
    window()
    from kivy.core.window import Window

    order: list[str] = []
    monkeypatch.setattr(Window, "flip", lambda: order.append("flip"))
    monkeypatch.setattr(moments, "wait_until_drawn", lambda: order.append("drawn"))
    return order


def test_commands_are_issued_before_a_frame_is_flipped(happened: list[str]) -> None:
    from kivy.core.window import Window

    def issued() -> bool:
        happened.append("issued")
        return True

    remove = moments.watch_frames(issued, lambda: happened.append("flipped"))
    Window.dispatch("on_flip")
    assert happened == ["issued", "flip", "drawn", "flipped"], "offscreen a frame is flipped once it is drawn"
    remove()
    happened.clear()
    Window.dispatch("on_flip")
    assert happened == ["flip"]


def test_a_frame_that_nobody_waits_for_is_not_drawn_to_its_end(happened: list[str]) -> None:
    from kivy.core.window import Window

    remove = moments.watch_frames(lambda: False, lambda: happened.append("flipped"))
    Window.dispatch("on_flip")
    remove()
    assert happened == ["flip"]


def test_the_first_frame_is_told_once(happened: list[str]) -> None:
    from kivy.core.window import Window

    times = iter((1.0, 2.0))
    first: list[tuple[float, float]] = []
    moments.first_frame(lambda issued, flipped: first.append((issued, flipped)), lambda: next(times))
    for _ in range(2):
        Window.dispatch("on_flip")
    assert first == [(1.0, 2.0)]
