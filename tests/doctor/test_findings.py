"""The catalogue is whole, a check that fails is a finding, and the command says all of it."""

from __future__ import annotations

import ast
import errno
import json
import os
import threading
from pathlib import Path
from typing import Any

import pytest

from companion.doctor import command
from companion.doctor.catalogue import CATALOGUE, status
from companion.doctor.finding import Check, Finding, Level, examine
from companion.doctor.journal import running_companion
from companion.doctor.paper import table
from companion.doctor.system import System
from companion.engine.journal import Journal
from companion.options import JOURNAL, PACKAGED_CONFIG
from companion.presentation import i18n
from tests.doctor.conftest import command_of
from tests.patience import PATIENCE_S

ROOT = Path(__file__).resolve().parents[2]


def made() -> set[str]:
    """The codes that the sources give to findings."""
    codes: set[str] = set()
    for room in ("companion/doctor", "drivers/doctor", "kiosk/doctor"):
        for path in (ROOT / room).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
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
    assert bool(entry.why and entry.mend) == (entry.level > Level.OK)
    assert "`" not in entry.mend.replace("`", "", entry.mend.count("`") // 2 * 2), "commands stand between backticks"


# -- checks


def test_a_check_that_crashes_is_a_finding_and_the_others_are_told() -> None:
    def crashes() -> list[Finding]:
        raise ZeroDivisionError("by\nzero")

    found = examine([Check("one", crashes), Check("two", lambda: [Finding("power_well")])])
    assert found == [
        Finding("check_failed", {"check": "one", "error": "ZeroDivisionError: by zero"}),
        Finding("power_well"),
    ]


def test_a_check_that_hangs_is_a_finding_after_its_time() -> None:
    never = threading.Event()
    found = examine([Check("slow", lambda: [Finding("power_well")] * never.wait(60), 0.05)])
    assert found == [Finding("check_slow", {"check": "slow", "seconds": 0})]
    never.set()


def test_the_status_is_that_of_the_gravest() -> None:
    assert status([]) == 0
    assert status([Finding("no_reader")]) == 0
    assert status([Finding("no_reader"), Finding("no_touch")]) == 1
    assert status([Finding("no_touch"), Finding("no_screen")]) == 2
    assert status([Finding("no_screen", level=Level.NOTE)]) == 0


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


def test_a_program_that_hangs_is_ended() -> None:
    with pytest.raises(TimeoutError, match="did not end"):
        System().run(["sleep", "30"], 0.05)
    assert System().run(["echo", "well"], PATIENCE_S).out == "well\n"


# -- the page


def test_the_page_is_grouped_marked_and_keeps_commands_whole() -> None:
    i18n.set_language("en")
    page = command.page(
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


def test_the_page_of_the_docs_has_every_code_as_it_is() -> None:
    assert table() in (ROOT / "docs/doctor.md").read_text(encoding="utf-8"), "python -m companion.doctor.paper"
