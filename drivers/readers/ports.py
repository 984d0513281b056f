"""Serial ports: opening one, saying in words why it cannot be used, finding its stable name."""

from __future__ import annotations

import errno
import os
import select
import termios
import typing
from pathlib import Path

import serial
from msgspec import Struct

from companion.engine.foreign import of_errno, verbatim
from companion.engine.text import Text

BY_ID = Path("/dev/serial/by-id")
WRITE_S = 0.5
MOST_BYTES = 4096
"""The most that are read at once."""


class Port(typing.Protocol):
    """What the loop uses of a pyserial port. `timeout` in seconds, None: for ever."""

    timeout: float | None

    @property
    def in_waiting(self) -> int: ...
    def read(self, size: int = 1, /) -> bytes: ...
    def write(self, data: bytes, /) -> int | None: ...
    def cancel_read(self) -> None: ...
    def close(self) -> None: ...


class SerialLine(serial.Serial):
    """A serial port of this machine, read with two system calls; with pyserial's `read` it takes five."""

    def open(self) -> None:
        super().open()
        self._raw = termios.tcgetattr(self.fileno())
        self._poll = select.poll()
        for fd in (self.fileno(), self.pipe_abort_read_r):
            assert fd is not None
            self._poll.register(fd, select.POLLIN)

    def read_waiting(self, seconds: float | None, mark: int | None = None) -> bytes:
        """All that waits, after a sleep until something does; b"" after so many seconds (None: never), or if cancelled.

        :param mark: sleep on until this byte, or a line feed, has come or the time is over.
        :raises OSError: if the port is lost.
        :raises termios.error: if it is lost while `mark` was waited for.
        """
        if mark is None:
            ready = self._sleep(seconds)
        else:
            termios.tcsetattr(self.fileno(), termios.TCSANOW, self._ended_by(mark))
            ready = self._sleep(seconds)
            termios.tcsetattr(self.fileno(), termios.TCSANOW, self._raw)
        if self.pipe_abort_read_r in ready:
            os.read(self.pipe_abort_read_r, 1000)
            return b""
        if not ready and mark is None:
            return b""
        try:
            data = os.read(self.fileno(), MOST_BYTES)
        except BlockingIOError:  # another program has taken them
            return b""
        if ready and not data:
            raise serial.SerialException("readable, and nothing to be read: it was pulled out")
        return data

    def _sleep(self, seconds: float | None) -> list[int]:
        """What can be read."""
        return [fd for fd, _ in self._poll.poll(None if seconds is None else seconds * 1000)]

    def _ended_by(self, mark: int) -> list[typing.Any]:
        """The kernel reads lines that end with `mark`, and wakes no reader before (termios(3), canonical mode): four
        idle R200, which say "no tag" 33 times a second, cost a quarter of what they cost byte by byte. What is there
        already counts as a line."""
        iflag, oflag, cflag, lflag, ispeed, ospeed, keys = self._raw
        keys = list(keys)
        for key in (termios.VEOF, termios.VEOL2, termios.VERASE, termios.VKILL):
            keys[key] = b"\0"  # none
        keys[termios.VEOL] = bytes((mark,))
        return [iflag, oflag, cflag, lflag | termios.ICANON, ispeed, ospeed, keys]


class TunablePort(Port, typing.Protocol):
    """A port whose speed, in bits per second, can be changed while it is open."""

    baudrate: int


def open_port(port: str, baud: int) -> Port:
    """Open `port` at `baud` bits per second, 8N1, for this process alone.

    DTR is asserted, that is: its pin is low, which is what enables a Parallax reader. Writing to a port that
    takes nothing fails after `WRITE_S`.

    :raises OSError: (SerialException is one) if it is not there, in use, or not a serial port.
    :raises ValueError: if it is a URL that pyserial does not know, or no such baud rate exists.
    """
    opened: typing.Any = serial.serial_for_url(port, do_not_open=True) if "://" in port else SerialLine()
    opened.port = port
    opened.baudrate, opened.timeout, opened.write_timeout, opened.exclusive = baud, None, WRITE_S, True
    opened.dtr = True
    opened.open()
    return typing.cast(Port, opened)


class PortFault(Struct, frozen=True):
    """What went wrong with a port: in the system's words, its number if it has one, whether the port had been open."""

    said: str
    errno: int | None = None
    was_open: bool = False

    @property
    def detail(self) -> Text:
        """What the system says of it."""
        return of_errno(self.errno) if self.errno else verbatim(" ".join(self.said.split()) or "?")


def fault_of(error: BaseException, *, was_open: bool = False) -> PortFault:
    """pyserial puts some of the system's numbers only into its words: then the error before it has the number."""
    for one in (error, error.__context__):
        if isinstance(one, OSError) and one.errno:
            return PortFault(str(error), one.errno, was_open)
        if isinstance(one, termios.error):
            return PortFault(str(error), int(one.args[0]), was_open)
    return PortFault(str(error), None, was_open)


def why(port: str, fault: PortFault, group: str = "dialout") -> str:
    """One line: which port, what happened, and what the table can do about it.

    :param group: whose members may open it.
    """
    if fault.was_open:
        return f"{port} was lost: is its USB cable in?"
    match fault.errno:
        case errno.ENOENT | errno.ENODEV | errno.ENXIO:
            return f"{port} is not there: is the reader's USB cable in?"
        case errno.EACCES | errno.EPERM:
            return f"{port} may not be opened: the user needs the group {group}"
        case errno.EBUSY | errno.EAGAIN:
            return f"{port} is in use by another program"
        case _:
            return f"{port} cannot be opened: {fault.said}"


def is_refused(fault: PortFault) -> bool:
    """Whether the port is there, but may not be opened."""
    return fault.errno in (
        errno.EACCES, errno.EPERM, errno.EBUSY, errno.EAGAIN, errno.ENOPKG, errno.ECONNREFUSED,
    )  # fmt: skip


def is_absent(port: str) -> bool:
    """Whether `port` is a path with nothing at its end (a URL is never absent before it is tried)."""
    if "://" in port:
        return False
    try:
        return not Path(port).exists()
    except OSError:  # a folder that may not be searched: there may be something, opening it will show
        return False


def stable_name(port: str, by_id: Path = BY_ID) -> str | None:
    """The name under `by_id` of the device behind `port`, which survives replugging; None if there is none.

    None also if `port` is such a name already, or one by its socket.
    """
    path = Path(port)
    if "://" in port or path.parent in (by_id, by_id.with_name("by-path")) or not by_id.is_dir():
        return None
    try:
        device = path.resolve()
        return next((str(link) for link in sorted(by_id.iterdir()) if link.resolve() == device), None)
    except (OSError, RuntimeError):  # a link that leads to itself, or a folder that may not be searched
        return None
