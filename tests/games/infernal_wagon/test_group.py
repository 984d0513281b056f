"""What one game leaves to the next of the same group: Easy cards, advice, exploits, new players."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.infernal_wagon.rules.exploits import group_facts, have_played
from tests.games.infernal_wagon.wagon import engine, facts
from tests.games.scenario import Json, TableDesk, written

LOSING = {"phase": "open", "track": ["R3"], "exits": ["A"], "pile": 30}
WINNING = {"phase": "open", "track": ["R1", "R2", "R3"], "exits": ["A"], "pile": 0}


def make(table: TableDesk, move: str) -> Json:
    answer = table.ask({"move": written(move)})
    assert answer["ok"], (move, answer)
    return answer


def opened(table: TableDesk, seats: list[Any], **more: Any) -> Json:
    answer = table.ask({"open": {"game": "infernal_wagon", "seats": seats, "options": {"box": "example"}} | more})
    assert answer["ok"], answer
    return answer


def play(table: TableDesk, won: bool, seats: list[Any] | None = None, tick: str = "none") -> Json:
    """A short game, and what stood on the screen when the exploits were offered."""
    seats = seats or ["a", "b", "c"]
    hands = {seat["name"] if isinstance(seat, dict) else seat: 2 for seat in seats}
    opened(table, seats, position=(WINNING if won else LOSING) | {"hands": hands})
    first = seats[0]["name"] if isinstance(seats[0], dict) else seats[0]
    make(table, f"card uid={'EXIT' if won else 'R7'} seat={first}")
    offered = make(table, "next")
    make(table, f"tick id={tick}")
    return offered


@pytest.mark.parametrize(("losses", "easy", "p0"), [(0, 0, 57), (1, 1, 58), (3, 3, 60), (8, 8, 65), (11, 8, 65)])
def test_IW_095_as_many_easy_cards_as_losses_in_a_row_at_most_eight(losses: int, easy: int, p0: int) -> None:
    """IW-095, IW-Q23, S01."""
    table = engine()
    for _ in range(losses):
        play(table, won=False)
    assert opened(table, ["a", "b", "c"])["view"]["setup"]["easy_suggested"] == easy
    assert make(table, "set_module m=easy on=true")["events"] == [{"type": "pile", "p0": p0}]
    assert make(table, "set_easy k=2")["events"] == [{"type": "pile", "p0": 59}], "free to change"


def test_IW_093_advice_after_a_loss_and_after_a_win_is_never_forced() -> None:
    """IW-093, IW-Q23."""
    table = engine()
    play(table, won=False)
    view = opened(table, ["a", "b", "c"])["view"]
    assert view["setup"]["advice"] == ["easy"]
    assert view["setup"]["modules"] == []
    play(table, won=True)
    view = opened(table, ["a", "b", "c"])["view"]
    assert sorted(view["setup"]["advice"]) == ["curse", "silence", "uturn"]
    assert view["setup"]["modules"] == []


def test_IW_130_a_ticked_exploit_stays_ticked_and_the_others_stay_open() -> None:
    """IW-130, S44."""
    table = engine()
    assert facts(play(table, won=True, tick="five_minutes"))["five_minutes"] == "offered"
    later = facts(play(table, won=True))
    assert later["five_minutes"] == "no"
    assert later["welcome"] == "offered"


def test_reading_21_an_exploit_ticked_in_an_earlier_game_is_refused_as_already_ticked() -> None:
    """IW-130."""
    table = engine()
    play(table, won=True, tick="welcome")
    opened(table, ["a", "b", "c"], position=WINNING | {"hands": {"a": 2, "b": 2, "c": 2}})
    make(table, "card uid=EXIT seat=a")
    make(table, "next")
    assert table.ask({"move": written("tick id=welcome")})["error"]["code"] == "already_ticked"


def test_IW_130_each_group_has_its_own_ticks() -> None:
    table = engine()
    play(table, won=True, tick="welcome")
    opened(table, ["a", "b", "c"], position=WINNING | {"hands": {"a": 2, "b": 2, "c": 2}}, group="the neighbours")
    make(table, "card uid=EXIT seat=a")
    assert facts(make(table, "next"))["welcome"] == "offered"


def new(*names: str) -> list[Any]:
    return [{"name": name, "new": True} for name in names]


@pytest.mark.parametrize("won", [True, False])
def test_IW_142_the_seventh_new_player_counts_won_or_lost(won: bool) -> None:
    """IW-142, IW-Q30, S49."""
    table = engine()
    assert facts(play(table, won, new("a", "b", "c", "d", "e")))["seven_mercenaries"] == "no"
    assert facts(play(table, won, [*new("X"), "a", "b"]))["seven_mercenaries"] == "no", "6 so far"
    again = facts(play(table, won, [*new("X"), "a", "b"]))
    assert again["seven_mercenaries"] == "no", "a player is new once"
    assert facts(play(table, won, [*new("Y"), "a", "b"]))["seven_mercenaries"] == "offered"


def test_S44_exploits_after_a_fast_win_with_two_players() -> None:
    """IW-130..133, IW-135..137, IW-140: won at 4:47.0, one draw lost."""
    table = engine()
    opened(table, ["a", "b"], position=WINNING | {"hands": {"a": 4, "b": 4}, "pile": 1, "clock": {"elapsed": 200_000}})
    make(table, "card uid=R5 seat=a")
    make(table, "card uid=R7 seat=b")
    table.ask({"clock": {"advance": 87.0}})
    events = make(table, "card uid=EXIT seat=a")["events"]
    assert events[-1]["type"] == "won"
    assert events[-1]["elapsed_ms"] == 287_000
    stands = facts(make(table, "next"))
    fulfilled = {"welcome", "a_toi_a_moi", "six_coups", "five_minutes"}
    others = {"oceans_5", "impitoyable", "le_bon", "dead_man", "seven_in_hell", "seven_mercenaries"}
    assert {name for name in fulfilled | others if stands[name] == "offered"} == fulfilled
    assert stands["ghost_rider"] != "no", "as the group agrees (IW-Q29)"
    assert make(table, "tick id=five_minutes")["events"][-1] == {"type": "exploit_ticked", "id": "five_minutes"}
    assert table.ask({"move": written("tick id=welcome")})["error"]["code"] == "already_ticked"


def test_IW_142_a_player_is_new_once() -> None:
    """S49: names, seats or a mere number of players all do."""
    results: list[dict[str, Any]] = [
        {"won": True, "new": ["X"], "players": ["X", "a"], "ticked": "welcome"},
        {"won": False, "new": ["X", "Y"], "players": [{"name": "X"}, {"name": "Y"}], "ticked": None},
        {"won": False, "new": [], "players": 3, "ticked": "dead_man"},
    ]
    facts = group_facts(results, ["X"])
    assert facts["new_players"] == 2 and facts["ticked"] == ["welcome", "dead_man"]
    assert have_played(results) == {"X", "a", "Y"}
    forgotten = [{"new": ["–", "––"], "players": ["–", "––"]}, {"new": ["–"], "players": ["–", "Bo"]}]
    assert group_facts(forgotten, ["Bo"])["new_players"] == 3, "whose name was forgotten was new all the same"


def proposed(answer: Json) -> tuple[list[str], int]:
    setup = answer["view"]["setup"]
    return sorted(setup["advice"]), setup["easy_suggested"]


def test_IW_093_what_is_proposed_follows_who_plays() -> None:
    """IW-093, IW-095: of these players, in whatever order; one of them may be missing; a newcomer begins anew. It
    follows them, too, while the game is set up."""
    table = engine()
    harder = ["curse", "silence", "uturn"]
    play(table, won=True, seats=["a", "b", "c"])
    play(table, won=False, seats=["d", "e"])
    assert proposed(opened(table, ["c", "a", "b"])) == (harder, 0)
    assert proposed(opened(table, ["e", "d"])) == (["easy"], 1)
    assert proposed(opened(table, ["a", "b"])) == (harder, 0), "c is missing"
    assert proposed(opened(table, ["a", "b", "c", "d"])) == ([], 0), "d has not played with them"
    for seats, wanted in ((["d", "e"], (["easy"], 1)), (["c", "b", "a"], (harder, 0)), (["a", "d"], ([], 0))):
        assert table.ask({"correct": {"patch": {"seats": seats}}})["ok"]
        assert proposed(table.ask({"view": {}})) == wanted, seats
