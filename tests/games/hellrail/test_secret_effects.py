"""HR-118..120, 4.2: in the secret variant nothing public depends on a face-down token."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from companion.engine.refused import Refused
from companion.engine.requests import Choose, Follow, Now
from companion.engine.update import Update
from tests.games.hellrail.eyes import AUDIENCES, Watched, alike, same
from tests.games.hellrail.fixture import EFFECTS
from tests.games.scenario import Json
from tests.thorough import rounds

OTHERS = ("public", "ended", "seat:P2", "seat:P3")
"""Everybody but P1, who stands in the circle."""
OPEN = ("public", "ended")
KINDS = ("abyss", "boatmen", "infernal_power", "thievery", "chaos_reigns", "lust", "shift_change", "delinquency")


def stage(under: str, **more: Any) -> dict[str, Any]:
    """P1 has just entered C1, under which that token lies; P1 has no hand, no car, no rail to mark."""
    seats = {"P1": {"hand": 0, "at": "C1"}, "P2": {"hand": 3}, "P3": {"hand": 3}}
    short = {"variants": ["secret_effects"], "entry": "C1", "effects": {"C1": under}, "seats": seats}
    return short | more


def table(under: str, level: str = "keeper", **more: Any) -> Watched:
    return Watched(stage(under, **more), level)


@pytest.mark.parametrize("level", ["keeper", "map"])
def test_HR_118_the_deal_tells_counts_only(level: str) -> None:
    short = {"new": True, "options": {"variants": ["secret_effects"], "layout": "placeholder_a"}}
    games = []
    for order in (EFFECTS, EFFECTS[::-1]):
        game = Watched(short | {"seats": {"P1": {}, "P2": {}, "P3": {}}}, level)
        told = ";".join(f"C{n}:{effect}" for n, effect in enumerate(order[:9], 1))
        answer = game.do(f"deal effects={told}")
        assert answer["ok"]
        assert answer["events"][0] == {"type": "effects_dealt", "unused": 6}
        view = answer["view"]
        assert [circle["down"] for circle in view["circles"]] == [False] + [True] * 9, "none at the Gates (HR-006)"
        assert {circle["effect"] for circle in view["circles"]} == {None}
        assert view["unused"] == 6
        assert view["unused_tokens"] is None
        games.append(game)
    one, other = games
    alike(one, other, ["draw", "undo", "redo", "end_turn"])
    assert one.table.hidden()["effects"] != other.table.hidden()["effects"]


@pytest.mark.parametrize("level", ["keeper", "map"])
@pytest.mark.parametrize("under", KINDS[1:])
def test_HR_119_whatever_lies_there_the_question_is_the_same_and_declining_tells_nothing(
    under: str, level: str
) -> None:
    """HR-Q33 is no exception: an effect that cannot be used is offered like any other."""
    one, other = table(KINDS[0], level), table(under, level)
    answers = alike(one, other, ["end_turn", "setout card=F01", "look seat=P2", "decline", "draw seat=P1", "end_turn"])
    assert answers[3]["events"] == [{"type": "effect_declined", "seat": "P1"}]
    assert all("effect" not in event or event["effect"] is None for event in answers[3]["events"])


@pytest.mark.parametrize("under", KINDS[1:])
def test_HR_119_who_looks_sees_it_alone(under: str) -> None:
    one, other = table(KINDS[0]), table(under)
    answers = alike(one, other, ["look"], OTHERS)
    assert answers[0]["events"] == [{"type": "effect_looked", "seat": "P1"}]
    assert answers[0]["view"]["looking"] == "P1"
    assert answers[0]["view"]["seen"] is None
    for game, effect in ((one, KINDS[0]), (other, under)):
        assert game.table.ask({"view": {}}, "seat:P1")["view"]["seen"] == effect
        assert game.table.ask({"view": {}}, "seat:P2")["view"]["seen"] is None
        assert effect not in json.dumps(game.shown(OTHERS))
    alike(one, other, ["decline", "undo", "redo"], OTHERS)
    same(one.shown(AUDIENCES), other.shown(AUDIENCES), "afterwards")
    assert one.table.ask({"view": {}}, "seat:P1")["view"]["seen"] is None, "face down again"


def test_HR_119_only_the_entering_player_looks_and_only_before_the_choice() -> None:
    game = table("boatmen")
    assert not game.do("look seat=P2")["ok"]
    assert game.do("look")["ok"]
    assert game.do("decline")["ok"]
    assert game.do("look")["error"]["code"] == "wrong_phase"


def test_HR_119_a_look_is_not_brought_back_by_undo() -> None:
    game = table("boatmen")
    game.do("look")
    game.do("decline")
    game.do("undo")
    assert game.table.ask({"view": {}}, "seat:P1")["view"]["seen"] is None


def test_HR_119_used_it_is_shown_to_all_and_lies_face_down_again() -> None:
    game = table("boatmen")
    told = game.do("use source=circle")
    assert [event["type"] for event in told["events"]] == ["effect_declared", "token_taken", "effect_resolved"]
    assert told["events"][0]["effect"] == "boatmen"
    circle = next(circle for circle in told["view"]["circles"] if circle["id"] == "C1")
    assert (circle["effect"], circle["down"]) == (None, True)


@pytest.mark.parametrize("under", ["abyss", "geryon", "false_path"])
def test_HR_119_an_unusable_one_is_refused_in_words_that_fit_every_token(under: str) -> None:
    """HR-119: nobody else hears of it: no update, no event, and the visit is still open."""
    game, fresh = table(under), table("thievery")
    refused, other = game.do("use source=circle"), fresh.do("use source=circle")
    assert refused["error"]["code"] == "effect_unavailable"
    same(refused, other, "use")
    same(game.shown(OTHERS), fresh.shown(OTHERS), "shown")
    same(game.export(), fresh.export(), "export")
    assert game.do("decline")["ok"]


def test_HR_119_a_path_beyond_whom_it_is_about_leads_nowhere() -> None:
    """Not even on: a key too many after `player` was an error that nobody foresaw."""
    for path in (["circle", "player", "x"], ["circle", "player", "P2"], ["circle", "x"], ["circle", "lust", "x"]):
        assert table("boatmen").table.ask({"prompt": {"path": path}})["error"]["code"] == "not_allowed_now", path


def test_HR_119_keys_that_end_in_a_private_refusal_leave_the_path_that_everybody_was_told() -> None:
    engine = table("abyss").table.engine
    heard: list[Update] = []
    engine.listen(heard.append)
    with pytest.raises(Refused) as refused:
        engine.handle(Follow(("circle", "ok"), start=()))
    assert refused.value.code == "effect_unavailable" and heard == []
    assert engine.handle(Now()).answer.path == (), "nobody heard of another path"
    engine.handle(Choose("decline"))


def test_HR_120_a_held_token_lies_face_down_and_its_owner_may_look_at_any_time() -> None:
    """HR-Q30; 4.2: the companion draws it, naming one is refused alike wherever it lies."""
    lie = ("lust", "heresy", "thievery", "gluttony", "geryon", "soul_catcher", "shift_change", "abyss")
    games = [
        table(
            "infernal_power", effects=dict(zip((f"C{n}" for n in range(1, 10)), ("infernal_power", *row), strict=True))
        )
        for row in (lie, EFFECTS[1:4] + EFFECTS[4:6] + ["guard_duty", "abyss", "lust"])
    ]
    one, other = games
    alike(
        one, other, ["use source=circle", "draw_token effect=lust", "draw_token effect=boatmen", "draw_token"], OTHERS
    )
    held = [game.table.secrets()["seats"][0]["held"] for game in games]
    assert held[0] != held[1], "or nothing was secret"
    for game, token in zip(games, held, strict=True):
        own = game.table.ask({"view": {}}, "seat:P1")["view"]["seats"][0]
        assert (own["held"], own["held_down"]) == (token, True)
        seen = game.table.ask({"view": {}})["view"]["seats"][0]
        assert (seen["held"], seen["held_down"]) == (None, True)


@pytest.mark.parametrize("may_look", [True, False])
def test_HR_Q30_whether_the_owner_may_look_at_any_time_is_a_ruling(may_look: bool) -> None:
    """HR-120; the other reading: only when it can be used."""
    seats = {"P1": {"hand": 3, "at": "C1", "held": "boatmen"}, "P2": {}, "P3": {}}
    game = table("guard_duty", seats=seats, rulings={"q30_secret_infernal_owner_may_look": may_look})

    def seen() -> Any:
        return game.table.ask({"view": {}}, "seat:P1")["view"]["seats"][0]["held"]

    assert seen() == "boatmen", "it may be used now"
    game.do("decline")
    assert seen() == ("boatmen" if may_look else None)


@pytest.mark.parametrize("held", ["geryon", "thievery", "boatmen", "chaos_reigns"])
def test_HR_120_games_that_differ_in_a_held_token_are_the_same_to_all_others(held: str) -> None:
    """The question too: circle, held, decline, whatever the two are."""
    pair = []
    for token in ("abyss", held):
        mine = {"P1": {"hand": 0, "at": "C1", "held": token}, "P2": {"hand": 3}, "P3": {"hand": 3}}
        pair.append(table("guard_duty", effects={"C1": "guard_duty"}, seats=mine))
    one, other = pair
    alike(one, other, ["end_turn", "look", "look", "decline", "undo", "redo", "draw seat=P1"], OTHERS)
    assert one.table.ask({"view": {}})["view"]["owed"] is None


def test_HR_Q30_tokens_moved_by_chaos_reigns_stay_face_down() -> None:
    """Nobody looks at them, the companion deals."""
    game = table("chaos_reigns")
    assert game.do("use source=circle")["ok"]
    told = game.do("deal_effects")
    assert told["events"][0] == {"type": "effects_dealt", "unused": 6}
    assert {circle["effect"] for circle in told["view"]["circles"]} == {None}
    assert told["view"]["unused_tokens"] is None


@pytest.mark.parametrize("there", ["C7", "P2", "unused"])
def test_HR_Q30_tokens_moved_by_shift_change_stay_face_down(there: str) -> None:
    """`effects_swapped` tells the places and no more."""
    games = []
    for token in ("lust", "geryon"):
        on = {"C1": "shift_change", "C7": token if there == "C7" else "guard_duty"}
        p2: Json = {"held": token} if there == "P2" else {}
        seats = {"P1": {"hand": 0, "at": "C1"}, "P2": p2, "P3": {}}
        games.append(table("shift_change", effects=on, seats=seats))
    one, other = games
    told = [game.do(f"use source=circle with={there}") for game in games]
    same(told[0], told[1], "use")
    kinds = [event["type"] for event in told[0]["events"]]
    assert kinds == ["effect_declared", "effects_swapped", "effect_resolved"]
    assert told[0]["events"][1] == {"type": "effects_swapped", "places": ["C1", there]}
    same(one.shown(("public", "seat:P3")), other.shown(("public", "seat:P3")), "shown")
    same(one.export(), other.export(), "export")


@pytest.mark.parametrize("named", ["lust", "shift_change", "unused", "C9", "P2"])
def test_HR_118_no_token_is_found_by_naming_it(named: str) -> None:
    """A Shift Change that names a token answers alike wherever that token lies face down."""
    nine = [e for e in EFFECTS if e not in {"shift_change", "lust"}]
    on = {f"C{n}": effect for n, effect in enumerate(["shift_change", *nine[:8]], 1)}
    lying, unused = table("shift_change", effects=on | {"C2": "lust"}), table("shift_change", effects=on)
    assert "lust" in unused.table.secrets()["unused"]
    assert "lust" not in lying.table.secrets()["unused"]
    one, other = (game.do(f"use source=circle with={named}") for game in (lying, unused))
    same(one, other, named)


@pytest.mark.parametrize("level", ["keeper", "map"])
@pytest.mark.parametrize("seed", range(rounds(1, 2)))
def test_HR_118_random_games_in_which_nobody_uses_a_token_are_alike(level: str, seed: int) -> None:
    """Same moves, other tokens: everything public is equal as long as nobody shows one."""
    rng = Random(seed)
    shuffled = rng.sample(EFFECTS, len(EFFECTS))
    pair = []
    for order in (EFFECTS, shuffled):
        on = {f"C{n}": effect for n, effect in enumerate(order[:9], 1)}
        seats = {"P1": {"at": "C1", "held": order[9]}, "P2": {"at": "C5"}, "P3": {}}
        short = {"variants": ["secret_effects"], "map": "M1", "effects": on, "seats": seats, "phase": "start"}
        pair.append(Watched(short, level))
    one, other = pair
    for step in range(60):
        legal = [game.table.ask({"legal": {}}) for game in pair]
        same(legal[0], legal[1], f"step {step}")
        moves = [move for move in legal[0]["legal"] if move["type"] != "use"]
        request: Json = rng.choice([{"undo": {}}, {"redo": {}}]) if rng.random() < 0.15 else {"move": rng.choice(moves)}
        same(one.table.ask(request), other.table.ask(request), f"step {step}: {request}")
        same(one.shown(OPEN), other.shown(OPEN), f"after step {step}: {request}")
    same(one.export(), other.export(), "export")
    assert one.heard == other.heard
