"""Every level of every game as it is opened, for whoever plays whole games at random by prompts alone."""

from __future__ import annotations

from typing import Any

from companion.engine.game import Player
from companion.engine.requests import Open
from tests.games.hellrail.place import laid, place
from tests.tools.gallery.played_hellrail import EFFECTS

LATE: dict[str, Any] = {
    "seats": [
        {"seat": "Ana", "hand": 3, "at": "C5", "train": ["R36", "R19"], "delivered": ["R12"], "held": "boatmen"},
        {"seat": "Bo", "hand": 3, "at": "CG", "train": ["R05"], "heresy": "heresy_cancel", "boatman": True},
    ],
    "draw": 9,
    "effects": EFFECTS,
    "cerberus": "C5",
}
"""A game of HellRail that is nearly over: what is thrown is drawn once more, what is laid is not."""
ON_TABLE = [card for card in (f"R{n:02}" for n in range(1, 46)) if card not in ("R36", "R19", "R12", "R05")][:26]
CIRCLES = {
    "CG": "2,0", "C1": "1,1", "C2": "3,1", "C3": "0,2", "C4": "2,2", "C5": "4,2", "C6": "1,3", "C7": "3,3",
    "C8": "2,4", "C9": "4,4",
}  # fmt: skip
CELLS = [f"{x},{y}" for y in range(6) for x in range(-1, 8) if (x + y) % 2]
GRID = {
    "circles": CIRCLES,
    "stacks": laid(*((card, cell, 0) for card, cell in zip(ON_TABLE, CELLS, strict=False))),
}
OPENINGS = {
    "board": Open("cerbere", (Player("Ana"), Player("Bo"), Player("Cy")), {"level": "board", "boats": "kept"}),
    "tracker": Open("cerbere", (Player("Ana"), Player("Bo"), Player("Cy")), {"boats": "unknown"}),
    "no tags": Open("infernal_wagon", (Player("Ana"), Player("Bo"), Player("Cy")), {}),
    "kinds": Open(
        "infernal_wagon",
        (Player("Ana"), Player("Bo")),
        {"box": "demo", "level": "L1", "modules": ["silence", "uturn"], "timer": "calm"},
    ),
    "all cards": Open(
        "infernal_wagon",
        tuple(Player(name) for name in ("Ana", "Bo", "Cy", "Dan", "Eli")),
        {"box": "demo", "modules": ["silence", "uturn", "curse"], "easy": 8},
    ),
    "keeper": Open("hellrail", position=place(**LATE, level="keeper", table=ON_TABLE, markers_out=3)),
    "map": Open("hellrail", position=place(**LATE, level="map", grid=GRID)),
    "secret": Open("hellrail", position=place(**LATE, table=ON_TABLE, variants=["secret_effects"])),
}

SELDOM = {"On the table": 0.03, "It happened": 0.03, "Give up": 0.01, "Exit laid": 0.02, "Hold": 0.05}
"""Most of what happens is said by cards: of all the rest a game would have no end, or one too early."""
