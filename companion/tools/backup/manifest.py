"""The format of a backup: a tar.gz of plain files, the first of which lists the others with their sizes and hashes."""

from __future__ import annotations

import errno
import hashlib
import json
import re
from pathlib import Path, PurePosixPath
from typing import IO, Final

import msgspec
from msgspec import Struct

from companion.engine import typed
from companion.options import JOURNAL

FORMAT: Final = "infernal-companion-backup"
VERSION: Final = 1
MANIFEST: Final = "manifest.json"
STATE: Final = "state"
CONFIG: Final = "config"
"""The two folders of a backup: the state folder, and the owner's settings (table.toml and the other files)."""

MOST_FILES: Final = 5_000
MOST_BYTES: Final = 64 * 2**30
"""Limit for all files together, unpacked: no state folder is larger. Whether the disk has room is checked before
that."""
SET_ASIDE: Final = re.compile(rf"{re.escape(JOURNAL)}\.(damaged|older)-(\d{{1,9}})(-wal)?", re.ASCII)
"""Journals that were put aside."""
MANIFEST_BYTES: Final = 2**20
BLOCK: Final = 512
"""Bytes: everything in a tar file is a multiple of it."""
_DISK = {errno.ENOSPC: "backup_disk_full", errno.EDQUOT: "backup_disk_full", errno.EFBIG: "backup_disk_full"}


class BackupError(Exception):
    """A backup cannot be made, or must not be brought back. `code` is one of `CODES`; nothing was changed."""

    CODES = (
        "backup_missing",
        "backup_disk",
        "backup_disk_full",
        "backup_no_state",
        "backup_not_one",
        "backup_truncated",
        "backup_newer",
        "backup_older",
        "backup_locked",
        "backup_name",
        "backup_kind",
        "backup_large",
        "backup_changed",
        "backup_journal",
        "backup_mount",
    )

    def __init__(self, code: str, path: Path | str, detail: str = "") -> None:
        super().__init__(code, str(path), detail)
        self.code = code
        self.facts: dict[str, str | int] = {"path": str(path), "detail": detail}

    def __str__(self) -> str:
        return f"{self.code}: {self.facts['path']} ({self.facts['detail']})"


def as_backup_error(error: OSError, path: Path | str) -> BackupError:
    """Return an error of the disk under our own name."""
    code = _DISK.get(error.errno or 0, "backup_disk")
    return BackupError(code, error.filename or path, error.strerror or str(error))


class BackupFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A file of the backup: bytes, and SHA-256 in hex."""

    size: int
    sha256: str


class Manifest(Struct, frozen=True, forbid_unknown_fields=True):
    """The first file. `wall` is for people; `files` by their name in the archive, with / between the folders."""

    format: str
    version: int
    companion: str
    wall: str
    files: dict[str, BackupFile]


def item(file: IO[bytes]) -> BackupFile:
    """Return what the manifest says about a file; it is read from its begin to its end.

    :raises OSError: if it cannot be read.
    """
    file.seek(0)
    digest = hashlib.sha256()
    while part := file.read(1 << 18):
        digest.update(part)
    return BackupFile(file.tell(), digest.hexdigest())


def good_name(name: str) -> bool:
    """Return whether a name stays below one of the two folders, on any system and without surprises."""
    parts = PurePosixPath(name).parts
    return (
        2 <= len(parts) <= 10
        and parts[0] in (STATE, CONFIG)
        and name == "/".join(parts)
        and len(name.encode("utf-8", "replace")) <= 240
        and all(part not in (".", "..") and part.isprintable() and "\\" not in part for part in parts)
    )


def read_manifest(data: bytes, path: Path) -> Manifest:
    """Return the manifest of a backup, checked.

    :raises BackupError: `backup_not_one`, `backup_newer`, `backup_name` or `backup_large`.
    """
    try:
        head = typed.from_json(data, _ManifestHead)
        if head.format != FORMAT:
            raise BackupError("backup_not_one", path, "it says so in its manifest")
        if head.version < 1:
            raise BackupError("backup_not_one", path, f"version {head.version}")
        if head.version > VERSION:
            raise BackupError("backup_newer", path, f"version {head.version}")
        found = typed.from_json(data, Manifest)
        json.loads(data, object_pairs_hook=_each_once)
    except (msgspec.MsgspecError, ValueError) as error:
        raise BackupError("backup_not_one", path, str(error)) from error
    for name in found.files:
        if not good_name(name) or not _takes(name):
            raise BackupError("backup_name", path, repr(name[:100]))
    sizes = [entry.size for entry in found.files.values()]
    if len(sizes) > MOST_FILES or sum(sizes) > MOST_BYTES or min(sizes, default=0) < 0:
        raise BackupError("backup_large", path, f"{len(sizes)} files, {sum(sizes)} bytes")
    return found


def _takes(name: str) -> bool:
    """Refuse a file beside the journal that SQLite or the companion would take for a part of it."""
    inside = name.removeprefix(f"{STATE}/")
    return not name.startswith(f"{STATE}/{JOURNAL}") or inside == JOURNAL or bool(SET_ASIDE.fullmatch(inside))


def _each_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key is there twice")
    return found


class _ManifestHead(Struct):
    format: str
    version: int
