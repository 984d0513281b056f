"""Which way up the picture is and how large its words are: tried for ten seconds, then kept or put back."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from kiosk.display.dim import Schedule
from kiosk.display.look import look
from kiosk.storage.settings import Rotation, Settings, TypeSize

TRIAL_MS = 10_000
"""How long a change is shown before it is undone, unless a person confirms it."""


class Orientation(NamedTuple):
    """The orientation of the picture: rotated by so many degrees anticlockwise, with words of that size."""

    rotation: Rotation
    type_size: TypeSize


def apply_orientation(way: Orientation) -> None:
    """Turn the window and its touches, and set the size of the words. On the UI thread."""
    from kivy.core.window import Window

    Window.rotation = way.rotation
    Window.update_viewport()  # by itself Kivy does that only if width and height change: not for half a turn
    look.set(Window.width, Window.height, way.type_size)


class Display:
    """The display of this box.

    :param now: ms of the table's clock.
    :param later: schedules a call on the UI thread.
    :param keep: saves what was chosen.
    :param show: shows it.
    """

    def __init__(
        self,
        settings: Callable[[], Settings],
        now: Callable[[], int],
        keep: Callable[[Orientation], object],
        later: Schedule,
        show: Callable[[Orientation], None] = apply_orientation,
    ) -> None:
        self._settings, self._now, self._keep, self._later, self._show = settings, now, keep, later, show
        self._trial: Orientation | None = None
        self._until = 0
        self.changed: Callable[[], object] = lambda: None
        """Called when a trial begins or ends, and at each second of it."""

    @property
    def saved(self) -> Orientation:
        """What the settings say."""
        now = self._settings()
        return Orientation(now.rotation, now.type_size)

    @property
    def way(self) -> Orientation:
        """What is shown."""
        return self._trial or self.saved

    @property
    def trying(self) -> bool:
        return self._trial is not None

    @property
    def left_s(self) -> int:
        """Whole seconds until it is put back, rounded up."""
        return max(0, -(-(self._until - self._now()) // 1000)) if self.trying else 0

    def attempt(self, way: Orientation) -> None:
        """Show it for ten seconds."""
        if way == self.way:
            return
        fresh = self._trial is None
        self._trial = way
        self._until = self._now() + TRIAL_MS
        self._show(way)
        if fresh:
            self._later(self._second, 1.0)
        self.changed()

    def keep(self) -> None:
        if self._trial is not None:
            way, self._trial = self._trial, None
            self._keep(way)
            self.changed()

    def put_back(self) -> None:
        if self._trial is not None:
            self._trial = None
            self._show(self.saved)
            self.changed()

    def _second(self) -> None:
        if self._trial is None:
            return
        if self._now() >= self._until:
            self.put_back()
            return
        self._later(self._second, min(1.0, max(0.05, (self._until - self._now()) / 1000)))
        self.changed()
