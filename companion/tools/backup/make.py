"""Make a backup, also while the kiosk runs: SQLite copies the journal as it is between two entries."""

from __future__ import annotations

import contextlib
import errno
import gzip
import os
import re
import shutil
import tarfile
import tempfile
import time
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import IO, BinaryIO, Final

import msgspec

from companion.engine.files import replaced
from companion.engine.journal_copies import brought_together, copies_help, from_copies, trouble_of
from companion.engine.journal_errors import DamagedJournal, JournalError
from companion.engine.journal_file import connected, damage_named, examine_journal, open_journal_to_read
from companion.engine.journal_names import beside_journal, is_foreign
from companion.engine.scratch import scratch
from companion.engine.update import Notice
from companion.options import JOURNAL
from companion.tools.backup.manifest import (
    CONFIG,
    FORMAT,
    MANIFEST,
    SET_ASIDE,
    STATE,
    VERSION,
    BackupError,
    Manifest,
    as_backup_error,
    item,
)

STATE_FILES: Final = re.compile(r"((settings|enrolment_[a-z_]{1,40})\.json)(\.bak)?|link\.owner")
KEY_FILES: Final = ("link.key", "link.json")
"""The owner's key, and the link's settings with its password. The key opens all games of the owner at the hub."""
CONFIG_FILES: Final = re.compile(r"([a-z_]{1,40}/)?\w[\w.-]{0,80}", re.ASCII)
"""Names of our own files: everything else in the folder is left out."""
_CODES: Final = {
    "journal_full": "backup_disk_full",
    "journal_locked": "backup_locked",
    "journal_newer": "backup_newer",
    "journal_older": "backup_older",
    "journal_damaged": "backup_journal",
}
SMALL: Final = 1_000_000
"""Bytes of a file that is kept in memory until it is written."""
MOST_CONFIG: Final = 500
MOST_ASIDE: Final = 20
"""So many journals that were put aside are kept, the last ones first."""


def make_backup(
    data: Path,
    config: Path | None,
    target: Path,
    wall: str,
    tell: Callable[[Notice], None] = lambda _: None,
    key: bool = True,
) -> Manifest:
    """Write the state folder `data` and, if given, the settings folder `config` to the file `target`, whole.

    A file that is there already is replaced once the new one is complete. The file is for its owner's eyes only.

    :param tell: called if the journal was made of its copies.
    :param key: whether the owner's key and the link's settings go with it.
    :raises BackupError: `backup_no_state` if there is nothing to back up, `backup_journal` if the journal is damaged,
        `backup_locked`, `backup_disk`, `backup_disk_full`.
    """
    if not data.is_dir():
        raise BackupError("backup_no_state", data)
    try:
        with contextlib.ExitStack() as stack:
            stage = _Stage(_workplace(target, data), stack)
            _gather(data, stage, target, tell)
            if key:
                _copy(data, stage, STATE, [name for name in KEY_FILES if not (data / name).is_symlink()])
            if config is not None:
                names = [*filter(CONFIG_FILES.fullmatch, _names(config))][:MOST_CONFIG]
                _copy(config, stage, CONFIG, names)
            files = {name: item(file) for name, file in sorted(stage.files.items())}
            manifest = Manifest(FORMAT, VERSION, _version(), wall, files)
            stage.new(MANIFEST).write(msgspec.json.format(msgspec.json.encode(manifest)))
            with replaced(target, 0o600) as out:
                _write(stage, [MANIFEST, *files], out)
    except OSError as error:
        if f"/.{target.name}." in str(error.filename or ""):
            error.filename = None  # the scratch folder means nothing to a person
        raise as_backup_error(error, target) from error
    return manifest


class _Stage:
    """The content of a backup, by name, in unnamed files: nothing stays of a process that is killed.

    :param place: where the large ones are.
    """

    def __init__(self, place: Path, stack: contextlib.ExitStack) -> None:
        self.place, self._stack = place, stack
        self.files: dict[str, IO[bytes]] = {}

    def new(self, name: str) -> IO[bytes]:
        """Return an empty file."""
        return self.add(name, tempfile.SpooledTemporaryFile(SMALL, dir=str(self.place)))

    def add(self, name: str, file: IO[bytes]) -> IO[bytes]:
        """Add an open file."""
        self.files[name] = self._stack.enter_context(file)
        return file


def _workplace(target: Path, data: Path) -> Path:
    """Return where the files are gathered: on the disk that they go to, or else where we may write."""
    for folder in (target.parent, data):
        if os.access(folder, os.W_OK):
            return folder
    return Path(tempfile.gettempdir())


def _version() -> str:
    try:
        return version("infernal-companion")
    except PackageNotFoundError:
        return "source"


def _names(folder: Path) -> list[str]:
    """Return the plain files of a folder and of those in it, by name. Links and sockets are left out."""
    paths = [*folder.glob("*"), *folder.glob("*/*")]
    return sorted(str(path.relative_to(folder)) for path in paths if path.is_file() and not path.is_symlink())


def _copy(source: Path, stage: _Stage, folder: str, names: list[str]) -> None:
    for name in names:
        with contextlib.suppress(FileNotFoundError), (source / name).open("rb") as file:  # it may have gone meanwhile
            shutil.copyfileobj(file, stage.new(f"{folder}/{name}"))


def _gather(data: Path, stage: _Stage, archive: Path, tell: Callable[[Notice], None]) -> None:
    names = _names(data)
    aside = [(int(found[2]), name) for name in names if (found := SET_ASIDE.fullmatch(name))]
    last = sorted({number for number, _ in aside})[-MOST_ASIDE:]
    kept = [name for number, name in aside if number in last]
    _copy(data, stage, STATE, [*filter(STATE_FILES.fullmatch, names), *kept])
    _gather_journal(data / JOURNAL, stage, archive, tell)


def _gather_journal(source: Path, stage: _Stage, archive: Path, tell: Callable[[Notice], None]) -> None:
    """Add the journal; where it is damaged, what it and its copies hold together, and the damaged one beside it."""
    name = f"{STATE}/{JOURNAL}"
    trouble = trouble_of(source)
    try:
        if trouble is None or not copies_help(trouble):
            stage.add(name, copied_journal(source, stage.place, archive))
            return
        bad: BackupError = _named(trouble, source)
    except BackupError as error:
        if error.code != "backup_journal":
            raise
        bad, trouble = error, JournalError("journal_damaged", source, str(error.facts["detail"]))
    try:
        with brought_together(source) as fresh:
            if fresh is not None:
                stage.add(name, copied_journal(fresh, stage.place, archive))
                _keep_damaged(source, stage)
                tell(from_copies(source, trouble))
                return
    except JournalError as error:
        raise _named(error, Path(tempfile.gettempdir())) from error
    if trouble.code != "journal_missing":
        raise bad


def _keep_damaged(source: Path, stage: _Stage) -> None:
    """Add the damaged journal's file, under the name that it gets at the next start."""
    if is_foreign(source):
        return
    number = 1
    while (kept := f"{STATE}/{JOURNAL}.damaged-{number}") in stage.files:
        number += 1
    for part in ("", "-wal"):
        if beside_journal(source, part).is_file():
            try:
                with beside_journal(source, part).open("rb") as file:
                    shutil.copyfileobj(file, stage.new(kept + part))
            except OSError as error:
                if error.errno != errno.EIO:  # what the disk does not give any more
                    raise
                del stage.files[kept + part]


def _named(error: JournalError, path: Path) -> BackupError:
    return BackupError(_CODES.get(error.code, "backup_disk"), path, error.detail)


def copied_journal(source: Path, place: Path, archive: Path) -> IO[bytes]:
    """Return the journal as one whole file without a name, also while another process writes to it.

    :raises BackupError: `backup_journal` if it is damaged, `backup_locked` if another program has it, or what the disk
        of `archive` says.
    """
    with contextlib.ExitStack() as undo:
        try:
            with open_journal_to_read(source) as old, damage_named(archive), contextlib.ExitStack() as stack:
                old.execute("BEGIN")
                examine_journal(old, source)
                with scratch(place / archive.name) as folder:  # SQLite opens by name
                    path = folder / JOURNAL
                    file = undo.enter_context(path.open("x+b"))
                    new = stack.enter_context(contextlib.closing(connected(path)))
                # The file has no name any more: SQLite could not find a rollback journal beside it.
                new.execute("PRAGMA journal_mode=OFF")
                old.backup(new)
        except DamagedJournal as damage:
            raise BackupError("backup_journal", source, str(damage)) from damage
        except JournalError as error:
            raise _named(error, archive if Path(error.path) == archive else source) from error
        undo.pop_all()
    return file


def _write(stage: _Stage, names: list[str], out: BinaryIO) -> None:
    """Write a plain tar file: names and sizes, no user names."""
    now = min(max(int(time.time()), 0), 8**11 - 1)
    with (
        gzip.GzipFile(fileobj=out, mode="wb", filename="", mtime=0) as packed,  # gzip knows no year after 2106
        tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as archive,
    ):
        for name in names:
            file = stage.files[name]
            info = tarfile.TarInfo(name)
            file.seek(0, os.SEEK_END)
            info.size, info.mtime, info.mode = file.tell(), now, 0o600
            file.seek(0)
            archive.addfile(info, file)
