"""Programs of other people: whatever is wrong with one has a name, and is never a traceback."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.engine.program import ProgramError, ProgramFault, ended
from companion.tools.doctor.catalogue import finding_text
from companion.tools.doctor.finding import Case, Finding
from companion.tools.doctor.machine import check_clock, power
from companion.tools.machine.system import MachineSystem as Machine
from drivers.doctor.system import HardwareSystem
from kiosk.doctor import sound
from kiosk.sound.voice_program import spoken_samples

ROOT = Path(__file__).parents[2]
HANGS = f"#!{sys.executable}\nimport time\ntime.sleep(60)\n"
FAULTS: dict[str, tuple[str | None, int, ProgramFault]] = {
    "missing": (None, 0, ProgramFault.MISSING),
    "not executable": ("#!/bin/sh\necho yes\n", 0o644, ProgramFault.NOT_ALLOWED),
    "first line wrong": ("#!/nowhere/sh\necho yes\n", 0o755, ProgramFault.NOT_STARTED),
    "no program": ("\0\0\0\0", 0o755, ProgramFault.NOT_STARTED),
    "hangs": (HANGS, 0o755, ProgramFault.HANGS),
    "fails": ("#!/bin/sh\nexit 1\n", 0o755, ProgramFault.FAILED),
    "garbage": ("#!/bin/sh\nprintf '\\377\\376\\000x'\n", 0o755, ProgramFault.GARBAGE),
}
"""What lies there, its mode, and how that is called."""
SHORT_S = 0.3


class Programs:
    """A folder that alone is looked in."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def put(self, name: str, how: str) -> None:
        text, mode, _fault = FAULTS[how]
        if text is not None:
            file = self.folder / name
            file.write_text(text, encoding="latin-1")
            file.chmod(mode)


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Programs:
    monkeypatch.setenv("PATH", str(tmp_path))
    return Programs(tmp_path)


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that hangs hangs soon."""

    def soon(self: HardwareSystem, command: list[str], seconds: float = 0) -> object:
        return ended(command, SHORT_S if "hangs" in os.environ.get("HOW", "") else 20)

    monkeypatch.setattr(HardwareSystem, "run", soon)


def fault_of(call: Callable[[], object]) -> ProgramFault | None:
    try:
        call()
    except ProgramError as error:
        assert str(error) == str(error.what) != ""
        return error.fault
    return None


@pytest.mark.parametrize("how", [how for how in FAULTS if how not in ("fails", "garbage")])
def test_a_program_that_does_not_run_to_its_end(programs: Programs, how: str) -> None:
    programs.put("helper", how)
    assert fault_of(lambda: ended(["helper"], SHORT_S if how == "hangs" else 20)) is FAULTS[how][2]


def test_by_its_path_it_is_the_same(tmp_path: Path) -> None:
    assert fault_of(lambda: ended([str(tmp_path / "none")], 1)) is ProgramFault.MISSING
    assert fault_of(lambda: ended([str(tmp_path)], 1)) is ProgramFault.NOT_ALLOWED


def test_what_it_wrote_may_be_no_text(programs: Programs) -> None:
    programs.put("helper", "garbage")
    assert ended(["helper"], 20).out == "\ufffd\ufffd\0x"


@pytest.mark.parametrize("how", FAULTS)
def test_the_voice(programs: Programs, how: str) -> None:
    programs.put("espeak-ng", how)
    assert fault_of(lambda: spoken_samples("Bo", "fr", SHORT_S if how == "hangs" else 20)) is FAULTS[how][2]


def found(findings: object) -> dict[str, Finding]:
    return {one.code: one for one in findings}  # type: ignore[attr-defined]


class OnAPi(HardwareSystem):
    """Without the files of its firmware, of the time and of an own clock: programs have to be asked."""

    def is_pi(self) -> bool:
        return True

    def find(self, pattern: str) -> list[str]:
        return [] if "throttled" in pattern or "rtc" in pattern else super().find(pattern)

    def exists(self, path: object) -> bool:
        return "timesync" not in str(path) and super().exists(path)  # type: ignore[arg-type]


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize("how", FAULTS)
def test_the_doctor(programs: Programs, how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOW", how)
    for name in ("espeak-ng", "vcgencmd", "timedatectl"):
        programs.put(name, how)
    data = tmp_path / "data"
    data.mkdir()
    (data / "settings.json").write_text(json.dumps({"voice": "orders"}))
    system = OnAPi()
    voice = found(sound.look(system, Case(data, data, quick=True)))
    asked = found(power(system)), found(check_clock(system))
    if how == "missing":
        assert "voice_missing" in voice and not any("program_fails" in one for one in asked)
        assert "clock_unset" in asked[1]
        return
    told = [voice["voice_fails"], *(one["program_fails"] for one in asked)]
    for finding, name in zip(told, ("espeak-ng", "vcgencmd", "timedatectl"), strict=True):
        words = finding_text(finding)
        assert finding.facts["program"] == name and name in words.what and "?" not in words.what + words.mend


@pytest.mark.parametrize("how", FAULTS)
def test_the_machine_goes_on(programs: Programs, how: str, caplog: pytest.LogCaptureFixture) -> None:
    programs.put("wpa_cli", how)
    said = Machine().run("wpa_cli", "scan_results", seconds=SHORT_S if how == "hangs" else 20)
    assert said == ("\ufffd\ufffd\0x" if how == "garbage" else "")
    assert how == "garbage" or "wpa_cli" in caplog.text
