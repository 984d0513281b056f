"""Open a backup that may come from anywhere: every file is checked before anything is kept."""

from __future__ import annotations

import gzip
import hashlib
import os
import shutil
import tarfile
import zlib
from pathlib import Path

from companion.engine.files import opened
from companion.engine.journal_errors import DamagedJournal, JournalError
from companion.engine.journal_file import examine_journal, open_journal_to_read
from companion.options import JOURNAL
from companion.tools.backup.manifest import (
    BLOCK,
    CONFIG,
    MANIFEST,
    MANIFEST_BYTES,
    STATE,
    BackupError,
    BackupFile,
    Manifest,
    as_backup_error,
    read_manifest,
)

CHUNK = 2**16
PLAIN = (tarfile.REGTYPE, tarfile.AREGTYPE)


def unpack(source: Path, folder: Path, only: str = "") -> Manifest:
    """Unpack `source` into `state` and `config` below the empty `folder`.

    Read by hand, header by header: only plain files that the manifest names, with the sizes and hashes that it names,
    are ever written; no link, no device, no name that leads elsewhere, no header that wants more memory.

    :param only: write what is in this folder, and read the rest.
    :raises BackupError: if anything is not as it should be. What is in `folder` then is of no use.
    """
    try:
        with opened(source) as raw, gzip.GzipFile(fileobj=raw) as archive:
            return _Archive(archive, source, only).unpack(folder)
    except FileNotFoundError as error:
        raise BackupError("backup_missing", source) from error
    except EOFError as error:
        raise BackupError("backup_truncated", source, "it ends in the middle") from error
    except (gzip.BadGzipFile, zlib.error) as error:
        raise BackupError("backup_not_one", source, str(error)) from error
    except OSError as error:
        raise as_backup_error(error, source) from error


class _Archive:
    def __init__(self, archive: gzip.GzipFile, source: Path, only: str) -> None:
        self._archive, self._source, self._only = archive, source, only

    def _fail(self, code: str, detail: str) -> BackupError:
        return BackupError(code, self._source, detail)

    def _read(self, size: int) -> bytes:
        data = self._archive.read(size)
        if len(data) != size:
            raise self._fail("backup_truncated", "it ends in the middle")
        return data

    def _header(self) -> tarfile.TarInfo | None:
        """Return the next file's header; None at the end."""
        block = self._read(BLOCK)
        if not any(block):
            return None
        try:
            info = tarfile.TarInfo.frombuf(block, "utf-8", "strict")
        except (tarfile.HeaderError, UnicodeDecodeError) as error:
            raise self._fail("backup_not_one", str(error)) from error
        if info.type not in PLAIN:
            raise self._fail("backup_kind", repr(info.name[:100]))
        return info

    def unpack(self, folder: Path) -> Manifest:
        first = self._header()
        if first is None or first.name != MANIFEST or not 0 < first.size <= MANIFEST_BYTES:
            raise self._fail("backup_not_one", f"it does not begin with {MANIFEST}")
        manifest = read_manifest(self._read(first.size), self._source)
        wanted_bytes = sum(one.size for name, one in manifest.files.items() if name.startswith(self._only))
        free = shutil.disk_usage(folder).free
        if wanted_bytes > free:
            raise BackupError("backup_disk_full", folder.parent, f"{wanted_bytes} bytes are wanted, {free} are free")
        self._skip(first.size)
        waiting = dict(manifest.files)
        while (info := self._header()) is not None:
            wanted = waiting.pop(info.name, None)
            if wanted is None:
                raise self._fail("backup_name", repr(info.name[:100]))
            if info.size != wanted.size:
                raise self._fail("backup_changed", info.name)
            self._file(info, wanted, folder / info.name if info.name.startswith(self._only) else None)
        if waiting:
            raise self._fail("backup_truncated", f"without {next(iter(waiting))}")
        if any(self._archive.read(CHUNK)) or self._archive.read(1):  # to its very end, where gzip's own checksum is
            raise self._fail("backup_not_one", "something follows its end")
        for name in (STATE, CONFIG):
            (folder / name).mkdir(exist_ok=True)
        check_journal(folder / STATE / JOURNAL, self._source)
        return manifest

    def _skip(self, size: int) -> None:
        """Skip the padding of a file's last block."""
        self._read(-size % BLOCK)

    def _file(self, info: tarfile.TarInfo, wanted: BackupFile, place: Path | None) -> None:
        digest, left = hashlib.sha256(), info.size
        try:
            if place is not None:
                place.parent.mkdir(parents=True, exist_ok=True)
            with Path(os.devnull).open("wb") if place is None else place.open("xb") as out:
                while left:
                    data = self._read(min(left, CHUNK))
                    digest.update(data)
                    out.write(data)
                    left -= len(data)
        except (FileExistsError, NotADirectoryError) as error:
            raise self._fail("backup_name", repr(info.name[:100])) from error
        self._skip(info.size)
        if digest.hexdigest() != wanted.sha256:
            raise self._fail("backup_changed", info.name)


def check_journal(journal: Path, source: Path) -> None:
    """Check that a journal from a backup can be used. There may be none.

    :raises BackupError: `backup_journal`, or `backup_newer`.
    """
    if not journal.exists():
        return
    try:
        with open_journal_to_read(journal) as db:
            examine_journal(db, journal)
    except JournalError as error:
        if error.code != "journal_older":  # the next start puts it aside and says so
            code = "backup_newer" if error.code == "journal_newer" else "backup_journal"
            raise BackupError(code, source, error.detail) from error
    except DamagedJournal as damage:
        raise BackupError("backup_journal", source, str(damage)) from damage
