"""Dims the screen when nothing has been touched for a while, and brightens it at a touch, a tag or a button."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

log = logging.getLogger(__name__)

BACKLIGHTS = Path("/sys/class/backlight")
DIM = 0.12
"""What is left of a backlight's brightness."""
VEIL = 0.8
"""How black the veil is where there is no backlight that may be set."""
LARGEST = 7680
"""px of the longest side that a window may have: it may be turned and resized under its veil."""
WAKING_MS = 400
"""How long nothing is pressed after the touch that woke the screen, and after one that rested with it as long."""
AGAIN_S = 60.0
"""How long until the next look while something keeps the screen bright."""


Schedule = Callable[[Callable[[], None], float], Any]
"""Calls something after so many seconds."""


class Dimmable(Protocol):
    """What makes the screen dim."""

    def dim(self) -> None: ...

    def bright(self) -> None: ...


class Backlight:
    """The brightness files of the displays.

    :param folder: where the system keeps them.
    """

    def __init__(self, folder: Path = BACKLIGHTS) -> None:
        self._before: dict[Path, str] = {}
        self._files = [file for file in sorted(folder.glob("*/brightness")) if _writable(file)]
        for file in self._files:
            self._relight(file)

    def __bool__(self) -> bool:
        return bool(self._files)

    @staticmethod
    def _levels(file: Path) -> tuple[int, int, int]:
        """Return the present, the dim and the highest level.

        :raises OSError, ValueError: if the files are not as they should be.
        """
        most = int(file.with_name("max_brightness").read_text())
        return int(file.read_text()), max(1, round(most * DIM)), most

    def _relight(self, file: Path) -> None:
        """Restore the level of a display that a killed companion has left dim."""
        with contextlib.suppress(OSError, ValueError):
            now, low, most = self._levels(file)
            if now == low:
                file.write_text(str(most))

    def dim(self) -> None:
        for file in self._files:
            try:
                now, low, _most = self._levels(file)
                if now > low:
                    self._before[file] = str(now)
                    file.write_text(str(low))
            except (OSError, ValueError) as error:
                log.warning("%s cannot be dimmed: %s", file, error)

    def bright(self) -> None:
        for file, level in self._before.items():
            try:
                file.write_text(level)
            except OSError as error:
                log.warning("%s cannot be lit again: %s", file, error)
        self._before.clear()


def _writable(file: Path) -> bool:
    """Whether a file can be opened for writing: a question about rights would not see a read-only file system."""
    try:
        with file.open("r+"):
            return True
    except OSError:
        return False


class Veil:
    """A black veil over everything in the window."""

    def __init__(self) -> None:
        self._group: Any = None

    def dim(self) -> None:
        from kivy.core.window import Window
        from kivy.graphics import Color, InstructionGroup, Rectangle

        if self._group is None:
            self._group = InstructionGroup()
            self._group.add(Color(0, 0, 0, VEIL))
            self._group.add(Rectangle(pos=(0, 0), size=(LARGEST, LARGEST)))
            Window.canvas.add(self._group)

    def bright(self) -> None:
        from kivy.core.window import Window

        if self._group is not None:
            Window.canvas.remove(self._group)
            self._group = None


class Dimmer:
    """Dims the screen with one event every few minutes, nothing else.

    :param after_min: minutes without input after which the screen gets dim; 0: never.
    :param busy: whether something keeps it bright: a game clock that runs, a question with a default.
    :param now: ms of the table's clock.
    """

    def __init__(
        self,
        light: Dimmable,
        after_min: Callable[[], int],
        busy: Callable[[], bool],
        now: Callable[[], int],
        later: Schedule,
    ) -> None:
        self._light, self._after, self._busy, self._now, self._later = light, after_min, busy, now, later
        self._last = now()
        self._event: Any = None
        self.is_dim = False
        self._swallowed: dict[Any, int] = {}
        """Touches that press nothing, and when they came (ms): the one that woke the screen, and what came with it."""
        self._woke: Any = None
        self._awake_at = self._last
        """ms from which a touch presses again, once those that were swallowed are lifted."""
        self.plan()

    def plan(self) -> None:
        """Plan the next look: the setting has changed, or there was activity."""
        if self._event is not None:
            self._event.cancel()
            self._event = None
        minutes = self._after()
        if minutes > 0 and not self.is_dim:
            left = self._last + minutes * 60_000 - self._now()
            self._event = self._later(self._look, max(1.0, left / 1000))

    def _look(self) -> None:
        self._event = None
        minutes = self._after()
        if minutes <= 0:
            return
        if self._busy():
            self._event = self._later(self._look, AGAIN_S)
        elif self._now() - self._last >= minutes * 60_000:
            self.is_dim = True
            self._light.dim()
        else:
            self.plan()

    def noticed(self, post: Callable[[Callable[[], object]], None]) -> None:
        """Report activity. From any thread: `post` calls on the UI thread, which is not woken unless it is dim."""
        self._last = self._now()
        if self.is_dim:
            post(self.stir)

    def stir(self) -> bool:
        """Brighten the screen; return whether it was dim."""
        self._last = self._now()
        if not self.is_dim:
            return False
        self.is_dim = False
        self._light.bright()
        self.plan()
        return True

    # -- fingers: for Window.bind; True keeps the touch from the widgets

    def touch_down(self, _window: Any, touch: Any) -> bool:
        """Swallow the touch that wakes, and what comes with it: a hand is several contacts, and one that breaks comes
        again."""
        if self.stir():
            self._woke = touch.uid
        elif not self._swallowed and self._now() >= self._awake_at:
            return False
        self._swallowed[touch.uid] = self._now()
        return True

    def touch_move(self, _window: Any, touch: Any) -> bool:
        return touch.uid in self._swallowed

    def touch_up(self, _window: Any, touch: Any) -> bool:
        came, now = self._swallowed.pop(touch.uid, None), self._now()
        if came is None:
            return False
        if touch.uid == self._woke or now - came >= WAKING_MS:  # of a resting hand; a tap makes the wait no longer
            self._awake_at = now + WAKING_MS
        return True

    def bind(self, window: Any) -> None:
        """Receive the fingers on that window before its widgets do."""
        window.bind(on_touch_down=self.touch_down, on_touch_move=self.touch_move, on_touch_up=self.touch_up)

    def close(self) -> None:
        """Brighten the screen and cancel the event."""
        if self._event is not None:
            self._event.cancel()
            self._event = None
        if self.is_dim:
            self.is_dim = False
            self._light.bright()


def best_light(folder: Path = BACKLIGHTS) -> Dimmable:
    """Return the backlight if it may be set, else a veil."""
    backlight = Backlight(folder)
    return backlight if backlight else Veil()
