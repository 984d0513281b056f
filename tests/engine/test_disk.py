"""A disk that is full, then read-only. A real one, which wants the right to mount: tests/rights/prove_disk.py."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import WHOLE_S
from tests.process.machine import ROOT


@pytest.mark.process
def test_a_full_and_a_read_only_disk(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "tests.engine.disk_story", str(tmp_path), "refusing"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=WHOLE_S)
    assert (done.stdout, done.returncode) == ("well\n", 0), done.stderr
