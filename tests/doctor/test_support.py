"""The support file of an evening with peculiar names and hidden deliveries: none of them is in any of its bytes."""

from __future__ import annotations

import errno
import json
import logging
import re
import shutil
import sqlite3
import zipfile
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from companion.engine.codec import private_json
from companion.engine.journal import Journal
from companion.engine.requests import Open
from companion.games.registry import GAMES
from companion.logs import set_up_logs
from companion.options import JOURNAL, PACKAGED_CONFIG
from companion.runtime import settings_in_short
from companion.tools.doctor import scrub, support
from companion.tools.doctor.finding import Case, Finding, run_checks
from companion.tools.doctor.machine import checks as house
from drivers.doctor import checks as hardware
from tests.doctor.conftest import command_of
from tests.doctor.pretend import Pretend
from tests.engine.driver import Driver
from tests.engine.subjects import subject

NAMES = {
    "Ana": "Zyxwvutsrq", "Bo": "Ôphélie-Anne", "Cy": "Quetzalcoatl", "Dan": "Nabuchodo", "Eli": "Wolframine",
    "Flo": "Jabberwock", "Gus": "Xylophona",
}  # fmt: skip
ROOT = Path(__file__).resolve().parents[2]


def _renamed(opening: Open, moves: Any) -> tuple[Open, Any]:
    """The same with peculiar players."""

    def renamed(value: object) -> bytes:
        text = private_json(value)
        for old, new in NAMES.items():
            text = text.replace(f'"{old}"'.encode(), f'"{new}"'.encode())
        return text

    return msgspec.json.decode(renamed(opening), type=Open), msgspec.json.decode(renamed(list(moves)))


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A data folder with two wandering games of each kind, a log full of names, and a config that names people."""
    data, config = tmp_path_factory.mktemp("data"), tmp_path_factory.mktemp("owner") / "config"
    shutil.copytree(PACKAGED_CONFIG, config)
    journal = Journal(data / JOURNAL)
    for game in GAMES:
        played = subject(game)
        for opening, moves in (played.openings[0], played.openings[5 % len(played.openings)]):
            driver = Driver(played, *_renamed(opening, moves), journal=journal)
            driver.wander(Random(7), 40)
    journal.close()
    (data / "settings.json").write_text(json.dumps({"names": list(NAMES.values()), "seats": [], "volume": 4}))
    (config / "table.toml").write_text(
        '# the reader of Wolframine\n[[readers]]\nname = "quetzalcoatl"\nport = "/dev/ttyUSB9"\nprotocol = "rdm6300"\n'
        'seat = "Jabberwock"\nzone = "play"\n[[encoders]]\nname = "speed"\na = 5\nb = 6\n',
        encoding="utf-8",
    )
    (config / "sound.toml").write_text('own_file = "/home/zyxwvutsrq/song.wav"\n')
    (config / "cerbere/box.toml").write_text('[pawns]\nred = "61008EB2F9"\nJabberwock = "x"\n')
    return data, config


def _log(data: Path, uids: list[str]) -> None:
    """What a bad evening writes into the log."""
    root = logging.getLogger()
    before, level = list(root.handlers), root.level
    set_up_logs(data)
    try:
        log = logging.getLogger("companion.headless")
        try:
            raise ValueError("Zyxwvutsrq delivered R17")
        except ValueError:
            log.exception("a fault of the companion on %r", b'{"seat": "Quetzalcoatl", "uid": "61008EB2F9"}')
        logging.getLogger("kiosk.window.root_widget").warning(
            "refused: %s %s", "not_yours", {"seat": "Jabberwock", "card": "R07"}
        )
        logging.getLogger("drivers.readers.loop").info("reader %s: connected on %s", "quetzalcoatl", "/dev/ttyUSB9")
        logging.getLogger("Wolframine").warning("%s", uids)
        logging.getLogger("companion.engine.engine").error("%s", "Xylophona took " + uids[0])
    finally:
        for handler in set(root.handlers) - set(before):
            root.removeHandler(handler)
            handler.close()
        root.setLevel(level)


@pytest.fixture(scope="module")
def archive(evening: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The support file of that evening, with findings that know names, too."""
    data, config = evening
    _log(data, list(subject("hellrail").tags[:3]))
    system = Pretend(tmp_path_factory.mktemp("root"))
    system.name, system.has_groups = "zyxwvutsrq", frozenset()
    case = Case(data, config, quick=True)
    found = run_checks([*hardware(system, case), *house(system, case)])
    found += [
        Finding("reader_well", {"reader": "quetzalcoatl", "bytes": 3, "reads": 1, "seconds": 3, "last": "61008EB2F9"}),
        Finding("check_failed", {"check": "reader quetzalcoatl", "error": "ValueError: Jabberwock"}),
        Finding("journal_damaged", {"path": "/home/zyxwvutsrq/data/journal.db", "detail": "Wolframine"}),
        Finding("reader_busy", {"reader": "x", "port": "/dev/ttyUSB9", "holder": "jabberwock.sh (3)", "pid": 3}),
    ]
    return support.write_support(data, found, settings_in_short(data, config), data / "support.zip", system)


def _members(path: Path) -> dict[str, str]:
    with zipfile.ZipFile(path) as file:
        assert file.testzip() is None
        return {name: file.read(name).decode() for name in file.namelist()}


def test_what_is_searched_for_is_in_the_data(evening: tuple[Path, Path]) -> None:
    """Or finding none of it would mean nothing."""
    data, _ = evening
    text = (
        (data / JOURNAL).read_bytes() + (data / f"{JOURNAL}-wal").read_bytes()
        if (data / f"{JOURNAL}-wal").exists()
        else (data / JOURNAL).read_bytes()
    )
    for name in list(NAMES.values())[:3]:
        assert name.encode() in text
    db = sqlite3.connect(data / JOURNAL)
    assert {row[0] for row in db.execute("SELECT DISTINCT name FROM game")} == set(GAMES)
    db.close()


def test_no_member_holds_a_name_a_tag_or_a_hidden_card(archive: Path) -> None:
    members = _members(archive)
    assert set(members) == {
        "about.txt", "findings.json", "config.json", "versions.json", "journal.json", "log.txt"
    }  # fmt: skip
    uids = {uid for game in GAMES for uid in subject(game).tags if len(uid) >= 8}
    names = {name.lower() for name in NAMES.values()} | {
        part for name in NAMES.values() for part in name.lower().split("-")
    }
    for member, text in members.items():
        lower = text.lower()
        assert [name for name in names - {"anne"} if name in lower] == [], member
        assert [uid for uid in uids if uid.lower() in lower] == [], member
        assert re.findall(r"\bR\d\d\b", text) == [], member
        assert "delivered" not in lower, member
    raw = archive.read_bytes().lower()
    assert not any(name.encode() in raw for name in names), "nor in the names of the members"


def test_it_still_says_what_a_bug_report_needs(archive: Path) -> None:
    members = _members(archive)
    log = members["log.txt"]
    assert "ERROR companion.headless: a fault of the companion on ‹…›" in log
    assert re.search(r"tests?/doctor|\bValueError$", log, re.MULTILINE)
    assert "reader ‹…›: connected on /dev/ttyUSB9" in log
    journal = json.loads(members["journal.json"])
    assert {row["game"] for row in journal["games"]} == set(GAMES)
    assert sum(row["games"] for row in journal["games"]) >= 6
    config = json.loads(members["config.json"])
    assert config["table.toml"]["readers"][0]["port"] == "/dev/ttyUSB9"
    assert config["table.toml"]["readers"][0]["name"] == "reader 1"
    assert config["table.toml"]["readers"][0]["seat"] is True
    assert config["settings"]["volume"] == 4
    findings = {one["code"]: one for one in json.loads(members["findings.json"])["findings"]}
    assert findings["reader_well"]["facts"]["last"] == "xxxxxxxxxx (10)"
    assert findings["game_file_wrong"]["facts"]["line"] >= 1
    assert findings["check_failed"]["facts"]["check"] == "reader"
    assert json.loads(members["versions.json"])["packages"]["kivy"] == "2.3.1"


def test_a_broken_journal_and_no_log_hinder_nothing(tmp_path: Path) -> None:
    (tmp_path / JOURNAL).write_bytes(b"x" * 5000)
    told = support.archive_members(tmp_path, [], settings_in_short(tmp_path, tmp_path), Pretend(tmp_path / "root"))
    assert json.loads(told["journal.json"])["error"] == "journal_damaged"
    assert json.loads(told["config.json"])["table.toml"] == {"error": "file_missing", "line": 0}
    assert told["log.txt"] == b""


def test_a_place_that_cannot_be_written_is_an_error_and_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match=r"Not a directory|exists"):
        support.write_support(tmp_path, [], {}, tmp_path / "file" / "support.zip")
    assert list(tmp_path.iterdir()) == [tmp_path / "file"]


def test_the_only_stick_gets_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stick, other = tmp_path / "stick", tmp_path / "other"
    for folder in (stick, other):
        folder.mkdir()
    monkeypatch.setattr("companion.tools.enrol.stick.sticks", lambda: (stick,))
    assert support.support_place(tmp_path) == stick
    monkeypatch.setattr("companion.tools.enrol.stick.sticks", lambda: (stick, other))
    assert support.support_place(tmp_path) == tmp_path, "where it cannot be told which is meant"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Zyxwvutsrq said no", "‹…› (18)"),
        (
            "the cached sound is damaged (Ana) and is rendered again",
            "the cached sound is damaged (‹…›) and is rendered again",
        ),
        ("a lamp could not be closed", "a lamp could not be closed"),
    ],
)
def test_only_messages_of_our_own_are_let_through(text: str, shown: str) -> None:
    assert scrub.message(text) == shown


@pytest.mark.process
def test_the_command_prints_where_the_file_is(evening: tuple[Path, Path], tmp_path: Path) -> None:
    data, config = evening
    output = tmp_path / "support.zip"
    ran = command_of("companion", "support", "--data", str(data), "--config", str(config), "-o", str(output))
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, f"{output}\n", "")
    assert "findings.json" in _members(output)


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("/dev/ttyUSB0", "/dev/ttyUSB0"),
        ("/dev/ttyJabberwock", "‹…›"),
        ("/dev/serial/by-id/usb-FTDI_FT232R_USB_UART_A50285BI-if00-port0", "/dev/serial/by-id/usb-FTDI_‹…›"),
        ("/dev/serial/by-id/usb-Jabberwock_12-if00", "‹…›"),
        ("/home/alice/config/table.toml", "‹…›/table.toml"),
        ("/var/lib/companion/journal.db", "/var/lib/companion/journal.db"),
        ("/var/lib/companion-alice/journal.db", "‹…›/journal.db"),
        ("/etc/companion/cerbere/box.toml", "/etc/companion/cerbere/box.toml"),
        ("/etc/companion/alice.wav", "‹…›"),
        ("/boot/firmware/config.txt", "/boot/firmware/config.txt"),
        ("socket://alice-nas.local:4000", "‹…›"),
    ],
)
def test_a_path_says_nothing_of_its_owner_and_no_adapter_its_number(path: str, shown: str) -> None:
    assert scrub.path(path) == shown


def test_a_full_disk_names_the_file_that_could_not_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")  # SQLite and write() name no file

    monkeypatch.setattr("companion.engine.files.os.fsync", full)
    with pytest.raises(OSError, match=r"support\.zip"):
        support.write_support(tmp_path, [], {}, tmp_path / "support.zip")
    assert list(tmp_path.iterdir()) == []
