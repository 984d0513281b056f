"""A PC/SC reader (ACR122U and its kin) as a port: a line for each card that comes or goes, sent by the reader itself.

+04A1B2C3D4E5F6     a card is there, with this number
-04A1B2C3D4E5F6     it went
?6A81               a card that gives no number, and what it said (or `?` alone: it does not answer)
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import threading
from collections.abc import Callable, Sequence

from msgspec import Struct

from drivers.readers.pcsc_library import (
    CARD_WENT,
    CHANGED,
    MUTE,
    NEVER_MS,
    PRESENT,
    UNAVAILABLE,
    UNAWARE,
    UNKNOWN,
    Context,
    PcscError,
)
from drivers.readers.ports import PortFault

GET_UID = bytes.fromhex("FF CA 00 00 00")
"""Get Data of PC/SC, part 3: the number of the card."""
WELL = b"\x90\x00"
LEAST_UID, MOST_UID = 4, 16
TRIES = 3
"""A card that has just come may still be moved."""
_SLOT = re.compile(r" \d\d \d\d$")
"""pcscd's numbers of a reader and its slot, which may change when it is plugged in again."""
_CANCEL_S, _CANCEL_TRIES = 0.05, 40

OpenContext = Callable[[], Context]


class News(Struct, frozen=True):
    """One line of one reader."""

    reader: str
    line: str


class PcscWatch:
    """Some readers, seen by their own events."""

    def __init__(self, context: Context, readers: Sequence[str]) -> None:
        self._context = context
        self._states = dict.fromkeys(readers, UNAWARE)
        self._lying: dict[str, str] = {}

    def wait(self, wait_ms: int) -> list[News]:
        """What has changed, after a sleep until something has.

        :raises OSError: with ETIMEDOUT, ECANCELED; if a reader was pulled out, another program has a card for itself,
            or pcscd is gone.
        """
        states = self._context.changed(list(self._states.items()), wait_ms)
        news: list[News] = []
        for reader, state in zip(list(self._states), states, strict=True):
            if state & (UNKNOWN | UNAVAILABLE):
                raise OSError(errno.ENODEV, os.strerror(errno.ENODEV))
            news += [News(reader, line) for line in self._look(reader, state)]
        return news

    def _look(self, reader: str, state: int) -> list[str]:
        before = self._states[reader]
        self._states[reader] = state & ~CHANGED
        another = state >> 16 != before >> 16 or not before & PRESENT
        lines: list[str] = []
        if (another or not state & PRESENT) and (uid := self._lying.pop(reader, "")):
            lines.append(f"-{uid}")
        if state & PRESENT and another:
            found = "?" if state & MUTE else self._uid(reader)
            if found and found[0] == "+":
                self._lying[reader] = found[1:]
            lines += [found] if found else []
        return lines

    def _uid(self, reader: str) -> str:
        """The line of the card that has come; "" if it has gone again."""
        for left in reversed(range(TRIES)):
            try:
                return answer_line(self._context.ask(reader, GET_UID))
            except PcscError as error:
                if error.code not in CARD_WENT:
                    raise
                if not left:
                    return "?"
        return ""


def answer_line(answer: bytes) -> str:
    """What a card's answer says."""
    uid = answer[:-2]
    if answer[-2:] == WELL and LEAST_UID <= len(uid) <= MOST_UID:
        return f"+{uid.hex().upper()}"
    return f"?{answer[-2:].hex().upper()}"


class PcscPort:
    """An open reader."""

    timeout: float | None = None
    in_waiting = 0

    def __init__(self, context: Context, reader: str) -> None:
        self.reader = reader
        self._context = context
        self._watch = PcscWatch(context, [reader])
        self._cancelled = False
        self._awake = threading.Event()
        self._awake.set()

    def read_waiting(self, seconds: float | None, mark: int | None = None) -> bytes:
        """The lines of what has changed, after a sleep until something has; b"" after so many seconds (None: never), or
        if cancelled.

        :raises OSError: if it was pulled out, another program has its card for itself, or pcscd is gone.
        """
        self._awake.clear()
        try:
            if self._cancelled:
                return b""
            news = self._watch.wait(NEVER_MS if seconds is None else round(seconds * 1000))
            return "".join(f"{one.line}\n" for one in news).encode("ascii")
        except OSError as error:
            if error.errno in (errno.ETIMEDOUT, errno.ECANCELED):
                return b""
            raise
        finally:
            self._awake.set()

    def read(self, size: int = 1, /) -> bytes:
        """As `read_waiting` of its `timeout`."""
        return self.read_waiting(self.timeout)

    def write(self, data: bytes, /) -> int:
        """There is nothing to say."""
        return 0

    def cancel_read(self) -> None:
        """End a sleep of another thread; one that is just going to sleep, too."""
        self._cancelled = True
        for _ in range(_CANCEL_TRIES):
            self._context.cancel()
            if self._awake.wait(_CANCEL_S):
                return

    def close(self) -> None:
        self._context.close()


def open_pcsc(name: str, open_context: OpenContext = Context) -> PcscPort:
    """
    :param name: the reader's, as pcscd says it.
    :raises OSError: with ENOPKG without libpcsclite, ECONNREFUSED without pcscd, EACCES if it does not let us in,
        ENODEV if the reader is not there.
    """
    context = open_context()
    try:
        return PcscPort(context, _named(name, context.readers()))
    except OSError:
        with contextlib.suppress(OSError):
            context.close()
        raise


def _named(name: str, there: Sequence[str]) -> str:
    """Return that reader, or the only one with that name but for its numbers."""
    alike = [one for one in there if _SLOT.sub("", one) == _SLOT.sub("", name)]
    if name in there:
        return name
    if len(alike) == 1:
        return alike[0]
    raise OSError(errno.ENODEV, os.strerror(errno.ENODEV))


def why_not(name: str, fault: PortFault) -> str:
    """One line: which reader, what happened, and what the table can do about it."""
    match fault.errno:
        case errno.ENOPKG:
            return f"{name}: PC/SC is not installed here: sudo apt install pcscd"
        case errno.ECONNREFUSED:
            return f"{name}: pcscd does not run"
        case errno.EACCES | errno.EPERM:
            return f"{name}: pcscd does not let this user in"
        case errno.EBUSY | errno.EAGAIN:
            return f"{name} is in use by another program"
        case errno.ENODEV | errno.ENOENT | errno.ENXIO if not fault.was_open:
            return f"{name} is not there: is the reader's USB cable in?"
        case _ if fault.was_open:
            return f"{name} was lost: is its USB cable in?"
        case _:
            return f"{name} cannot be opened: {fault.said}"


def is_name(port: str) -> bool:
    """Whether it is a reader's name of PC/SC, and no path or URL."""
    return bool(port) and "/" not in port
