"""A real disk that is full, then read-only: a small tmpfs in a mount namespace of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.patience import WHOLE_S
from tests.process.machine import ROOT
from tests.rights.mounts import own_mounts


def test_a_full_and_a_read_only_disk(tmp_path: Path) -> None:
    words = [*own_mounts(), sys.executable, "-m", "tests.engine.disk_story", str(tmp_path), "mounted"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=WHOLE_S, check=False)
    assert (done.stdout, done.returncode) == ("well\n", 0), done.stderr
