"""The names beside a journal, and renaming what is there and is no file of ours (a folder, a pipe, a device).

Nothing but a plain file is ever opened: opening a pipe may wait for ever.
"""

from __future__ import annotations

import logging
import os
import stat
from pathlib import Path
from typing import BinaryIO

from companion.engine.foreign import NO_FILE, of_system
from companion.engine.journal_errors import JournalError

log = logging.getLogger(__name__)

PARTS = ("", "-wal", "-shm")
"""A journal that is open, and what SQLite has beside it."""
_NEEDED = (*PARTS, "-journal", ".lock")
"""Without these no game is saved."""
_USEFUL = (
    ".mark",
    *(f"{file}{part}" for file in (".copy-1", ".copy-2", ".copy", ".draft") for part in (*PARTS, "-journal")),
)


def beside_journal(path: Path, ending: str) -> Path:
    """Return the file of that ending beside a journal, "" for itself."""
    return path.with_name(path.name + ending)


def unfinished_of(path: Path) -> Path:
    """Return the file beside a journal while something is being forgotten: a start that finds it goes on with that."""
    return beside_journal(path, ".forgetting")


def copies_of(path: Path) -> tuple[Path, Path]:
    """Return the paths of a journal's copies, the newer one first."""
    return beside_journal(path, ".copy-1"), beside_journal(path, ".copy-2")


def is_foreign(path: Path) -> bool:
    """Return whether the path exists and is no file. A link counts as its target."""
    try:
        return not stat.S_ISREG(path.stat().st_mode)
    except OSError:  # it does not exist, or opening it will raise the reason
        return False


def foreign_beside(path: Path) -> list[Path]:
    """Return everything beside a journal, and in its own place, that is no file and should be one."""
    return [found for ending in (*_NEEDED, *_USEFUL) if is_foreign(found := beside_journal(path, ending))]


def refuse_foreign(path: Path) -> None:
    """
    :raises JournalError: `journal_foreign`, if the path, or a name that SQLite uses beside it, exists and is no file.
    """
    for ending in (*PARTS, "-journal"):
        if is_foreign(part := beside_journal(path, ending)):
            raise JournalError("journal_foreign", part, NO_FILE)


def open_plain(path: Path) -> BinaryIO:
    """Open a file to read, without blocking.

    :raises JournalError: `journal_foreign`, if it is no file.
    :raises OSError: if it cannot be opened.
    """
    if is_foreign(path):
        raise JournalError("journal_foreign", path, NO_FILE)
    return os.fdopen(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC), "rb")


def set_journal_aside(path: Path, why: str) -> Path:
    """Rename a journal to `<name>.<why>-1` (-2, -3 ...), its -wal and -shm with it.

    :raises OSError: if that is not possible.
    """
    number = 1
    while os.path.lexists(aside := beside_journal(path, f".{why}-{number}")):
        number += 1
    for suffix in PARTS:
        part = beside_journal(path, suffix)
        if part.exists():
            part.rename(beside_journal(aside, suffix))
    return aside


def set_foreign_aside(path: Path) -> list[Path]:
    """Rename what is no file and has a name of the journal; return the new names.

    :raises JournalError: `journal_foreign`, if what no game can be saved without cannot be renamed.
    """
    kept = []
    for found in foreign_beside(path):
        try:
            kept.append(set_journal_aside(found, "foreign"))
            log.warning("%s is no file: it was put aside as %s", found, kept[-1])
        except OSError as error:
            if found.name.removeprefix(path.name) in _NEEDED:
                raise JournalError("journal_foreign", found, of_system(error)) from error
            log.warning("%s is no file and cannot be put aside: %s", found, error.strerror)
    return kept
