"""A keyboard's event device as a port: opened for reading, and grabbed, so that what it types goes nowhere else."""

from __future__ import annotations

import contextlib
import errno
import os
import select
from pathlib import Path

import msgspec

from companion.engine.evdev import Description, describe, grab, take_steady_time

FOLDER = Path("/dev/input")
BY_ID, BY_PATH = FOLDER / "by-id", FOLDER / "by-path"
MOST_BYTES = 4096


class KeyDevice:
    """An open keyboard. `description`: what it says of itself."""

    timeout: float | None = None
    in_waiting = 0

    def __init__(self, fd: int, description: Description) -> None:
        self.description = description
        self._fd = fd
        self._woken, self._wake = os.pipe()
        os.set_blocking(self._wake, False)
        self._poll = select.poll()
        for each in (fd, self._woken):
            self._poll.register(each, select.POLLIN)

    def read_waiting(self, seconds: float | None, mark: int | None = None) -> bytes:
        """All that waits, after a sleep until something does; b"" after so many seconds (None: never), or if cancelled.

        :raises OSError: if it was pulled out.
        """
        ready = dict(self._poll.poll(None if seconds is None else seconds * 1000))
        if self._woken in ready:
            os.read(self._woken, 1000)
            return b""
        if not ready:
            return b""
        try:
            data = os.read(self._fd, MOST_BYTES)
        except BlockingIOError:
            return b""
        if not data:
            raise OSError(errno.ENODEV, os.strerror(errno.ENODEV))
        return data

    def read(self, size: int = 1, /) -> bytes:
        """As `read_waiting` of its `timeout`."""
        return self.read_waiting(self.timeout)

    def write(self, data: bytes, /) -> int:
        """There is nothing to say to a keyboard."""
        return 0

    def fileno(self) -> int:
        """For `select`."""
        return self._fd

    def cancel_read(self) -> None:
        """End a sleep of another thread."""
        with contextlib.suppress(BlockingIOError):
            os.write(self._wake, b"!")

    def close(self) -> None:
        """Release the device: its keys go to all programs again."""
        for fd in (self._fd, self._woken, self._wake):
            os.close(fd)


def open_keys(path: str, name: str = "", grabbed: bool = True) -> KeyDevice:
    """
    :param name: what it must say of itself; "": anything. A keyboard in a reader's socket is left to its user.
    :param grabbed: what it types comes here alone.
    :raises OSError: if it is not there, may not be opened, has been grabbed by another program (EBUSY), is no keyboard
        (ENOTTY), or another one than that (ENXIO).
    """
    fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        description = describe(fd, Path(path))
        if not description.is_keyboard:
            raise OSError(errno.ENOTTY, os.strerror(errno.ENOTTY))
        if name not in ("", description.name):
            raise OSError(errno.ENXIO, f"{description.name} is there, not {name}")
        take_steady_time(fd)
        if grabbed:
            grab(fd)
    except msgspec.MsgspecError as error:
        os.close(fd)
        raise OSError(errno.ENOTTY, str(error)) from error
    except OSError as error:
        os.close(fd)
        raise OSError(errno.ENOTTY if error.errno == errno.EINVAL else error.errno, str(error.strerror)) from error
    return KeyDevice(fd, description)
