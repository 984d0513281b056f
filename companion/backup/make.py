"""Make a backup, also while the kiosk runs: the journal is copied by SQLite, as it stands between two entries."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import tarfile
import tempfile
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

import msgspec

from companion.backup.manifest import (
    CONFIG,
    FORMAT,
    MANIFEST,
    STATE,
    VERSION,
    BackupError,
    Manifest,
    good_name,
    item,
    named,
)
from companion.options import JOURNAL

MADE_ANEW: Final = ("kivy", "sound", "textures")
"""Folders of the state folder that the kiosk fills by itself."""
NOT_KEPT: Final = (f"{JOURNAL}-wal", f"{JOURNAL}-shm", f"{JOURNAL}.lock", f"{JOURNAL}.mark")
LOGS: Final = "companion.log"
COPY_S: Final = 30.0
"""How long the journal may be busy before a copy of it is given up, seconds."""


def make(data: Path, config: Path | None, target: Path, wall: str) -> Manifest:
    """Write the state folder `data` and, if given, the settings folder `config` to the file `target`, whole.

    A file that is there already is replaced once the new one is complete. The file is for its owner's eyes only.

    :raises BackupError: `backup_no_state` if there is nothing to back up, `backup_journal` if the journal is damaged,
        `backup_disk`, `backup_disk_full`, `backup_name`.
    """
    if not data.is_dir():
        raise BackupError("backup_no_state", data)
    try:
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=f".{target.name}.") as name:
            stage = Path(name)
            _gather(data, stage / STATE)
            if config is not None:
                _copy(config, stage / CONFIG)
            files = {str(path.relative_to(stage)): item(path) for path in _files(stage)}
            for found in files:
                if not good_name(found):
                    raise BackupError("backup_name", target, repr(found[:100]))
            manifest = Manifest(FORMAT, VERSION, _version(), wall, files)
            (stage / MANIFEST).write_bytes(msgspec.json.format(msgspec.json.encode(manifest)))
            _write(stage, [MANIFEST, *files], target)
    except OSError as error:
        raise named(error, target) from error
    return manifest


def _version() -> str:
    try:
        return version("infernal-companion")
    except PackageNotFoundError:
        return "source"


def _files(folder: Path) -> Iterator[Path]:
    """Every plain file below a folder, in order. Links and sockets are left out."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.is_symlink():
            yield path


def _copy(source: Path, target: Path, without: tuple[str, ...] = ()) -> None:
    for path in _files(source):
        inside = path.relative_to(source)
        if inside.parts[0] in without or any(part.startswith(".") for part in inside.parts):
            continue
        place = target / inside
        place.parent.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(FileNotFoundError):  # it went while we looked: a draft of the kiosk's
            shutil.copyfile(path, place)


def _gather(data: Path, target: Path) -> None:
    target.mkdir()
    logs = tuple(path.name for path in data.glob(LOGS + "*"))
    _copy(data, target, (*MADE_ANEW, *NOT_KEPT, *logs, JOURNAL))
    if (data / JOURNAL).exists():
        copy_journal(data / JOURNAL, target / JOURNAL)


def copy_journal(source: Path, target: Path) -> None:
    """The journal as one whole file, whoever writes to it meanwhile.

    :raises BackupError: `backup_journal` if it cannot be read, or the copy is not whole.
    """
    try:
        with (
            contextlib.closing(
                sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", timeout=COPY_S, uri=True)
            ) as old,
            contextlib.closing(sqlite3.connect(target)) as new,
        ):
            old.backup(new)
            new.execute("PRAGMA journal_mode = DELETE")
            found = new.execute("PRAGMA quick_check(1)").fetchone()[0]
    except sqlite3.Error as error:
        raise BackupError("backup_journal", source, str(error)) from error
    if found != "ok":
        raise BackupError("backup_journal", source, str(found))


def _write(stage: Path, names: list[str], target: Path) -> None:
    """A plain tar file: names and sizes, nobody's user name."""
    draft = stage / "backup.tar.gz"
    with tarfile.open(draft, "w:gz", format=tarfile.USTAR_FORMAT) as archive:
        for name in names:
            info = tarfile.TarInfo(name)
            info.size = (stage / name).stat().st_size
            info.mtime = int((stage / name).stat().st_mtime)
            info.mode = 0o600
            with (stage / name).open("rb") as file:
                try:
                    archive.addfile(info, file)
                except ValueError as error:  # a name that is too long for this format
                    raise BackupError("backup_name", target, str(error)) from error
    draft.chmod(0o600)
    if os.geteuid() == 0:  # with sudo: for whoever owns that folder
        model = target.parent.stat()
        with contextlib.suppress(OSError):  # a stick knows no owners
            os.chown(draft, model.st_uid, model.st_gid)
    with draft.open("rb") as file:
        os.fsync(file.fileno())
    draft.replace(target)
