"""Keeper without tags: Abyss and False Path call a rail card on the table by what is printed on it (HR-088, HR-094)."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from companion.engine.refused import BadInput, Refused
from companion.games.hellrail import moves as mv
from companion.games.hellrail import state as st
from companion.games.hellrail.data.deck import Card
from companion.games.hellrail.events import RailRemoved, RailTurned
from companion.games.hellrail.names import Effect, Source
from companion.games.hellrail.rules.cards import on_table
from companion.games.hellrail.rules.decide import decide
from companion.games.hellrail.rules.move_context import MoveContext
from tests.games.hellrail.unit.test_cues import KEEPER

LAID = {"~1": Card("~1"), "~2": Card("~2", brimstone=0), "~3": Card("~3", brimstone=3), "~4": Card("~4", brimstone=3)}
TABLE = replace(KEEPER, strangers=LAID, table=frozenset({"~1", "~2", "~3"}))
USE = st.UseTask(0, Effect.ABYSS, Source.CIRCLE, "C5")


@pytest.mark.parametrize(
    ("values", "card"),
    [
        (mv.Values(brimstone=3), "~3"),
        (mv.Values(brimstone=0), "~2"),
        (mv.Values(brimstone=2), "~1"),  # laid without a word about its brimstone
        (mv.Values(), "~1"),
    ],
)
def test_the_card_that_is_like_it(values: mv.Values, card: str) -> None:
    assert on_table(TABLE, values) == card


def test_none_is_like_it() -> None:
    with pytest.raises(Refused) as none:
        on_table(replace(TABLE, table=frozenset({"~3"})), mv.Values(brimstone=2))
    assert none.value.code == "no_rail_card"
    with pytest.raises(BadInput):
        on_table(TABLE, mv.Values(brimstone=21))


def test_abyss_and_false_path_take_values() -> None:
    asked = replace(TABLE, agenda=(USE, st.PickRailTask(0, 3)))
    w = MoveContext(asked, 0, Random(1))
    decide(w, mv.Pick(card=mv.Values(brimstone=3)))
    assert RailRemoved("~3", None, 0) in w.events and "~3" not in w.state.table
    w = MoveContext(replace(asked, agenda=(USE, st.TurnRailTask(0, 0))), 0, Random(1))
    decide(w, mv.TurnCard(card=mv.Values(brimstone=0), rotation=2))
    assert RailTurned("~2", None, 2) in w.events
