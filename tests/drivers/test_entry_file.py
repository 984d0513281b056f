"""Writing a reader into the owner's file takes nothing from it: line ends, comments, links, owner, mode."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from companion.engine.config import ConfigError
from drivers.config import ReaderConfig, load_table
from drivers.discovery.entry import put_entry

MINE = (
    '# mine\n[[readers]]\nname = "table"\nport = "/dev/ttyUSB0"  # left\nprotocol = "rdm6300"\nbaud = 19200  # slow\n'
)
MOVED = ReaderConfig(name="table", port="/dev/ttyUSB9", protocol="rdm6300")
MAT = ReaderConfig(name="mat", port="/dev/ttyUSB1", protocol="r200")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "table.toml"
    file.write_text(MINE)
    return file


def test_a_file_of_windows_keeps_its_line_ends(file: Path) -> None:
    file.write_bytes(MINE.replace("\n", "\r\n").encode())
    put_entry(file, MAT)
    put_entry(file, MOVED)
    written = file.read_bytes()
    assert written.count(b"\n") == written.count(b"\r\n") == 11
    assert load_table(file).readers == [MOVED, MAT]


def test_the_comment_behind_a_key_that_goes_stays(file: Path) -> None:
    put_entry(file, MOVED)
    assert file.read_text() == MINE.replace("ttyUSB0", "ttyUSB9").replace("baud = 19200  # slow", "# slow")


def test_a_link_still_leads_to_the_file(file: Path, tmp_path: Path) -> None:
    link = tmp_path / "etc" / "table.toml"
    link.parent.mkdir()
    link.symlink_to("../table.toml")
    put_entry(link, MAT)
    assert link.is_symlink() and load_table(file).readers[1] == MAT


def test_its_mode_and_its_owner_stay(file: Path) -> None:
    file.chmod(0o660)
    was = file.stat()
    if os.geteuid() == 0:
        os.chown(file, 1234, 1235)
        was = file.stat()
    put_entry(file, MAT)
    now = file.stat()
    assert (stat.S_IMODE(now.st_mode), now.st_uid, now.st_gid) == (0o660, was.st_uid, was.st_gid)


def test_a_file_that_was_made_read_only_stays_as_it_is(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file.chmod(0o444)
    monkeypatch.setattr("os.access", lambda path, mode: bool(Path(path).stat().st_mode & 0o200))  # root may all
    with pytest.raises(PermissionError):
        put_entry(file, MAT)
    assert file.read_text() == MINE and [path.name for path in file.parent.iterdir()] == [file.name]


def test_a_name_with_a_quote_is_told_as_a_wrong_name(file: Path) -> None:
    with pytest.raises(ConfigError, match="name"):
        put_entry(file, ReaderConfig(name='a"b', port="/dev/ttyUSB1", protocol="r200"))
    assert file.read_text() == MINE
