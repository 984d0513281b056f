"""Twin games over WebSockets of real pages' servers, which are killed, as is the table: tests/pages/twins.py."""

from __future__ import annotations

import pytest

from tests.pages.twins import EACH, STAGES, play
from tests.thorough import THOROUGH

PAIRS = [(name, seed) for seed in (1, 2) for name in STAGES] if THOROUGH else [(EACH[0], 1)]
"""More than 30 in a thorough run (`make prove-web`), in each game."""


@pytest.mark.parametrize(("name", "seed"), PAIRS)
def test_twin_games_send_the_same_over_websockets(name: str, seed: int) -> None:
    play(STAGES[name](), seed, 45 if THOROUGH else 18, kept=True, served=True, pause=3)
