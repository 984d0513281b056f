"""Whole games of Cerbère by touch alone, on the screen and on the virtual table: both levels, both ways of ending.

COMPANION_PICTURES=FOLDER keeps a picture of every step; COMPANION_SIZE=1024x600 and COMPANION_LANG=fr say of which.
"""

from __future__ import annotations

import os
from typing import Any, NamedTuple

import pytest

from tests.kiosk.screens.cerbere_fingers import Table
from tests.kiosk.screens.cerbere_story import find
from tests.thorough import THOROUGH


class Game(NamedTuple):
    """`most`: beats; `first`: the seed from which on a story is looked for that ends so. Near it there is one."""

    seats: int
    level: str
    boats: str
    mids: tuple[str, ...]
    style: str
    side: str
    most: int
    first: int
    size: str = "800x480"
    language: str = "en"


GAMES = [
    Game(3, "board", "kept", ("FUNICULAR", "NACELLE"), "any", "cerberus", 120, 2),
    Game(7, "board", "unknown", ("PORTAL", "STILTS"), "flight", "runners", 90, 18, "720x1280", "fr"),
    *([Game(3, "tracker", "unknown", (), "any", "runners", 130, 22, "720x1280", "fr")] if THOROUGH else []),
]


@pytest.fixture(params=GAMES, ids=lambda game: f"{game.seats}-{game.level}-{game.side}-{game.size}")
def game(request: pytest.FixtureRequest) -> Game:
    found: Game = request.param
    size, language = os.environ.get("COMPANION_SIZE"), os.environ.get("COMPANION_LANG")
    return found._replace(size=size or found.size, language=language or found.language)


@pytest.mark.slow
def test_a_whole_evening(seat: Any, game: Game) -> None:
    size = tuple(map(int, game.size.split("x")))
    table = seat(Table, size, language=game.language)
    opened = table.enter(game.seats, game.level, game.boats, game.mids)
    table.play(find(opened, game.style, game.side, game.most, game.first), drawer=0.25)
    assert table.root.name == "cerbere_recap" and table.screen.won == (game.side == "runners")
    assert table.diary.drawn, "the virtual table was used, too"
    assert not table.diary.faults, "\n" + "\n".join(f"{at}: {fault}" for fault, at in table.diary.faults.items())
