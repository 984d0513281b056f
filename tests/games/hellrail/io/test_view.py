"""What everybody sees, what one seat alone sees, what the end shows, and what is taken out of older lines (4.2)."""

from __future__ import annotations

import pytest

from companion.engine.audience import ENDED, PUBLIC, Audience, Seat
from companion.engine.codec import public_json
from companion.engine.secret import Secret
from companion.games.hellrail import moves as mv
from companion.games.hellrail.build_view import COVERED
from companion.games.hellrail.state import RailState
from companion.games.hellrail.view import HellRailView
from tests.games.hellrail.io.hand import GAME, Json, joined, made, middles, staged
from tests.games.hellrail.io.test_position import BEGUN

EVERYBODY: list[Audience] = [PUBLIC, ENDED]
LOOKERS: list[Audience] = [*EVERYBODY, *(Seat(name) for name in ("P1", "P2", "P3", "Zoe"))]
THREE: Json = {"P1": {"at": "C1"}, "P2": {}, "P3": {}}
PROMPTS = {"discard": ("price", "dump"), "pick": ("pick_rail", "pick_car"), "give": ("give", "give_car")}
"""What asks for it, if not the prompt of that name."""


def seen(state: RailState, audience: Audience = PUBLIC) -> HellRailView:
    return GAME.view(state, audience, 0)


# -- standard ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("audience", LOOKERS, ids=str)
def test_4_2_a_covered_car_shows_nothing_to_anybody(audience: Audience) -> None:
    def state(card: str) -> RailState:
        return joined(staged("keeper", sealed=[card], seats=THREE | {"P1": {"at": "C5", "train": ["F06", card]}}))

    assert seen(state("F01"), audience).seats[0].train[1] == COVERED
    assert public_json(seen(state("F01"), audience)) == public_json(seen(state("F04"), audience))


@pytest.mark.parametrize("audience", LOOKERS, ids=str)
def test_4_1_known_cards_of_a_hand_are_the_owner_s(audience: Audience) -> None:
    state = joined(staged("keeper", seats=THREE | {"P1": {"known": ["F02", "F01"]}}))
    own = audience == Seat("P1")
    assert [card.id for card in seen(state, audience).seats[0].known] == (["F01", "F02"] if own else [])
    assert ("F01" in public_json(seen(state, audience)).decode()) is own


@pytest.mark.parametrize("name", BEGUN)
def test_what_is_owed_is_what_the_question_asks(name: str) -> None:
    state = middles()[name]
    view, prompt = seen(state), GAME.prompt(state, PUBLIC)
    assert view.owed is not None and prompt is not None
    assert prompt.id in PROMPTS.get(view.owed.what, (view.owed.what,))
    assert prompt.who == (view.owed.seats[0] if len(view.owed.seats) == 1 else "")
    assert (view.using is not None) == ("/use/" in name)


@pytest.mark.parametrize(("seat", "other"), [("P1", "P2"), ("P2", "P1")])
def test_the_recap_says_who_delivered_when(seat: str, other: str) -> None:
    of: Json = {seat: {"train": ["F06"], "at": "C3", "hand": 2}, other: {}}
    seats = {name: of[name] for name in ("P1", "P2")}
    state = joined(staged("keeper", seats=seats, active=seat, draw=0, turn={"n": 12, "drawn": True}))
    for move in (mv.Setout(card=Secret("F06")), mv.EndOfTurn(), mv.Draw(), mv.RevealScores()):
        state, _ = made(state, move)
    recap = seen(state, ENDED).recap
    assert recap is not None and recap.deliveries == ((12, seat),)
