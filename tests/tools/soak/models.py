"""Random games of each game against its second reading, many more than the suite plays."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence

from tests.games.cerbere import test_model as cerbere
from tests.games.hellrail import test_drives as drives
from tests.games.hellrail import test_model as hellrail
from tests.games.infernal_wagon import test_counted as counted
from tests.games.infernal_wagon import test_curses as curses
from tests.games.infernal_wagon import test_model as wagon
from tests.open_files import closing_journals
from tests.tools.soak.report import Finding

READINGS: Mapping[str, Sequence[Callable[[int], object]]] = {
    "cerbere": (cerbere.played.__wrapped__,),
    "hellrail": (
        hellrail.test_random_games_go_as_the_second_reading_says,
        drives.test_random_moves_go_as_the_second_reading_says,
    ),
    "infernal_wagon": (
        wagon.test_random_games_go_as_the_second_reading_says,
        curses.test_a_curse_is_doubtful_exactly_if_no_way_round_of_the_track_shows_its_pair,
        counted.test_what_is_counted_by_touch_adds_up,
    ),
}
"""Game -> what plays one random game of a seed in both readings, and fails where they differ."""


def soak_models(name: str, count: int, seed: int = 1) -> Finding:
    """Play `count` random games of the game `name` in both readings."""
    differences: list[str] = []
    begun = time.perf_counter()
    for number in range(count):
        for play in READINGS[name]:
            try:
                with closing_journals():
                    play(seed * 1_000_003 + number)
            except AssertionError as fault:
                differences.append(f"seed {seed * 1_000_003 + number}: {fault}"[:300])
    figures = {
        "games": count * len(READINGS[name]),
        "differences": len(differences),
        "seconds": round(time.perf_counter() - begun),
    }
    return Finding(f"models: {name}", figures, differences[0] if differences else None)
