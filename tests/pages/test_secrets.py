"""Non-interference: twin games that differ only in a secret send the same bytes to every page that may not know it."""

from __future__ import annotations

import pytest

from companion.engine.requests import MakeMove
from tests.pages.twins import EACH, EVERYBODY, STAGES, Recorded, play
from tests.thorough import THOROUGH, rounds


@pytest.mark.parametrize("name", STAGES)
@pytest.mark.parametrize("seed", range(rounds(1, 10)))
def test_twin_games_send_the_same_bytes(name: str, seed: int) -> None:
    play(STAGES[name](), seed, rounds(16, 30), kept=THOROUGH or name in EACH)


@pytest.mark.parametrize("name", ["cerbere, kept boats", "hellrail, known, keeper", "hellrail, face_down, keeper"])
def test_who_may_know_is_shown_it(name: str) -> None:
    """Or the test above could not fail."""
    stage = STAGES[name]()
    one, other = Recorded(stage, 0), Recorded(stage, 1)
    try:
        for recorded in (one, other):
            if "boats" in name:
                recorded.desk.do(MakeMove({"type": "boat_peek", "slot": 2}))
            recorded.collect()
        seat = "A" if "boats" in name else "P2" if "known" in name else "P1"
        assert one.front(seat).frames[-1] != other.front(seat).frames[-1]
        assert one.front(EVERYBODY).frames[-1] == other.front(EVERYBODY).frames[-1]
        assert [fact for fact in one.front(seat).now["own"] if fact.get("secret")]
    finally:
        one.close()
        other.close()
