"""One process that measures itself, with more modes than `kiosk.measure.probe` has.

`python -m tests.tools.bench.kiosk.probe MODE DATA BEGUN TAPS`, one line of JSON at the end. `wagon-taps` and so on: as
there, and what was drawn for the first time. `tracker-linked`: the same with the link to a hub switched on.
`home-fingers`: fingers through a touchscreen's bytes. `tracker-phones`: a phone of twenty pages plays. `home-attacks`:
fingers while the pages' server is attacked. `evening`: TAPS random games, every move drawn.

With `COMPANION_BENCH_PAINTED` in the environment it is as if all shapes were painted on an evening before: none is
painted ahead, which takes an emulated processor many minutes. Those that are shown come from DATA. With
`COMPANION_BENCH_STILL` nothing moves, as an owner may choose.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from companion.options import PACKAGED_CONFIG, KioskOptions
from kiosk.measure import probe
from kiosk.measure.openings import OPENINGS, Opening
from kiosk.measure.probe import HOME_S, SETTLE_S, open_game, report, rss_mb
from tests.tools.bench.kiosk.panel import plug_in

GAMES = {mode: opening for mode, opening in OPENINGS.items() if mode != "clock"}
PRESSES = 60
FIRE_FIRST, FIRE_FRAMES = 60, 60
"""The frame of the fire from which on it is watched, and how many then: a whole breath."""
PHONES = 20
KEPT: list[object] = []
"""Kivy's clock holds methods weakly: somebody must hold the object."""


def tell(found: dict[str, Any]) -> None:
    """The line that the bench reads."""
    print(json.dumps(found), flush=True)


def linked(packaged: Path, folder: Path) -> Path:
    """The settings with the link switched on."""
    shutil.copytree(packaged, folder)
    (folder / "link.toml").write_text("on = true\n")
    return folder


def tapped(kiosk: Any, game: str, count: int) -> None:
    """Cards come into a game that is opened from home."""
    from tests.tools.bench.kiosk.first_taps import watch_taps

    open_game(kiosk, game, HOME_S, lambda: watch_taps(kiosk, OPENINGS[game], count, report))


def evening(kiosk: Any, count: int) -> None:
    """Random games, from home."""
    from kivy.clock import Clock

    from tests.tools.bench.kiosk.evening import Evening

    table = kiosk.runtime.table

    def put_up(opening: Opening) -> None:
        for request in opening.requests:
            table.ask(request)

    openings = [partial(put_up, opening) for opening in GAMES.values()]

    def play(_dt: float) -> None:
        KEPT.append(Evening(table, openings, count, rss_mb, tell, kiosk.app.stop))

    Clock.schedule_once(play, SETTLE_S["home"])


def main() -> None:
    mode, data, count = sys.argv[1], Path(sys.argv[2]), int(sys.argv[4])
    game, _dash, through = mode.partition("-")
    options = KioskOptions(data, PACKAGED_CONFIG, lang="fr")
    measure: Callable[[Any], None]
    match through:
        case "taps" if game != "bare":
            options, measure = replace(options, simulate=True), lambda kiosk: tapped(kiosk, game, count)
        case "linked":
            link = data / "link.sock"
            command = [sys.executable, "-m", "tests.tools.bench.engine.linked", str(link), str(data / "hub.db")]
            KEPT.append(subprocess.Popen(command))  # it ends with the socket
            config = linked(PACKAGED_CONFIG, data / "config")
            options = replace(options, simulate=True, config=config, link=link)
            measure = lambda kiosk: tapped(kiosk, game, count)  # noqa: E731
        case "fingers":
            options, measure = fingers(options, min(PRESSES, count))
        case "minute" if game != "bare":
            measure = lambda kiosk: minute(kiosk, game)  # noqa: E731
        case "phones":
            options = replace(options, pages=data / "pages.sock")
            measure = lambda kiosk: phones(kiosk, game, count)  # noqa: E731
        case "attacks":
            options, measure = attacks(options, count)
        case "" if game == "evening":
            measure = lambda kiosk: evening(kiosk, count)  # noqa: E731
        case _:
            probe.main()
            return
    if os.environ.get("COMPANION_BENCH_PAINTED"):
        measure = partial(painted, measure)
    probe.companion(options, measure, motion=not os.environ.get("COMPANION_BENCH_STILL"))


def painted(measure: Callable[[Any], None], kiosk: Any) -> None:
    """Paint nothing ahead but the letters of a game; what may be shown is imported."""
    kiosk.painter._rest = (job for job in kiosk.painter._rest if job.func is import_module)
    measure(kiosk)


def minute(kiosk: Any, game: str) -> None:
    """A minute at rest; of home the fire, too, before it falls asleep."""
    fire = FireFrames() if game == "home" else None
    told = lambda found: report({**found, **({} if fire is None else {"fire_ms": fire.each_ms})})  # noqa: E731
    probe.watch(game, float(sys.argv[3]), probe.WATCH_S["minute"], lambda: True, told)
    if game in OPENINGS:
        open_game(kiosk, game, 0.0, lambda: None)


class FireFrames:
    """Watches frames of the fire while nothing else happens: each of them takes `each_ms` of processor time."""

    def __init__(self) -> None:
        from kiosk.widgets.ambient import ambient

        self.each_ms = 0.0
        self._seen = 0
        self._begun = 0.0
        ambient.join(self._lit)

    def _lit(self, _now: float) -> None:
        self._seen += 1
        if self._seen == FIRE_FIRST:
            self._begun = time.process_time()
        elif self._seen == FIRE_FIRST + FIRE_FRAMES:
            self.each_ms = 1e3 * (time.process_time() - self._begun) / FIRE_FRAMES


def fingers(options: KioskOptions, count: int) -> tuple[KioskOptions, Callable[[Any], None]]:
    """A touchscreen, whose fingers press the key of the settings."""
    inputs = options.data / "input"
    panel = plug_in(inputs)

    def measure(kiosk: Any) -> None:
        from tests.tools.bench.kiosk.presses import Presses

        KEPT.append(Presses(panel, kiosk.root.screen.gear, count, tell, kiosk.app.stop))

    return replace(options, input_devices=inputs), measure


def phones(kiosk: Any, game: str, count: int) -> None:
    """A phone of many pages plays."""
    from tests.tools.bench.kiosk.phones import PhoneTaps

    def play() -> None:
        KEPT.append(PhoneTaps(kiosk, kiosk.options.pages, count, PHONES, tell, kiosk.app.stop))

    open_game(kiosk, game, 0.0, play)


def attacks(options: KioskOptions, count: int) -> tuple[KioskOptions, Callable[[Any], None]]:
    """A touchscreen, and a pages' server that is attacked."""
    inputs, pages = options.data / "input", options.data / "pages.sock"
    panel = plug_in(inputs)

    def measure(kiosk: Any) -> None:
        from tests.tools.bench.kiosk.attacked import Attacked, seat

        seat(options.data)
        KEPT.append(Attacked(kiosk, pages, panel, count, tell, kiosk.app.stop))

    return replace(options, input_devices=inputs, pages=pages), measure


if __name__ == "__main__":
    main()
