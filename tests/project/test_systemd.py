"""The Pi's service file and device rules, as far as a machine that is no Pi can judge them."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

SYSTEMD = Path(__file__).resolve().parents[2] / "systemd"
UNIT = SYSTEMD / "companion.service"

needs_systemd = pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd-analyze is not here")


@needs_systemd
def test_systemd_finds_nothing_to_say_about_the_unit(tmp_path: Path) -> None:
    """It exits with 0 on an unknown key: any word of it is a failure. The program is not installed here."""
    unit = tmp_path / UNIT.name
    text = UNIT.read_text(encoding="utf-8")
    unit.write_text(re.sub(r"^ExecStart=\S+", "ExecStart=/bin/true", text, flags=re.MULTILINE), encoding="utf-8")
    said = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False)
    assert (said.stdout + said.stderr, said.returncode) == ("", 0)


@needs_systemd
def test_the_unit_is_shut_in_well() -> None:
    """Exposure at most 1.0 of 10 (0.8 was measured with systemd 252)."""
    said = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--threshold=10", UNIT],
        capture_output=True,
        text=True,
        check=False,
    )
    assert said.returncode == 0, said.stdout[-400:]


def test_the_unit_watches_the_program() -> None:
    unit = UNIT.read_text(encoding="utf-8")
    for line in ("Type=notify", "WatchdogSec=20", "Restart=always", "User=companion", "PrivateNetwork=yes"):
        assert re.search(f"^{line}$", unit, re.MULTILINE), line


def test_install_makes_what_the_unit_names() -> None:
    unit, install = UNIT.read_text(encoding="utf-8"), (SYSTEMD / "install.sh").read_text(encoding="utf-8")
    program = re.search(r"^ExecStart=(/opt/companion)/.venv/bin/companion kiosk .*--config (\S+)", unit, re.MULTILINE)
    assert program
    assert f"app={program[1]}\n" in install
    assert program[2] in install
    groups = re.search(r"^SupplementaryGroups=(.*)$", unit, re.MULTILINE)
    made = re.search(r"^groups=(.*)$", install, re.MULTILINE)
    assert groups and made
    assert groups[1].split() == made[1].split(",")


def test_device_rules_are_whole() -> None:
    rules = (SYSTEMD / "99-companion.rules").read_text(encoding="utf-8")
    lines = [line for line in rules.splitlines() if line and not line.startswith("#")]
    pair = r'[A-Z_]+(\{\w+\})?(==|=|\+=)"[^"]*"'
    assert lines
    assert [line for line in lines if not re.fullmatch(rf"{pair}(, {pair})*", line)] == []
    if (
        shutil.which("udevadm")
        and "verify" in subprocess.run(["udevadm", "--help"], capture_output=True, text=True, check=False).stdout
    ):
        subprocess.run(["udevadm", "verify", SYSTEMD / "99-companion.rules"], check=True, capture_output=True)
