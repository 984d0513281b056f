"""Make a backup, also while the kiosk runs: the journal is copied by SQLite, as it stands between two entries."""

from __future__ import annotations

import contextlib
import errno
import gzip
import os
import re
import shutil
import tarfile
import tempfile
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import BinaryIO, Final

import msgspec

from companion.backup.manifest import (
    CONFIG,
    FORMAT,
    MANIFEST,
    SET_ASIDE,
    STATE,
    VERSION,
    BackupError,
    Manifest,
    item,
    named,
)
from companion.engine.files import replaced
from companion.engine.journal_copies import brought_together, copies_help, from_copies, trouble_of
from companion.engine.journal_errors import Damaged, JournalError
from companion.engine.journal_file import connected, damage_named, examine, index, open_to_read
from companion.engine.journal_names import beside, is_foreign
from companion.engine.update import Notice
from companion.options import JOURNAL

STATE_FILES: Final = re.compile(r"((settings|enrolment_[a-z_]{1,40})\.json)(\.bak)?")
CONFIG_FILES: Final = re.compile(r"([a-z_]{1,40}/)?\w[\w.-]{0,80}", re.ASCII)
"""What is ours by name: whatever else lies there is left out."""
_CODES: Final = {
    "journal_full": "backup_disk_full",
    "journal_locked": "backup_locked",
    "journal_newer": "backup_newer",
    "journal_older": "backup_older",
    "journal_damaged": "backup_journal",
}
MOST_CONFIG: Final = 500
MOST_ASIDE: Final = 20
"""So many journals that were put aside are kept, the last ones first."""


def make(
    data: Path, config: Path | None, target: Path, wall: str, tell: Callable[[Notice], None] = lambda _: None
) -> Manifest:
    """Write the state folder `data` and, if given, the settings folder `config` to the file `target`, whole.

    A file that is there already is replaced once the new one is complete. The file is for its owner's eyes only.

    :param tell: called if the journal was made of its copies.
    :raises BackupError: `backup_no_state` if there is nothing to back up, `backup_journal` if the journal is damaged,
        `backup_locked`, `backup_disk`, `backup_disk_full`.
    """
    if not data.is_dir():
        raise BackupError("backup_no_state", data)
    try:
        with tempfile.TemporaryDirectory(dir=_workplace(target, data), prefix=f".{target.name}.") as name:
            stage = Path(name)
            _gather(data, stage / STATE, target, tell)
            if config is not None:
                _copy(config, stage / CONFIG, [*filter(CONFIG_FILES.fullmatch, _names(config))][:MOST_CONFIG])
            files = {str(path.relative_to(stage)): item(path) for path in sorted(stage.rglob("*")) if path.is_file()}
            manifest = Manifest(FORMAT, VERSION, _version(), wall, files)
            (stage / MANIFEST).write_bytes(msgspec.json.format(msgspec.json.encode(manifest)))
            with replaced(target, 0o600) as out:
                _write(stage, [MANIFEST, *files], out)
    except OSError as error:
        if f"/.{target.name}." in str(error.filename or ""):
            error.filename = None  # nobody knows the draft
        raise named(error, target) from error
    return manifest


def _workplace(target: Path, data: Path) -> Path:
    """Where the files are gathered: on the disk that they go to, or else where we may write."""
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
    """The plain files of a folder and of those in it, by name. Links and sockets are left out."""
    paths = [*folder.glob("*"), *folder.glob("*/*")]
    return sorted(str(path.relative_to(folder)) for path in paths if path.is_file() and not path.is_symlink())


def _copy(source: Path, target: Path, names: list[str]) -> None:
    for name in names:
        place = target / name
        place.parent.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(FileNotFoundError):  # it went while we looked: a draft of the kiosk's
            shutil.copyfile(source / name, place)


def _gather(data: Path, target: Path, archive: Path, tell: Callable[[Notice], None]) -> None:
    target.mkdir()
    names = _names(data)
    aside = [(int(found[2]), name) for name in names if (found := SET_ASIDE.fullmatch(name))]
    last = sorted({number for number, _ in aside})[-MOST_ASIDE:]
    kept = [name for number, name in aside if number in last]
    _copy(data, target, [*filter(STATE_FILES.fullmatch, names), *kept])
    _gather_journal(data / JOURNAL, target / JOURNAL, archive, tell)


def _gather_journal(source: Path, target: Path, archive: Path, tell: Callable[[Notice], None]) -> None:
    """The journal; where it cannot be had, what it and its copies hold together, and the damaged one beside it."""
    trouble = trouble_of(source)
    try:
        if trouble is None or not copies_help(trouble):
            copy_journal(source, target, archive)
            return
        bad: BackupError = _named(trouble, source)
    except BackupError as error:
        if error.code != "backup_journal":
            raise
        target.unlink(missing_ok=True)
        bad, trouble = error, JournalError("journal_damaged", source, str(error.facts["detail"]))
    try:
        with brought_together(source) as fresh:
            if fresh is not None:
                copy_journal(fresh, target, archive)
                _keep_damaged(source, target)
                tell(from_copies(source, trouble))
                return
    except JournalError as error:
        raise _named(error, Path(tempfile.gettempdir())) from error
    if trouble.code != "journal_missing":
        raise bad


def _keep_damaged(source: Path, target: Path) -> None:
    """The journal as it lies there, under the name that it gets at the next start."""
    if is_foreign(source):
        return
    number = 1
    while os.path.lexists(kept := beside(target, f".damaged-{number}")):
        number += 1
    for part in ("", "-wal"):
        if beside(source, part).is_file():
            try:
                shutil.copyfile(beside(source, part), beside(kept, part))
            except OSError as error:
                if error.errno != errno.EIO:  # what the disk does not give any more
                    raise
                beside(kept, part).unlink(missing_ok=True)


def _named(error: JournalError, path: Path) -> BackupError:
    return BackupError(_CODES.get(error.code, "backup_disk"), path, error.detail)


def copy_journal(source: Path, target: Path, archive: Path) -> None:
    """The journal as one whole file, whoever writes to it meanwhile.

    :raises BackupError: `backup_journal` if it is damaged, `backup_locked` if another program has it, or what the disk
        of `archive` says.
    """
    try:
        with open_to_read(source) as old, damage_named(target):
            old.execute("BEGIN")
            index(old)
            with contextlib.closing(connected(target)) as new:
                old.backup(new)
        with open_to_read(target) as db:
            examine(db, source)
    except Damaged as damage:
        raise BackupError("backup_journal", source, str(damage)) from damage
    except JournalError as error:
        raise _named(error, archive if Path(error.path) == target else source) from error


def _write(stage: Path, names: list[str], out: BinaryIO) -> None:
    """A plain tar file: names and sizes, nobody's user name."""
    with (
        gzip.GzipFile(fileobj=out, mode="wb", filename="", mtime=0) as packed,  # gzip knows no year after 2106
        tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as archive,
    ):
        for name in names:
            info = tarfile.TarInfo(name)
            info.size = (stage / name).stat().st_size
            info.mtime = min(max(int((stage / name).stat().st_mtime), 0), 8**11 - 1)
            info.mode = 0o600
            with (stage / name).open("rb") as file:
                archive.addfile(info, file)
