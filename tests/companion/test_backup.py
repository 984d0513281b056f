"""Backup and restore of a real state folder: while a kiosk writes, with damaged and with hostile files."""

from __future__ import annotations

import contextlib
import fcntl
import gzip
import hashlib
import io
import json
import os
import sqlite3
import subprocess
import sys
import tarfile
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from companion.__main__ import main
from companion.engine import journal_file
from companion.engine.entry import Entry, EntryKind, Status
from companion.engine.game import Player
from companion.engine.journal import Journal, JournalInUse
from companion.engine.journal_file import application
from companion.engine.wall import local_now
from companion.options import JOURNAL, PACKAGED_CONFIG
from companion.tools.backup import make as make_module
from companion.tools.backup.make import make_backup
from companion.tools.backup.manifest import FORMAT, MANIFEST, MOST_BYTES, BackupError
from companion.tools.backup.restore import restore, restore_settings
from companion.uplink.link.settings import LinkSettings, keep_link, load_link
from companion.uplink.outbox.key_file import make_owner_key
from tests.patience import WHOLE_S
from tests.thorough import rounds

WALL = "2026-01-01T20:00:00+01:00"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A state folder in which a game was played."""
    folder = tmp_path / "var" / "state"
    journal = Journal(folder / JOURNAL)
    play(journal, 3)
    journal.close()
    (folder / "settings.json").write_text('{"language": "fr"}')
    (folder / "enrolment_infernal_wagon.json").write_text("{}\n")
    (folder / "kivy" / "icon").mkdir(parents=True)
    (folder / "kivy" / "icon" / "big.png").write_bytes(bytes(1000))
    (folder / "companion.log").write_text("a story\n")
    (folder / ".settings.json.x").write_text("a draft")
    (folder / "link").symlink_to("/etc/passwd")
    return folder


@pytest.fixture
def saved(data: Path, tmp_path: Path) -> Path:
    target = tmp_path / "table.tar.gz"
    make_backup(data, None, target, WALL)
    return target


def play(journal: Journal, entries: int) -> int:
    game = journal.begin("demo", "table", [Player("Ana")], b"{}", wall=WALL)
    for seq in range(1, entries + 1):
        journal.commit(game, Entry(seq, 500 * seq, EntryKind.MOVE, None, b"{}", b"[]"), None, Status.OPEN)
    return game


def entries(data: Path) -> list[int]:
    journal = Journal(data / JOURNAL, read_only=True)
    try:
        return [row.entries for row in journal.games()]
    finally:
        journal.close()


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def names(archive: Path) -> list[str]:
    with tarfile.open(archive) as tar:
        return tar.getnames()


# --- there and back -------------------------------------------------------------------------------------------


def test_what_a_backup_holds(saved: Path) -> None:
    assert names(saved) == [MANIFEST, "state/enrolment_infernal_wagon.json", f"state/{JOURNAL}", "state/settings.json"]
    assert saved.stat().st_mode & 0o777 == 0o600


def test_it_comes_back_and_the_old_state_is_kept(data: Path, saved: Path) -> None:
    journal = Journal(data / JOURNAL)
    play(journal, 1)
    journal.close()
    (data / "settings.json").write_text("{}")
    _, kept = restore(saved, data)
    assert entries(data) == [3]
    assert (data / "settings.json").read_text() == '{"language": "fr"}'
    assert kept == data.with_name("state.before-restore")
    assert sorted(entries(kept)) == [1, 3]
    _, again = restore(saved, data)
    assert again == data.with_name("state.before-restore-2")
    assert sorted(path.name for path in data.parent.iterdir()) == [
        "state", "state.before-restore", "state.before-restore-2",
    ]  # fmt: skip
    journal = Journal(data / JOURNAL)
    play(journal, 2)
    journal.close()


def test_a_journal_in_use_is_backed_up_as_it_stands(data: Path, tmp_path: Path) -> None:
    journal = Journal(data / JOURNAL)
    play(journal, 5)
    assert (data / f"{JOURNAL}-wal").stat().st_size > 0, "the last entries are not in the journal's own file yet"
    make_backup(data, None, tmp_path / "b.tar.gz", WALL)
    play(journal, 7)
    journal.close()
    restore(tmp_path / "b.tar.gz", tmp_path / "other")
    assert sorted(entries(tmp_path / "other")) == [3, 5]


def test_the_owners_settings_come_along(data: Path, tmp_path: Path) -> None:
    config = tmp_path / "etc" / "companion"
    (config / "cerbere").mkdir(parents=True)
    (config / "table.toml").write_text("# mine\n")
    (config / "cerbere" / "box.toml").write_text("# mine, too\n")
    target = tmp_path / "b.tar.gz"
    make_backup(data, config, target, WALL)
    before = contents(config)
    (config / "table.toml").write_text("# spoilt\n")
    restore(target, data)
    done, kept = restore_settings(target, config)
    assert contents(config) == before
    assert done == "done" and kept is not None
    assert (kept / "table.toml").read_text() == "# spoilt\n"
    assert (config / "table.toml").stat().st_mode & 0o777 == 0o644


def test_settings_behind_a_link_are_put_where_it_leads(data: Path, tmp_path: Path) -> None:
    """So they lie on the card image: on the partition that is kept (systemd/image)."""
    real = tmp_path / "state" / "settings"
    real.mkdir(parents=True)
    (real / "table.toml").write_text("# mine\n")
    config = tmp_path / "etc" / "companion"
    config.parent.mkdir()
    config.symlink_to(real)
    target = tmp_path / "table.tar.gz"
    make_backup(data, config, target, WALL)
    (config / "table.toml").write_text("# spoilt\n")
    _, kept = restore_settings(target, config)
    assert config.is_symlink() and (real / "table.toml").read_text() == "# mine\n"
    assert kept is not None and kept.parent == real.parent


def test_the_commands(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "b.tar.gz"
    where = ["--data", str(data), "--config", str(PACKAGED_CONFIG)]
    assert main(["backup", *where, "-o", str(target)]) == 0
    assert capsys.readouterr().out.startswith(f"{target}: 3 files")
    assert main(["restore", *where, str(target)]) == 0
    assert "before-restore" in capsys.readouterr().out
    assert main(["restore", *where, str(tmp_path / "nothing")]) == 2
    assert main(["backup", "--data", str(tmp_path / "nothing")]) == 2
    said = capsys.readouterr().err.splitlines()
    assert said[0] == f"companion: There is no file {tmp_path / 'nothing'}."
    assert len(said) == 2


def test_the_owners_key_and_the_links_settings_go_along(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """For their owner's eyes alone; `--without-key` leaves them out, and both are said."""
    key = make_owner_key(data)
    keep_link(tmp_path, data, LinkSettings(on=True, password="secret"))
    for more, there, said in (
        ([], {"link.key", "link.json", "link.owner"}, "with the owner's key"),
        (["--without-key"], {"link.owner"}, "without the owner's key"),
    ):
        target, back = tmp_path / f"b{len(more)}.tar.gz", tmp_path / f"back{len(more)}"
        assert main(["backup", "--state-only", *more, "--data", str(data), "-o", str(target)]) == 0
        assert said in capsys.readouterr().out
        assert target.stat().st_mode & 0o777 == 0o600
        restore(target, back)
        assert {path.name for path in back.iterdir() if path.name.startswith("link.")} == there
        assert all(path.stat().st_mode & 0o777 == 0o600 for path in back.iterdir())
        status = main(["link", "key", "--data", str(back)])
        out, err = capsys.readouterr()
        if more:
            assert status != 0 and "no key" in err and not (back / "link.key").exists()
        else:
            assert status == 0 and out.strip() == key.text
            assert load_link(tmp_path, back).password == "secret"


def test_only_what_is_ours_is_taken_and_what_is_made_can_be_brought_back(data: Path, tmp_path: Path) -> None:
    """Thousands of files of somebody's, odd names, and many megabytes put aside."""
    for number in range(5_001):
        (data / f"photo {number}").touch()
    (data / "a\nb").write_text("odd")
    (data / "\udcff").write_text("odd")
    (data / ("x" * 250)).write_text("long")
    for number in (1, 2, 30):
        with (data / f"{JOURNAL}.damaged-{number}").open("wb") as file:
            file.truncate(rounds(20, 200) * 2**20)
    (data / f"{JOURNAL}.copy-1").write_bytes(b"x")
    target = tmp_path / "b.tar.gz"
    made = make_backup(data, None, target, WALL)
    aside = {f"state/{JOURNAL}.damaged-{n}" for n in (1, 2, 30)}
    assert set(made.files) == {
        f"state/{JOURNAL}", "state/settings.json", "state/enrolment_infernal_wagon.json", *aside,
    }  # fmt: skip
    restore(target, tmp_path / "other")
    assert entries(tmp_path / "other") == [3]


@pytest.mark.parametrize("moment", [-1e9, 2**32 + 1e6])
def test_a_clock_before_1970_or_after_2106(
    data: Path, tmp_path: Path, moment: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    os.utime(data / "settings.json", (moment, moment))
    monkeypatch.setattr("time.time", lambda: moment)
    make_backup(data, None, tmp_path / "b.tar.gz", WALL)
    restore(tmp_path / "b.tar.gz", tmp_path / "other")
    assert entries(tmp_path / "other") == [3]


def test_a_time_zone_that_cannot_be(monkeypatch: pytest.MonkeyPatch) -> None:
    class Odd(datetime):
        def astimezone(self, tz: Any = None) -> Any:
            raise ValueError("offset must be a timedelta strictly between -24 and 24 hours")

    monkeypatch.setattr("companion.engine.wall.datetime", Odd)
    assert local_now().tzinfo is UTC


def test_a_journal_that_another_program_has_is_not_waited_for(data: Path, tmp_path: Path) -> None:
    with contextlib.closing(sqlite3.connect(data / JOURNAL, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode=EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        before = sorted(tmp_path.iterdir())
        with pytest.raises(BackupError) as caught:
            make_backup(data, None, tmp_path / "b.tar.gz", WALL)
        assert (caught.value.code, caught.value.facts["path"]) == ("backup_locked", str(data / JOURNAL))
        assert sorted(tmp_path.iterdir()) == before, "no draft stays"


def test_a_stick_that_is_full_is_named(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Any, *more: Any, **named: Any) -> sqlite3.Connection:
        db = connected(path, *more, **named)
        db.execute("PRAGMA max_page_count=1")
        return db

    connected = journal_file.connected
    monkeypatch.setattr(make_module, "connected", full)
    with pytest.raises(BackupError) as caught:
        make_backup(data, None, tmp_path / "b.tar.gz", WALL)
    assert (caught.value.code, caught.value.facts["path"]) == ("backup_disk_full", str(tmp_path / "b.tar.gz"))
    assert list(tmp_path.glob(".*")) == []


# --- what is refused, and changes nothing --------------------------------------------------------------------


def refused(archive: Path, data: Path) -> str:
    """The code of the refusal; the state folder and what is beside it are as they were."""
    before, beside = contents(data), sorted(data.parent.iterdir())
    with pytest.raises(BackupError) as caught:
        restore(archive, data)
    after = {name: text for name, text in contents(data).items() if name != f"{JOURNAL}.lock"}
    before.pop(f"{JOURNAL}.lock", None)
    assert after == before
    assert sorted(data.parent.iterdir()) == beside
    return caught.value.code


def test_a_running_kiosk_is_left_alone(data: Path, saved: Path) -> None:
    journal = Journal(data / JOURNAL)
    with pytest.raises(JournalInUse) as caught:
        restore(saved, data)
    assert caught.value.pid == os.getpid()
    play(journal, 1)
    journal.close()
    assert sorted(entries(data)) == [1, 3]
    assert list(data.parent.iterdir()) == [data]


def test_a_file_that_was_cut_anywhere(data: Path, saved: Path, tmp_path: Path) -> None:
    whole = saved.read_bytes()
    cut = tmp_path / "cut.tar.gz"
    plain = gzip.decompress(whole)
    codes = set()
    for length in (0, 1, 10, 100, len(whole) // 2, len(whole) - 9, len(whole) - 1):
        cut.write_bytes(whole[:length])
        codes.add(refused(cut, data))
    for blocks in range(0, len(plain) // 512, 3):
        cut.write_bytes(gzip.compress(plain[: blocks * 512], 1))
        if blocks * 512 < len(plain.rstrip(b"\0")):
            codes.add(refused(cut, data))
    assert codes <= {"backup_truncated", "backup_not_one", "backup_changed"}


def test_a_file_with_a_flipped_byte(data: Path, saved: Path, tmp_path: Path) -> None:
    plain = bytearray(gzip.decompress(saved.read_bytes()))
    bad = tmp_path / "bad.tar.gz"
    place = plain.index(b"SQLite format 3")
    for at in (place + 5000, 600, 130, place - 500):
        spoilt = bytearray(plain)
        spoilt[at] ^= 0x01
        bad.write_bytes(gzip.compress(bytes(spoilt), 1))
        assert refused(bad, data) in ("backup_changed", "backup_not_one", "backup_name")


def listed(**files: bytes) -> dict[str, Any]:
    return {name: {"size": len(text), "sha256": hashlib.sha256(text).hexdigest()} for name, text in files.items()}


def _manifest(**changes: Any) -> dict[str, Any]:
    return {"format": FORMAT, "version": 1, "companion": "0", "wall": WALL, "files": {}, **changes}


def archive(path: Path, files: dict[str, bytes], manifest: Any = None, extra: tarfile.TarInfo | None = None) -> Path:
    """A backup as somebody with bad intentions makes it."""
    if manifest is None:
        manifest = _manifest(files=listed(**files))
    told = manifest if isinstance(manifest, bytes) else json.dumps(manifest).encode()
    with tarfile.open(path, "w:gz") as tar:
        for name, text in {MANIFEST: told, **files}.items():
            info = tarfile.TarInfo(name)
            info.size = len(text)
            tar.addfile(info, io.BytesIO(text))
        if extra is not None:
            tar.addfile(extra)
    return path


@pytest.mark.parametrize(
    "name",
    ["state/../../../etc/passwd", "/etc/passwd", "state/a/../../../b", "other/x", "state", "state//x", "./state/x",
     "state/a\\b", "state/journal.db-wal",
     "state/journal.db-shm", "state/journal.db.mark", "state/journal.db.lock",
     "state/a\nb", "state/\u202ex", "state/" + "/".join("abcdefghijk"), "C:/x/y", "~/x", ""],
)  # fmt: skip
def test_a_name_that_leads_elsewhere(data: Path, tmp_path: Path, name: str) -> None:
    assert refused(archive(tmp_path / "x.tar.gz", {name: b"evil"}), data) in ("backup_name", "backup_kind")
    assert not (tmp_path / "passwd").exists()


def member(name: str, kind: bytes = tarfile.REGTYPE) -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, "/etc/passwd"
    return info


KINDS = (tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.FIFOTYPE, tarfile.DIRTYPE)
ONE = json.dumps(listed(b=b"b")["b"])
TWICE = json.dumps(_manifest()).replace('"files": {}', f'"files": {{"state/a": {ONE}, "state/a": {ONE}}}').encode()
BOMB = bytes(4 * 2**20)
"""Fills the disk from a small file."""


@pytest.mark.parametrize(
    ("files", "manifest", "extra", "code"),
    [
        *(({"state/boxes": b""}, None, member("state/settings.json", kind), "backup_kind") for kind in KINDS),
        ({"state/a": b""}, None, member("state/more"), "backup_name"),
        ({"state/a": b"1", "state/a/b": b"2"}, None, None, "backup_name"),
        ({"state/a": b"b"}, TWICE, None, "backup_not_one"),
        ({"state/a": BOMB}, _manifest(files={"state/a": {**listed(a=BOMB)["a"], "size": 10}}), None, "backup_changed"),
        ({}, _manifest(format="other"), None, "backup_not_one"),
        ({}, _manifest(version=2), None, "backup_newer"),
        *(({}, _manifest(version=version), None, "backup_not_one") for version in ("1", -1, 0)),
        ({}, _manifest(files=[]), None, "backup_not_one"),
        ({}, _manifest(more=1), None, "backup_not_one"),
        ({}, [], None, "backup_not_one"),
        ({}, _manifest(files={"state/a": {"size": MOST_BYTES + 1, "sha256": ""}}), None, "backup_large"),
        ({}, _manifest(files={f"state/{n}": {"size": 0, "sha256": ""} for n in range(5001)}), None, "backup_large"),
        ({}, _manifest(files={"state/a": {"size": -1, "sha256": ""}}), None, "backup_large"),
        ({}, _manifest(files={"state/a": {"size": 5, "sha256": ""}}), None, "backup_truncated"),
        ({}, _manifest(wall="x" * 2**21), None, "backup_not_one"),
    ],
)
def test_what_lies_is_refused(
    data: Path, tmp_path: Path, files: dict[str, bytes], manifest: Any, extra: tarfile.TarInfo | None, code: str
) -> None:
    assert refused(archive(tmp_path / "x.tar.gz", files, manifest, extra), data) == code


def _damaged(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:4096] + bytes(range(256)) * 64)


def _sql(*sentences: str) -> Callable[[Path], None]:
    def spoil(path: Path) -> None:
        with contextlib.closing(sqlite3.connect(path)) as db, db:
            for sentence in sentences:
                db.execute(sentence)

    return spoil


ENDLESS = "AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT"


@pytest.mark.parametrize(
    ("spoil", "code"),
    [
        (_damaged, "backup_journal"),
        (_sql("PRAGMA user_version = 99", f"PRAGMA application_id = {application(99)}"), "backup_newer"),
        (_sql("DROP TABLE entry", "DROP TABLE game", "CREATE TABLE other (x)"), "backup_journal"),
        (lambda path: path.write_text("hello"), "backup_journal"),
        (_sql("CREATE TRIGGER eat AFTER INSERT ON entry BEGIN DELETE FROM entry; END"), "backup_journal"),
        (_sql(f"CREATE VIEW loop {ENDLESS} max(i) FROM n"), "backup_journal"),
        (_sql("DROP TABLE game", f"CREATE VIEW game {ENDLESS} i AS id FROM n"), "backup_journal"),
        (_sql("CREATE TABLE more (x)"), "backup_journal"),
        (_sql("CREATE INDEX odd ON entry (abs(seq))"), "backup_journal"),
        (_sql("DROP TABLE entry"), "backup_journal"),
        (_sql("ALTER TABLE game ADD COLUMN more"), "backup_journal"),
    ],
)
def test_a_journal_that_cannot_be_played_on_with(
    data: Path, saved: Path, tmp_path: Path, spoil: Callable[[Path], None], code: str
) -> None:
    """Damaged, of another release, or with somebody's own tables; a view does not hang the check."""
    restore(saved, tmp_path / "other")
    spoil(tmp_path / "other" / JOURNAL)
    text = (tmp_path / "other" / JOURNAL).read_bytes()
    assert refused(archive(tmp_path / "x.tar.gz", {f"state/{JOURNAL}": text}), data) == code


def test_a_damaged_journal_is_not_backed_up_over_a_good_backup(data: Path, saved: Path) -> None:
    good = saved.read_bytes()
    _damaged(data / JOURNAL)
    with pytest.raises(BackupError, match="backup_journal"):
        make_backup(data, None, saved, WALL)
    assert saved.read_bytes() == good
    assert [path.name for path in saved.parent.iterdir() if path.name.startswith(".")] == []


def test_a_full_disk_changes_nothing(data: Path, saved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("companion.tools.backup.restore._settle", full)
    assert refused(saved, data) == "backup_disk_full"


# --- a restore that was killed -------------------------------------------------------------------------------------


def test_the_folder_of_a_killed_restore_goes_with_the_next_one(data: Path, saved: Path) -> None:
    left = data.parent / f".{data.name}.companion-scratch.killed"
    (left / "state").mkdir(parents=True)
    (left / "state" / "settings.json").write_text("{}")
    busy = data.parent / f".{data.name}.companion-scratch.busy"
    busy.mkdir()
    handle = os.open(busy, os.O_RDONLY)
    fcntl.flock(handle, fcntl.LOCK_EX)
    restore(saved, data)
    assert not left.exists(), "its process is gone"
    assert busy.exists(), "another restore works there"
    os.close(handle)
    restore(saved, data)
    assert sorted(path.name for path in data.parent.iterdir()) == [
        "state",
        "state.before-restore",
        "state.before-restore-2",
    ]


def test_a_restore_that_is_killed_at_any_moment_loses_no_state(data: Path, saved: Path) -> None:
    """Killed as it exchanges the folders: what was there is there, and so is what comes next."""
    script = (
        "import os, signal, sys; from pathlib import Path; from companion.tools.backup import restore as module\n"
        "real, when = module._exchange, sys.argv[3]\n"
        "def dies(one, other):\n"
        "    if when == 'after': real(one, other)\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
        "module._exchange = dies\n"
        "module.restore(Path(sys.argv[1]), Path(sys.argv[2]))\n"
    )
    (data / "settings.json").write_text('{"language": "en"}')
    for when in ("before", "after"):
        subprocess.run([sys.executable, "-c", script, str(saved), str(data), when], check=False, timeout=WHOLE_S)
    assert (data / "settings.json").read_text() == '{"language": "fr"}'
    assert '{"language": "en"}' in {path.read_text() for path in data.parent.glob("state.before*/settings.json")}
    restore(saved, data)
    assert not list(data.parent.glob(".state.*"))
    assert '{"language": "en"}' in {path.read_text() for path in data.parent.glob("state.before*/settings.json")}
