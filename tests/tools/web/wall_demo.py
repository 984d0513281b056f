"""A wall with invented tables: `python -m tests.tools.web.wall_demo COUNT`. It says its port; any line ends it."""

from __future__ import annotations

import sys
from random import Random

from companion.hub.settings import WallSettings
from companion.hub.wall import Tables, Wall
from companion.link.wire import Clock, State

PASSWORD = "wall"
TITLES = ("Infernal Wagon", "Cerbère", "HellRail")
FRENCH = ("Infernal Wagon", "Cerbère", "Train d’Enfer")
TROUBLE = {"fr": "Lecteur perdu", "en": "A reader is lost"}


def told(tables: Tables, count: int) -> None:
    rng = Random(4)
    for number in range(1, count + 1):
        table, title = f"table-{number}", f"Table {number}"
        which = rng.randrange(4)
        if which == 3:
            tables.told(table, State(title))
            continue
        clock = Clock(rng.random() < 0.8, 200_000, rng.randrange(20_000, 400_000)) if which == 0 else None
        trouble = (TROUBLE,) if rng.random() < 0.1 else ()
        game = {"fr": FRENCH[which], "en": TITLES[which]}
        turn = 0 if which == 0 else rng.randrange(1, 5)
        over = rng.random() < 0.15
        tables.told(table, State(title, game, over, clock, 4, turn, "", trouble, number == 2))
        if rng.random() < 0.08:
            tables.online(table, False)


def main() -> None:
    tables = Tables()
    wall = Wall(WallSettings(port=0, host="127.0.0.1", password=PASSWORD), tables, dict)
    told(tables, int(sys.argv[1]))
    print(wall.start(), flush=True)
    sys.stdin.readline()
    wall.close()


if __name__ == "__main__":
    main()
