"""One process that measures itself, one line of JSON at the end: `python -m kiosk.measure.probe MODE DATA BEGUN TAPS`.

MODE: bare (a Kivy hello-world), home, or a game of `OPENINGS` on its playing screen. `bare-taps`: a thread gives a
hello-world other words. `wagon-taps` and so on: the game is opened from home, then cards come through the terminal.
`bare-minute`, `home-minute`, `clock-minute`: watched for a minute, not for ten seconds.
BEGUN: the machine's monotonic clock when the process was asked for, in seconds. TAPS: how many.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.options import PACKAGED_CONFIG, KioskOptions
from kiosk.measure.openings import OPENINGS

SETTLE_S = {"bare": 3.0, "home": 24.0, "clock": 15.0}
"""Until all motion has ended, else 27: without a clock the fire burns for 20 to 26 s, with one 6 to 12 s."""
WATCH_S = {"": 10.0, "minute": 60.0}
"""How long the processor is watched, by what follows the mode."""
HOME_S = 6.0
"""How long home is seen before a game is opened: a player reads it first and names the seats."""


def rss_mb() -> float:
    """Return the resident memory of this process now."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def cpu_of(pid: int) -> float:
    """Return the seconds of processor that a process has used."""
    text = Path(f"/proc/{pid}/stat").read_text()
    return sum(map(int, text.rpartition(")")[2].split()[11:13])) / os.sysconf("SC_CLK_TCK")


def cpu_s() -> float:
    """Return the processor time of this process and of its running children: the sound's process."""
    tasks = Path("/proc/self/task").iterdir()
    children = [int(child) for task in tasks for child in (task / "children").read_text().split()]
    return time.process_time() + sum(map(cpu_of, children))


def report(found: dict[str, Any]) -> None:
    """Print what was found, and end."""
    from kivy.app import App

    print(json.dumps(found), flush=True)
    App.get_running_app().stop()


def watch(
    mode: str,
    begun: float,
    watch_s: float,
    ready: Callable[[], bool],
    told: Callable[[dict[str, Any]], None] = report,
) -> None:
    """Measure the first frame, then rest, then processor time; call `told`. `ready`: whether all is painted ahead."""
    from kivy.clock import Clock

    from kiosk.measure.moments import first_frame

    first: dict[str, float] = {}

    def seen(issued: float, flipped: float) -> None:
        first.update(first_issued_ms=1e3 * (issued - begun), first_flipped_ms=1e3 * (flipped - begun))

    first_frame(seen, time.monotonic)

    def settled(_dt: float) -> None:
        if ready():
            used, at = cpu_s(), time.monotonic()
            Clock.schedule_once(lambda _dt: done(used, at), watch_s)
        else:
            Clock.schedule_once(settled, 1.0)

    def done(used: float, at: float) -> None:
        busy = 100 * (cpu_s() - used) / (time.monotonic() - at)
        told({**first, "idle_cpu": busy, "rss_mb": rss_mb()})

    Clock.schedule_once(settled, SETTLE_S.get(mode, 27.0))


def bare(through: str, begun: float, taps: int) -> None:
    """Measure Kivy alone: a window with one label. `through`: what follows the mode."""
    os.environ.update(KIVY_NO_ARGS="1", KIVY_NO_FILELOG="1", KIVY_NO_CONSOLELOG="1")
    os.environ.update(KCFG_GRAPHICS_WIDTH="800", KCFG_GRAPHICS_HEIGHT="480")
    from kivy.app import App
    from kivy.uix.label import Label

    from kiosk.measure.taps import tap_words

    app = App()
    app.root = Label(text="hello")
    if through == "taps":
        tap_words(app.root, taps, report)
    else:
        watch("bare", begun, WATCH_S[through], lambda: True)
    app.run()


def companion(options: KioskOptions, measure: Callable[[Any], None], **settings: object) -> None:
    """Run the real kiosk with its journal, hardware and sound, which `measure` gets before the first frame.

    :param settings: other than those of a table that is new, but for its first start: it is at home at once.
    """
    from companion.runtime import Runtime
    from kiosk.window import start

    (options.data / "settings.json").write_text(json.dumps({"offered": True, **settings}), encoding="utf-8")
    start.run(options, Runtime, measure)


def open_game(kiosk: Any, game: str, after_s: float, then: Callable[[], None]) -> None:
    """Open a game on its playing screen, after a while at home."""
    from kivy.clock import Clock

    def play(_dt: float) -> None:
        for request in OPENINGS[game].requests:
            kiosk.runtime.table.ask(request)
        then()

    Clock.schedule_once(play, after_s)


def main() -> None:
    mode, data, begun, taps = sys.argv[1], Path(sys.argv[2]), float(sys.argv[3]), int(sys.argv[4])
    game, _dash, through = mode.partition("-")
    tapped = through == "taps"

    def measure(kiosk: Any) -> None:
        from kiosk.measure.taps import tap_cards

        if tapped:
            open_game(kiosk, game, HOME_S, lambda: tap_cards(kiosk, OPENINGS[game], taps, report))
            return
        watch(game, begun, WATCH_S[through], lambda: kiosk.painter is not None and kiosk.painter.done)
        if game in OPENINGS:
            open_game(kiosk, game, 0.0, lambda: None)

    if game == "bare":
        bare(through, begun, taps)
    else:
        companion(KioskOptions(data, PACKAGED_CONFIG, simulate=tapped, lang="fr"), measure)


if __name__ == "__main__":
    main()
