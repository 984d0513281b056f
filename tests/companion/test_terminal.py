"""What a person sees on a terminal: plain letters where its alphabet lacks ours, and no control character, ever."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.engine.journal_rows import row_checksum
from companion.options import JOURNAL
from companion.terminal import Lines, plain_json
from tests.patience import PATIENCE_S

CONTROL = re.compile(
    rb"[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xd8\x9c|\xe2\x80[\x8e\x8f\xa8-\xae]|\xe2\x81[\xa6-\xaf]"
)
EVIL = "a\x1b[2Jb\x9bc\x07d\re\u202ef\u2066g\u061ch\u206ai"


def printed(text: str, encoding: str) -> bytes:
    out = io.BytesIO()
    lines = Lines(out, encoding)
    print(text, file=lines, flush=True)
    return out.getvalue()


def test_a_terminal_without_our_letters_gets_plain_ones() -> None:
    assert printed("L’écran «\xa0où\xa0»… œ ₿", "ascii") == b'L\'ecran " ou "... oe ?\n'
    assert printed("L’écran", "latin-1") == "L'écran\n".encode("latin-1")
    assert printed("L’écran", "utf-8") == "L’écran\n".encode()


def test_control_characters_are_shown_as_what_they_are() -> None:
    shown = printed(EVIL + "\tx\ny", "utf-8")
    assert not CONTROL.search(shown)
    assert shown == b"a\\x1b[2Jb\\x9bc\\x07d\\re\\u202ef\\u2066g\\u061ch\\u206ai\tx\ny\n"


def companion(*arguments: str, env: dict[str, str] | None = None, **given: Any) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "companion", *arguments]
    return subprocess.run(command, env={**os.environ, **(env or {})}, timeout=PATIENCE_S, check=False, **given)


def test_what_others_have_written_into_files_moves_no_cursor(tmp_path: Path) -> None:
    """The names of a journal, the keys of table.toml, a box of somebody else's stick."""
    data, config = tmp_path / "data", tmp_path / "config"
    config.mkdir()
    (config / "table.toml").write_text(f"[pins]\n{json.dumps(EVIL)} = 1\n", encoding="utf-8")
    (config / "infernal_wagon").mkdir()
    (config / "infernal_wagon" / "box.toml").write_text(f"[box]\ngame = {json.dumps(EVIL)}\n", encoding="utf-8")
    opening = {"open": {"game": "infernal_wagon", "seats": ["Ana", "B\u009b\u202eo"]}}
    folders = ("--data", str(data), "--config", str(config))
    companion("headless", "--data", str(data), input=json.dumps(opening).encode() + b"\n", capture_output=True)
    said = b""
    for command in (("doctor", "--quick", *folders), ("replay", *folders), ("replay", "--list", *folders),
                    ("box", "check", *folders), ("wiring", *folders)):  # fmt: skip
        done = companion(*command, capture_output=True)
        assert b"Traceback" not in done.stderr
        said += done.stdout + done.stderr
    assert b"u202e" in said
    assert not CONTROL.search(said)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder in which a game was begun."""
    data = tmp_path_factory.mktemp("played")
    lines = b'{"open": {"game": "infernal_wagon", "seats": ["Ana", "Bo"]}}\n{"choose": {"key": "confirm"}}\n'
    companion("headless", "--data", str(data), input=lines, capture_output=True)
    return data


@pytest.mark.parametrize("command", [("--help",), ("replay", "--help"), ("replay", "--list"), ("wiring",)])
def test_a_full_disk_behind_standard_output_is_told_in_one_line(command: tuple[str, ...], played: Path) -> None:
    data = ("--data", str(played)) if command[-1] != "--help" else ()
    with Path("/dev/full").open("wb") as full:
        done = companion(*command, *data, stdout=full, stderr=subprocess.PIPE)
    assert (done.returncode, done.stderr) == (2, b"companion: No space left on device\n")
    with Path("/dev/full").open("wb") as full:
        assert companion("replay", "nonsense", stdout=full, stderr=full).returncode == 2


def test_json_for_programs_moves_no_cursor_and_says_the_same() -> None:
    said = {"a": "\x7f\x9b31m\u202e\u061c\u2028\u2069é€…", "b": ["\x1b[2J"]}
    text = json.dumps(said, ensure_ascii=False).encode()
    assert not CONTROL.search(plain_json(text))
    assert json.loads(plain_json(text)) == said
    assert "é€…".encode() in plain_json(text)


@pytest.mark.parametrize(
    ("column", "value"),
    [("events", b'[{"type": "nonsense"}]'), ("events", b"x"), ("events", b"[1]"), ("move", b"x")],
)
def test_rows_that_are_sound_and_cannot_be_read_are_told_in_one_line(
    column: str, value: bytes, played: Path, tmp_path: Path
) -> None:
    """Written by somebody else, each with the right checksum."""
    shutil.copytree(played, tmp_path, dirs_exist_ok=True)
    with contextlib.closing(sqlite3.connect(tmp_path / JOURNAL)) as db, db:
        db.execute(f"UPDATE entry SET {column} = ?", (value,))
        for row in db.execute("SELECT * FROM entry").fetchall():
            db.execute("UPDATE entry SET crc = ? WHERE game = ? AND seq = ?", (row_checksum(*row[:-1]), *row[:2]))
    for command, status in (("replay", 1), ("export", 2)):
        done = companion(command, "--data", str(tmp_path), capture_output=True)
        if column == "events" or command == "replay":
            assert done.returncode == status and done.stderr.startswith(b"companion: ")
        assert done.stderr.count(b"\n") <= 1 and b"Traceback" not in done.stderr
