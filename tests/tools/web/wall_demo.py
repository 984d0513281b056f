"""A wall with invented tables: `python -m tests.tools.web.wall_demo COUNT`. It says its port; any line ends it."""

from __future__ import annotations

import sys
from random import Random

from companion.hub.figures import past
from companion.hub.settings import WallSettings
from companion.hub.wall import Tables, Wall
from companion.uplink.link.wire import ClockReport, GameResult, WallState

PASSWORD = "wall"
TITLES = ("Infernal Wagon", "Cerbère", "HellRail")
FRENCH = ("Infernal Wagon", "Cerbère", "Train d’Enfer")
OUT = (("Sortis en 5:12", "Out in 5:12"), ("Sortis en 6:40", "Out in 6:40"))
FELL = (("Temps écoulé", "Time is up"), ("Le wagon est tombé", "The wagon fell"))
ESCAPED, CAUGHT = (("Évadés", "Escaped"),) * 2, (("Cerbère gagne", "Cerberus wins"),) * 2
BEST = (("Meilleure livraison : 21", "Most delivered: 21"), ("jamais ouverte", "never opened"))
ENDED = ((OUT, FELL), (ESCAPED, CAUGHT), (BEST, BEST))
"""Of each game how it ends, won and lost."""
TROUBLE = {"fr": "Lecteur perdu", "en": "A reader is lost"}


def fill(tables: Tables, count: int) -> None:
    rng = Random(4)
    for number in range(1, count + 1):
        table, title = f"table-{number}", f"Table {number}"
        which = rng.randrange(4)
        if which == 3:
            tables.on_state(table, WallState(title))
            continue
        clock = ClockReport(rng.random() < 0.8, 200_000, rng.randrange(20_000, 400_000)) if which == 0 else None
        trouble = (TROUBLE,) if rng.random() < 0.1 else ()
        game = {"fr": FRENCH[which], "en": TITLES[which]}
        turn = 0 if which == 0 else rng.randrange(1, 5)
        over = rng.random() < 0.15
        tables.on_state(table, WallState(title, game, over, clock, 4, turn, "", trouble, number == 2))
        if rng.random() < 0.08:
            tables.online(table, b"")


def over(count: int) -> list[tuple[str, GameResult]]:
    """Five evenings of each table."""
    rng = Random(5)
    found = []
    for number in range(5 * count):
        box, which = 1 + number % count, rng.randrange(3)
        lost = None if which == 2 else rng.random() < 0.6
        fr, en = ENDED[which][lost is True][rng.randrange(2)]
        begun = f"2026-11-{1 + rng.randrange(27):02d}T{18 + rng.randrange(5)}:{rng.randrange(60):02d}:00"
        length = rng.randrange(200_000, 420_000) if which == 0 else rng.randrange(1_500_000, 5_400_000)
        names = ("Anaïs", "Bo", "Cyprien") if box % 3 == 0 else ()
        game = {"fr": FRENCH[which], "en": TITLES[which]}
        found.append(
            (f"table-{box}", GameResult(f"Table {box}", game, begun, length, 3, {"fr": fr, "en": en}, lost, names))
        )
    return found


def main() -> None:
    tables = Tables()
    count = int(sys.argv[1])
    evenings = past(over(count))
    settings = WallSettings(port=0, host="127.0.0.1", password=PASSWORD)
    wall = Wall(settings, tables, dict, lambda tell: tell(evenings))
    fill(tables, count)
    print(wall.start(), flush=True)
    sys.stdin.readline()
    wall.close()


if __name__ == "__main__":
    main()
