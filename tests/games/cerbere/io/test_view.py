"""What everybody sees, what one player alone sees, and what may be played."""

from __future__ import annotations

import itertools

import pytest

from companion.engine.audience import ENDED, PUBLIC, Audience, Seat
from companion.engine.codec import private_json, public_json
from companion.games.cerbere import moves as mv
from companion.games.cerbere.names import CapturedRole, CaptureZone, Side, Winner
from companion.games.cerbere.state import CerbereState
from companion.games.cerbere.view import CaptureView, CerbereView, MarkView
from tests.games.cerbere.io.hand import FOUR, GAME, STARTS, joined, made

LOOKERS: list[Audience] = [PUBLIC, ENDED, *(Seat(name) for name in (*FOUR, "Zoe"))]


def seen(state: CerbereState, audience: Audience = PUBLIC) -> CerbereView:
    return GAME.view(state, audience, 0)


def peeking(*hidden: int) -> CerbereState:
    """Cy looks at the boat in slot 3."""
    return joined({**STARTS["peek"], "boats": {"slots": list(hidden)}})


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
    states = [joined({"players": FOUR, "options": {"boats": boating}, "boats": {"slots": hidden}}) for hidden in places]
    assert private_json(states[0]) != private_json(states[1])
    for audience in LOOKERS:
        assert public_json(seen(states[0], audience)) == public_json(seen(states[1], audience))


# -- the table ---------------------------------------------------------------------------------------------------------


def test_the_track_and_the_dice() -> None:
    view = seen(joined({"players": [*FOUR, "Eli"], "caught": ["Dan"], "die": 6, "speed": 5}))
    rage = view.rage
    assert (rage.die, rage.hunt, rage.home, rage.steps) == (6, 9, 3, 3)
    assert (rage.speed, rage.unused, rage.caught) == (5, 2, ("Dan",))
    assert [seat.side for seat in view.seats] == [Side.RUNNER] * 3 + [Side.CERBERUS, Side.RUNNER]
    assert view.path is None and view.cerberus is None and view.seats[0].at is None


def test_the_board_shows_pawns_zones_and_links() -> None:
    view = seen(joined(STARTS["aboard"]))
    assert [seat.at for seat in view.seats] == [22, 21, 8, 0]
    assert [seat.aboard for seat in view.seats] == [True, False, False, False]
    assert view.boats.aboard == ("Ana",) and view.boats.revealed == 2
    path = view.path
    assert path is not None and view.cerberus == 21
    assert (len(path.spaces), len(path.zones), path.starts) == (22, 22, (0, 7, 13, 17))
    assert (path.zones[2], path.zones[6], path.zones[7], path.zones[17]) == tuple(CaptureZone)
    assert path.bridge == (8, 12) and not path.bridge_intact and not view.bridge


# -- the end -----------------------------------------------------------------------------------------------------------


def test_the_recap_comes_with_the_end() -> None:
    assert seen(joined({"players": FOUR})).recap is None
    tally = {
        "marks": [{"turn": 1, "die": 4, "home": 4, "speed": 5}, {"turn": 2, "die": 8, "home": 4, "speed": 6}],
        "captures": [{"turn": 2, "seat": "Bo", "role": "cerberus"}],
        "chases": 3,
        "misses": 2,
    }
    recap = seen(joined({**STARTS["won"], "tally": tally})).recap
    assert recap is not None
    assert recap.marks == (MarkView(1, 5, 5), MarkView(2, 1, 6))
    assert recap.captures == (CaptureView(2, "Bo", CapturedRole.CERBERUS),)
    assert (recap.chases, recap.misses, recap.corrected) == (3, 2, False)


def test_who_won() -> None:
    won, lost = seen(joined(STARTS["won"])).over, seen(joined(STARTS["lost"])).over
    assert won is not None and (won.side, won.winners) == (Winner.RUNNERS, ("Ana",))
    assert lost is not None and (lost.side, lost.winners) == (Winner.CERBERUS, ("Bo",))
