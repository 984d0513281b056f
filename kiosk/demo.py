"""A short demonstration where there is no screen: a whole game in time lapse, drawn off screen, kept as pictures.

The table, the journal and the virtual reader are the real ones; only the clock is turned by hand.
"""

from __future__ import annotations

import os
import tempfile
from dataclasses import replace
from pathlib import Path

from companion.engine.clock import ManualClock
from companion.options import PACKAGED_CONFIG, KioskOptions
from kiosk import demo_cerbere, demo_hellrail, env
from kiosk.demo_player import Demo
from kiosk.runtime import RuntimeFactory


def run(options: KioskOptions, make_runtime: RuntimeFactory) -> int:
    """Play, print where the pictures are, and end. 0: the demonstration came to its end."""
    os.environ["SDL_VIDEODRIVER"] = "offscreen"
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    with tempfile.TemporaryDirectory(prefix="companion-demo-") as folder:
        data = Path(folder)
        env.prepare(options.size or (800, 480), data, loop="stock", video="offscreen")
        # Not the owner's files: a mistake in them hinders no demonstration.
        own = replace(options, data=data, config=PACKAGED_CONFIG, simulate=True, demo=False)
        demo = Demo(make_runtime(own, ManualClock(1_000)), own, _pictures())
        try:
            play(demo)
        finally:
            demo.close()
    print(f"There is no screen here: a short demonstration was drawn instead, {len(demo.taken)} pictures:")
    for path in demo.taken:
        print(f"  {path}")
    return 0


def _pictures() -> Path:
    """Where the pictures go: build/demo beside the sources, else a folder of their own."""
    for folder in (Path.cwd() / "build" / "demo", Path(tempfile.gettempdir()) / "infernal-companion-demo"):
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            return folder
    return Path(tempfile.mkdtemp(prefix="companion-demo-"))


def play(demo: Demo) -> None:
    """Home, then every game that can be played."""
    demo.shoot("home")
    demo.play_wagon()
    demo.leave()
    demo_cerbere.play(demo)
    demo.leave()
    demo_hellrail.play(demo)
