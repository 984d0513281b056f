"""Whatever is wrong in a position is refused with the name of its field, and nothing else is."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from companion.engine.audience import PUBLIC
from companion.engine.codec import public_json
from companion.engine.patch import patchable
from companion.engine.refused import BadInput, Refused
from companion.games.hellrail.state import RailState, Seat
from tests.games.hellrail.io.hand import GAME, Json, joined, made, middles, random_game, staged, written
from tests.games.hellrail.io.test_position import BEGUN
from tests.games.hellrail.io.wrong_places import BY_FIELD, two
from tests.random_play import random_move
from tests.thorough import rounds

WRONG = [(field, place) for field, places in BY_FIELD.items() for place in places]


@pytest.mark.parametrize(("field", "place"), WRONG, ids=[field for field, _ in WRONG])
def test_a_wrong_field_is_named(field: str, place: Json) -> None:
    with pytest.raises(BadInput) as caught:
        joined(place)
    assert caught.value.facts["field"] == field
    assert caught.value.facts["reason"]


def test_no_field_is_forgotten() -> None:
    """Each key of a position and of a seat stands above, or in the middle of something below."""
    named = {field.replace("[", ".").partition(".")[0] for field in BY_FIELD}
    assert patchable(RailState).keys() <= named
    seats = {field.split(".")[2].partition("[")[0] for field in BY_FIELD if field.count(".") > 1}
    assert patchable(Seat).keys() - {"soul_catcher"} <= seats, "one of three like tokens stands for the others"


# -- in the middle of something ----------------------------------------------------------------------------------------

MIDDLE: list[tuple[str, str, str, Any]] = [
    ("entry", "agenda[0].circle", "circle", "C99"),
    ("entry", "agenda[0].seat", "seat", "Z"),
    ("abyss/use/price", "agenda[1].effect", "effect", "false_path"),
    ("abyss/use/price", "agenda[1].seat", "seat", 0),
    ("abyss/use/price", "agenda[0].effect", "0.effect", "shift_change"),
    ("geryon/use/deliver", "agenda[1].car", "car", "F12"),
    ("geryon/use/deliver", "agenda[1].car", "car", "#9"),
    ("geryon/use/deliver", "agenda[1].car", "car", "#x"),
    ("thievery/use/takecar", "agenda[1].car", "target", "P3"),
    ("thievery/use/givecar", "agenda[1].brimstone", "brimstone", 9),
    ("thievery/use/pickcar", "agenda[1]", "0.target", None),
    ("lust/use/flip", "agenda[1].why", "why", "geryon"),
    ("lust/use/givecards", "agenda[1].to", "to", "P9"),
    ("lust/use/window", "agenda[1].holders", "holders", []),
    ("lust/use/window", "agenda[1].holders", "holders", ["P1"]),
    ("lust/use/window", "agenda[0].target", "0.target", "P1"),
    ("lust/use/window", "agenda[0].target", "0.target", None),
    ("guard_duty/use/window", "agenda[0].to", "0.to", "C99"),
    ("gluttony/use/take", "agenda[1].first", "first", "P9"),
    ("drive/soul", "agenda[1].target", "target", "P1"),
    ("drive/soul", "agenda[0].path", "0.path", [{"node": "C5", "heading": None}]),
    ("drive/soul", "agenda[0].met[0]", "0.met", ["P9"]),
    ("drive/branch", "agenda[1].nodes", "nodes", ["9,9:N"]),
    ("drive/marker", "agenda[1].node", "node", "9,9:N"),
    ("marker", "agenda[0].drop", "drop", 40),
    ("derail/dumphand", "agenda[1].cards", "cards", ["no"]),
    ("arrive", "agenda[0].limit", "limit", -4),
]


@pytest.mark.parametrize(("name", "field", "key", "value"), MIDDLE)
def test_a_wrong_field_in_the_middle_of_something_is_named(name: str, field: str, key: str, value: Any) -> None:
    place = written(middles()[name])
    at, _, inner = key.rpartition(".")
    place["agenda"][int(at) if at else -1][inner] = value
    with pytest.raises(BadInput) as caught:
        joined(place)
    assert caught.value.facts["field"] == field


def test_what_the_opening_says_wrong_is_the_opening_s() -> None:
    with pytest.raises(Refused) as caught:
        joined({}, "Ana", deck="demo")
    assert caught.value.code == "bad_setup"
    with pytest.raises(BadInput) as bad:
        joined({}, "Ana", "Bo", level="full")
    assert "level" in str(bad.value.facts["reason"])


# -- what nobody thought of --------------------------------------------------------------------------------------------

VALUES: tuple[Any, ...] = (
    None, True, 0, 1, 3, 8, 45, 99, -1, 1.5, "", "A", "C1", "CG", "rail", "off", "2,1:N", "2,1", "in", "#1", "~1",
    "sealed", "R01", "R02", "lust", "shift_change", "heresy_cancel", "map", "ended", "setup", [], {}, ["R01"],
    ["R03", "R04"], [0, 1], {"C1": "0,0"}, {"5,5": [{"card": "R05", "q": 1}]},
    {"type": "entry", "seat": "A", "circle": "CG"}, {"type": "flip", "seat": "A", "why": "lust"},
    {"type": "arrive", "seat": "A", "limit": 3}, {"type": "soul", "seat": "A", "target": "B"},
    {"type": "drive", "seat": "A", "path": []}, {"type": "window", "holders": ["B"]},
    {"type": "dump_hand", "seat": "B"},
)  # fmt: skip


def play_on(state: RailState, rng: Random) -> None:
    """A state that was taken can be seen, written, and played: nothing breaks."""
    assert joined(written(state)) == state
    for _ in range(10):
        public_json(GAME.view(state, PUBLIC, 0))
        public_json(GAME.position(state, 0, False))
        GAME.prompt(state, PUBLIC)
        GAME.result(state, 0)
        move = random_move(GAME, state, 0, rng)
        if move is None:
            break
        try:
            state, _ = made(state, move)
        except Refused:
            continue


def tried(place: Any, rng: Random) -> bool:
    """Whether it was taken. If not, a field is named."""
    try:
        state = joined(place, "A", "B")
    except BadInput as error:
        assert error.facts["field"] and error.facts["reason"]
        return False
    play_on(state, rng)
    return True


def spoilt(place: Json, rng: Random) -> Json:
    """The position with something in it changed, taken away or put in."""
    place = copy.deepcopy(place)
    inner: Any = place
    while True:
        key = rng.choice(list(inner) if isinstance(inner, dict) else range(len(inner)))
        if not isinstance(inner[key], dict | list) or not inner[key] or rng.random() < 0.3:
            break
        inner = inner[key]
    match rng.randrange(5):
        case 0:
            del inner[key]
        case 1 if isinstance(inner, list):
            inner.append(copy.deepcopy(rng.choice(VALUES)))
        case 1:
            inner["odd"] = 1
        case _:
            inner[key] = copy.deepcopy(rng.choice(VALUES))
    return place


@pytest.mark.parametrize("name", BEGUN)
def test_the_middle_of_something_spoilt_is_refused_by_name_or_can_be_played(name: str) -> None:
    rng = Random(name)
    place = written(middles()[name])
    for _ in range(rounds(10, 25)):
        place["agenda"] = written(middles()[name])["agenda"]
        tried(place | {"agenda": spoilt({"agenda": place["agenda"]}, rng).get("agenda", [])}, rng)


@pytest.mark.parametrize("seed", range(rounds(3, 6)))
def test_a_spoilt_game_is_refused_by_name_or_can_be_played(seed: int) -> None:
    rng = Random(seed)
    states = list(random_game(seed, 100))
    results = [tried(spoilt(without_deck(rng.choice(states)), rng), rng) for _ in range(30)]
    assert set(results) == {True, False}


def without_deck(state: RailState) -> Json:
    """Most of a position is its deck; here the rest is put to the test."""
    place = written(state)
    return place | {"options": place["options"] | {"deck": "demo"}}


JSON = some.recursive(
    some.none()
    | some.booleans()
    | some.integers()
    | some.floats(allow_nan=False)
    | some.text()
    | some.sampled_from(VALUES),
    lambda inner: some.lists(inner, max_size=4) | some.dictionaries(some.text(), inner, max_size=4),
    max_leaves=12,
)
PLACES = (two(level="map"), two(), staged("map", map="M1", seats={"P1": {"train": ["F01"], "delivered": ["F02"]}}))


@settings(max_examples=rounds(6, 60), deadline=None, suppress_health_check=list(HealthCheck))
@given(some.sampled_from(PLACES), some.data())
@pytest.mark.parametrize("key", patchable(RailState))
def test_any_json_in_any_field_is_refused_by_name_or_can_be_played(
    key: str, place: Json, data: some.DataObject
) -> None:
    tried(place | {key: data.draw(JSON)}, Random(1))


@settings(max_examples=rounds(5, 40), deadline=None, suppress_health_check=list(HealthCheck))
@given(some.sampled_from(PLACES), JSON)
@pytest.mark.parametrize("key", patchable(Seat))
def test_any_json_in_any_field_of_a_seat_is_refused_by_name_or_can_be_played(key: str, place: Json, value: Any) -> None:
    place = copy.deepcopy(place)
    first = place["players"][0]
    place["seats"].setdefault(first if isinstance(first, str) else first["name"], {})[key] = value
    tried(place, Random(1))


@settings(max_examples=rounds(30, 300), deadline=None, suppress_health_check=list(HealthCheck))
@given(some.dictionaries(some.sampled_from(sorted(patchable(RailState))) | some.text(), JSON, max_size=6))
def test_any_json_at_all_is_refused_by_name_or_can_be_played(place: Json) -> None:
    tried(two() | place, Random(1))
