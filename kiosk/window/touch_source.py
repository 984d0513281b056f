"""The source of fingers that suits the window's video driver. The mouse has a provider of its own, Kivy's.

On KMSDRM only this source turns a finger into a touch: Kivy drops SDL's finger events on Linux, and SDL makes no
mouse of them there. So the kernel's events are read. On X11 and XWayland the devices belong to the X server, and
SDL's finger events are taken before Kivy drops them. It is one or the other, and SDL_TOUCH_MOUSE_EVENTS is 0
(kiosk.display.env): a finger is never reported twice.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

from msgspec.structs import replace

from kiosk.display.loop import sdl_library, video_driver
from kiosk.storage.settings import SettingsFile
from kiosk.touch.calibration import Axes, Point
from kiosk.touch.devices import FOLDER, InputDevices
from kiosk.touch.provider import FingerProvider, SdlFingers

log = logging.getLogger(__name__)


class Fingers:
    """The provider that Kivy asks for touches, and what it reads.

    :param devices: the touchscreens read, None where SDL reports fingers.
    """

    def __init__(self, settings: SettingsFile, devices: InputDevices | None, sdl: SdlFingers | None = None) -> None:
        self._settings, self._sdl = settings, sdl
        self.devices = devices
        self.listener: Callable[[Point], object] = lambda _place: None
        """Called with the panel's own place of each finger that comes down (calibration)."""
        read = devices.contacts if devices is not None else sdl.contacts if sdl is not None else list
        self.provider = FingerProvider("evdev" if devices is not None else "sdl", read, self._came)
        self.provider.axes = settings.now.touch_axes

    @property
    def axes(self) -> Axes:
        """The orientation of the touch panel's axes on the picture."""
        return self.provider.axes

    def use_axes(self, axes: Axes) -> None:
        """Use these axes from now on, until the next start."""
        self.provider.axes = axes

    def keep_axes(self, axes: Axes) -> None:
        """Use these axes from now on, and after the next start."""
        self.use_axes(axes)
        self._settings.change(replace(self._settings.now, touch_axes=axes))

    def _came(self, x: float, y: float) -> None:
        if not self._settings.now.finger_seen:
            self._settings.change(replace(self._settings.now, finger_seen=True))
        self.listener((x, y))

    def start(self) -> None:
        """Let Kivy's event loop ask for touches from now on."""
        from kivy.base import EventLoop

        EventLoop.add_input_provider(self.provider)
        log.info("touch: fingers come from %s", self.provider.device)

    def close(self) -> None:
        """Stop the touches and close everything that was open."""
        from kivy.base import EventLoop

        EventLoop.remove_input_provider(self.provider)
        if self.devices is not None:
            self.devices.close()
        if self._sdl is not None:
            self._sdl.close()


def open_fingers(folder: Path | None, settings: SettingsFile) -> Fingers | None:
    """Return the window's source of fingers, started; None for a window that cannot be touched.

    :param folder: where touchscreens are read whatever the window is; None: as the window needs it.
    """
    try:
        sdl = sdl_library()
        driver = video_driver(sdl)
    except (OSError, AttributeError) as problem:
        log.warning("touch: SDL cannot be asked for its window (%s)", problem)
        sdl, driver = None, ""
    if folder is not None or driver == "kmsdrm":
        fingers = Fingers(settings, InputDevices(folder or FOLDER))
    elif driver in ("x11", "wayland"):
        fingers = Fingers(settings, None, SdlFingers(sdl))
    else:
        return None
    fingers.start()
    return fingers
