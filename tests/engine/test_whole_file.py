"""A file is written whole or not at all; what was made of a file is remembered as long as it stays the same."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from companion.engine.atomic_file import write_whole
from companion.engine.loaded import loaded


@pytest.mark.parametrize("step", ["fchmod", "fsync", "replace"])
def test_a_failure_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    path = tmp_path / "file.txt"
    write_whole(path, b"old")

    def fails(*_args: object, **_kwargs: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path if step == "replace" else os, step, fails)
    with pytest.raises(OSError, match="No space"):
        write_whole(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_remembered_until_the_file_changes(tmp_path: Path) -> None:
    path, other = tmp_path / "file.txt", tmp_path / "other.txt"
    read: list[Path] = []

    def load(of: Path) -> str:
        read.append(of)
        return of.read_text(encoding="utf-8")

    path.write_text("one", encoding="utf-8")
    other.write_text("other", encoding="utf-8")
    assert [loaded(load, path, path) for _ in range(3)] == ["one"] * 3
    assert loaded(load, other, other) == "other"
    assert read == [path, other], "read once each"
    path.write_text("longer", encoding="utf-8")
    assert loaded(load, path, path) == "longer"
    stamp = path.stat().st_mtime_ns
    path.write_text("LONGER", encoding="utf-8")
    os.utime(path, ns=(stamp + 1, stamp + 1))
    assert loaded(load, path, path) == "LONGER", "the same size, another time"
    assert read == [path, other, path, path]


def test_an_error_and_a_missing_file_are_not_remembered(tmp_path: Path) -> None:
    path = tmp_path / "file.txt"
    with pytest.raises(FileNotFoundError):
        loaded(Path.read_bytes, path, path)
    path.write_bytes(b"\xff")
    for _ in range(2):
        with pytest.raises(UnicodeDecodeError):
            loaded(lambda of: of.read_text(encoding="utf-8"), path, path)
    path.write_bytes(b"there")
    assert loaded(Path.read_bytes, path, path) == b"there"
