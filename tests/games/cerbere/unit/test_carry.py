"""A card played by the screen's tiles goes on by itself where nothing is left to decide or to move."""

from __future__ import annotations

from random import Random

import pytest

from companion.engine.game import GameSetup, Player
from companion.games.cerbere.game import Cerbere
from companion.games.cerbere.moves import PlayCard

SEATS = tuple(Player(name) for name in ("Ana", "Bo", "Cy", "Dan"))


@pytest.mark.parametrize(
    ("level", "card", "carry", "applied"),
    [
        ("tracker", "act1_adv", True, 1),  # draws: nothing to move
        ("tracker", "act1_adv", False, 0),  # reading 8: each effect waits for its `done`
        ("tracker", "act2_adv", True, 1),  # the table moves its pawns
        ("tracker", "act2_adv", False, 0),
        ("board", "act2_adv", True, 1),
        ("board", "act3_adv", True, 0),  # somebody has to be named
        ("tracker", "act3_adv", True, 2),  # nobody follows who moves
    ],
)
def test_how_far_a_card_goes_by_itself(level: str, card: str, carry: bool, applied: int) -> None:
    game = Cerbere()
    state, _ = game.setup(GameSetup(SEATS, {"level": level}), Random(1))
    events = game.decide(state, PlayCard(card, "a", carry=carry), 0, Random(1))
    tags = [type(event).__struct_config__.tag for event in events]
    assert tags.count("effect_applied") == applied
