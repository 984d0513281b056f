"""Offscreen: when the renderer gets its frames, that it is waited for, and that its queue lets go of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from kivy.graphics import opengl

from kiosk import renderer
from kiosk.renderer import MOST_FRAMES, PLACES, Frames


@pytest.fixture
def flips(window: Any) -> Iterator[list[Any]]:
    """The frames. Whoever listened before `install` is still told of them, after it."""
    window()
    from kivy.core.window import Window

    seen: list[Any] = []
    note = seen.append
    Window.bind(on_flip=note)
    yield seen
    Window.unbind(on_flip=note)


@pytest.fixture
def frames(flips: list[Any]) -> Iterator[Frames]:
    made = Frames()
    yield made
    made.remove()


@pytest.fixture
def flushed(flips: list[Any], monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many frames had been told of when the renderer got its work."""
    at: list[int] = []
    monkeypatch.setattr(opengl, "glFlush", lambda: at.append(len(flips)))
    return at


def test_frames_are_flushed_when_no_other_follows(frames: Frames, flushed: list[int], until: Any) -> None:
    from kivy.core.window import Window

    frames.install()
    for _ in range(MOST_FRAMES - 1):
        Window.dispatch("on_flip")
    assert not flushed
    assert until(lambda: len(flushed) == 1), "the renderer keeps the last one's commands"


def test_of_many_frames_in_a_row_some_wait_until_all_are_drawn(
    frames: Frames, flips: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else those of a dial that is turned fast wait in the renderer's queue, megabytes each."""
    from kivy.core.window import Window

    finished: list[int] = []
    monkeypatch.setattr(renderer, "finish", lambda: finished.append(len(flips)))
    frames.install()
    for _ in range(2 * MOST_FRAMES + 1):
        Window.dispatch("on_flip")
    assert len(flips) == 2 * MOST_FRAMES + 1
    assert finished == [MOST_FRAMES - 1, 2 * MOST_FRAMES - 1], "before its other listeners are told"


def test_the_queue_forgets(frames: Frames, flips: list[Any], flushed: list[int]) -> None:
    """A frame of the window first: it keeps the renderer busy while the other places are taken."""
    frames.forget()
    assert not flips, "nothing is installed"
    frames.install()
    frames.forget()
    assert flushed == [1] * (1 + PLACES)
