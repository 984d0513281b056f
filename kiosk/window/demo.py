"""A short demonstration where there is no screen, drawn off screen and kept as pictures: Infernal Wagon and Cerbère
whole, in time lapse, the last turns of a game of HellRail. It is the same every time.

The table, the journal and the virtual reader are the real ones; only the clock is turned by hand.
"""

from __future__ import annotations

import os
import tempfile
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from companion.engine.clock import ManualClock
from companion.engine.requests import Choose, Legal, MakeMove, Open
from companion.engine.scratch import scratch
from companion.games.cerbere.moves import EndTurn, Ok
from companion.games.hellrail.moves import Deal
from companion.options import PACKAGED_CONFIG, KioskOptions
from companion.spoken import say as _
from kiosk.display import env
from kiosk.table.runtime import RuntimeFactory
from kiosk.window.demo_player import Demo
from kiosk.window.opening import open_window


def run(options: KioskOptions, make_runtime: RuntimeFactory) -> int:
    """Play, print where the pictures are, and end. 0: the demonstration came to its end.

    :raises NoWindow: if not even an offscreen window can be opened.
    """
    os.environ["SDL_VIDEODRIVER"] = "offscreen"
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    with scratch() as data:
        env.prepare_kivy(options.size or (800, 480), loop="stock", video="offscreen")
        open_window()
        # Not the owner's files: a mistake in them hinders no demonstration.
        own = replace(options, data=data, config=PACKAGED_CONFIG, simulate=True, demo=False)
        demo = Demo(make_runtime(own, ManualClock(1_000)), own, _pictures())
        try:
            play_demo(demo)
        finally:
            demo.close()
    said = _("There is no screen here: a short demonstration was drawn instead. Pictures: {n}")
    print(said.format(n=len(demo.taken)))
    for path in demo.taken:
        print(f"  {path}")
    return 0


def _pictures() -> Path:
    """Return the folder for the pictures: build/demo beside the sources, else a new folder."""
    for folder in (Path.cwd() / "build" / "demo", Path(tempfile.gettempdir()) / "infernal-companion-demo"):
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            return folder
    return Path(tempfile.mkdtemp(prefix="companion-demo-"))


def play_demo(demo: Demo) -> None:
    """Show home, then every game that can be played."""
    demo.shoot("home")
    demo.play_wagon()
    demo.leave()
    play_cerbere(demo)
    demo.leave()
    play_hellrail(demo)


MOST = 900
"""The most moves: a game never needs so many."""
CHASE_SEED = 5
"""Seed of the cards and of the random moves: a game with a chase, a capture, a revealed boat and an escape."""
CHASE_SHOTS = {
    "hunt_started": "chase",
    "captured": "captured",
    "boat_revealed": "boat",
    "seated": "aboard",
    "target": "target",
    "way": "way",
    "boats": "boats",
}
"""Event or question -> picture, once each."""


def play_cerbere(demo: Demo) -> None:
    """Play Cerbère: its gate, the set-up, the boards, the game, the end."""
    context = demo.kiosk.context
    options = {"level": "board", "boats": "kept"}
    demo.wish("cerbere", 4, options)
    context.enter("cerbere")
    demo.shoot("cerbere-setup")
    context.go.open("cerbere_boards")
    demo.shoot("cerbere-boards")
    seats = context.set_up.players()
    demo.runtime.table.ask(Open("cerbere", seats, options, seed=CHASE_SEED), 10)
    demo.wait()
    demo.shoot("cerbere-first-turn")
    rng = Random(CHASE_SEED)
    for _move in range(MOST):
        if not _move_cerbere(demo, rng):
            break
        demo.pump(1)
        demo.look("cerbere", CHASE_SHOTS)
        while demo.root.base == "cerbere" and demo.root.screen.order is not None:
            demo.root.screen.order_over()
            demo.wait()
            demo.look("cerbere", CHASE_SHOTS)
    demo.wait()
    demo.shoot("cerbere-end")


def _move_cerbere(demo: Demo, rng: Random) -> bool:
    """Make one of the moves worth offering; end a turn only when no other is left. False: none is left."""
    offered = list(demo.runtime.table.ask(Legal(), 10).answer)
    deeds = [move for move in offered if not isinstance(move, EndTurn | Ok)] or offered
    if deeds:
        demo.runtime.table.ask(MakeMove(rng.choice(deeds)), 10)
    return bool(deeds)


LATE: dict[str, Any] = {
    "players": [{"name": "Ana", "colour": "red"}, {"name": "Bo", "colour": "blue"}, {"name": "Cy", "colour": "yellow"}],
    "options": {"level": "map"},
    "seats": {
        "Ana": {"hand": 5, "at": "2,1:SW.1@W", "train": ["R32", "R03"], "delivered": ["R14", "R15", "R43"]},
        "Bo": {"hand": 5, "at": "C7", "train": ["R45", "R01"], "delivered": ["R16", "R25", "R38"]},
        "Cy": {"hand": 5, "at": "C4", "train": ["R42", "R04", "R35"], "tender": True,
               "delivered": ["R22", "R39", "R30"]},
    },
    "turn": {"active": "Cy", "n": 24, "drawn": True},
    "tally": {
        "deliveries": [
            [5, "Bo"], [7, "Ana"], [9, "Cy"], [11, "Bo"], [13, "Ana"], [15, "Cy"], [16, "Ana"], [20, "Bo"], [21, "Cy"],
        ],
        "rams": [[8, "Bo", "Ana"], [18, "Cy", "Bo"]],
        "derailments": [[14, "Bo"]],
        "longest": [4, "Cy"],
    },
    "recharges": 2,
    "grid": {
        "circles": {
            "CG": "2,0", "C1": "1,1", "C2": "3,1", "C3": "0,2", "C4": "2,2", "C5": "4,2", "C6": "1,3", "C7": "3,3",
            "C8": "2,4", "C9": "4,4",
        },
        "stacks": {
            cell: [{"card": card, "q": q} for card in cards.split()]
            for cell, cards, q in (
                ("2,1", "R02", 0), ("1,2", "R17", 0), ("3,2", "R11", 0), ("2,3", "R13", 0), ("1,0", "R12", 1),
                ("3,0", "R20", 0), ("3,4", "R24", 0), ("4,3", "R10", 3), ("0,3", "R06", 0), ("1,4", "R19", 2),
                ("4,1", "R26 R27", 0),
            )
        },
    },
    "markers": ["3,2:EW.2"],
    "cerberus": "C9",
    "effects": {
        "C1": "abyss", "C2": "thievery", "C3": "lust", "C4": "geryon", "C5": "guard_duty", "C6": "shift_change",
        "C7": "brimstone_tenders", "C8": "gluttony", "C9": "heresy",
    },
}  # fmt: skip
"""The last turns of a game of HellRail: curves, loaded trains, all have delivered."""
LAST_TURNS = (
    ("map", ()),
    ("delivered", ("deliver", "#1")),
    ("way", ("deliver", "move", "b5", "c6", "C1")),
    ("entry", ("ok",)),
    ("rammed", ("decline",)),
    ("turn", ("end", "draw1")),
    ("sealed", ("deliver", "end", "draw1", "deliver", "end", "draw1", "end", "draw1")),
    ("reveal", ("ok",)),
)
"""Picture, and what is chosen before it. Cy delivers twice, and his way over a curve pushes Ana into the circle where
her car is due: it wins the game."""


def play_hellrail(demo: Demo) -> None:
    """Play HellRail: its gate, the set-up; then the last turns: two deliveries, a ram; the reveal, the recap."""
    from kiosk.screens.hellrail.map import ZOOM

    context = demo.kiosk.context
    options = {"level": "map"}
    demo.wish("hellrail", 3, options)
    context.enter("hellrail")
    demo.shoot("hellrail-setup")
    demo.runtime.table.ask(Open("hellrail", context.set_up.players(), options, seed=1), 10)
    demo.runtime.table.ask(MakeMove(Deal()), 10)
    demo.wait()
    demo.shoot("hellrail-circles")
    demo.leave()
    demo.runtime.table.ask(Open("hellrail", position=LATE, seed=1), 10)
    demo.wait()
    demo.root.screen.sheet.map.zoom(ZOOM)
    for name, keys in LAST_TURNS:
        for key in keys:
            demo.runtime.table.ask(Choose(key), 10)
        demo.wait()
        demo.shoot(f"hellrail-{name}")
    context.go.open("hellrail_recap")
    demo.shoot("hellrail-recap")
