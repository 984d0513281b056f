"""What everybody sees, what one player alone sees, and what may be played."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from companion.engine.audience import ENDED, PUBLIC, Audience, Seat
from companion.engine.codec import private_json, public_json
from companion.games.cerbere import moves as mv
from companion.games.cerbere.names import Role, Side, Winner, Zone
from companion.games.cerbere.prompts.tree import prompt
from companion.games.cerbere.state import CerbereState
from companion.games.cerbere.view import CaptureView, CerbereView, MarkView
from tests.games.cerbere.io.hand import BOARD, FOUR, GAME, MIDWAYS, STARTS, joined, made

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


@pytest.mark.parametrize("name", [*STARTS, *MIDWAYS])
def test_every_view_is_public(name: str) -> None:
    state = joined({**STARTS, **MIDWAYS}[name])
    for audience in LOOKERS:
        assert public_json(seen(state, audience))


# -- the table ---------------------------------------------------------------------------------------------------------


def test_the_track_and_the_dice() -> None:
    view = seen(joined({"players": [*FOUR, "Eli"], "track": ["blocked", "blocked", "Dan"], "die": 6, "speed": 5}))
    rage = view.rage
    assert (rage.die, rage.hunt, rage.home, rage.steps) == (6, 9, 3, 3)
    assert (rage.speed, rage.minimum, rage.unused, rage.caught) == (5, 3, 2, ("Dan",))
    assert [seat.side for seat in view.seats] == [Side.RUNNER] * 3 + [Side.CERBERUS, Side.RUNNER]
    assert view.path is None and view.cerberus is None and view.seats[0].at is None


@pytest.mark.parametrize(
    ("players", "m", "skulls"), [(FOUR, 5, 12), (FOUR, 3, 10), (FOUR[:3], 5, 10), (FOUR[:3], 7, 12)]
)
def test_CB_003_difficulty(players: list[str], m: int, skulls: int) -> None:
    assert seen(joined({"players": players, "m": m})).difficulty == skulls


def test_the_board_shows_pawns_zones_and_links() -> None:
    view = seen(joined(STARTS["aboard"]))
    assert [seat.at for seat in view.seats] == [22, 21, 8, 0]
    assert [seat.aboard for seat in view.seats] == [True, False, False, False]
    assert view.boats.aboard == ("Ana",) and view.boats.revealed == 2
    path = view.path
    assert path is not None and view.cerberus == 21
    assert (len(path.spaces), len(path.zones), path.starts) == (22, 22, (0, 7, 13, 17))
    assert (path.zones[2], path.zones[6], path.zones[7], path.zones[17]) == tuple(Zone)
    assert path.bridge == (8, 12) and not path.bridge_intact and not view.bridge


def test_CB_168_the_portal_is_open_while_somebody_stands_on_the_stele() -> None:
    faces = ["S2", "PORTAL", "BRIDGE", "E3"]
    for at, is_open in ((10, True), (9, False)):
        path = seen(joined({**BOARD, "faces": faces, "pos": {"Bo": at}})).path
        assert path is not None and path.stele == 10 and path.portal_open is is_open


@pytest.mark.parametrize(
    ("position", "zones"),
    [
        ({"players": FOUR}, ["gates", "start", "middle"]),
        ({"players": FOUR, "boats": {"revealed": 1}}, ["gates", "start", "middle", "end"]),
    ],
)
def test_CB_110_nobody_is_caught_at_the_end_before_a_boat_is_revealed(position: Any, zones: list[str]) -> None:
    """CB-078, reading 29."""
    state, _ = made(joined(position), mv.TakeCapture(("Bo",)))
    assert [option.key for option in prompt(state).options] == zones


def test_a_bridge_that_is_not_on_the_board_is_no_bridge() -> None:
    assert seen(joined({"players": FOUR})).bridge
    assert not seen(joined({"players": FOUR, "faces": ["S2", "PORTAL", "STILTS", "E3"]})).bridge


# -- the card that lies there, the questions ---------------------------------------------------------------------------


def test_the_card_and_what_the_question_is_about() -> None:
    paying = seen(joined(MIDWAYS["pay"])).play
    assert paying is not None
    assert (paying.card, paying.player, paying.option, paying.owed) == ("sur_favoritisme", "Ana", "b", (0,))
    assert (paying.targets, paying.left, paying.focus) == ({"x": "Dan"}, (0, 1, 2), 0)
    naming = {"card": "act2_adv", "player": 0, "option": "b", "left": [0, 1], "slots": [["x", 2]]}
    target = seen(joined({"players": FOUR, "turn": {"action_done": True}, "play": naming})).play
    assert target is not None and target.focus == 1
    option = seen(joined(MIDWAYS["option"])).play
    assert option is not None and option.option is None and option.focus is None
    assert seen(joined({"players": FOUR})).play is None


@pytest.mark.parametrize(("name", "picked"), [("zone", ("Dan", "Ana")), ("order", ("Cy",)), ("path", ())])
def test_what_was_picked(name: str, picked: tuple[str, ...]) -> None:
    assert seen(joined(MIDWAYS[name])).picked == picked


def test_CB_054_the_turn_is_over_while_cerberus_runs() -> None:
    assert seen(joined(MIDWAYS["zone"])).turn.chasing
    assert seen(joined(MIDWAYS["order"])).turn.chasing
    armed = joined({"players": FOUR, "die": 9, "turn": {"action_done": True, "n": 4}})
    turn = seen(armed).turn
    assert (turn.player, turn.n, turn.action_done, turn.chasing) == ("Ana", 4, True, False)
    chased, _ = made(armed, mv.EndTurn())
    assert seen(chased).turn.chasing


# -- what may be played ------------------------------------------------------------------------------------------------


def offered(state: CerbereState) -> list[str]:
    """The cards that may be played, if their price can be paid."""
    rest = prompt(state)
    cards = {option.key.partition(":")[0] for option in rest.options if ":" in option.key}
    bonus = rest.option("card")
    if bonus is not None and bonus.why is None:
        cards |= {option.key for option in prompt(state, ("card",)).options}
    return sorted(cards)


def why(state: CerbereState, card: str) -> list[str]:
    halves = [option for option in prompt(state).options if option.key.startswith(card)]
    return ["" if option.why is None else option.why.code for option in halves]


def may_end(state: CerbereState) -> bool:
    end = prompt(state).option("end")
    return end is not None and end.why is None


def test_CB_044_the_cards_of_the_own_side() -> None:
    runner = joined({"players": [{"seat": "A", "survival": 1, "actions_in_hand": [4, 2]}, "B", "C"]})
    kinds = sorted(card.id for card in runner.catalogue.cards.values() if card.id.startswith("sur_"))
    assert offered(runner) == ["act2_adv", "act4_adv", *kinds] and len(kinds) == 7
    hunter = joined({"players": [{"seat": "A", "side": "cerberus", "betrayal": 2}, "B", "C"], "turn": {"active": "A"}})
    assert offered(hunter)[:4] == [f"act{i}_cer" for i in (1, 2, 3, 4)]
    assert len(offered(hunter)) == 4 + 6


def test_CB_041_CB_042_one_of_each_a_turn_and_none_without_cards() -> None:
    players: list[Any] = [{"seat": "A", "survival": 1}, "B", "C"]
    assert len(offered(joined({"players": players, "turn": {"action_done": True}}))) == 7
    assert len(offered(joined({"players": players, "turn": {"bonus_done": True}}))) == 4
    assert offered(joined({"players": players, "turn": {"action_done": True, "bonus_done": True}})) == []
    assert len(offered(joined({"players": ["A", "B", "C"]}))) == 4


@pytest.mark.parametrize("name", [*MIDWAYS, "won", "lost"])
def test_nothing_is_offered_in_the_middle_or_after_the_end(name: str) -> None:
    state = joined({**STARTS, **MIDWAYS}[name])
    assert not may_end(state)
    with pytest.raises(LookupError):
        prompt(state, ("card",))


def test_CB_045_why_an_option_cannot_be_paid() -> None:
    state = joined({"players": FOUR, "die": 9, "speed": 8})
    assert why(state, "act2_adv") == ["cost_rage", "cost_rage"]
    assert why(state, "act3_adv") == ["cost_speed", "cost_cards"]
    assert may_end(state), "CB-Q27"
    assert not may_end(joined({"players": FOUR}))


# -- the end -----------------------------------------------------------------------------------------------------------


def test_the_recap_comes_with_the_end() -> None:
    assert seen(joined({"players": FOUR})).recap is None
    tally = {
        "marks": [{"turn": 1, "die": 4, "home": 4, "speed": 5}, {"turn": 2, "die": 8, "home": 4, "speed": 6}],
        "captures": [{"turn": 2, "seat": 1, "role": "cerberus"}],
        "chases": 3,
        "misses": 2,
    }
    recap = seen(joined({**STARTS["won"], "tally": tally})).recap
    assert recap is not None
    assert recap.marks == (MarkView(1, 5, 5), MarkView(2, 1, 6))
    assert recap.captures == (CaptureView(2, "Bo", Role.CERBERUS),)
    assert (recap.chases, recap.misses, recap.corrected) == (3, 2, False)


def test_who_won_and_who_escaped() -> None:
    won, lost = seen(joined(STARTS["won"])).over, seen(joined(STARTS["lost"])).over
    assert won is not None and (won.side, won.winners, won.escaped) == (Winner.RUNNERS, ("Ana",), ("Ana",))
    assert lost is not None and (lost.side, lost.winners, lost.escaped) == (Winner.CERBERUS, ("Bo",), ())
