"""Curses against brute force: every way in which the cards could lie is tried (3.3: pairs that are still possible)."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.infernal_wagon.model import same
from tests.games.infernal_wagon.test_model import CARDS, PAIRS
from tests.games.infernal_wagon.wagon import engine, facts
from tests.games.scenario import Json, TableDesk, written

Junction = tuple[str, str, str]
"""The newer card's name, the exit before it and its entry."""
History = tuple[frozenset[Junction], tuple[str, ...]]
"""What each junction may be, together with the exits of the newest card (several after an Intersection)."""

RAILS = sorted(slot for slot, card in CARDS.items() if card.kind in {"rail", "easy"})


def grown(histories: set[History], slot: str, missed: bool) -> set[History]:
    """All histories after one more card that fitted, or that did not."""
    return {
        (junctions | {(slot, out, into)}, outs)
        for junctions, exits in histories
        for out in exits
        for into, outs in CARDS[slot].ways
        if same(out, into) is not missed
    }


def possible(histories: set[History], track: list[str], pair: tuple[str, str]) -> bool:
    lying = set(track[1:])
    return any(
        slot in lying and same(pair[0], out) and same(pair[1], into)
        for junctions, _ in histories
        for slot, out, into in junctions
    )


def laid(table: TableDesk, slot: str, rng: Random) -> Json:
    answer = table.ask({"move": written(f"card uid={slot}")})
    if facts(answer)["question"] == "matched":
        value = rng.choice(["matched", "missed"])
        answer = table.ask({"move": written(f"answer question=matched value={value}")})
    return answer


@pytest.mark.parametrize("seed", range(40))
def test_a_curse_is_doubtful_exactly_if_no_way_round_of_the_track_shows_its_pair(seed: int) -> None:
    """IW-122, IW-123, IW-046, IW-Q19, IW-Q20, IW-Q21, reading 18."""
    rng = Random(seed)
    table = engine()
    setting = {"box": "demo", "attribution": "none", "modules": ["curse", "easy"], "easy": 8, "timer": "calm"}
    assert table.ask({"open": {"game": "infernal_wagon", "seats": ["a", "b", "c"], "options": setting}})["ok"]
    for move in ("confirm", "start"):
        assert table.ask({"move": written(move)})["ok"]
    histories: set[History] = {(frozenset(), ("*",))}
    for slot in rng.sample(RAILS, 9):
        answer = laid(table, slot, rng)
        stands = facts(answer)
        if stands["end"]:
            break
        missed = any(event["type"] == "mismatch" for event in answer["events"])
        histories = grown(histories, slot, missed)
        assert stands["exit"] == " ".join(sorted({out for _, exits in histories for out in exits}))
        shown_as_possible(table, histories, stands["track"].split(), f"seed {seed}")
    else:
        track = stands["track"].split()
        assert table.ask({"move": written("card uid=exit seat=b")})["ok"]
        shown_as_possible(table, histories, track, f"seed {seed}, the Exit lies")


def shown_as_possible(table: TableDesk, histories: set[History], track: list[str], where: str) -> None:
    """Each Curse in turn; the junction of an Exit counts for none (IW-073)."""
    for curse, pair in PAIRS.items():
        told = table.ask({"move": written(f"curse uid={curse} seat=a")})["events"][-1]["type"]
        expected = "curse_cleared" if possible(histories, track, pair) else "curse_doubtful"
        assert told == expected, f"{where}: {curse} {pair} on {track}"
        assert table.ask({"undo": {}})["ok"]
