"""One process that measures itself; one line of JSON at the end.

`python -m tests.tools.bench.kiosk.probe MODE DATA BEGUN TAPS`.

MODE: bare (a Kivy hello-world), home, painted (home, until all icons of the window are painted ahead), or a game on its
playing screen: wagon (clock running), tracker, board (Cerbère at its two levels), keeper, map (HellRail at its two
levels). `wagon-taps` and so on: that game is opened from home, then cards come through the pseudo-terminal.
`tracker-linked`: as `tracker-taps`, with the link to a hub switched on. `bare-taps`: a thread tells a Kivy hello-world
other words. `home-fingers`: fingers through a touchscreen's bytes. `tracker-phones`: a phone of twenty pages plays.
`home-attacks`: fingers while the pages' server is attacked. `evening`: TAPS random games, every move drawn.
BEGUN: the machine's monotonic clock when the process was asked for, in seconds. TAPS: how many there are.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

from tests.tools.bench.kiosk.processes import cpu_s, rss_mb

SETTLE_S = {
    "bare": 3.0, "home": 24.0, "wagon": 15.0, "tracker": 27.0, "board": 27.0,
    "keeper": 27.0, "map": 27.0,
}  # fmt: skip
"""Until all that moves has gone to rest: without a clock the fire burns for 20 to 26 s, with one 6 to 12 s."""
WATCH_S = {"bare": 6.0}
WATCH_LONG_S = 10.0
HOME_S = 6.0
"""Home is seen before a game is opened: whoever opens one reads it first and names the players."""
PRESSES = 60
PHONES = 20
_KEPT: list[Any] = []
"""Kivy's clock holds methods weakly: somebody must hold the object."""
NAMES = {"wagon": "infernal_wagon", "tracker": "cerbere", "board": "cerbere", "keeper": "hellrail", "map": "hellrail"}
SEATS = ("Ana", "Bo", "Cy", "Dan")


def report(found: dict[str, Any]) -> None:
    """The line that the bench reads."""
    print(json.dumps(found), flush=True)


class Watch:
    """First flip, then rest, then processor time over a while; then the app ends."""

    def __init__(self, mode: str, begun: float, stop: Any) -> None:
        from kivy.clock import Clock
        from kivy.core.window import Window

        self.mode, self.begun, self.stop = mode, begun, stop
        self.first: float | None = None
        self.cpu = self.at = 0.0
        Window.bind(on_flip=self._flipped)
        Clock.schedule_once(self._settled, SETTLE_S[mode])

    def _flipped(self, _window: Any) -> None:
        if self.first is None:
            self.first = (time.monotonic() - self.begun) * 1e3

    def _settled(self, _dt: float) -> None:
        from kivy.clock import Clock

        self.cpu, self.at = cpu_s(), time.monotonic()
        Clock.schedule_once(self._done, WATCH_S.get(self.mode, WATCH_LONG_S))

    def _done(self, _dt: float) -> None:
        busy = 100 * (cpu_s() - self.cpu) / (time.monotonic() - self.at)
        report({"first_flip_ms": self.first, "idle_cpu": busy, "rss_mb": rss_mb()})
        self.stop()


def bare(begun: float, taps: int) -> None:
    """Kivy as it comes: a window with one label. `taps`: so often it is told other words, and nothing else measured."""
    os.environ.update(KIVY_NO_ARGS="1", KIVY_NO_FILELOG="1", KIVY_NO_CONSOLELOG="1")
    from kivy.config import Config

    Config.set("graphics", "width", 800)
    Config.set("graphics", "height", 480)
    from kivy.app import App
    from kivy.uix.label import Label

    class Hello(App):
        """Nothing else."""

        def build(self) -> Any:
            return Label(text="hello")

        def on_start(self) -> None:
            if taps:
                from tests.tools.bench.kiosk.told import Told

                _KEPT.append(Told(self.root, taps, report, self.stop))
            else:
                _KEPT.append(Watch("bare", begun, self.stop))

    Hello().run()


def companion(mode: str, data: Path, begun: float, count: int) -> None:
    """The real kiosk with its journal, hardware and sound."""
    from companion.options import PACKAGED_CONFIG, KioskOptions
    from companion.runtime import Runtime
    from kiosk.display import env, loop, memory
    from kiosk.window.app import Kiosk

    memory.limit_allocator()
    memory.collect_later()

    game, _dash, through = mode.partition("-")
    taps, panel = through in ("taps", "linked"), None
    inputs = data / "input" if through in ("fingers", "attacks") else None
    pages = data / "pages.sock" if through in ("phones", "attacks") else None
    link = data / "link.sock" if through == "linked" else None
    config = PACKAGED_CONFIG if link is None else linked(PACKAGED_CONFIG, data / "config")
    options = KioskOptions(data, config, simulate=taps, lang="fr", input_devices=inputs, pages=pages, link=link)
    if link is not None:
        command = [sys.executable, "-m", "tests.tools.bench.engine.linked", str(link), str(data / "hub.db")]
        _KEPT.append(subprocess.Popen(command))  # it ends with the socket
    data.mkdir(parents=True, exist_ok=True)
    (data / "settings.json").write_text('{"offered": true}', encoding="utf-8")  # no first start: home is there at once
    env.prepare((800, 480), video=os.environ.get("SDL_VIDEODRIVER") or None)
    runtime = Runtime(options)
    kiosk = Kiosk(runtime, options)
    app = kiosk.prepare()
    if inputs is not None:
        from kiosk.window.touch_source import open_fingers
        from tests.tools.bench.kiosk.presses import plug_in

        panel = plug_in(inputs)
        kiosk.fingers = open_fingers(inputs, kiosk.settings)
    loop.install("blocking", devices=kiosk.fingers.devices if kiosk.fingers is not None else None)
    if taps:
        from kivy.clock import Clock

        from tests.tools.bench.kiosk.taps import Taps, after_tap, uids

        def play(_dt: float) -> None:
            begin(runtime, game, calm=True)
            _KEPT.append(Taps(kiosk, uids(runtime, NAMES[game]), count, report, app.stop, after_tap(game)))

        def soon(_app: Any) -> None:  # a listener that returns something would be the last one to be told
            Clock.schedule_once(play, HOME_S)

        app.bind(on_start=soon)
    elif pages is not None and panel is not None:
        from tests.tools.bench.kiosk.attacked import Attacked, seat

        seat(data)
        app.bind(on_start=lambda _app: _KEPT.append(Attacked(kiosk, pages, panel, count, report, app.stop)))
    elif pages is not None:
        from tests.tools.bench.kiosk.phones import PhoneTaps

        begin(runtime, game, calm=True)
        app.bind(on_start=lambda _app: _KEPT.append(PhoneTaps(kiosk, pages, count, PHONES, report, app.stop)))
    elif panel is not None:
        from tests.tools.bench.kiosk.presses import Presses

        gear = lambda: kiosk.root.screen.gear  # noqa: E731
        app.bind(on_start=lambda _app: _KEPT.append(Presses(panel, gear(), PRESSES, report, app.stop)))
    elif mode == "painted":
        from kivy.clock import Clock

        def look(_dt: float) -> None:
            if kiosk.painter is not None and kiosk.painter.done:
                report({})
                app.stop()

        _KEPT.append(look)
        app.bind(on_start=lambda _app: _KEPT.append(Clock.schedule_interval(look, 0.5)))
    elif game == "evening":
        from kivy.clock import Clock

        from tests.tools.bench.kiosk.evening import Evening

        openings = [partial(begin, runtime, each, True) for each in NAMES]

        def evening(_dt: float) -> None:
            _KEPT.append(Evening(runtime.table, openings, count, rss_mb, report, app.stop))

        def at_home(_app: Any) -> None:
            Clock.schedule_once(evening, SETTLE_S["home"])

        app.bind(on_start=at_home)
    else:
        if game in NAMES:
            begin(runtime, game, calm=False)
        app.bind(on_start=lambda _app: _KEPT.append(Watch(mode, begun, app.stop)))
    app.bind(on_start=lambda _app: kiosk.post(lambda: runtime.ready(kiosk.post)))
    try:
        app.run()
    finally:
        runtime.close()


def linked(packaged: Path, folder: Path) -> Path:
    """The settings with the link switched on."""
    shutil.copytree(packaged, folder)
    (folder / "link.toml").write_text("on = true\n")
    return folder


def begin(runtime: Any, game: str, calm: bool) -> None:
    """A game on its playing screen. `calm`: without a clock."""
    if game == "wagon":
        begin_wagon(runtime, calm)
    elif NAMES[game] == "hellrail":
        begin_hellrail(runtime, game)
    else:
        begin_cerbere(runtime, game)


def begin_cerbere(runtime: Any, level: str) -> None:
    """A first turn of four at that level."""
    from companion.engine.game import Player
    from companion.engine.requests import Open

    runtime.table.ask(Open("cerbere", tuple(Player(name) for name in SEATS), {"box": "demo", "level": level}, seed=1))


def begin_hellrail(runtime: Any, level: str) -> None:
    """A turn of four in which rail cards are laid: on the board of a Keeper, or shown and then placed on the map."""
    from companion.engine.requests import Choose, Open

    seats = {name: {"hand": 5, "at": "C4"} for name in SEATS}
    begun = {"players": SEATS, "options": {"level": level}, "turn": {"n": 3, "drawn": True}}
    position = {**begun, "seats": seats}
    runtime.table.ask(Open("hellrail", position=position, seed=1))
    runtime.table.ask(Choose("lay"))


def begin_wagon(runtime: Any, calm: bool) -> None:
    """A game of the demonstration deck, started."""
    from companion.engine.game import Player
    from companion.engine.requests import MakeMove, Open

    options = {"box": "demo", "level": "L2", "timer": "calm" if calm else "timed"}
    runtime.table.ask(Open("infernal_wagon", tuple(Player(name) for name in SEATS[:3]), options, seed=1))
    for move in ("confirm", "start"):
        runtime.table.ask(MakeMove({"type": move}))


def main() -> None:
    mode, data, begun, taps = sys.argv[1], Path(sys.argv[2]), float(sys.argv[3]), int(sys.argv[4])
    if mode in ("bare", "bare-taps"):
        bare(begun, taps if mode == "bare-taps" else 0)
    else:
        companion(mode, data, begun, taps)


if __name__ == "__main__":
    main()
