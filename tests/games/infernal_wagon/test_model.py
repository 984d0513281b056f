"""Random games against a second, independent reading of the rules (`model`): every event, every count."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from tests.games.infernal_wagon.model import Model, cue_at, model_card
from tests.games.infernal_wagon.wagon import engine, facts
from tests.games.scenario import Json, compare_events, written

DEMO = Path(__file__).parents[3] / "config" / "infernal_wagon" / "demo.json"
RECORDS = json.loads(DEMO.read_text())["cards"]
CARDS = {record["slot"]: model_card(record) for record in RECORDS}
PAIRS = {record["slot"]: (record["ends"][0], record["ends"][1]) for record in RECORDS if record["kind"] == "curse"}
HAND = {2: 4, 3: 3, 4: 2, 5: 2}


@pytest.mark.parametrize("seed", range(60))
def test_random_games_go_as_the_second_reading_says(seed: int) -> None:
    """IW-007, IW-020..023, IW-030..055, IW-060..062, IW-080..091, IW-094, IW-100..117 by their effects together."""
    rng = Random(seed)
    seats = ["a", "b", "c", "d", "e"][: rng.randint(2, 5)]
    modules = [module for module in ("silence", "uturn") if rng.random() < 0.6]
    easy = rng.choice([0, 0, 3, 8])
    order = rng.choice(["penalty_first", "special_first"])
    table = engine()
    options = {"box": "demo", "attribution": "each_play", "danger_order": order}
    assert table.ask({"open": {"game": "infernal_wagon", "seats": seats, "options": options}})["ok"]
    setting = [f"set_module m={module} on=true" for module in modules] + [f"set_easy k={easy}"]
    for move in [*setting, "set_timer mode=calm", "confirm", "start"]:
        answer = table.ask({"move": written(move)})
        assert answer["ok"], (move, answer)
    hand = HAND[len(seats)]
    full = 66 - len(seats) * hand + easy + 8 * ("silence" in modules) + 6 * ("uturn" in modules)
    model = Model(CARDS, seats, full, full, dict.fromkeys(seats, hand), order == "special_first")
    kinds = {"rail", "danger", *modules, *(["easy"] if easy else [])}
    deck = [slot for slot, card in CARDS.items() if card.kind in kinds]
    rng.shuffle(deck)
    if rng.random() < 0.5:
        deck.insert(rng.randint(20, 50), "exit")
    while deck and not model.over and any(model.hands.values()):
        slot = deck.pop(_next(rng, model, deck))
        move, said = _play(rng, model, slot)
        answer = table.ask({"move": written(move)})
        _compare(seed, move, model, answer, said)
        if model.asked and rng.random() < 0.7:
            matched = rng.random() < 0.5
            move = f"answer question=matched value={'matched' if matched else 'missed'}"
            _compare(seed, move, model, table.ask({"move": written(move)}), model.answer(matched))


def _next(rng: Random, model: Model, deck: list[str]) -> int:
    """A table that tries to fit, so that games last; now and then it cannot."""
    if rng.random() < 0.15:
        return 0
    found = (at for at, slot in enumerate(deck) if model.might_fit(slot))
    return next(found, 0)


def _play(rng: Random, model: Model, slot: str) -> tuple[str, list[str]]:
    """A tap that a real table could make, and what the model says of it."""
    full = [seat for seat in model.seats if model.hands[seat] > 0]
    if model.asked:  # the question is answered by this tap, and its turn may change the hands
        full = [seat for seat in model.seats if model.hands[seat] > 1] or full
    owner = rng.choice(full or model.seats)
    actor = rng.choice(model.seats) if model.on["uturn"] else owner
    return f"card uid={slot} seat={actor} owner={owner}", model.card(slot, actor, owner)


def _compare(seed: int, move: str, model: Model, answer: Json, said: list[str]) -> None:
    compare_events(f"seed {seed}: {move}", said, answer)
    stands = facts(answer)
    expected = {
        "track": " ".join(model.track),
        "exit": " ".join(sorted(model.exits)),
        "pile": model.pile,
        "hands": [model.hands[seat] for seat in model.seats],
        "silence": model.on["silence"],
        "uturn": model.on["uturn"],
        "end": model.over,
    }
    assert {word: stands[word] for word in expected} == expected, f"seed {seed}: {move}"


@pytest.mark.parametrize("minutes", range(3, 16))
def test_every_second_tells_what_the_second_reading_says(minutes: int) -> None:
    """Readings 36 and 37, IW-072: with pauses, and cards that are taken back meanwhile."""
    rng = Random(minutes)
    table = engine()
    table.ask({"open": {"game": "infernal_wagon", "seats": ["a", "b"], "options": {"box": "demo", "minutes": minutes}}})
    table.ask({"move": written("confirm")})
    started = table.ask({"move": written("start")})
    assert [event["type"] for event in started["events"]] == ["started", "cue"]
    assert started["events"][0]["remaining_ms"] == minutes * 60_000
    cards = iter([slot for slot, card in CARDS.items() if card.kind == "rail"])
    for second in range(1, 60 * minutes + 1):
        if rng.random() < 0.02:
            for move in ("hold", "resume"):
                assert table.ask({"move": written(move)})["ok"]
                if move == "hold":
                    assert table.ask({"clock": {"advance": rng.randint(1, 90)}})["events"] == []
        if rng.random() < 0.02 and (card := next(cards, None)):
            table.ask({"move": written(f"card uid={card}")})
            assert table.ask({"undo": {}})["ok"]
        told = table.ask({"clock": {"advance": 1.0}})["events"]
        cue = cue_at(second, minutes)
        assert [event["id"] for event in told if event["type"] == "cue"] == ([cue] if cue else []), second
        assert ("lost" in [event["type"] for event in told]) is (second == 60 * minutes)
