"""What `make run` shows where there is no screen: a whole game of each kind, in pictures."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from kiosk.window.demo import CHASE_SHOTS, LAST_TURNS
from tests.patience import WHOLE_S
from tests.process.machine import ROOT

pytestmark = pytest.mark.process


BEST = {f"cerbere-{name}" for name in CHASE_SHOTS.values()} | {f"hellrail-{name}" for name, _keys in LAST_TURNS}


def test_the_demonstration_plays_all_three_games(tmp_path: Path) -> None:
    environment = {**os.environ, "SDL_AUDIODRIVER": "dummy", "XDG_CACHE_HOME": str(tmp_path), "PYTHONPATH": str(ROOT)}
    (tmp_path / "table.toml").write_text("[pins")  # a mistake in the owner's files hinders no demonstration
    command = [sys.executable, "-m", "companion", "demo", "--lang", "fr", "--config", str(tmp_path)]
    done = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=WHOLE_S, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    said, *named = done.stdout.splitlines()
    pictures = [Path(line.strip()) for line in named]
    assert str(len(pictures)) in said and all(picture.stat().st_size > 5_000 for picture in pictures)
    shown = {picture.stem.partition("-")[2] for picture in pictures}
    assert {"home", "last-minute", "end", "hellrail-recap", *BEST} <= shown
