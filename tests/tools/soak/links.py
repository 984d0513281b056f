"""Commands of root's in folders where the kiosk's user has planted links (tests/process/planted_links.py)."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from tests.patience import WHOLE_S
from tests.rights.mounts import own_mounts
from tests.tools.soak.report import Finding

ROOT = Path(__file__).resolve().parents[3]


class Planted(Struct, frozen=True):
    """How many combinations there were; what was wrong with links, without one, and in the scripts."""

    combinations: int
    wrong: list[str]
    plain: list[str]
    scripts: list[str]


def planted(how: Literal["all", "one"], seconds: float = WHOLE_S) -> Planted:
    """Try them; `one`: each command once, and each link once.

    :raises AssertionError: with what it said, if it does not come to an end.
    """
    command = [*own_mounts(users=True), sys.executable, "-m", "tests.process.planted_links", how]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=seconds)
    assert done.returncode == 0, done.stderr[-2000:]
    return msgspec.json.decode(done.stdout.splitlines()[-1], type=Planted)


def soak_links(quick: bool) -> Finding:
    """Nothing of root's may change, whatever leads there."""
    begun = time.monotonic()
    found = planted("one" if quick else "all", seconds=7200)
    wrong = [*found.wrong, *found.plain, *found.scripts]
    figures = {"combinations": found.combinations, "wrong": len(wrong), "seconds": round(time.monotonic() - begun)}
    return Finding("links planted for root", figures, wrong[0] if wrong else None)
