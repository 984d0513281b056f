"""The sleep of the main loop. Kivy's stock clock wakes sixty times a second; this one sleeps in the kernel until a
touch, another thread or the next event wakes it, and still draws animations at 60 frames a second at most.

Call `install_loop` once the window exists and KIVY_CLOCK=interrupt was set (`env.prepare_kivy` with
loop="blocking"). Only for the synchronous App.run(). If anything it needs is missing, the log says so and a capped wait
takes its place.
"""

from __future__ import annotations

import contextlib
import ctypes
import logging
import os
import select
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from kiosk.display.env import Loop
from kiosk.touch.devices import InputDevices

log = logging.getLogger(__name__)
MAX_WAIT = 1.0
"""s. The longest sleep when nothing is scheduled."""
SHORTEST = 0.0005
"""s. Shorter sleeps are not worth a system call."""
TOGETHER = 0.003
"""s. Events that are due within so short a time share a frame: one takes 1.4 to 6 ms of software GL."""
NEVER = 1e300
SAME_CLOCK = 0.01
"""s. Two clocks that differ by less are the same one, read one after the other."""
raw_time = partial(time.clock_gettime, time.CLOCK_MONOTONIC_RAW)
"""The clock that Kivy reads through ctypes, which takes it 25 times as long."""


class Waiter(Protocol):
    """A way to sleep that another thread can end."""

    name: str

    def wait(self, seconds: float) -> bool:
        """Sleep; True if input came."""

    def wake(self) -> None:
        """End the sleep, or make the next one end at once. From any thread."""

    def woken(self) -> None:
        """Forget what woke the loop."""


class SdlWaiter:
    """Sleeps in SDL_WaitEventTimeout: right where SDL itself sleeps on a file descriptor (X11, Wayland)."""

    name = "sdl"

    def __init__(self, sdl: Any) -> None:
        self._wait, self._push = sdl.SDL_WaitEventTimeout, sdl.SDL_PushEvent
        self._wait.argtypes = [ctypes.c_void_p, ctypes.c_int]
        self._push.argtypes = [ctypes.c_void_p]
        self._event = (ctypes.c_uint8 * 128)()  # no shorter than SDL_Event, whose first field is the type
        kind: int = sdl.SDL_RegisterEvents(1)
        ctypes.memmove(self._event, kind.to_bytes(4, "little", signed=False), 4)

    def wait(self, seconds: float) -> bool:
        # Rounded up: rounded down, the loop would wake up to 1 ms early and poll until the time has come.
        return bool(self._wait(None, int(seconds * 1000 + 0.999)))

    def wake(self) -> None:
        self._push(ctypes.byref(self._event))

    def woken(self) -> None:
        pass  # SDL's queue holds our event until Kivy polls it


class FdWaiter:
    """Sleeps in poll() on an eventfd and the input devices: KMSDRM and offscreen, where SDL itself polls.

    :param devices: the touchscreens' descriptors are left unread for their provider; SDL has its own of the others.
    """

    name = "fd"

    def __init__(self, devices: InputDevices | None = None) -> None:
        self._devices = devices
        self._bell = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)
        self._poll = devices.poll if devices is not None else select.poll()
        self._poll.register(self._bell, select.POLLIN)

    def wait(self, seconds: float) -> bool:
        touched = False
        for fd, _ in self._poll.poll(int(seconds * 1000 + 0.999)):
            if fd != self._bell and self._devices is not None:
                touched |= self._devices.drain(fd)
        return touched

    def wake(self) -> None:
        os.eventfd_write(self._bell, 1)

    def woken(self) -> None:
        with contextlib.suppress(BlockingIOError):
            os.eventfd_read(self._bell)

    def close(self) -> None:
        """Give its own file descriptor back (tests)."""
        self._poll.unregister(self._bell)
        os.close(self._bell)


class CappedWaiter:
    """Sleeps at most a frame at a time: the fallback when neither of the others works."""

    name = "capped"

    def __init__(self) -> None:
        self._bell = threading.Event()

    def wait(self, seconds: float) -> bool:
        self._bell.wait(min(seconds, 1 / 60))
        return False

    def wake(self) -> None:
        self._bell.set()

    def woken(self) -> None:
        self._bell.clear()


class BlockingIdle:
    """Kivy's `Clock.idle` over a Waiter. Only input and other threads break the cap of 60 frames a second."""

    def __init__(self, clock: Any, waiter: Waiter) -> None:
        self.clock, self.waiter = clock, waiter
        self._main = threading.get_ident()
        self._pending = False
        self._again = 0
        self._set: Callable[[], None] = clock._event.set
        self._on_schedule: Callable[[Any], None] = clock.on_schedule
        self._idle: Callable[[], float] = clock.idle
        self._time: Callable[[], float] = clock.time
        self._soon = 1 / clock._max_fps + clock.get_resolution()

    def install(self) -> None:
        """Replace the clock's own idle."""
        # Both hooks: Kivy sets its event for what is due in this frame only, and the sleep may be much longer.
        self.clock._event.set = self._signal
        self.clock.on_schedule = self._scheduled
        self.clock.idle = self.idle
        if abs(raw_time() - self._time()) < SAME_CLOCK:
            self.clock.time = raw_time

    def remove(self) -> None:
        """Give the clock its own idle back (tests)."""
        self.clock._event.set, self.clock.on_schedule, self.clock.idle = self._set, self._on_schedule, self._idle
        self.clock.time = self._time

    def _kick(self) -> None:
        if threading.get_ident() != self._main and not self._pending:
            self._pending = True
            self.waiter.wake()

    def _signal(self) -> None:
        if not self.clock._event.is_set():  # else the tick that clears it does what is scheduled already
            self._set()
        self._kick()

    def _scheduled(self, event: Any) -> None:
        if event.timeout <= 0:
            self._signal()
            return
        if event.timeout <= self._soon:  # else it is not due within this frame, whatever is over of it
            self._on_schedule(event)
        self._kick()

    def sleep_for(self) -> float:
        """Seconds until the loop must run again by itself."""
        clock = self.clock
        now = clock.time()
        due = clock._get_min_timeout_func()
        frame: float = 1 / clock._max_fps - (now - clock._last_tick)
        if clock._event.is_set() or not due:
            return min(frame, MAX_WAIT)  # work of the main thread is due: at most 60 times a second
        return min(max(frame, due + TOGETHER - now), MAX_WAIT) if due < NEVER else MAX_WAIT

    def idle(self) -> float:
        """Sleep, then begin a tick: returns its time in s, as Kivy's own does."""
        clock = self.clock
        if self._again:
            self._again -= 1
        elif not self._pending:
            seconds = self.sleep_for()
            if seconds > SHORTEST and self.waiter.wait(seconds) and not self._pending:
                self._again = 2  # input: polled in this tick, dispatched in the next
        self._pending = False
        self.waiter.woken()
        now: float = clock.time()
        clock._dt = now - clock._last_tick
        clock._last_tick = now
        clock._event.clear()
        return now


def sdl_library() -> Any:
    """The SDL that Kivy brought, else the system's.

    :raises OSError: if there is none.
    """
    import kivy

    root = Path(kivy.__file__).parent.parent
    bundled = [*root.glob("[Kk]ivy.libs/libSDL2-2-*.so*")]
    return ctypes.CDLL(str(bundled[0]) if bundled else "libSDL2-2.0.so.0")


def video_driver(sdl: Any) -> str:
    """SDL's video driver of the moment, in lower case: `x11`, `kmsdrm`, `offscreen`; "" if there is none."""
    sdl.SDL_GetCurrentVideoDriver.restype = ctypes.c_char_p
    name: bytes | None = sdl.SDL_GetCurrentVideoDriver()
    return name.decode().lower() if name else ""


def offscreen() -> bool:
    """Whether the window is nowhere to be seen."""
    try:
        return video_driver(sdl_library()) == "offscreen"
    except OSError:  # no SDL to be asked: `choose_waiter` says so
        return False


def choose_waiter(devices: InputDevices | None = None) -> Waiter:
    """The waiter for the window's video driver. `devices`: also wakes for these, where SDL itself would poll."""
    try:
        sdl = sdl_library()
        if video_driver(sdl) in ("x11", "wayland"):
            return SdlWaiter(sdl)
        return FdWaiter(devices)
    except (OSError, AttributeError) as problem:
        log.warning("loop: no blocking wait here (%s), a capped one takes its place", problem)
        return CappedWaiter()


def draw_again() -> None:
    """Have the next frame drawn a second time: SDL's first one sets the display's mode on KMSDRM, and stays black."""
    from kivy.clock import Clock
    from kivy.core.window import Window

    def flipped(_window: Any) -> None:
        Window.unbind(on_flip=flipped)
        Clock.schedule_once(lambda _dt: Window.canvas.ask_update())  # in the next turn: this frame is not flipped yet

    Window.bind(on_flip=flipped)


def install_loop(kind: Loop, waiter: Waiter | None = None, devices: InputDevices | None = None) -> BlockingIdle | None:
    """Make the loop sleep as `kind` says, and draw its first frame twice. The log says which. None for the stock clock.

    :param waiter: instead of the one that suits the window; else it also wakes for `devices`.
    """
    from kivy.clock import Clock

    draw_again()
    if kind == "stock":
        log.info("loop: stock clock")
        return None
    if getattr(Clock, "_event", None) is None:
        log.warning("loop: KIVY_CLOCK is not interrupt, the stock clock runs")
        return None
    idle = BlockingIdle(Clock, waiter or choose_waiter(devices))
    idle.install()
    log.info("loop: blocking wait (%s)", idle.waiter.name)
    return idle
