"""The soak itself works: a smoke run of each of its parts."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import WHOLE_S
from tests.tools.soak.noise import soak_noise


def test_noise_finds_no_false_tag() -> None:
    finding = soak_noise(100_000)
    assert finding.broken is None
    assert finding.figures["bytes"] >= 100_000


@pytest.mark.slow
@pytest.mark.process
def test_the_quick_soak_is_well(tmp_path: Path) -> None:
    file = tmp_path / "soak.json"
    words = [sys.executable, "-m", "tests.tools.soak", "--quick", "--json", str(file)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=WHOLE_S)
    assert done.returncode == 0, done.stdout + done.stderr
    findings = json.loads(file.read_text())
    parts = {finding["name"].split()[0] for finding in findings}
    assert parts >= {"random", "kills", "disk", "evenings"}
    assert all(finding["broken"] is None for finding in findings)
