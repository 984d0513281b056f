"""What everybody sees, what one seat alone sees, what the end shows, and what is taken out of older lines (4.2)."""

from __future__ import annotations

import pytest

from companion.engine.audience import ENDED, PUBLIC, Audience, Seat
from companion.engine.codec import public_json
from companion.games.hellrail.build_view import COVERED
from companion.games.hellrail.state import RailState
from companion.games.hellrail.view import HellRailView
from tests.games.hellrail.io.hand import GAME, Json, joined, staged

EVERYBODY: list[Audience] = [PUBLIC, ENDED]
LOOKERS: list[Audience] = [*EVERYBODY, *(Seat(name) for name in ("P1", "P2", "P3", "Zoe"))]
THREE: Json = {"P1": {"at": "C1"}, "P2": {}, "P3": {}}


def seen(state: RailState, audience: Audience = PUBLIC) -> HellRailView:
    return GAME.view(state, audience, 0)


# -- standard ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("audience", LOOKERS, ids=str)
def test_4_2_a_covered_car_shows_nothing_to_anybody(audience: Audience) -> None:
    def state(card: str) -> RailState:
        return joined(staged("keeper", sealed=[card], seats=THREE | {"P1": {"at": "C5", "loaded": ["F06", card]}}))

    assert seen(state("F01"), audience).seats[0].train[1] == COVERED
    assert public_json(seen(state("F01"), audience)) == public_json(seen(state("F04"), audience))


@pytest.mark.parametrize("audience", LOOKERS, ids=str)
def test_4_1_known_cards_of_a_hand_are_the_owner_s(audience: Audience) -> None:
    state = joined(staged("keeper", seats=THREE | {"P1": {"known": ["F02", "F01"]}}))
    own = audience == Seat("P1")
    assert seen(state, audience).seats[0].known == (("F01", "F02") if own else ())
    assert ("F01" in public_json(seen(state, audience)).decode()) is own
