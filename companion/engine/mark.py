"""The high-water mark beside the journal, `<journal>.mark`: how many entries of each game were acknowledged.

SQLite drops what a damaged -wal holds without an error; this file shows the loss. It is written after an entry is
durable, and not synced: after a power cut it may be behind the journal, never ahead. Eight bytes for each game, at
eight times its number: the count, and a checksum of number and count (an unused place has none).
"""

from __future__ import annotations

import os
import struct
import zlib
from collections.abc import Mapping
from pathlib import Path

from companion.engine.atomic_file import write_whole
from companion.engine.foreign import NO_FILE
from companion.engine.journal_errors import JournalError
from companion.engine.journal_names import beside_journal, is_foreign, open_plain
from companion.engine.journal_rows import MOST_ENTRIES

_PLACE = struct.Struct("<II")
MOST_GAMES = 1_000_000
"""Places read at most: a longer file is not ours."""


def _packed(game: int, entries: int) -> bytes:
    return _PLACE.pack(entries, _check(game, entries))


def _check(game: int, entries: int) -> int:
    return zlib.crc32(struct.pack("<QQ", game, entries)) or 1


def mark_path(journal: Path) -> Path:
    """Return the path of a journal's mark."""
    return beside_journal(journal, ".mark")


def read_mark(journal: Path) -> dict[int, int]:
    """Return game number -> entries acknowledged, as far as it is known; empty if there is no mark."""
    try:
        with open_plain(mark_path(journal)) as file:
            data = file.read(_PLACE.size * MOST_GAMES)
    except (OSError, JournalError):
        return {}
    whole = len(data) - len(data) % _PLACE.size
    places = enumerate(_PLACE.iter_unpack(data[:whole]))
    return {
        game: entries
        for game, (entries, check) in places
        if check == _check(game, entries) and entries < 2 * MOST_ENTRIES
    }


class JournalMark:
    """The mark of an open journal, made anew from what the journal holds if that differs."""

    def __init__(self, journal: Path, holds: Mapping[int, int]) -> None:
        """
        :param holds: game number -> entries.
        :raises OSError: if it cannot be written.
        :raises JournalError: `journal_foreign`, if its path exists and is no file.
        """
        path = mark_path(journal)
        if is_foreign(path):
            raise JournalError("journal_foreign", path, NO_FILE)
        if read_mark(journal) != dict(holds) or not path.exists():
            data = bytearray(_PLACE.size * (max(holds, default=-1) + 1))
            for game, entries in holds.items():
                data[game * _PLACE.size : (game + 1) * _PLACE.size] = _packed(game, entries)
            write_whole(path, bytes(data), 0o600)
        self._file = os.open(path, os.O_WRONLY | os.O_CLOEXEC)

    def note(self, game: int, entries: int) -> None:
        """Note how many entries of the game are durable.

        :raises OSError: if that cannot be written.
        """
        os.pwrite(self._file, _packed(game, entries), game * _PLACE.size)

    def close(self) -> None:
        """Close the file of the mark."""
        os.close(self._file)
