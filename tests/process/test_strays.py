"""No key, no device and no gesture reaches anything of Kivy's that is not ours; `make soak` tries all scenes."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.patience import WHOLE_S
from tests.process.machine import ROOT

pytestmark = pytest.mark.process
SCENES = ("doctor-touch-drawn", "machine-name", "hellrail-map-route")


def test_strays_change_nothing() -> None:
    words = [word for scene in SCENES for word in ("--only", scene)]
    pushed = subprocess.run(
        [sys.executable, "-m", "tests.tools.soak.strays", "--few", *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=WHOLE_S,
        check=False,
    )
    assert pushed.returncode == 0, pushed.stdout + pushed.stderr
