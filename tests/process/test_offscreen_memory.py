"""Offscreen, where nothing is swapped, frames are drawn soon after they came: what waits would stay in memory."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.process.machine import Kiosk

pytestmark = pytest.mark.process

FRAMES = 48
MOST_MB = 24.0
"""Between the least and the most of that time; sixteen frames that wait are 36 MB."""


def _resident_mb(pid: int) -> float:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("RssAnon:"):
            return int(line.split()[1]) / 1000
    raise AssertionError("no RssAnon")


def test_frames_do_not_wait_in_memory(tmp_path: Path) -> None:
    with Kiosk(tmp_path, seen=True) as kiosk:
        kiosk.say(open={"game": "infernal_wagon", "seats": ["Ana", "Bo"], "options": {"box": "demo", "timer": "calm"}})
        kiosk.move("confirm")
        kiosk.move("start")
        found = []
        for n in range(2 * FRAMES):
            kiosk.touch(0.0, 0.0)  # answered when a frame was drawn; and the fire burns
            if n >= FRAMES:  # the screen stands, and all that it needs is there
                found.append(_resident_mb(kiosk.process.pid))
    assert max(found) - min(found) < MOST_MB, found
