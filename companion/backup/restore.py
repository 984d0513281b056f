"""Bring a backup back: checked first, then in one step in the place of what is there, which is kept beside it."""

from __future__ import annotations

import contextlib
import ctypes
import errno
import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from msgspec import Struct

from companion.backup.manifest import CONFIG, STATE, BackupError, Manifest, named
from companion.backup.unpack import unpack
from companion.engine.journal_errors import JournalError, JournalInUse
from companion.engine.lock import WriterLock
from companion.options import JOURNAL

AT_FDCWD: Final = -100
RENAME_EXCHANGE: Final = 2


class Restored(Struct, frozen=True):
    """What was brought back, and where the old is: None if there was none, or (`config_kept`) it was left as it is."""

    manifest: Manifest
    state_kept: Path | None
    config_kept: Path | None
    config_restored: bool


def restore(source: Path, data: Path, config: Path | None) -> Restored:
    """Put the backup `source` in the place of the state folder `data` and, if given, of the settings folder `config`.

    Until everything was checked nothing is changed. After a power cut the old folder is there, or the new one.
    Settings that may not be written (somebody else's machine) are left as they are.

    :raises JournalInUse: if a kiosk has this state folder open.
    :raises BackupError: if the backup is not good, or the disk fails.
    """
    data = data.resolve()
    try:
        data.parent.mkdir(parents=True, exist_ok=True)
        with _scratch(data) as fresh:
            manifest = unpack(source, fresh)
            with _closed_to_others(data):
                with_config = config is not None and any((fresh / CONFIG).iterdir()) and _writable(config)
                _settle(fresh / STATE, data)
                state_kept = _swap(fresh / STATE, data)
            config_kept = _bring_config(fresh / CONFIG, config.resolve()) if with_config and config else None
    except OSError as error:
        if error.errno == errno.EBUSY:
            raise BackupError("backup_mount", data, error.strerror or "") from error
        raise named(error, data) from error
    return Restored(manifest, state_kept, config_kept, with_config)


@contextlib.contextmanager
def _scratch(place: Path) -> Iterator[Path]:
    """A folder beside `place` that is gone afterwards; one that a killed restore left behind goes, too."""
    prefix = f".{place.name}.restore."
    for left in place.parent.glob(f"{prefix}*"):
        with contextlib.suppress(OSError), _locked(left):
            shutil.rmtree(left)
    with tempfile.TemporaryDirectory(dir=place.parent, prefix=prefix) as name, _locked(Path(name)):
        yield Path(name)


@contextlib.contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """As long as its process lives nobody else takes it for left behind.

    :raises OSError: if another process has it.
    """
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    finally:
        os.close(handle)


@contextlib.contextmanager
def _closed_to_others(data: Path) -> Iterator[None]:
    """No kiosk opens the old state folder meanwhile.

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
        if os.geteuid() == 0:  # the kiosk's user must be able to lock it the next time
            model = data.stat()
            os.chown(data / f"{JOURNAL}.lock", model.st_uid, model.st_gid, follow_symlinks=False)
        yield
    finally:
        lock.release()


def _writable(config: Path) -> bool:
    return os.access(config.parent, os.W_OK)


def _bring_config(fresh: Path, config: Path) -> Path | None:
    """The settings may be on another disk: there they are copied to first."""
    with _scratch(config) as name:
        near = name / CONFIG
        shutil.copytree(fresh, near)
        _settle(near, config)
        for path in (near, *near.rglob("*")):  # the kiosk's user must be able to read them
            path.chmod(0o755 if path.is_dir() else 0o644)
        return _swap(near, config)


def _settle(fresh: Path, place: Path) -> None:
    """The owner and the rights of what stood there before, and everything on the disk."""
    model = place.stat() if place.exists() else place.parent.stat()
    for path in (fresh, *fresh.rglob("*")):
        path.chmod(0o700 if path.is_dir() else 0o600)
        if os.geteuid() == 0:
            os.chown(path, model.st_uid, model.st_gid)
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _swap(fresh: Path, place: Path) -> Path | None:
    """`fresh` becomes `place` in one step; where the old one is now."""
    if not place.exists():
        fresh.rename(place)
        kept = None
    else:
        kept = _free_name(place)
        fresh.rename(kept)  # so that the old one is never in a folder that somebody may clear away
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
    """Two folders change their names in one step; in two where the file system cannot.

    :raises OSError: if it is not possible; then both are as they were.
    """
    libc = ctypes.CDLL(None, use_errno=True)
    swap = getattr(libc, "renameat2", None)
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
