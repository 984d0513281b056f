"""A train is corrected in the middle of an effect (HR-093, HR-095, HR-105): no card is twice, nobody waits for ever."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from companion.engine.secret import Secret
from companion.games.hellrail import moves as mv
from companion.games.hellrail import state as st
from companion.games.hellrail.data.deck import Card, Deck
from companion.games.hellrail.names import NUMBERED, Effect, FlipReason, Source
from companion.games.hellrail.rules.decide import decide
from companion.games.hellrail.rules.move_context import MoveContext
from companion.games.hellrail.state import RailState
from tests.games.hellrail.unit.test_cues import KEEPER

CARDS = {f"F{n:02}": Card(f"F{n:02}", car=n, setout="1", brimstone=n % 3) for n in range(1, 46)}
TRAINS = {0: ("F01", "F04"), 1: ("F02",), 2: ()}
SEATS = tuple(replace(seat, train=TRAINS[i]) for i, seat in enumerate(KEEPER.seats))
TOKENS = tuple(Effect)
TABLE = replace(
    KEEPER,
    deck=Deck("none", CARDS, {}, {}),
    seats=SEATS,
    draw=45 - 3 - sum(seat.hand for seat in SEATS),
    effects=dict(zip(NUMBERED, TOKENS, strict=False)),
    unused=TOKENS[9:],
)
GERYON = st.UseTask(0, Effect.GERYON, Source.CIRCLE, "C5", car="F01", begun=True)
THIEVERY = st.UseTask(0, Effect.THIEVERY, Source.CIRCLE, "C5", target=1, car="F02", begun=True)


def played(state: RailState, *moves: Any) -> RailState:
    for move in moves:
        w = MoveContext(state, 0, Random(1))
        decide(w, move)
        w.finish()
        state = w.state
    return state


def _train(seat: str, train: list[str]) -> dict[str, Any]:
    return {"seats": {seat: {"train": train}}}


def no_card_twice(s: RailState) -> bool:
    lying = [*s.discard, *(card for seat in s.seats for card in (*seat.train, *seat.delivered.reveal()))]
    return len(lying) == len(set(lying))


@pytest.mark.parametrize(
    ("agenda", "seat", "train"),
    [
        ((GERYON, st.DeliverTask(0, "F01")), "A", ["F04"]),
        ((THIEVERY, st.TakeCarTask(0, 1, "F02")), "B", []),
        ((THIEVERY, st.GiveCarTask(0, 1, 1)), "A", ["F03"]),
        ((THIEVERY, st.PickCarTask(0)), "B", []),
        ((st.MarkerTask(0, None, 2),), "A", []),
    ],
)
def test_what_nobody_can_answer_any_more_is_over(agenda: Any, seat: str, train: list[str]) -> None:
    """HR-093, HR-095, HR-105, reading 28."""
    s = played(replace(TABLE, agenda=agenda), mv.Correct(patch=_train(seat, train)))
    assert not s.agenda and no_card_twice(s)


@pytest.mark.parametrize(
    ("use", "why", "seat", "train"),
    [(GERYON, FlipReason.GERYON, "A", ["F04"]), (THIEVERY, FlipReason.THIEVERY, "B", [])],
)
@pytest.mark.parametrize("top", ["F10", "F11"])
def test_the_card_turned_over_finds_no_car(
    use: st.UseTask, why: FlipReason, seat: str, train: list[str], top: str
) -> None:
    asked = replace(TABLE, agenda=(use, st.FlipTask(0, why)))
    s = played(asked, mv.Correct(patch=_train(seat, train)), mv.TellFlip(card=top))
    assert not s.agenda and no_card_twice(s) and top in s.discard


def test_fewer_cars_than_the_marker_takes() -> None:
    hit = replace(TABLE, agenda=(st.MarkerTask(0, None, 2),), limbo="F20", draw=TABLE.draw - 1)
    s = played(hit, mv.Correct(patch=_train("A", ["F04"])))
    assert s.agenda == (st.MarkerTask(0, None, 1),)
    s = played(s, mv.DropCars(cards=("F04",)))
    assert not s.agenda and no_card_twice(s)


@pytest.mark.parametrize(("seat", "train", "car"), [("B", [], "F01"), ("A", ["F04"], "")])
def test_an_effect_keeps_its_covered_car_unless_that_train_was_put_right(seat: str, train: list[str], car: str) -> None:
    """4.2: what lies covered in a train that is told anew is not said."""
    asked = replace(TABLE, agenda=(GERYON, st.FlipTask(0, FlipReason.GERYON)), sealed=Secret(frozenset({"F01"})))
    s = played(asked, mv.Correct(patch=_train(seat, train)))
    assert [task.car for task in s.agenda if isinstance(task, st.UseTask)] == [car]
