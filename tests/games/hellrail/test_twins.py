"""4.2: whatever is said to the table, two games that differ only in what nobody may know answer alike, to the byte.

Inputs of every kind the protocol has, in any order, refused or not: cards shown, tapped and played, every field
corrected to every value, undo and redo, looks, exports, a game left and taken up again. Where a rule itself brings a
secret to light (a card is really played, S41; a token is used, HR-119; a covered car is tapped, 4.2) the two may part,
in that way and in no other. A train that derails lays its covered cars open on the discard pile (HR-055).
"""

from __future__ import annotations

from itertools import chain
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from companion.engine.patch import seat_names
from tests.engine.random_patch import random_patch
from tests.games.hellrail.eyes import Watched, same
from tests.games.hellrail.fixture import CIRCLES, EFFECTS
from tests.games.hellrail.io.hand import joined
from tests.games.hellrail.stage import opened
from tests.games.scenario import Json
from tests.thorough import rounds

LEVELS = ("keeper", "map")
LIGHT = [(kind, "light") for kind in ("delivered", "face_down", "entered", "used")]
"""Level light knows no hand and no train."""
TWINS = ("X30", "X31")
"""Two cards with the same values: which of them it is, is the secret."""
CARDS = (*TWINS, "X20", "X21", "X45", "X44", "F01", "F02", "F05", "F12", "~1", "~2", "R99")
SEATS = ("P1", "P2", "P3")
BROUGHT = {"pickup", "fan", "move", "boat", "lay", "upgrade", "discard", "flip", "give", "tap", "signal"}
"""Moves that bring a card out of a hand or the draw pile: a card that cannot be there is `card_elsewhere` (S41)."""
CALLED = {"uncover", "setout", "drop_cars", "tap", "use", "give", "pick", "gather", "signal"}
"""Moves that call a car by its card: whoever taps it knows it."""

CALLED_WRONGLY = {"card_elsewhere", "not_on_train", "wrong_zone", "bad_target", "wrong_circle"}
"""Codes of refusals of a car that is called by its card; none of them names the circle where the car goes."""

KEYS = ("lay", "pickup", "move", "fan", "upgrade", "boat", "ok", "yes", "no", "done", "b1", "c3", "tag:X30", "tag:X31")
"""Keys of prompts. A card that is named by its tag's key is played by the keys that follow."""

cards = some.sampled_from(CARDS)
lists = some.lists(cards, max_size=3)
seats = some.sampled_from(SEATS)
effects = some.sampled_from([*EFFECTS, None, "no_such_effect"])
circles = some.sampled_from(CIRCLES)
places = some.sampled_from([*CIRCLES, "rail", "1,0:W@in", "1,0:EW.1@E", "off"])
numbers = some.integers(-1, 46)
values = some.one_of(lists, effects, circles, numbers, places, some.booleans(), some.none(), cards)


def fields() -> some.SearchStrategy[Json]:
    """Corrections: every field, with values that mostly fit and sometimes do not."""
    cars: some.SearchStrategy[Any] = some.lists(
        some.one_of(cards, some.integers(0, 12), some.builds(dict, car=some.integers(1, 9))), max_size=3
    )
    of_seat = some.one_of(
        some.builds(dict, train=lists),
        some.builds(dict, hand=numbers),
        some.builds(dict, count=numbers),
        some.builds(dict, at=places),
        some.builds(dict, held=effects),
        some.builds(dict, heresy=some.sampled_from(["heresy_cancel", None])),
        some.builds(dict, tender=some.booleans()),
        some.builds(dict, delivered=cars),
        some.builds(dict, loaded_worth=numbers),
    )
    one = some.one_of(
        some.builds(lambda seat, fields: {"seats": {seat: fields}}, seats, of_seat),
        some.builds(lambda seat, fields: {"seats": {seat: fields}}, seats, of_seat),
        some.builds(dict, discard=lists),
        some.builds(dict, table=some.lists(cards, max_size=6)),
        some.builds(dict, draw=numbers),
        some.builds(dict, cerberus=some.one_of(circles, some.none())),
        some.builds(lambda circle, effect: {"effects": {circle: effect}}, circles, effects),
        some.builds(dict, markers_out=some.integers(0, 9)),
        some.builds(dict, markers=some.just(["1,0:W"])),
        some.builds(lambda seat: {"turn": {"active": seat}}, seats),
        some.builds(lambda key, value: {key: value}, some.sampled_from(["strangers", "sealed", "hand", ""]), values),
    )
    several = some.builds(lambda patch, more: {**patch, **more}, one, some.one_of(one, some.just({})))
    return some.one_of(several, any_field()).map(lambda patch: {"type": "correct", "patch": patch})


def any_field() -> some.SearchStrategy[Json]:
    """A patch of any field of the state, by its type."""
    state = joined(opened(stage("entered", TWINS[0], ORDER), "map")["position"])
    words = [*CARDS, *CIRCLES, "rail", "1,0:W", "in", "sealed", "#1"]
    return some.integers(0, 2**16).map(lambda seed: random_patch(state, seat_names(state), words, Random(seed)))


def moves() -> some.SearchStrategy[Json]:
    """Moves that name a card or a token, and those that pass the time."""
    by = some.one_of(some.none(), seats)
    plain = some.sampled_from(
        ["draw", "end_turn", "decline", "look", "done", "drop_tender", "pick", "deal_effects", "draw_token", "reveal"]
    ).map(lambda kind: {"type": kind})
    carded = some.builds(
        lambda kind, card: {"type": kind, "card": card},
        some.sampled_from(["pickup", "fan", "flip", "gather", "uncover", "setout", "pick", "turn_rail", "give", "lay"]),
        some.one_of(cards, some.sampled_from(["#1", "#2"])),
    )
    listed = some.builds(
        lambda kind, named: {"type": kind, "cards": named}, some.sampled_from(["discard", "drop_cars"]), lists
    )
    laid = some.builds(
        lambda kind, card, cell, q: {"type": kind, "card": card, "cell": cell, "rotation": q},
        some.sampled_from(["lay", "upgrade"]),
        cards,
        some.sampled_from(["0,1", "1,0", "9,9", "x"]),
        some.integers(0, 4),
    )  # fmt: skip
    driven = some.builds(
        lambda card, toll, to: {"type": "move", "card": card, "toll": toll, **to}, cards, some.lists(cards, max_size=2),
        some.sampled_from([{"to": "C5"}, {"to": "off"}, {}, {"path": ["1,0:W"]}, {"path": []}]),
    )  # fmt: skip
    used = some.builds(
        lambda source, named: {"type": "use", "source": source, **named}, some.sampled_from(["circle", "held"]),
        some.sampled_from([{}, {"with": "unused"}, {"with": "C2"}, {"target": "P2"}, {"circle": "C4"}, {"car": "#1"}]),
    )  # fmt: skip
    heard = some.builds(
        lambda seat, choice: {"type": "heresy", "seat": seat, "choice": choice},
        seats,
        some.sampled_from(["pass", "cancel"]),
    )  # fmt: skip
    reports = some.sampled_from(
        [
            {"type": "report", "what": "no_cards"},
            {"type": "setout", "car": 4},
            {"type": "tell_loaded", "seat": "P2", "worth": 4},
            {"type": "boat", "card": {}},
            {"type": "report", "what": "derailed"},
            {"type": "report", "what": "arrived", "circle": "C1"},
            {"type": "report", "what": "on_rail"},
        ]
    )
    one = some.one_of(plain, carded, listed, laid, driven, used, heard, reports)
    return some.builds(lambda move, seat: move if seat is None else {"seat": seat} | move, one, by)


def requests() -> some.SearchStrategy[Json]:
    stepping: some.SearchStrategy[Json] = some.sampled_from([{"undo": {}}, {"redo": {}}, {"undo": {}}])
    asked = some.sampled_from([{"export": {}}, {"legal": {}}, {"position": {}}, {"games": {}}, {"resume": {"id": 1}}])
    tapped = some.builds(
        lambda card, zone, mode: {"move": {"type": "tap", "card": card, "zone": zone, "mode": mode}}, cards,
        some.sampled_from(["", "", "draw", "play", "discard", "train", "deliver", "flip"]),
        some.sampled_from(["", "", "lay", "upgrade", "move", "toll", "fan", "boat", "pickup", "deliver"]),
    )  # fmt: skip
    chosen = some.builds(lambda key: {"choose": {"key": key}}, some.sampled_from(KEYS))
    return some.one_of(
        moves().map(lambda move: {"move": move}),
        tapped,
        chosen,
        fields().map(lambda move: {"move": move}),
        fields().map(lambda move: {"move": move}),
        stepping,
        asked,
    )


def redone() -> some.SearchStrategy[list[Json]]:
    """A correction, taken back and brought again."""
    return fields().map(lambda move: [{"move": move}, {"undo": {}}, {"redo": {}}])


def stage(kind: str, twin: str, order: list[str], level: str = "keeper") -> dict[str, Any]:
    """A table of which `twin` (or the order of the tokens) is the secret."""
    seats: Json = {"P1": {"at": "C1", "hand": 4}, "P2": {"at": "C5", "delivered": ["X21"]}, "P3": {}}
    more: Json = {"map": "M1", "seats": seats}
    match kind:
        case "delivered":
            seats["P1"]["delivered"] = [twin, "X20"]
        case "known":
            seats["P2"]["known"] = [twin, "F01"]
        case "covered":
            seats["P1"]["train"], more["sealed"] = ["X20", twin], [twin]
        case _:
            seats["P1"]["held"], seats["P3"]["held"] = order[9], order[10]
            seats["P2"]["heresy"] = "heresy_cancel"
            more |= {"variants": ["secret_effects"], "effects": {f"C{n}": e for n, e in enumerate(order[:9], 1)}}
            if kind == "entered":
                more["entry"] = "C1"
            if kind == "used":
                more["agenda"] = [
                    {"type": "use", "seat": "P1", "effect": "shift_change", "source": "circle", "circle": "C1",
                     "to": "unused"},
                    {"type": "window", "holders": ["P2"]},
                ]  # fmt: skip
    if level == "light":
        del seats["P1"]["hand"], more["map"]
    return more


ORDER = ["shift_change", *(effect for effect in EFFECTS if effect != "shift_change")]
OTHER = ["shift_change", *ORDER[:0:-1]]
KINDS = ("delivered", "known", "covered", "face_down", "entered", "used")
SEEN: dict[str, tuple[str, ...]] = {
    "delivered": ("public", "ended", *(f"seat:{seat}" for seat in SEATS)),
    "known": ("public", "ended", "seat:P1", "seat:P3"),
    "covered": ("public", "ended", *(f"seat:{seat}" for seat in SEATS)),
}
"""Who may know nothing of the secret; where it is a token, nobody but the public."""


def derailed(answer: Json) -> list[Json]:
    """The derailments of an answer that lay a twin open, both called by one name."""
    events = [e for e in answer.get("events", []) if e["type"] == "derailed" and {*TWINS} & {*e["cars"]}]
    return [event | {"cars": [TWINS[0] if car == TWINS[1] else car for car in event["cars"]]} for event in events]


def parted(kind: str, path: tuple[str, ...], request: Json, mine: Json, yours: Json) -> bool:
    """Whether a rule brought the secret to light. `path`: where the table was on its prompts."""
    move = {"type": "tap"} if "choose" in request else request.get("move", {})
    named = any(twin in str((request, path)) for twin in TWINS)
    codes = {answer["error"]["code"] for answer in (mine, yours) if not answer["ok"]}
    if kind in ("delivered", "known"):
        return named and move["type"] in BROUGHT | {"setout"} and codes == {"card_elsewhere"}
    if kind == "covered":
        if derailed(mine) and derailed(mine) == derailed(yours):
            return True
        if named and move.get("zone") == "train":  # a covered car shows itself there, any other card is picked up
            return bool(codes)
        called = named and move["type"] in CALLED | BROUGHT
        tapped = called and move["type"] == "tap"  # where it goes it is set out; any other card is asked about
        return called and (tapped or bool(codes)) and codes <= CALLED_WRONGLY
    return bool(move) and move["type"] == "use"


@pytest.mark.parametrize(("kind", "level"), [*((kind, level) for kind in KINDS for level in LEVELS), *LIGHT])
@settings(
    max_examples=rounds(2, 40), deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
@given(asked=some.lists(some.one_of(*[requests().map(lambda one: [one])] * 3, redone()), min_size=4, max_size=12))
def test_4_2_whatever_is_said_twin_games_answer_alike(kind: str, level: str, asked: list[list[Json]]) -> None:
    """HR-026, HR-118, HR-119, HR-120, HR-102."""
    one, other = (
        Watched(stage(kind, twin, order, level), level) for twin, order in zip(TWINS, (ORDER, OTHER), strict=True)
    )
    seen = SEEN.get(kind, ("public", "ended"))
    for step, request in enumerate(chain.from_iterable(asked)):
        path = one.table.engine.update().path
        mine, yours = one.table.ask(request), other.table.ask(request)
        if mine != yours and parted(kind, path, request, mine, yours):
            return
        same(mine, yours, f"step {step}: {request}")
        same(one.shown(seen), other.shown(seen), f"after step {step}: {request}")
    same(one.export(), other.export(), "export")
    assert one.heard == other.heard


# -- what a table would expect of it -----------------------------------------------------------------------------------


def table(kind: str, twin: str = "X30", level: str = "keeper") -> Watched:
    return Watched(stage(kind, twin, ORDER), level)


@pytest.mark.parametrize("level", LEVELS)
def test_HR_118_any_effect_can_be_said_to_be_held_wherever_it_lies(level: str) -> None:
    """Fifteen tries tell nothing: each is accepted, with the same counts, and fifteen tokens stay fifteen."""
    told = []
    for effect in EFFECTS:
        game = table("face_down", level=level)
        answer = game.do(f"correct patch.seats.P2.held={effect}")
        assert answer["ok"], answer
        told.append({**answer, "events": [{**answer["events"][0], "patch": ""}]})
        hidden = game.table.secrets()
        assert hidden["seats"][1]["held"] == effect
        tokens = [*hidden["effects"].values(), *hidden["unused"], *(s["held"] for s in hidden["seats"] if s["held"])]
        assert sorted(tokens) == sorted(EFFECTS)
    assert all(answer == told[0] for answer in told)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seat", ["P1", "P3"])
def test_4_2_a_correction_that_comes_again_lays_the_same_cars_open(seat: str, level: str) -> None:
    """Findings A3: delivered or not, the car that the table says lies there lies open, after undo and redo, too."""
    for twin in TWINS:
        game = table("delivered", twin, level)
        said = f"correct patch.seats.{seat}.train=[F02,X30]"
        trains = [game.do(move)["view"]["seats"] for move in (said, "undo", "redo")]
        train = next(one for one in trains[2] if one["name"] == seat)["train"]
        assert [car["id"] for car in train] == ["F02", "X30"]
        assert trains[0] == trains[2]


@pytest.mark.parametrize("kind", ["delivered", "covered"])
def test_HR_026_a_card_that_is_corrected_into_a_train_was_not_delivered(kind: str) -> None:
    """HR-026, reading 26: the count stays, an unknown card lies there instead; taken back, it is as it was."""
    game = table(kind)
    before = game.table.secrets()
    answer = game.do("correct patch.seats.P3.train=[X30]")
    assert answer["ok"]
    hidden, seats = game.table.secrets(), answer["view"]["seats"]
    assert [car["id"] for car in seats[2]["train"]] == ["X30"]
    was = before["seats"][0]
    now = hidden["seats"][0]
    assert len(now["delivered"]) == len(was["delivered"])
    assert len(now["train"]) == len(was["train"])
    assert "X30" not in [*now["delivered"], *now["train"]]
    position = game.table.ask({"position": {}})["position"]
    assert game.table.ask({"open": {"game": "hellrail", "position": position}})["ok"]
    assert game.table.ask({"open": {"game": "hellrail", "position": game.table.hidden()}})["ok"]
    again = table(kind)
    again.do("correct patch.seats.P3.train=[X30]")
    again.do("undo")
    assert again.table.secrets()["seats"] == before["seats"]


def test_4_2_a_card_that_everybody_sees_is_refused_all_the_same() -> None:
    game = table("delivered")
    assert game.do("correct patch.seats.P3.train=[X45]")["error"]["code"] == "bad_input", "it lies on the table"


@pytest.mark.parametrize("level", LEVELS)
def test_4_2_a_card_is_shown_and_gathered_as_if_nothing_were_secret_and_refused_when_it_is_played(level: str) -> None:
    game = table("delivered", level=level)
    assert game.do("tap card=X30")["prompt"]["id"] == "play_card"
    assert game.do("gather card=X30")["ok"]
    assert game.do("gather card=X30")["ok"], "and taken back"
    error = game.do("lay card=X30 cell=0,1")["error"]
    assert (error["code"], error["facts"]) == ("card_elsewhere", {"card": "X30"})


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ("pickup card=X30", "wrong_circle"),
        ("move card=X30 toll=[F01] path=p1 to=C5", "bad_input"),
        ("move card=X30 path=9,9:W to=C12", "no_track|bad_target|reversing"),
        ("boat card=X30 gap=1 direction=E to=C5", "no_boatman"),
        ("upgrade card=X30 cell=9,9", "no_rail_card"),
    ],
)
def test_4_2_every_other_refusal_comes_first(move: str, code: str) -> None:
    """So none of them tells which cards were delivered."""
    for level in LEVELS:
        if level == "keeper" and move.startswith("upgrade"):
            continue
        error = table("delivered", level=level).do(move)["error"]
        assert error["code"] in code.split("|"), error


def test_a_place_of_thousands_of_digits_is_no_car_of_the_train() -> None:
    game = table("delivered")
    assert game.do("correct patch.seats.P1.train=[F02]")["ok"]
    assert game.do(f"setout card=#{'9' * 5_000}")["error"]["code"] == "not_on_train"


def test_4_2_the_refusal_of_a_covered_car_does_not_tell_where_it_goes() -> None:
    game = table("delivered")
    assert game.do("correct patch.seats.P1.train=[F02]")["ok"]
    assert game.do("setout card=F02")["ok"] and game.do("undo")["ok"]
    assert game.do("correct patch.seats.P1.at=C9")["ok"]
    error = game.do("setout card=F02")["error"]
    assert (error["code"], error["facts"]) == ("wrong_circle", {"at": "9"})
