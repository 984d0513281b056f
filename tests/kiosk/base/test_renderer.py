"""Offscreen: when the renderer gets its frames, and that its queue lets go of them."""

from __future__ import annotations

from typing import Any

import pytest

from kiosk.renderer import FLUSH_FRAMES, PLACES, Frames


@pytest.fixture
def flips(window: Any) -> list[Any]:
    """The frames. Whoever listened before `install` is still told of them, after it."""
    window()
    from kivy.core.window import Window

    seen: list[Any] = []
    Window.bind(on_flip=seen.append)
    return seen


@pytest.fixture
def flushed(flips: list[Any], monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many frames had been told of when the renderer got its work."""
    from kivy.graphics import opengl

    at: list[int] = []
    monkeypatch.setattr(opengl, "glFlush", lambda: at.append(len(flips)))
    return at


def test_frames_are_flushed(flips: list[Any], flushed: list[int], until: Any) -> None:
    """A few at a time, or when no other follows."""
    from kivy.core.window import Window

    Frames().install()
    for _ in range(2 * FLUSH_FRAMES + 1):
        Window.dispatch("on_flip")
    assert len(flips) == 2 * FLUSH_FRAMES + 1
    assert flushed == [FLUSH_FRAMES - 1, 2 * FLUSH_FRAMES - 1]
    assert until(lambda: len(flushed) == 3), "the renderer keeps the last one's commands"


def test_the_queue_forgets(flips: list[Any], flushed: list[int]) -> None:
    """A frame of the window first: it keeps the renderer busy while the other places are taken."""
    frames = Frames()
    frames.forget()
    assert not flips, "nothing is installed"
    frames.install()
    frames.forget()
    assert flushed == [1] * (1 + PLACES)
