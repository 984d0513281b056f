"""Commands that a table could send at the wrong moment, at random: most are refused, none may break anything."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.games.cerbere.names import CaptureZone, Via

Json = dict[str, Any]
CARDS = [f"act{i}_{face}" for i in (1, 2, 3, 4) for face in ("adv", "cer")] + [
    "sur_sacrifice",
    "sur_favoritisme",
    "sur_opportunisme",
    "sur_fatalisme",
    "sur_egoisme",
    "sur_couardise",
    "sur_arrogance",
    "bet_embuscade",
    "bet_perfidie",
    "bet_violence",
    "bet_sabotage",
    "bet_rancune",
    "bet_fourberie",
]
OPS = ("rage_forward", "rage_back", "speed_up", "speed_down", "draw", "hunt", "peek_or_swap_boat", "move")


def command(rng: Random, names: list[str]) -> Json:
    """Any command with any fields of the right kind."""
    name = rng.choice(names)
    some = rng.sample(names, rng.randint(0, min(3, len(names))))
    number = rng.randint(0, 3)
    return rng.choice(
        [
            {"type": "play", "card": rng.choice(CARDS), "option": rng.choice(["a", "b", None])},
            {"type": "pay", "who": rng.choice([name, some])},
            {"type": "resolve", "effect": number, "pawn": name},
            {"type": "resolve", "effect": number},
            {"type": "answer", "value": name},
            {"type": "answer", "value": rng.choice(["a", "b", "none", "0", "1", "2", "3"])},
            {"type": "answer", "value": rng.choice([*Via, *CaptureZone])},
            {"type": "ok"},
            {"type": "show_boats"},
            {"type": "capture", "pawns": some},
            {"type": "end_board_reached", "pawn": name},
            {"type": "lay_boat", "seats": rng.randint(1, 3)},
            {"type": "boat_peek", "slot": rng.randint(1, 3)},
            {"type": "boat_swap", "a": rng.randint(1, 3), "b": rng.randint(1, 3)},
            {"type": "seat", "pawn": name},
            {"type": "unseat", "pawn": name},
            {"type": "symbol", "pawn": name, "op": rng.choice(OPS), "n": rng.randint(1, 3)},
            {"type": "bridge_used"},
            {"type": "end_turn"},
            correction(rng, names),
        ]
    )


def correction(rng: Random, names: list[str]) -> Json:
    """Any field, any value that could stand there."""
    name = rng.choice(names)
    patch: Json = rng.choice(
        [
            {"die": rng.randint(0, 9)},
            {"speed": rng.randint(3, 8)},
            {"m": rng.randint(3, 8)},
            {"cerberus": rng.randint(0, 24)},
            {"bridge": rng.random() < 0.5},
            {"seats": {name: {"survival": rng.randint(0, 5)}}},
            {"seats": {name: {"betrayal": rng.randint(0, 5)}}},
            {"seats": {name: {"side": rng.choice(["runner", "cerberus", "out"])}}},
            {"seats": {name: {"hand": rng.sample([1, 2, 3, 4], rng.randint(0, 4))}}},
            {"seats": {name: {"at": rng.choice([None, *range(26)])}}},
            {"turn": {"active": name}},
            {"turn": {"action_done": rng.random() < 0.5}},
            {"turn": {"bonus_done": rng.random() < 0.5}},
            {"survival": {"draw": rng.randint(0, 28)}},
            {"betrayal": {"discard": rng.randint(0, 18)}},
            {"boats": {"revealed": rng.choice([None, 1, 2, 3])}},
            {"boats": {"aboard": rng.sample(names, rng.randint(0, 3))}},
            {"boats": {"slots": rng.choice(["sealed", [None, None, None], rng.sample([1, 2, 3], 3)])}},
            {"caught": rng.sample(names, rng.randint(0, len(names)))},
            {"peeking": rng.choice([None, [name, rng.randint(1, 3)]])},
            {"turn": {"active": name}, "seats": {name: {"side": rng.choice(["runner", "cerberus"])}}},
        ]
    )
    return {"type": "correct", "patch": patch}
