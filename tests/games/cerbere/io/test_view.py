"""What everybody sees, what one player alone sees, and what may be played."""

from __future__ import annotations

import itertools

import pytest

from companion.engine.audience import ENDED, PUBLIC, Audience, Seat
from companion.engine.codec import private_json, public_json
from companion.games.cerbere import moves as mv
from companion.games.cerbere.state import CerbereState
from companion.games.cerbere.view import CerbereView
from tests.games.cerbere.io.hand import FOUR, GAME, STARTS, joined, made

LOOKERS: list[Audience] = [PUBLIC, ENDED, *(Seat(name) for name in (*FOUR, "Zoe"))]


def seen(state: CerbereState, audience: Audience = PUBLIC) -> CerbereView:
    return GAME.view(state, audience, 0)


def peeking(*hidden: int) -> CerbereState:
    """Cy looks at the boat in slot 3."""
    return joined({**STARTS["peek"], "boats": {"boating": "kept", "hidden": list(hidden)}})


# -- secrets -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("audience", LOOKERS, ids=str)
def test_CB_112_whoever_does_not_peek_sees_the_same_whatever_lies_there(audience: Audience) -> None:
    views = {public_json(seen(peeking(*hidden), audience)) for hidden in itertools.permutations((1, 2, 3))}
    if audience == Seat("Cy"):
        assert len(views) == 3, "one for each boat in slot 3"
    else:
        assert len(views) == 1


def test_CB_112_one_player_sees_one_boat() -> None:
    state = peeking(3, 1, 2)
    view = seen(state, Seat("Cy"))
    assert (view.boats.peek, view.boats.seen) == (("Cy", 3), 2)
    assert (seen(state).boats.peek, seen(state).boats.seen) == (("Cy", 3), None)


def test_CB_112_the_look_ends_with_the_next_move() -> None:
    after, _ = made(peeking(3, 1, 2), mv.PlayCard("act2", "a"))
    assert after.peeking is None
    assert seen(after, Seat("Cy")).boats.seen is None


@pytest.mark.parametrize("boating", ["unknown", "tagged", "kept"])
def test_hidden_boats_are_nobody_s(boating: str) -> None:
    places = ([1, 2, 3], [3, 2, 1])
    states = [joined({"players": FOUR, "boats": {"boating": boating, "hidden": hidden}}) for hidden in places]
    assert private_json(states[0]) != private_json(states[1])
    for audience in LOOKERS:
        assert public_json(seen(states[0], audience)) == public_json(seen(states[1], audience))


# -- the table ---------------------------------------------------------------------------------------------------------


# -- the end -----------------------------------------------------------------------------------------------------------
