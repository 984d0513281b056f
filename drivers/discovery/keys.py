"""Which of the keyboards of this machine is a reader: the one that types a tag as no finger does."""

from __future__ import annotations

import errno
import select
import time
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec import Struct

from companion.engine.evdev import READER_GAP_US, READER_SIGNS
from companion.engine.text import N_, Facts, Text
from companion.engine.uid import UNSURE
from drivers.readers.key_device import BY_ID, BY_PATH, FOLDER, KeyDevice, open_keys
from drivers.readers.keyboard import KeyLines, tag_in_line

KEYS_READ = N_("{name} types {uid} as no finger does: it is a reader.")
KEYS_ONLY = N_(
    "It is the only keyboard here on which letters can be written. Is it a reader and nothing else? Then lay the same "
    "tag on it twice more…"
)
KEYS_STAYS = N_("It stays a keyboard: the same tag did not come twice more.")
KEYS_NONE = N_("No reader typed.")
CONFIRMED = 2
"""How often the only full keyboard of a machine types its tag again before it is believed to be none."""


class KeyboardFound(Struct, frozen=True):
    """A keyboard. `port`: its stable name if it has one; `full`: letters can be written on it."""

    port: str
    name: str
    full: bool


def keyboards(folder: Path = FOLDER) -> tuple[list[KeyboardFound], list[str]]:
    """Return the keyboards of this machine, and the devices that may not be read."""
    found: list[tuple[Path, str, bool]] = []
    denied: list[str] = []
    for path in sorted(set(folder.glob("event*")) - set(folder.glob("event*.json"))):
        try:
            device = open_keys(str(path), grabbed=False)
        except OSError as error:
            if error.errno in (errno.EACCES, errno.EPERM):
                denied.append(str(path))
            continue
        found.append((path, device.description.name, device.description.is_full_keyboard))
        device.close()
    names = [name for _path, name, _full in found]
    # Two of one make may have one name under by-id, which is that of whichever came last: then the socket is the name.
    return [KeyboardFound(_stable(path, names.count(name) == 1), name, full) for path, name, full in found], denied


def _stable(path: Path, only_one: bool) -> str:
    folders = [path.parent / each.name for each in ((BY_ID, BY_PATH) if only_one else (BY_PATH,))]
    links = (link for folder in folders if folder.is_dir() for link in sorted(folder.iterdir()))
    return next((str(link) for link in links if link.resolve() == path.resolve()), str(path))


def wait_for_tap(
    wanted: Sequence[KeyboardFound], free: Sequence[KeyboardFound], wait_s: float, report: Callable[[Text], object]
) -> tuple[KeyboardFound, str] | None:
    """The one of these keyboards that types a tag, and the tag; None if none does, or if it may be the family's.

    :param free: all that are no reader yet: the only one of them with letters must type its tag again.
    :param report: receives what is found, and what must be done.
    """
    typing = Typing(wanted)
    try:
        found = typing.tap(wait_s)
        if found is None:
            report(Text(KEYS_NONE))
            return None
        one, uid = found
        facts: Facts = {"name": one.name, "uid": uid.removeprefix(UNSURE)}
        report(Text(KEYS_READ, facts))
        if one.full and sum(other.full for other in free) == 1:
            report(Text(KEYS_ONLY))
            if not all(typing.tap(wait_s) == found for _ in range(CONFIRMED)):
                report(Text(KEYS_STAYS))
                return None
        return found
    finally:
        typing.close()


class Typing:
    """What is typed on some keyboards; other readers of them are not disturbed."""

    def __init__(self, keys: Sequence[KeyboardFound]) -> None:
        self._open: dict[int, tuple[KeyboardFound, KeyDevice, KeyLines]] = {}
        self._poll = select.poll()
        self._tapped: deque[tuple[KeyboardFound, str]] = deque()
        for one in keys:
            try:
                device = open_keys(one.port, one.name, grabbed=False)
            except OSError:  # it has just been pulled out
                continue
            self._open[device.fileno()] = (one, device, KeyLines())
            self._poll.register(device.fileno(), select.POLLIN)

    def tap(self, wait_s: float) -> tuple[KeyboardFound, str] | None:
        """The first tag that a reader types within so many seconds, and on which keyboard; None: no reader typed."""
        end = time.monotonic() + wait_s
        while not self._tapped and self._open and (left := end - time.monotonic()) > 0:
            for fd, _events in self._poll.poll(1000 * left):
                self._hear(fd)
        return self._tapped.popleft() if self._tapped else None

    def close(self) -> None:
        for _keys, device, _lines in self._open.values():
            device.close()
        self._open.clear()

    def _hear(self, fd: int) -> None:
        keys, device, lines = self._open[fd]
        try:
            data = device.read_waiting(0)
        except OSError:
            self._poll.unregister(fd)
            self._open.pop(fd)[1].close()
            return
        for line in lines.feed(data):
            if line.gap_us <= READER_GAP_US and len(line.text) >= READER_SIGNS and (uid := tag_in_line(line.text)):
                self._tapped.append((keys, uid))
