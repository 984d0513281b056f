"""What these tests share: the game, hand-made positions, and moves made on them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import Any

from companion.engine.game import GameSetup, Player
from companion.games.cerbere.game import Cerbere
from companion.games.cerbere.state import CerbereState

GAME = Cerbere(None)
FOUR = ["Ana", "Bo", "Cy", "Dan"]
BOARD: dict[str, Any] = {"level": "board", "players": FOUR}
"""REF: gates 2, bridge 8 and 12, promontory 14, End board from 17, boat 22."""
STARTS: dict[str, dict[str, Any]] = {
    "tracker": {"players": FOUR},
    "board": BOARD,
    "three": {"players": FOUR[:3], "speed": 8, "m": 6},
    "seven": {"players": [*FOUR, "Eli", "Flo", "Gus"], "faces": ["S4", "PORTAL", "STILTS", "E3"], "level": "board"},
    "straight": {"players": FOUR, "faces": ["GENERIC"], "level": "board", "pos": {"Ana": 16}},
    "caught": {
        "players": [*FOUR, "Eli"],
        "track": ["blocked", "blocked", "Dan", "Ana"],
        "turn": {"active": "Dan", "action_done": True, "n": 7},
        "die": 6,
    },
    "aboard": {
        **BOARD,
        "pos": {"Ana": 22, "Bo": 21, "Cy": 8, "Dan": 0},
        "boats": {"boating": "tagged", "hidden": [2, 1, None], "revealed": 2},
        "bridge_intact": False,
        "cerberus": 21,
    },
    "hidden": {"players": FOUR, "boats": {"boating": "kept", "hidden": [3, 1, 2]}},
    "peek": {"players": FOUR, "boats": {"boating": "kept", "hidden": [3, 1, 2]}, "peek": {"seat": "Cy", "slot": 3}},
    "cards": {
        "players": [{"seat": "Ana", "survival": 3, "actions_in_hand": [4]}, "Bo", {"seat": "Cy", "side": "cerberus"}],
        "piles": {"survival": {"draw": 0}, "betrayal": {"discard": 5}},
        "follow_cards": False,
        "gates_zone": "text",
        "box": "demo",
    },
    "won": {
        "players": [{"seat": "Ana"}, {"seat": "Bo", "side": "cerberus"}, {"seat": "Cy", "side": "out"}],
        "boats": {"revealed": 1, "seated": ["Ana"]},
        "over": {"side": "runners", "winners": ["Ana"]},
    },
    "lost": {
        "players": [{"seat": "Ana", "side": "out"}, {"seat": "Bo", "side": "cerberus"}, {"seat": "Cy", "side": "out"}],
        "over": {"side": "cerberus", "winners": ["Bo"]},
    },
}
"""Hand-made positions, most of them with little said."""
MIDWAYS: dict[str, dict[str, Any]] = {
    "option": {**BOARD, "play": {"card": "act2_adv", "player": 0}},
    "pay": {
        "players": [{"seat": name, "survival": 1} for name in FOUR],
        "turn": {"active": "Ana", "bonus_done": True},
        "play": {
            "card": "sur_favoritisme",
            "player": 0,
            "option": "b",
            "owed": [0],
            "left": [0, 1, 2],
            "donors": [0, 2],
            "slots": [["x", 3]],
        },
    },
    "several": {
        **BOARD,
        "players": [{"seat": "Ana", "side": "cerberus"}, "Bo", "Cy", "Dan"],
        "play": {"card": "bet_rancune", "player": 0, "option": "b", "left": [0], "several": [1, 3], "going": 0},
        "turn": {"active": "Ana", "bonus_done": True},
    },
    "path": {
        **BOARD,
        "pos": {"Ana": 8},
        "play": {"card": "act2_adv", "player": 0, "option": "a"},
        "turn": {"action_done": True, "active": "Ana"},
        "agenda": [{"type": "walk", "pawn": 0, "left": 2, "ahead": True, "asked": "path"}],
    },
    "seats": {
        **BOARD,
        "pos": {"Ana": 17},
        "play": {"card": "act2_adv", "player": 0, "option": "a"},
        "turn": {"action_done": True},
        "agenda": [
            {"type": "walk", "pawn": 0, "left": 1, "ahead": True, "made": 1},
            {"type": "reveal", "player": 0},
        ],
    },
    "boats": {"players": FOUR, "agenda": [{"type": "boat", "player": 1, "optional": True}]},
    "zone": {
        "players": [*FOUR, "Eli"],
        "die": 9,
        "agenda": [
            {"type": "end_check", "chased": True},
            {"type": "catch", "hunt": True, "picked": [3, 0], "picking": False},
        ],
    },
    "order": {
        **BOARD,
        "pos": {"Ana": 9, "Bo": 9, "Cy": 9},
        "cerberus": 9,
        "agenda": [{"type": "end_check", "chased": True}, {"type": "caught", "pawns": [0, 1, 2], "order": [2]}],
    },
    "each": {
        "players": [{"seat": "Ana", "side": "cerberus"}, {"seat": "Bo", "survival": 1}, "Cy", "Dan"],
        "turn": {"active": "Ana", "bonus_done": True},
        "play": {"card": "bet_sabotage", "player": 0, "option": "b"},
        "agenda": [{"type": "pick", "player": 1, "effect": 0, "each": True, "rest": [2, 3]}],
    },
    "either": {
        **BOARD,
        "turn": {"bonus_done": True},
        "play": {"card": "sur_opportunisme", "player": 0, "option": "b", "slots": [["x", 2]]},
        "agenda": [{"type": "pick", "player": 0, "effect": 1}],
    },
    "symbols": {
        **BOARD,
        "agenda": [
            {"type": "several", "pawns": [1, 2], "n": -2},
            {"type": "ops", "seat": 0, "ops": [{"op": "draw", "n": 1}], "pawn": 0, "fired": [4]},
            {"type": "boat", "player": 0},
        ],
    },
}
"""The middle of a card or of a capture, one for each question."""


def joined(position: dict[str, Any], *seats: str, **options: Any) -> CerbereState:
    return GAME.import_position(GameSetup(tuple(Player(name) for name in seats), options), position)


def fresh(seed: int = 1, names: Sequence[str] = FOUR, **options: Any) -> CerbereState:
    """A new game."""
    return GAME.setup(GameSetup(tuple(Player(name) for name in names), options), Random(seed))[0]


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
