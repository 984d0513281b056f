"""The input devices of a folder (/dev/input), kept open as they come and go: the contacts of the touchscreens, and
readers that type into the kiosk."""

from __future__ import annotations

import contextlib
import ctypes
import itertools
import logging
import os
import select
import stat
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import msgspec

from companion.engine.evdev import (
    ABS_MT_POSITION_X,
    ABS_MT_POSITION_Y,
    ABS_MT_SLOT,
    ABS_MT_TRACKING_ID,
    ABS_X,
    ABS_Y,
    EVENT_SIZE,
    Description,
    axis_values,
    describe,
    slot_values,
    take_steady_time,
    unpack_events,
)
from kiosk.touch.decoder import (
    AnonymousDecoder,
    Contact,
    SingleDecoder,
    SlotDecoder,
    SlotState,
    TouchDecoder,
    decoder_for,
)
from kiosk.touch.quick_typing import QuickTyping

log = logging.getLogger(__name__)
FOLDER = Path("/dev/input")
EVENTS_AT_ONCE = 256
_IN_ATTRIB, _IN_CREATE, _IN_DELETE = 0x4, 0x100, 0x200


class Touchscreen:
    """One touchscreen: turns its bytes into contacts."""

    def __init__(self, fd: int, device: Description, decoder: TouchDecoder) -> None:
        self.fd, self.device, self.decoder = fd, device, decoder
        self._rest = b""
        if isinstance(decoder, SlotDecoder):
            decoder.begin(*self._slots(decoder.slots))
        elif isinstance(decoder, SingleDecoder):
            decoder.begin(axis_values(fd, (ABS_X, ABS_Y)))

    def read(self) -> list[Contact]:
        """Return the contacts that have changed since the last call.

        :raises OSError: if the device has gone.
        """
        found: list[Contact] = []
        while True:
            try:
                data = os.read(self.fd, EVENTS_AT_ONCE * EVENT_SIZE)
            except BlockingIOError:
                return found
            data = self._rest + data
            self._rest = data[len(data) - len(data) % EVENT_SIZE :]  # a FIFO in a device's place may cut an event
            for event in unpack_events(data):
                found += self.decoder.feed(event)
            if self.decoder.stale:
                log.warning("touch: %s: events were lost", self.device.name)
                found += self._resync()

    def _resync(self) -> list[Contact]:
        match self.decoder:
            case SlotDecoder() as decoder:
                return decoder.resync(*self._slots(decoder.slots))
            case SingleDecoder() as decoder:
                return decoder.resync(axis_values(self.fd, (ABS_X, ABS_Y)))
            case AnonymousDecoder() as decoder:
                return decoder.resync()
        return []

    def _slots(self, count: int) -> tuple[SlotState | None, int]:
        """Return the state of its slots, and the slot to which the next event belongs."""
        asked = [
            slot_values(self.fd, code, count) for code in (ABS_MT_TRACKING_ID, ABS_MT_POSITION_X, ABS_MT_POSITION_Y)
        ]
        tracking, x, y = asked
        if tracking is None or x is None or y is None:
            return None, 0
        current = axis_values(self.fd, (ABS_MT_SLOT,)) or {ABS_MT_SLOT: 0}
        return SlotState(tracking, x, y), current[ABS_MT_SLOT]


class OtherDevice(NamedTuple):
    """A device that is no touchscreen; SDL may read it, too. `typing`: of a keyboard."""

    fd: int
    typing: QuickTyping | None


class InputDevices:
    """Every input device that can be read, and which of them are touchscreens.

    `poll` ends a sleep for all of them. `contacts` reads the touchscreens and the keyboards, and opens and closes what
    has come and gone; `drain` reads what ended a sleep.
    """

    def __init__(self, folder: Path = FOLDER) -> None:
        self.folder = folder
        self.poll = select.poll()
        self.reader_types: Callable[[], object] = lambda: None
        """Called when one of the keyboards typed a line faster than by hand. A reader that was adopted is grabbed: it
        sends nothing here."""
        self._ids = itertools.count(1)
        self._others: dict[Path, OtherDevice] = {}
        self._screens: dict[Path, Touchscreen] = {}
        self._left: list[Contact] = []
        self._notify = _watch(folder)
        if self._notify is not None:
            self.poll.register(self._notify, select.POLLIN)
        self._scan()

    def drain(self, fd: int) -> bool:
        """Read a descriptor of `poll` that `contacts` does not read. Return whether it was input."""
        for path, other in self._others.items():
            if other.fd == fd:
                return self._read(path, other)
        return any(screen.fd == fd for screen in self._screens.values())

    def _read(self, path: Path, other: OtherDevice) -> bool:
        """Read a device that is no touchscreen. Return whether there was something."""
        try:
            data = os.read(other.fd, EVENTS_AT_ONCE * EVENT_SIZE)
        except BlockingIOError:
            return False
        except OSError:
            data = b""
        if not data:
            self._close_other(path)
            self._scan()
        elif other.typing is not None:
            other.typing.feed(unpack_events(data))
        return True

    def _typed_quickly(self) -> None:
        self.reader_types()

    def contacts(self) -> list[Contact]:
        """Return what has happened on the touchscreens since the last call."""
        if self._has_changed():
            self._scan()
        for path, other in list(self._others.items()):
            # While every frame is late the window never sleeps, and `drain` is not called. One that has gone takes with
            # it what went at the same time (a hub).
            if other.typing is not None and self._others.get(path) is other:
                self._read(path, other)
        found, self._left = self._left, []
        for path, screen in list(self._screens.items()):
            if self._screens.get(path) is not screen:
                continue
            try:
                found += screen.read()
            except OSError:
                log.info("touch: %s has gone", screen.device.name)
                found += self._close_screen(path)
                self._scan()  # another one may have its name by now
        return found

    def close(self) -> None:
        """Close all file descriptors."""
        for path in list(self._others):
            self._close_other(path)
        for path in list(self._screens):
            self._close_screen(path)
        if self._notify is not None:
            os.close(self._notify)
            self._notify = None

    def _has_changed(self) -> bool:
        """Whether something in the folder came, went or changed its rights since the last call."""
        changed = False
        if self._notify is not None:
            with contextlib.suppress(BlockingIOError):
                while os.read(self._notify, 4096):
                    changed = True
        return changed

    def _scan(self) -> None:
        found = set(self.folder.glob("event*")) - set(self.folder.glob("event*.json"))
        for path, other in list(self._others.items()):
            if path not in found or not _is_still(path, other.fd):
                self._close_other(path)
        for path, screen in list(self._screens.items()):
            if path not in found or not _is_still(path, screen.fd):
                log.info("touch: %s has gone", screen.device.name)
                self._left += self._close_screen(path)
        for path in sorted(found - self._others.keys() - self._screens.keys()):
            self._open(path)

    def _open(self, path: Path) -> None:
        try:
            fifo = stat.S_ISFIFO(path.stat().st_mode)  # open for writing as well: it never ends then
            fd = os.open(path, (os.O_RDWR if fifo else os.O_RDONLY) | os.O_NONBLOCK | os.O_CLOEXEC)
        except OSError as error:  # not ours to read yet: udev sets the group a moment later, and we are notified
            log.debug("input: %s: %s", path, error)
            return
        screen: Touchscreen | None = None
        typing: QuickTyping | None = None
        try:
            device = describe(fd, path)
            if device.is_touchscreen:
                screen = self._touchscreen(fd, path, device)
            elif device.is_keyboard:
                take_steady_time(fd)
                typing = QuickTyping(self._typed_quickly)
        except (OSError, msgspec.MsgspecError) as error:
            log.warning("input: %s cannot say what it is: %s", path, error)
        if screen is not None:
            self._screens[path] = screen
        else:
            self._others[path] = OtherDevice(fd, typing)
        self.poll.register(fd, select.POLLIN)

    def _touchscreen(self, fd: int, path: Path, device: Description) -> Touchscreen | None:
        decoder = decoder_for(device, self._ids)
        if decoder is None:
            log.warning("touch: %s (%s) does not say how large it is: it is left out", device.name, path)
            return None
        log.info("touch: %s (%s)", device.name, path)
        return Touchscreen(fd, device, decoder)

    def _close_other(self, path: Path) -> None:
        self._release(self._others.pop(path).fd)

    def _close_screen(self, path: Path) -> list[Contact]:
        screen = self._screens.pop(path)
        self._release(screen.fd)
        return screen.decoder.cancel()

    def _release(self, fd: int) -> None:
        self.poll.unregister(fd)
        os.close(fd)


def _is_still(path: Path, fd: int) -> bool:
    """Whether `path` is the device that was opened as `fd`, and not another one of the same name."""
    try:
        return path.stat().st_ino == os.fstat(fd).st_ino
    except OSError:
        return False


def _watch(folder: Path) -> int | None:
    """Return an inotify descriptor, readable when something in `folder` comes, goes or changes its rights."""
    libc = ctypes.CDLL(None, use_errno=True)
    fd: int = libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
    if fd < 0:
        return None
    if libc.inotify_add_watch(fd, os.fsencode(folder), _IN_CREATE | _IN_ATTRIB | _IN_DELETE) < 0:
        log.warning("input: %s: %s: what is plugged in later goes unnoticed", folder, os.strerror(ctypes.get_errno()))
        os.close(fd)
        return None
    return fd
