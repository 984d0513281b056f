"""Bring a backup back: checked first, then in one step in the place of what is there, which is kept beside it."""

from __future__ import annotations

import contextlib
import ctypes
import errno
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Literal

from companion.engine.journal_errors import JournalError, JournalInUse
from companion.engine.lock import WriterLock
from companion.engine.scratch import scratch
from companion.options import JOURNAL
from companion.tools.backup.manifest import CONFIG, STATE, BackupError, Manifest, as_backup_error
from companion.tools.backup.unpack import unpack

AT_FDCWD: Final = -100
RENAME_EXCHANGE: Final = 2  # of <linux/fs.h>: Python has no name for either


def restore(source: Path, data: Path) -> tuple[Manifest, Path | None]:
    """Put the state of the backup `source` in the place of the state folder `data`; return the old one's new path, if
    any.

    Until everything was checked nothing is changed. After a power cut the old folder is there, or the new one.

    :raises JournalInUse: if a kiosk has this state folder open.
    :raises BackupError: if the backup is not good, or the disk fails.
    """
    data = data.resolve()
    with _disk_named(data):
        data.parent.mkdir(parents=True, exist_ok=True)
        with scratch(data) as fresh:
            manifest = unpack(source, fresh)
            with _closed_to_others(data):
                _settle(fresh / STATE)
                return manifest, _swap(fresh / STATE, data)


def restore_settings(source: Path, config: Path) -> tuple[Literal["done", "none", "not_yours"], Path | None]:
    """Restore the settings folder, if the backup has settings. One that may not be written (another owner's machine) is
    left as it is.

    :raises BackupError: if the backup is not good, or the disk fails.
    """
    config = config.resolve()
    with _disk_named(config), scratch() as fresh:
        unpack(source, fresh, only=CONFIG)
        if not any((fresh / CONFIG).iterdir()):
            return "none", None
        if not os.access(config.parent, os.W_OK):
            return "not_yours", None
        return "done", _bring_config(fresh / CONFIG, config)


@contextlib.contextmanager
def _disk_named(place: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if error.errno == errno.EBUSY:
            raise BackupError("backup_mount", place, error.strerror or "") from error
        raise as_backup_error(error, place) from error


@contextlib.contextmanager
def _closed_to_others(data: Path) -> Iterator[None]:
    """Keep a kiosk from opening the old state folder meanwhile.

    :raises JournalInUse: if one has it.
    """
    if not data.exists():
        yield
        return
    try:
        lock = WriterLock(data / JOURNAL)
    except JournalInUse:
        raise
    except JournalError as error:
        raise BackupError("backup_disk", data, error.detail) from error
    try:
        yield
    finally:
        lock.release()


def _bring_config(fresh: Path, config: Path) -> Path | None:
    """Copy the settings beside their folder, which may be on another disk, and swap the two there."""
    with scratch(config) as name:
        near = name / CONFIG
        shutil.copytree(fresh, near)
        _settle(near, 0o755, 0o644)  # the kiosk's user must be able to read them
        return _swap(near, config)


def _settle(fresh: Path, folders: int = 0o700, files: int = 0o600) -> None:
    """Set the rights, and sync everything."""
    for path in (fresh, *fresh.rglob("*")):
        path.chmod(folders if path.is_dir() else files)
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _swap(fresh: Path, place: Path) -> Path | None:
    """Rename `fresh` to `place` in one step; return the old one's new path."""
    if not place.exists():
        fresh.rename(place)
        kept = None
    else:
        kept = _free_name(place)
        fresh.rename(kept)  # so that the old one is never in a folder that may be cleared away
        _exchange(kept, place)
    handle = os.open(place.parent, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
    return kept


def _free_name(place: Path) -> Path:
    number = 1
    while True:
        kept = place.with_name(f"{place.name}.before-restore" + (f"-{number}" if number > 1 else ""))
        if not kept.exists():
            return kept
        number += 1


def _exchange(one: Path, other: Path) -> None:
    """Exchange the names of two folders in one step; in two where the file system cannot.

    :raises OSError: if it is not possible; then both are as they were.
    """
    libc = ctypes.CDLL(None, use_errno=True)
    swap = getattr(libc, "renameat2", None)
    # Python has no call for it; a file system without RENAME_EXCHANGE says EINVAL.
    if swap is not None:
        if swap(AT_FDCWD, os.fsencode(one), AT_FDCWD, os.fsencode(other), RENAME_EXCHANGE) == 0:
            return
        fault = ctypes.get_errno()
        if fault not in (errno.EINVAL, errno.ENOSYS):
            raise OSError(fault, os.strerror(fault), str(other))
    aside = one.with_name(one.name + ".old")
    other.rename(aside)
    try:
        one.rename(other)
    except OSError:
        aside.rename(other)
        raise
    aside.rename(one)
