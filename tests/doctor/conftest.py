"""A Pi on which all is well, and a doctor to look at it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.options import PACKAGED_CONFIG
from companion.presentation import i18n
from companion.tools.doctor.catalogue import finding_text, status
from companion.tools.doctor.finding import Case, Finding
from companion.tools.doctor.machine import checks as house
from drivers.doctor import checks as hardware
from kiosk.doctor import checks as senses
from tests.doctor.patient import examine_patiently
from tests.doctor.pretend import Pretend
from tests.patience import WHOLE_S

ROOT = Path(__file__).resolve().parents[2]


def command_of(module: str, *words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """What a module says as a process without a display."""
    environment = {**os.environ, "SDL_VIDEODRIVER": "", "DISPLAY": "", "WAYLAND_DISPLAY": "", **variables}
    command = [sys.executable, "-m", module, *words]
    return subprocess.run(
        command, capture_output=True, text=True, timeout=WHOLE_S, cwd=ROOT, env=environment, check=False
    )


class Visit:
    """The doctor at a table that a test has broken."""

    def __init__(self, folder: Path) -> None:
        self.system = Pretend(folder / "root")
        self.data, self.config = folder / "data", folder / "config"
        self.data.mkdir()
        shutil.copytree(PACKAGED_CONFIG, self.config)
        self.companion = 0
        self.quick = False
        self.findings: list[Finding] = []

    def table(self, text: str) -> None:
        """What `table.toml` says."""
        (self.config / "table.toml").write_text(text, encoding="utf-8")

    def look(self) -> dict[str, Finding]:
        """The findings by their codes."""
        case = Case(self.data, self.config, self.quick, self.companion)
        checks = [*senses(self.system, case), *hardware(self.system, case), *house(self.system, case)]
        self.findings = examine_patiently(checks)
        return {finding.code: finding for finding in self.findings}

    @property
    def status(self) -> int:
        return status(self.findings)

    def troubles(self) -> set[str]:
        """The codes of all that is not well."""
        return {said.code for said in map(finding_text, self.findings) if said.level > 0}

    def mend(self, code: str, language: i18n.Language) -> str:
        """What the owner is told to do."""
        i18n.set_language(language)
        return next(finding_text(f, i18n._).mend for f in self.findings if f.code == code)


@pytest.fixture(autouse=True)
def _language() -> Iterator[None]:
    """Each test leaves the language as it was."""
    before = i18n.language()
    yield
    i18n.set_language(before)


@pytest.fixture
def visit(tmp_path: Path) -> Visit:
    return Visit(tmp_path)


Break = Callable[[Visit], None]
