"""A short demonstration where there is no screen: a whole game in time lapse, drawn off screen, kept as pictures.

The table, the journal and the virtual reader are the real ones; only the clock is turned by hand.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from companion.engine.clock import ManualClock
from companion.engine.refused import Refused
from companion.engine.requests import Legal, MakeMove, Open
from companion.games.cerbere.moves import EndTurn, Ok
from companion.games.hellrail.moves import EndOfTurn, Fan, Setout
from companion.options import PACKAGED_CONFIG, KioskOptions
from kiosk import env
from kiosk.demo_player import Demo
from kiosk.opening import open_window
from kiosk.runtime import RuntimeFactory


def run(options: KioskOptions, make_runtime: RuntimeFactory) -> int:
    """Play, print where the pictures are, and end. 0: the demonstration came to its end.

    :raises NoWindow: if not even a window that nobody sees can be opened.
    """
    os.environ["SDL_VIDEODRIVER"] = "offscreen"
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    with tempfile.TemporaryDirectory(prefix="companion-demo-") as folder:
        data = Path(folder)
        env.prepare(options.size or (800, 480), loop="stock", video="offscreen")
        open_window()
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
    play_cerbere(demo)
    demo.leave()
    play_hellrail(demo)


MOST = 900
"""Moves: a game never needs so many."""
SHOTS = {
    "cerbere": {"hunt_started": "hunt", "captured": "captured", "boat_revealed": "boat", "seated": "aboard"},
    "hellrail": {"rail_laid": "rail", "car_loaded": "train", "car_delivered": "delivered", "derailed": "derailed"},
}
"""Of each game: event -> picture, once each."""


def _go_on(demo: Demo, game: str, seed: int, move: Callable[[Demo, Random], bool]) -> None:
    """Move after move, to the end. `move`: False once there is none."""
    rng = Random(seed)
    for _ in range(MOST):
        if not move(demo, rng):
            break
        demo.pump(1)
        demo.look(game, SHOTS[game])
    demo.wait()


def play_cerbere(demo: Demo) -> None:
    """Its gate, the set-up, the boards, the game, the end."""
    context = demo.kiosk.context
    demo.wish("cerbere", 4, {"level": "board", "boats": "kept"})
    context.enter("cerbere")
    demo.shoot("cerbere-setup")
    context.open_screen("cerbere_boards")
    demo.shoot("cerbere-boards")
    context.open_screen("cerbere_setup")
    demo.root.screen.begin()
    demo.wait()
    demo.shoot("cerbere-first-turn")
    _go_on(demo, "cerbere", 5, _move_cerbere)
    demo.shoot("cerbere-end")


def _move_cerbere(demo: Demo, rng: Random) -> bool:
    """One move of those worth offering; a turn is only ended when nothing else is left to do."""
    offered = list(demo.runtime.table.ask(Legal(), 10).answer)
    deeds = [move for move in offered if not isinstance(move, EndTurn | Ok)] or offered
    if deeds:
        demo.runtime.table.ask(MakeMove(rng.choice(deeds)), 10)
    return bool(deeds)


MIDDLE: dict[str, Any] = {
    "level": "map",
    "seats": [
        {"seat": "Ana", "colour": "red", "hand": 4, "at": "1,2:EW.1", "heading": "W", "loaded": ["R01"],
         "delivered": ["R14", "R15"]},
        {"seat": "Bo", "colour": "blue", "hand": 3, "at": "3,2:EW.2", "heading": "E", "loaded": ["R03", "R05"],
         "delivered": ["R16", "R18", "R21"]},
        {"seat": "Cy", "colour": "yellow", "hand": 5, "at": "C4", "loaded": ["R35", "R42", "R04"], "tender": True,
         "delivered": ["R22"]},
    ],
    "active": "Cy",
    "turn": {"n": 7, "drawn": True},
    "grid": {
        "circles": {
            "CG": "2,0", "C1": "1,1", "C2": "3,1", "C3": "0,2", "C4": "2,2", "C5": "4,2", "C6": "1,3", "C7": "3,3",
            "C8": "2,4", "C9": "4,4",
        },
        "cards": [
            {"card": card, "cell": cell, "q": q}
            for card, cell, q in (
                ("R02", "2,1", 0), ("R17", "1,2", 0), ("R11", "3,2", 0), ("R13", "2,3", 0), ("R12", "1,0", 1),
                ("R20", "3,0", 0), ("R24", "3,4", 0), ("R10", "4,3", 3), ("R06", "0,3", 0), ("R19", "1,4", 2),
                ("R26", "4,1", 0), ("R27", "4,1", 0),
            )
        ],
    },
    "markers": ["2,3:NE.1"],
    "cerberus": "C9",
    "effects": {
        "C1": "abyss", "C2": "thievery", "C3": "lust", "C4": "geryon", "C5": "guard_duty", "C6": "shift_change",
        "C7": "brimstone_tenders", "C8": "gluttony", "C9": "heresy",
    },
}  # fmt: skip
"""A game of HellRail in its middle: a map, loaded trains, cars that were delivered."""
RAM = ("move", "b5", "c9", "3,2:E")
"""A way over that map that meets another engine."""


def play_hellrail(demo: Demo) -> None:
    """Its gate, the set-up; then a game from its middle, the reveal, the recap."""
    context = demo.kiosk.context
    demo.wish("hellrail", 3, {"level": "map"})
    context.enter("hellrail")
    demo.shoot("hellrail-setup")
    demo.root.screen.wishes.open()
    demo.wait()
    demo.shoot("hellrail-circles")
    demo.leave()
    demo.runtime.table.ask(Open("hellrail", position=MIDDLE, seed=1), 10)
    demo.wait()
    demo.shoot("hellrail-map")
    rng = Random(11)
    for _ in range(2):
        _move_hellrail(demo, rng)
    demo.wait()
    demo.shoot("hellrail-delivered")
    demo.act(*RAM)
    demo.shoot("hellrail-ram")
    demo.kiosk.context.choose("ok")
    demo.wait()
    _go_on(demo, "hellrail", 11, _move_hellrail)
    demo.shoot("hellrail-sealed")
    demo.act("ok")
    demo.shoot("hellrail-reveal")
    context.open_screen("hellrail_recap")
    demo.shoot("hellrail-recap")


def _move_hellrail(demo: Demo, rng: Random) -> bool:
    """One move of those worth offering: a delivery if there is one, the turn's end now and then."""
    offered = list(demo.runtime.table.ask(Legal(), 10).answer)
    best = [move for move in offered if isinstance(move, Setout)]
    deeds = best or [move for move in offered if not isinstance(move, EndOfTurn | Fan) or rng.random() < 0.5] or offered
    if not deeds or demo.root.base != "hellrail":
        return False
    with suppress(Refused):  # nobody knows which cards are in a hand: an offered one may turn out to lie elsewhere
        demo.runtime.table.ask(MakeMove(rng.choice(deeds)), 10)
    return True
