"""The two moments of a frame: its commands are issued before it is flipped."""

from __future__ import annotations

from typing import Any

import pytest

from kiosk.measure import moments


@pytest.fixture
def told(window: Any, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What happens to frames, in its order."""
    window()
    from kivy.core.window import Window

    happened: list[str] = []
    monkeypatch.setattr(Window, "flip", lambda: happened.append("flip"))
    monkeypatch.setattr(moments, "finish", lambda: happened.append("drawn"))
    return happened


def test_commands_are_issued_before_a_frame_is_flipped(told: list[str]) -> None:
    from kivy.core.window import Window

    def issued() -> bool:
        told.append("issued")
        return True

    remove = moments.watch_frames(issued, lambda: told.append("flipped"))
    Window.dispatch("on_flip")
    assert told == ["issued", "flip", "drawn", "flipped"], "offscreen a frame is flipped once it is drawn"
    remove()
    told.clear()
    Window.dispatch("on_flip")
    assert told == ["flip"]


def test_a_frame_that_nobody_waits_for_is_not_drawn_to_its_end(told: list[str]) -> None:
    from kivy.core.window import Window

    remove = moments.watch_frames(lambda: False, lambda: told.append("flipped"))
    Window.dispatch("on_flip")
    remove()
    assert told == ["flip"]


def test_the_first_frame_is_told_once(told: list[str]) -> None:
    from kivy.core.window import Window

    times = iter((1.0, 2.0))
    first: list[tuple[float, float]] = []
    moments.first_frame(lambda issued, flipped: first.append((issued, flipped)), lambda: next(times))
    for _ in range(2):
        Window.dispatch("on_flip")
    assert first == [(1.0, 2.0)]
