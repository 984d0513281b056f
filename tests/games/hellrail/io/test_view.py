"""What everybody sees, what one seat alone sees, what the end shows, and what is taken out of older lines (4.2)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.engine.audience import ENDED, PUBLIC, Audience, Seat
from companion.engine.codec import public_json
from companion.engine.secret import Secret
from companion.games.hellrail import moves as mv
from companion.games.hellrail.build_view import COVERED
from companion.games.hellrail.names import Phase
from companion.games.hellrail.redact import unsaid
from companion.games.hellrail.state import RailState
from companion.games.hellrail.view import HellRailView
from tests.games.hellrail.io.hand import GAME, Json, joined, made, middles, random_game, staged
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
        return joined(staged("keeper", sealed=[card], seats=THREE | {"P1": {"at": "C5", "loaded": ["F06", card]}}))

    assert seen(state("F01"), audience).seats[0].train[1] == COVERED
    assert public_json(seen(state("F01"), audience)) == public_json(seen(state("F04"), audience))


@pytest.mark.parametrize("audience", LOOKERS, ids=str)
def test_4_1_known_cards_of_a_hand_are_the_owner_s(audience: Audience) -> None:
    state = joined(staged("keeper", seats=THREE | {"P1": {"known": ["F02", "F01"]}}))
    own = audience == Seat("P1")
    assert seen(state, audience).seats[0].known == (("F01", "F02") if own else ())
    assert ("F01" in public_json(seen(state, audience)).decode()) is own


def test_the_turn_says_what_can_be_done() -> None:
    seats = THREE | {"P1": {"at": "C5", "loaded": ["F01", "F02"], "boatman": True, "hand": 2}}
    turn = seen(joined(staged("keeper", seats=seats, cerberus="C5"))).turn
    assert (turn.act, turn.move, turn.boat, turn.pickup, turn.fan, turn.end) == (True,) * 6
    assert (turn.setout, turn.toll) == (("#1",), 5)
    empty = seen(joined(staged("keeper", seats=seats | {"P1": {"hand": 0, "loaded": ["F01"], "at": "C5"}}))).turn
    assert (empty.act, empty.move, empty.pickup, empty.fan, empty.end) == (False, False, False, False, True)
    assert empty.setout == ("#1",), "HR-Q27"


@pytest.mark.parametrize("name", BEGUN)
def test_what_is_owed_is_what_the_question_asks(name: str) -> None:
    state = middles()[name]
    view, prompt = seen(state), GAME.prompt(state, PUBLIC)
    assert view.owed is not None and prompt is not None
    assert prompt.id in PROMPTS.get(view.owed.what, (view.owed.what,))
    assert prompt.who == (view.owed.seats[0] if len(view.owed.seats) == 1 else "")
    assert (view.using is not None) == ("/use/" in name)


# -- the end -----------------------------------------------------------------------------------------------------------

LAST: Json = {"seats": {"P1": {"delivered": ["F01"], "loaded": ["F06"]}, "P2": {"delivered": ["F03"]}}, "draw": 0}


@pytest.mark.parametrize("audience", LOOKERS, ids=str)
@pytest.mark.parametrize("variants", [[], ["secret_effects"]], ids=["standard", "secret"])
def test_HR_079_the_end_shows_nothing_before_the_reveal(audience: Audience, variants: list[str]) -> None:
    ended, _ = made(joined(staged("keeper", **LAST, phase="start", variants=variants)), mv.Draw())
    view = seen(ended, audience)
    assert (view.phase, view.ended, view.scores, view.recap) == (Phase.ENDED, "no_cards", None, None)
    shown, _ = made(ended, mv.Reveal())
    view = seen(shown, audience)
    assert view.scores is not None and view.recap is not None
    assert [(score.name, score.delivered, score.rank, score.cars) for score in view.scores] == [
        ("P1", 6, 2, (("F01", 6),)),
        ("P2", 9, 1, (("F03", 9),)),
    ]
    assert view.official is False and view.placeholder is True


# -- what became a secret since ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_HR_026_no_older_line_names_what_was_delivered_since(seed: int) -> None:
    """Whole random games: every view and every event that was ever told, as it may be told at the end."""
    states = list(random_game(seed, 80))
    now = states[-1]
    hidden = unsaid(now)
    for state in states:
        view = json.loads(public_json(GAME.redact(seen(state), now)))
        view["map"] = []
        assert not hidden & set(strings(view))


def strings(plain: Any) -> list[str]:
    """Every text in some JSON."""
    if isinstance(plain, str):
        return [plain]
    parts = plain.values() if isinstance(plain, dict) else plain if isinstance(plain, list) else ()
    return [text for part in parts for text in strings(part)]


def test_4_2_the_events_of_a_car_lose_its_name() -> None:
    place = staged("keeper", seats=THREE | {"P1": {"at": "C1", "hand": 3}})
    loaded, events = made(joined(place), mv.Pickup(card="F01"))
    assert "F01" in public_json(events[0]).decode()
    there, _ = made(loaded, mv.Go(card="F02", to="C5"))
    there, _ = made(there, mv.Decline())
    delivered, told = made(there, mv.Setout(card=Secret("F01")))
    assert json.loads(public_json(GAME.redact(events[0], delivered))) == {
        "type": "car_loaded",
        "seat": "P1",
        "card": "",
    }
    for event in told:
        if event.told:
            assert "F01" not in public_json(event).decode()
    assert COVERED in GAME.redact(seen(loaded), delivered).seats[0].train
    assert GAME.redact(events[0], there) == events[0], "while it is loaded it is public"
