"""What these tests share: the game, hand-made positions, and moves made on them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import zip_longest
from random import Random
from typing import Any

from companion.engine.game import GameSetup, Player
from companion.games.cerbere.game import Cerbere
from companion.games.cerbere.state import CerbereState

GAME = Cerbere(None)
FOUR = ["Ana", "Bo", "Cy", "Dan"]
BOARD: dict[str, Any] = {"players": FOUR, "options": {"level": "board"}}
"""REF: gates 2, bridge 8 and 12, promontory 14, End board from 17, boat 22."""
STARTS: dict[str, dict[str, Any]] = {
    "tracker": {"players": FOUR},
    "board": {"players": FOUR, "options": {"level": "board"}},
    "three": {"players": ["Ana", "Bo", "Cy"], "speed": 8, "options": {"m": 6}},
    "seven": {
        "players": [*FOUR, "Eli", "Flo", "Gus"],
        "options": {"level": "board", "start_face": "S4", "mids": ["PORTAL", "STILTS"], "end_face": "E3"},
    },
    "straight": {"players": FOUR, "seats": {"Ana": {"at": 16}}, "options": {"level": "board", "preset": "GENERIC"}},
    "caught": {
        "players": ["Ana", "Bo", "Cy", "Dan", "Eli"],
        "caught": ["Dan", "Ana"],
        "turn": {"active": "Dan", "action_done": True, "n": 7},
        "die": 6,
    },
    "aboard": {
        "players": FOUR,
        "boats": {"slots": [2, 1, None], "revealed": 2},
        "bridge": False,
        "cerberus": 21,
        "seats": {"Ana": {"at": 22}, "Bo": {"at": 21}, "Cy": {"at": 8}, "Dan": {"at": 0}},
        "options": {"level": "board", "boats": "tagged"},
    },
    "hidden": {"players": FOUR, "boats": {"slots": [3, 1, 2]}, "options": {"boats": "kept"}},
    "peek": {"players": FOUR, "boats": {"slots": [3, 1, 2]}, "peeking": ["Cy", 3], "options": {"boats": "kept"}},
    "cards": {
        "players": ["Ana", "Bo", "Cy"],
        "survival": {"draw": 0},
        "betrayal": {"discard": 5},
        "seats": {"Ana": {"survival": 3, "hand": [4]}, "Cy": {"side": "cerberus"}},
        "options": {"box": "demo", "gates_zone": "text", "follow_cards": False},
    },
    "won": {
        "players": ["Ana", "Bo", "Cy"],
        "boats": {"revealed": 1, "aboard": ["Ana"]},
        "over": {"side": "runners", "winners": ["Ana"]},
        "seats": {"Bo": {"side": "cerberus"}, "Cy": {"side": "out"}},
    },
    "lost": {
        "players": ["Ana", "Bo", "Cy"],
        "over": {"side": "cerberus", "winners": ["Bo"]},
        "seats": {"Ana": {"side": "out"}, "Bo": {"side": "cerberus"}, "Cy": {"side": "out"}},
    },
}
"""Hand-made positions, most of them with little said."""
MIDWAYS: dict[str, dict[str, Any]] = {
    "option": {"players": FOUR, "play": {"card": "act2_adv", "player": "Ana"}, "options": {"level": "board"}},
    "pay": {
        "players": FOUR,
        "play": {
            "card": "sur_favoritisme",
            "player": "Ana",
            "option": "b",
            "owed": [0],
            "left": [0, 1, 2],
            "donors": ["Ana", "Cy"],
            "slots": [["x", "Dan"]],
        },
        "turn": {"active": "Ana", "bonus_done": True},
        "seats": {"Ana": {"survival": 1}, "Bo": {"survival": 1}, "Cy": {"survival": 1}, "Dan": {"survival": 1}},
    },
    "several": {
        "players": FOUR,
        "play": {
            "card": "bet_rancune",
            "player": "Ana",
            "option": "b",
            "left": [0],
            "several": ["Bo", "Dan"],
            "going": 0,
        },
        "turn": {"active": "Ana", "bonus_done": True},
        "seats": {"Ana": {"side": "cerberus"}},
        "options": {"level": "board"},
    },
    "several at the tracker": {
        "players": FOUR,
        "agenda": [
            {"type": "several", "pawns": ["Cy"], "n": -2},
            {"type": "catch", "pawn": "Bo", "picking": True, "asked": True},
        ],
        "boats": {"revealed": 2, "aboard": ["Cy"]},
        "turn": {"active": "Dan"},
        "seats": {"Dan": {"side": "cerberus"}},
    },
    "path": {
        "players": FOUR,
        "play": {"card": "act2_adv", "player": "Ana", "option": "a"},
        "agenda": [{"type": "walk", "pawn": "Ana", "left": 2, "ahead": True, "asked": "path"}],
        "turn": {"action_done": True, "active": "Ana"},
        "seats": {"Ana": {"at": 8}},
        "options": {"level": "board"},
    },
    "seats": {
        "players": FOUR,
        "play": {"card": "act2_adv", "player": "Ana", "option": "a"},
        "agenda": [
            {"type": "walk", "pawn": "Ana", "left": 1, "ahead": True, "made": 1},
            {"type": "reveal", "player": "Ana", "asked": True},
        ],
        "turn": {"action_done": True},
        "seats": {"Ana": {"at": 17}},
        "options": {"level": "board"},
    },
    "boats": {"players": FOUR, "agenda": [{"type": "boat", "player": "Bo", "optional": True, "asked": True}]},
    "zone": {
        "players": [*FOUR, "Eli"],
        "agenda": [
            {"type": "end_check", "chased": True},
            {"type": "catch", "hunt": True, "picked": ["Dan", "Ana"], "picking": False, "asked": True},
        ],
        "die": 9,
    },
    "order": {
        "players": FOUR,
        "agenda": [
            {"type": "end_check", "chased": True},
            {"type": "caught", "pawns": ["Ana", "Bo", "Cy"], "order": ["Cy"], "asked": True},
        ],
        "cerberus": 9,
        "seats": {"Ana": {"at": 9}, "Bo": {"at": 9}, "Cy": {"at": 9}},
        "options": {"level": "board"},
    },
    "each": {
        "players": FOUR,
        "play": {"card": "bet_sabotage", "player": "Ana", "option": "b"},
        "agenda": [{"type": "pick", "player": "Bo", "effect": 0, "each": True, "rest": ["Cy", "Dan"], "asked": True}],
        "turn": {"active": "Ana", "bonus_done": True},
        "seats": {"Ana": {"side": "cerberus"}, "Bo": {"survival": 1}},
    },
    "either": {
        "players": FOUR,
        "play": {"card": "sur_opportunisme", "player": "Ana", "option": "b", "slots": [["x", "Cy"]]},
        "agenda": [{"type": "pick", "player": "Ana", "effect": 1, "asked": True}],
        "turn": {"bonus_done": True},
        "options": {"level": "board"},
    },
    "symbols": {
        "players": FOUR,
        "agenda": [
            {"type": "several", "pawns": ["Bo", "Cy"], "n": -2},
            {"type": "ops", "seat": "Ana", "ops": [{"op": "draw", "n": 1}], "pawn": "Ana", "fired": [4]},
            {"type": "boat", "player": "Ana", "asked": True},
        ],
        "options": {"level": "board"},
    },
}
"""The middle of a card or of a capture, one for each question."""


def joined(position: dict[str, Any], *seats: str, **options: Any) -> CerbereState:
    return GAME.import_position(GameSetup(tuple(Player(name) for name in seats), options), position)


def fresh(seed: int = 1, names: Sequence[str] = FOUR, colours: Sequence[str] = (), **options: Any) -> CerbereState:
    """A new game."""
    seats = tuple(Player(name, colour) for name, colour in zip_longest(names, colours, fillvalue=""))
    return GAME.setup(GameSetup(seats, options), Random(seed))[0]


def written(state: CerbereState, reveal: bool = True) -> dict[str, Any]:
    """The position as a file holds it."""
    plain: dict[str, Any] = json.loads(json.dumps(GAME.position(state, 0, reveal)))
    return plain


def made(state: CerbereState, move: Any, seed: int = 1) -> tuple[CerbereState, list[Any]]:
    """The state after a move, and what happened."""
    events = list(GAME.decide(state, move, 0, Random(seed)))
    for event in events:
        state = event.apply(state, 0)
    return state, events
