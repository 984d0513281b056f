"""Positions: what may be left out, and that nothing is lost on the way out and in again."""

from __future__ import annotations

import json
from itertools import islice
from random import Random
from typing import Any

import pytest

from companion.engine.audience import PUBLIC
from companion.engine.refused import Refused
from companion.games.hellrail import moves as mv
from companion.games.hellrail.names import NUMBERED, Effect, Level, Phase
from companion.games.hellrail.state import RailState, Turn
from tests.games.hellrail.io.hand import GAME, OPENINGS, joined, kind, made, middles, random_game, staged, written
from tests.games.hellrail.place import place
from tests.random_play import random_move
from tests.thorough import rounds

SEEDS = range(len(OPENINGS))
BEGUN = (
    "entry", "abyss/use/price", "abyss/use/pickrail", "false_path/use/price", "false_path/use/turnrail",
    "geryon/use/flip", "geryon/use/deliver", "lust/use/flip", "lust/use/givecards", "thievery/use/flip",
    "thievery/use/pickcar", "thievery/use/takecar", "thievery/use/givecar", "gluttony/use/take",
    "infernal_power/use/drawtoken", "chaos_reigns/use/dealeffects", "lust/use/window", "guard_duty/use/window",
    "boatmen/use/window", "drive/soul", "drive/marker", "drive/branch", "drive/derail/dumphand", "derail/dumphand",
    "arrive", "arrive/soul", "arrive/marker", "soul", "marker",
)  # fmt: skip
"""In the middle of which a game can be. Random play comes to most of it, the rest is made by hand."""


@pytest.mark.parametrize("seed", SEEDS)
def test_every_state_in_which_a_table_rests_comes_back_exactly(seed: int) -> None:
    """Without its secrets it is told again to the byte."""
    for state in islice(random_game(seed), seed % rounds(6, 1), None, rounds(6, 1)):
        told = written(state)
        assert joined(told) == state
        assert written(joined(told)) == told
        veiled = written(state, reveal=False)
        assert json.dumps(written(joined(veiled), reveal=False)) == json.dumps(veiled)


def test_all_that_can_be_begun_is_looked_at() -> None:
    assert sorted(set(BEGUN) - set(middles())) == []


@pytest.mark.parametrize("name", BEGUN)
def test_in_the_middle_of_something_a_position_comes_back_exactly(name: str) -> None:
    told = written(middles()[name])
    assert joined(told) == middles()[name]
    assert written(joined(told)) == told


@pytest.mark.parametrize("seed", SEEDS)
def test_without_its_secrets_a_position_can_be_played_on(seed: int) -> None:
    states = list(random_game(seed))
    rng = Random(seed)
    for state in rng.sample(states, min(12, len(states))):
        play_on(joined(written(state, reveal=False)), rng, 12)


def play_on(state: RailState, rng: Random, steps: int) -> None:
    """Some moves that are offered. A card that was delivered is offered like one of a hand (S41): it may be refused."""
    for _ in range(steps):
        for _ in range(20):
            move = random_move(GAME, state, 0, rng)
            if move is None:
                return
            try:
                state, _ = made(state, move)
                break
            except Refused as refused:
                assert refused.code in {"card_elsewhere", "effect_unavailable", "already_holds_one", "none_left"}


@pytest.mark.parametrize("name", BEGUN)
def test_in_the_middle_of_something_a_position_can_be_played_on(name: str) -> None:
    """With its secrets and without: the same is asked of the same, and an answer leads on."""
    state = middles()[name]
    for reveal in (True, False):
        again = joined(written(state, reveal))
        assert kind(again) == name
        assert GAME.prompt(again, PUBLIC) == GAME.prompt(state, PUBLIC)
        play_on(again, Random(name), 6)


# -- what may be left out ----------------------------------------------------------------------------------------------


def test_seats_alone_are_a_position() -> None:
    state = joined(place(["P1", {"seat": "P2", "colour": "blue"}], deck="demo"))
    assert [(seat.name, seat.colour, seat.hand, seat.train) for seat in state.seats] == [
        ("P1", "green", 3, ()), ("P2", "blue", 3, ()),
    ]  # fmt: skip
    assert (state.level, state.phase, state.turn, state.draw) == (Level.KEEPER, Phase.ACTIONS, Turn(0, still=(1,)), 39)
    assert all(seat.stand.node == "CG" for seat in state.seats)
    assert len(state.unused) == len(Effect) and not state.effects


def test_in_anothers_turn_the_engines_of_the_others_have_not_moved_yet() -> None:
    assert joined(place(("P1", "P2", "P3"), turn={"active": "P2"}, deck="demo")).turn.still == (0, 2)


def test_options_of_the_order_count_until_the_position_says_otherwise() -> None:
    options: dict[str, Any] = {"level": "map", "deck": "demo", "variants": ["secret_effects"]}
    rulings = {"q18_unmatched_edge": "blocked", "q19_zero_tie_move": True}
    state = joined({}, "Ana", "Bo", **options, rulings=rulings, readers={"usb0": "train"})
    assert (state.map, state.secret, state.readers) == (True, True, {"usb0": "train"})
    assert state.deck.rulings.q18_unmatched_edge == "blocked"
    said = joined(
        place((), level="keeper", variants=[], readers={}, rulings={"q18_unmatched_edge": "derail"}),
        "Ana", "Bo", **options, rulings=rulings,
    )  # fmt: skip
    assert (said.map, said.secret, said.readers) == (False, False, {})
    assert (said.deck.rulings.q18_unmatched_edge, said.deck.rulings.q19_zero_tie_move) == ("derail", False)


def test_what_is_counted_only_is_a_car_that_nobody_can_describe() -> None:
    state = joined(staged("keeper", seats={"P1": {"train": ["F01", "sealed"], "count": 2}}))
    assert state.seats[0].train[1] in state.strangers
    assert state.seats[0].count == 2 == len(state.seats[0].delivered.reveal())
    assert state.draw == 45 - 3 - 3 - 4
    told = written(state, reveal=False)["seats"]["P1"]
    assert (told["train"], told["delivered"], told["count"]) == (["F01", "sealed"], "sealed", 2)


def test_a_car_that_is_told_by_its_worth_is_not_the_one_that_stands_for_a_shown_card() -> None:
    seats = {"P1": {"delivered": ["F01"]}, "P2": {"delivered": ["F02"]}, "P3": {}}
    state = joined(staged("keeper", phase="ended", seats=seats))
    said = {"seats": {"P2": {"delivered": ["F02", 6]}, "P3": {"train": ["F01"]}}}
    state, _ = made(state, mv.Correct(patch=said))
    first, second = (seat.delivered.reveal() for seat in state.seats[:2])
    assert state.strangers[second[1]].car == 6 and second[1] not in first


# -- secrets -----------------------------------------------------------------------------------------------------------


def test_HR_118_face_down_tokens_are_only_said_to_be_there() -> None:
    """They come back mixed: which one lies where, only the table knows."""
    state = joined(staged("map", variants=["secret_effects"], seats={"P2": {"held": "lust"}}))
    told = written(state, reveal=False)
    assert told["effects"] == dict.fromkeys(NUMBERED, "sealed")
    assert (told["unused"], told["seats"]["P2"]["held"], "held" in told["seats"]["P1"]) == (
        ["sealed"] * 5,
        "sealed",
        False,
    )
    again = joined(told)
    every = {*again.effects.values(), *again.unused, again.seats[1].held}
    assert every == set(Effect)
    assert written(joined(written(state))) == written(state), "with its secrets all are where they were"


def test_HR_102_a_card_that_lies_in_a_train_is_known_of_no_hand() -> None:
    state = joined(staged("keeper", seats={"P1": {"known": ["F01", "F02"]}, "P2": {}}))
    state, _ = made(state, mv.Correct(patch={"seats": {"P2": {"train": ["F01"]}}}))
    assert hash(state.seats[0].known) == hash(frozenset({"F02"})), "a state holds nothing that can change"


def test_HR_102_what_is_known_of_a_hand_is_told_with_the_secrets_only() -> None:
    state = joined(staged("keeper", seats={"P1": {"known": ["F01"]}}))
    assert {own["known"] for own in written(state, reveal=False)["seats"].values()} == {"sealed"}
    assert joined(written(state)) == state
