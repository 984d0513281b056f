"""Parts of the soak that need a window: each is a program of its own, and a process for each window."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from tests.tools.soak.report import Finding

WINDOWS = (("800x480", "fr"), ("720x1280", "fr"), ("1024x600", "en"), ("1280x720", "fr"))
KEPT = 12
"""Faults that are told; more are counted."""
Play = Callable[[int, int, tuple[int, int], str, Path | None], Finding]
"""Plays so many games from a seed, in a size of window and a language. The path: a folder for pictures, if wanted."""


class WindowedPart(NamedTuple):
    """`module`: run as a program, it calls `main`. `title`: begins the names of what it finds. `games`: if nobody says
    how many."""

    module: str
    title: str
    play: Play
    games: int

    def in_process(self, count: int, seed: int, size: str, language: str) -> Finding:
        """What it finds in a process of its own."""
        words = ["--games", str(count), "--seed", str(seed), "--size", size, "--lang", language, "--json"]
        done = subprocess.run([sys.executable, "-m", self.module, *words], capture_output=True, text=True, check=False)
        if not done.stdout.strip():
            return Finding(f"{self.title}, {size} {language}", {}, done.stderr[-2_000:] or "it said nothing")
        return msgspec.json.decode(done.stdout.splitlines()[-1], type=Finding)

    def main(self) -> int:
        """Play; 1 if anything was wrong."""
        reader = argparse.ArgumentParser(self.module)
        reader.add_argument("--games", type=int, default=self.games)
        reader.add_argument("--seed", type=int, default=1)
        reader.add_argument("--size", default="800x480")
        reader.add_argument("--lang", choices=("en", "fr"), default="fr")
        reader.add_argument("--pictures", type=Path)
        reader.add_argument("--json", action="store_true")
        given = reader.parse_args()
        _open_window()
        wide, _x, high = given.size.partition("x")
        finding = self.play(given.games, given.seed, (int(wide), int(high)), given.lang, given.pictures)
        print(msgspec.json.encode(finding).decode() if given.json else finding)
        return int(finding.broken is not None)


def listed(faults: Sequence[str], what: str) -> str | None:
    """The first faults and how many there are, for a finding; None: there are none."""
    return "\n    ".join([f"{len(faults)} {what}", *faults[:KEPT]]) if faults else None


def _open_window() -> None:
    """Kivy offscreen, and no frame that waits for the next sixtieth of a second."""
    from kiosk.display import env

    os.environ["SDL_AUDIODRIVER"] = "dummy"
    env.prepare_kivy((800, 480), loop="stock", video="offscreen")
    from kivy.base import EventLoop
    from kivy.clock import Clock

    EventLoop.ensure_window()
    EventLoop.start()
    Clock._max_fps = 0
