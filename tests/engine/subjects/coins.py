"""The example game: declared in a folder of the tests, it passes every suite like the three of the product."""

from __future__ import annotations

from typing import Any

from companion.engine.game import Player
from companion.engine.requests import Open
from tests.engine.subjects import Provocation, SecretPair, Subject
from tests.example_game.game import BOX, NAME, REFUSALS, CoinsGame, slots

SEATS = (Player("Ana", "red"), Player("Bo", "blue"))
OPEN = Open(NAME, SEATS)
TAKE = [{"type": "take", "bag": bag} for bag in slots(4)]


def fill(*coins: int) -> list[dict[str, Any]]:
    return [{"type": "fill", "coins": n} for n in coins]


SUBJECT = Subject(
    make=CoinsGame,
    openings=[(OPEN, []), (Open(NAME, (*SEATS, Player("Cy", "green")), {"bags": 3}), fill(1, 5, 0, 2, 2))],
    tags=[BOX.demo[bag] for bag in slots(4)],
    refusals=REFUSALS,
    provocations=[
        Provocation("bad_player_count", Open(NAME, SEATS[:1]), []),
        Provocation("bad_setup", Open(NAME, SEATS, {"bags": 9}), []),
        Provocation("not_allowed_now", OPEN, [TAKE[0]]),
        Provocation("bag_taken", OPEN, [*fill(1, 2, 3, 4), TAKE[0], TAKE[0]]),
        Provocation("game_over", OPEN, [*fill(1, 2, 3, 4), *TAKE, {"type": "open_bags"}, TAKE[0]]),
    ],
    secret_pairs=[
        SecretPair(
            OPEN,
            [*fill(1, 2, 3, 4), *TAKE[:3], {"undo": True}],
            [*fill(5, 0, 0, 2), *TAKE[:3], {"undo": True}],
        )
    ],
)
