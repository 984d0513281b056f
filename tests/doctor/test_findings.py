"""The catalogue is whole, a check that fails is a finding, the command says all of it; and what goes wrong on real
machines: closed folders, full disks, ports that are none, terminals of every kind."""

from __future__ import annotations

import ast
import errno
import io
import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from companion import commands
from companion.engine.journal import Journal
from companion.options import JOURNAL, PACKAGED_CONFIG, default_data
from companion.presentation import i18n
from companion.terminal import Lines
from companion.tools.doctor import command, journal
from companion.tools.doctor.catalogue import CATALOGUE, status
from companion.tools.doctor.command import as_json, findings_page
from companion.tools.doctor.finding import Case, Check, Finding, Severity, run_checks
from companion.tools.doctor.journal import running_companion
from companion.tools.doctor.live import ReaderNow
from companion.tools.doctor.paper import codes_table
from companion.tools.doctor.system import System
from drivers.doctor import readers as reader_checks
from drivers.doctor.system import HardwareSystem, Heard
from drivers.readers.counters import ReaderCounters
from drivers.readers.ports import fault_of
from drivers.simulated.reader import VirtualReader
from tests.doctor.conftest import Visit, command_of
from tests.patience import PATIENCE_S, WHOLE_S
from tests.program_source import ROOT, nodes, python_files


def made() -> set[str]:
    """The codes that the sources give to findings."""
    codes: set[str] = set()
    for path in python_files("companion/tools/doctor", "drivers/doctor", "kiosk/doctor"):
        for node in nodes(path):
            words = "catalogue" in path.name
            if isinstance(node, ast.Constant) and node.value in CATALOGUE and not words:
                codes.add(str(node.value))
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Finding" and node.args:
                first = node.args[0]
                if isinstance(first, ast.Constant):
                    assert first.value in CATALOGUE
    return codes


def test_every_code_has_words_and_every_word_a_code() -> None:
    assert made() == set(CATALOGUE)


@pytest.mark.parametrize("code", CATALOGUE)
def test_what_is_not_well_says_what_why_and_how_to_mend_it(code: str) -> None:
    entry = CATALOGUE[code]
    assert entry.what
    assert bool(entry.why and entry.mend) == (entry.level > Severity.OK)
    assert "`" not in entry.mend.replace("`", "", entry.mend.count("`") // 2 * 2), "commands stand between backticks"


def test_a_check_that_crashes_is_a_finding_and_the_others_are_told() -> None:
    def crashes() -> list[Finding]:
        raise ZeroDivisionError("by\nzero")

    found = run_checks([Check("one", crashes), Check("two", lambda: [Finding("power_well")])])
    assert found == [
        Finding("check_failed", {"check": "one", "error": "ZeroDivisionError: by zero"}),
        Finding("power_well"),
    ]


def test_a_check_that_hangs_is_a_finding_after_its_time() -> None:
    never = threading.Event()
    found = run_checks([Check("slow", lambda: [Finding("power_well")] * never.wait(60), 0.05)])
    assert found == [Finding("check_slow", {"check": "slow", "seconds": 0})]
    never.set()


def test_the_status_is_that_of_the_gravest() -> None:
    assert status([]) == 0
    assert status([Finding("no_reader")]) == 0
    assert status([Finding("no_reader"), Finding("no_touch")]) == 1
    assert status([Finding("no_touch"), Finding("no_screen")]) == 2
    assert status([Finding("no_screen", level=Severity.NOTE)]) == 0


def test_who_writes_to_the_journal_is_known_without_touching_it(tmp_path: Path) -> None:
    assert running_companion(tmp_path) == 0
    journal = Journal(tmp_path / JOURNAL)
    try:
        assert running_companion(tmp_path) == os.getpid()
    finally:
        journal.close()
    assert running_companion(tmp_path) == 0


def test_a_folder_that_cannot_be_written_says_why(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    assert System().hindrance(tmp_path / "not" / "yet") == 0
    assert not (tmp_path / "not").exists()
    assert System().hindrance(file) == errno.ENOTDIR
    assert System().hindrance(Path("/proc/self")) != 0
    assert list(tmp_path.iterdir()) == [file]


def test_the_page_is_grouped_marked_and_keeps_commands_whole() -> None:
    i18n.set_language("en")
    page = command.findings_page(
        [Finding("no_touch"), Finding("reader_absent", {"port": "/dev/x"}), Finding("power_well")], i18n._
    )
    assert page.startswith("Screen and touch\n  WARN  There is no touch screen and no mouse.\n")
    assert "\nCard readers\n  WARN" in page
    assert "\n  ok    Power" in page
    assert page.endswith("\nA game can be played, with trouble.")
    assert "Mend: Plug in its USB cable." in page
    assert all("`" not in line.replace("`", "", 2) or line.count("`") % 2 == 0 for line in page.splitlines())
    assert max(map(len, page.splitlines())) <= command.WIDTH


def quick(data: Path) -> tuple[str, ...]:
    return "--quick", "--data", str(data), "--config", str(PACKAGED_CONFIG)


@pytest.mark.process
def test_the_command_prints_json_and_gives_its_status(tmp_path: Path) -> None:
    ran = command_of("companion", "doctor", *quick(tmp_path), "--json", "--lang", "en")
    told: dict[str, Any] = json.loads(ran.stdout)
    assert ran.returncode == told["status"]
    assert ran.stderr == ""
    assert {"code", "group", "level", "facts", "what", "why", "mend"} == set(told["findings"][0])
    assert "check_failed" not in {finding["code"] for finding in told["findings"]}


@pytest.mark.process
def test_the_command_speaks_french(tmp_path: Path) -> None:
    ran = command_of("companion", "doctor", *quick(tmp_path), "--lang", "fr")
    assert ran.stdout.startswith("Écran et toucher\n")
    assert "Remède\u00a0:" in ran.stdout
    assert not list(tmp_path.iterdir()), "nothing is left behind"


@pytest.mark.process
def test_the_helpers_of_screen_and_sound_answer_in_one_line() -> None:
    for module, key in (("kiosk.doctor.window", "width"), ("kiosk.doctor.tone", "driver")):
        ran = command_of(module, SDL_VIDEODRIVER="offscreen", SDL_AUDIODRIVER="dummy")
        assert key in json.loads(ran.stdout.splitlines()[-1]), ran.stderr


def test_the_pages_of_the_docs_have_every_code_as_it_is() -> None:
    english, french = ((ROOT / name).read_text(encoding="utf-8") for name in ("docs/doctor.md", "docs/fr/doctor.md"))
    assert codes_table("en") in english, "python -m companion.tools.doctor.paper"
    assert codes_table("fr") in french, "python -m companion.tools.doctor.paper fr"


NB = "\u00a0"


@pytest.fixture
def french() -> Any:
    i18n.set_language("fr")
    return i18n._


def test_a_full_disk_keeps_nothing_of_the_trial(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Path, data: bytes) -> int:
        self.touch()  # the name finds room, the bytes do not
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    assert System().hindrance(tmp_path / "not" / "yet") == errno.ENOSPC
    assert list(tmp_path.iterdir()) == []


def test_a_folder_nobody_may_look_into_is_a_finding_and_no_crash(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def closed(self: Path, **_: Any) -> Any:
        raise PermissionError(errno.EACCES, "Permission denied", str(self))

    monkeypatch.setattr(Path, "lstat", closed)
    monkeypatch.setattr(Path, "exists", closed)
    found = list(journal.look(System(), Case(tmp_path, tmp_path)))
    assert [one.code for one in found] == ["journal_unreadable"]
    assert str(found[0].facts["detail"]) == "Permission denied"
    assert System().hindrance(tmp_path / "no") == 0


def test_looking_at_the_journal_leaves_no_files_behind(tmp_path: Path) -> None:
    Journal(tmp_path / JOURNAL).close()
    before = sorted(path.name for path in tmp_path.iterdir())
    assert [one.code for one in journal.look(System(), Case(tmp_path, tmp_path))] == ["journal_well"]
    assert sorted(path.name for path in tmp_path.iterdir()) == before


def test_of_a_journal_in_use_the_newest_entries_are_read(tmp_path: Path) -> None:
    """They are in its -wal: a look that left that out would see an older state."""
    open_one = Journal(tmp_path / JOURNAL)
    assert (tmp_path / f"{JOURNAL}-wal").exists()
    assert [one.code for one in journal.look(System(), Case(tmp_path, tmp_path))] == ["journal_well"]
    open_one.close()


@pytest.mark.parametrize("name", ["table.toml", "sound.toml", "cerbere", "infernal_wagon"])
def test_a_file_that_may_not_be_read_is_not_to_be_edited_but_opened(
    visit: Visit, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    read = os.open

    def closed(path: Any, *how: Any, **more: Any) -> Any:
        if name in Path(path).parts:
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return read(path, *how, **more)

    monkeypatch.setattr(os, "open", closed)
    found = visit.look()
    assert "file_closed" in found
    assert not {"table_wrong", "sound_wrong", "game_file_wrong", "check_failed"} & set(found)
    assert f"chmod --recursive a+rX {visit.config}" in visit.mend("file_closed", "fr")
    assert visit.status == 1


@pytest.mark.parametrize("what", ["/dev/null", "/dev/zero", "folder", "file", "fifo"])
def test_what_is_no_serial_port_is_not_opened_and_nobody_is_blamed(tmp_path: Path, what: str) -> None:
    """/dev/null is open in every second program: none of them is to be killed."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("x")
    os.mkfifo(tmp_path / "fifo")
    assert not HardwareSystem().is_serial(str(tmp_path / what))


def test_a_pseudo_terminal_may_be_a_port_and_one_that_is_gone_is_told_later(tmp_path: Path) -> None:
    made = VirtualReader("rdm6300", tmp_path)
    try:
        assert HardwareSystem().is_serial(made.port)
        assert HardwareSystem().is_serial(str(tmp_path / "gone"))
    finally:
        made.close()


def test_the_running_companion_blames_nobody_for_a_port_that_is_none() -> None:
    now = ReaderNow("table", "/dev/null", "rdm6300", False, "/dev/null cannot be opened: 25")
    assert reader_checks._live(HardwareSystem(), now, {}).code == "reader_no_serial"


def test_a_few_bytes_are_not_nothing(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    visit.table('[[readers]]\nname = "table"\nport = "/dev/ttyUSB0"\nprotocol = "rdm6300"\n')
    visit.system.write("dev/ttyUSB0", "")
    visit.system.open_port = lambda *_: _Closes()  # type: ignore[method-assign, assignment]
    counters = ReaderCounters()
    counters.count(5, [])
    monkeypatch.setattr(HardwareSystem, "listen", lambda *_: Heard(counters, b"\x02" * 5, seconds=3.1))
    found = visit.look()
    assert "reader_silent" not in found
    assert found["reader_scraps"].facts["bytes"] == 5


class _Closes:
    def close(self) -> None: ...


@pytest.mark.parametrize(
    ("error", "was_open", "code"),
    [
        (OSError(errno.EACCES, ""), False, "reader_not_allowed"),
        (OSError(errno.EBUSY, ""), False, "reader_locked"),
        (OSError(errno.ENODEV, ""), False, "reader_absent"),
        (OSError(errno.EIO, ""), True, "reader_lost"),
        (OSError("odd"), False, "reader_fails"),
    ],
)
def test_what_closed_a_readers_port_has_a_finding(error: OSError, was_open: bool, code: str) -> None:
    found = reader_checks._closed(HardwareSystem(), "/dev/x", fault_of(error, was_open=was_open), {"port": "/dev/x"})
    assert found.code == code
    assert "odd" in str(found.facts.get("detail", "odd"))


def test_a_mistake_in_table_toml_is_told_in_french(visit: Visit, french: Callable[[str], str]) -> None:
    from companion.tools.doctor.catalogue import finding_text

    visit.table("[pins]\nfaktory = 'none'\n")
    what = finding_text(visit.look()["table_wrong"], french).what
    assert what == f"table.toml:2: pins.faktory{NB}: cette clé n’existe pas{NB}; est-ce plutôt `factory`{NB}?"


def test_a_path_that_is_no_text_is_no_fault(tmp_path: Path) -> None:
    found = [Finding("state_closed", {"path": os.fsdecode(b"/tmp/\xff"), "detail": "x", "user": "pi"})]
    assert msgspec.json.decode(as_json(found, str))["findings"][0]["facts"]["path"] == "/tmp/?"
    out = io.BytesIO()
    lines = Lines(out, "utf-8")
    print(findings_page(found, str), file=lines, flush=True)
    assert b"/tmp/?" in out.getvalue()


def test_several_that_hang_cost_no_more_than_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """They began together: when the first one has used up its time, all have."""
    ended, clock = threading.Event(), [0.0, 0.0, 1000.0, 1000.0]
    monkeypatch.setattr("companion.tools.doctor.finding.time", SimpleNamespace(monotonic=lambda: clock.pop(0)))

    def hangs() -> list[Finding]:
        ended.wait(PATIENCE_S)
        return []

    found = run_checks([Check(f"reader {n}", hangs, 900) for n in range(2)])
    ended.set()
    assert [one.code for one in found] == ["check_slow"] * 2


def test_ctrl_c_ends_it_without_a_word(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def interrupted(*_: Any) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("companion.tools.doctor.command.run", interrupted)
    assert (
        commands.doctor(tmp_path, tmp_path, None, True, False, lambda _case: [], lambda _language, _data: str)
        == commands.STOPPED
    )


def _doctor(tmp_path: Path, **variables: str) -> subprocess.Popen[bytes]:
    line = [sys.executable, "-m", "companion", "doctor", "--quick", "--data", str(tmp_path)]
    keep = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return subprocess.Popen(line, cwd=ROOT, env={**keep, **variables}, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def test_a_locale_without_accents_and_a_narrow_terminal_are_no_fault(tmp_path: Path) -> None:
    plain = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "COLUMNS": "50", "LANG": "fr_FR"}
    with _doctor(tmp_path, **plain) as doctor:
        out, err = doctor.communicate(timeout=WHOLE_S)
    assert err == b""
    assert doctor.returncode in (0, 1, 2)
    assert b"Ecran" in out
    assert sum(len(line) > 50 for line in out.decode("ascii").splitlines() if "`" not in line and "/" not in line) == 0


def test_who_reads_no_further_still_gets_the_status_and_the_language_is_the_systems(tmp_path: Path) -> None:
    with _doctor(tmp_path, LANG="en_GB.UTF-8") as whole:
        out, _ = whole.communicate(timeout=WHOLE_S)
    assert b"Games and files" in out
    with _doctor(tmp_path) as doctor:
        assert doctor.stdout is not None
        assert doctor.stderr is not None
        doctor.stdout.close()
        err = doctor.stderr.read()
        doctor.wait(WHOLE_S)
    assert doctor.returncode == whole.returncode
    assert err == b""


def test_a_user_whom_the_system_does_not_know_has_a_folder_that_cannot_be_written(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def nobody() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", nobody)
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    assert default_data() == Path("/.local/share/infernal-companion")
