"""Cerbère for the common suites: both levels, all middle faces, all three ways of keeping boats."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.engine.game import Player
from companion.engine.requests import Open
from companion.games.cerbere.words import REFUSALS
from companion.games.registry import GAMES
from tests.engine.subjects import Moves, SecretPair, Subject
from tests.games.cerbere.place import place

GAME = "cerbere"
CONFIG = Path(__file__).resolve().parents[3] / "config"
NAMES = ("Ana", "Bo", "Cy", "Dan", "Eli", "Flo", "Gus")
REFUSED: dict[str, Any] = {"type": "answer", "value": ""}
"""This game has no clock to stop: a move without effect stands for it."""


def opening(seats: int, position: Mapping[str, Any] | None = None, **options: Any) -> Open:
    players = tuple(Player(name) for name in NAMES[:seats])
    return Open(GAME, players, {"box": "demo"} | options, position, seed=1)


def tags(*kinds: str) -> list[str]:
    """The demo box's tags of the kinds named."""
    found: list[str] = []

    def collect(value: Any) -> None:
        if isinstance(value, str):
            found.append(value)
        else:
            for part in value.values() if isinstance(value, dict) else value:
                collect(part)

    demo = tomllib.loads((CONFIG / GAME / "demo.toml").read_text())
    collect([demo[kind] for kind in kinds])
    return found


BOATS = tags("boats")


def player(name: str, side: str = "runner", **more: Any) -> dict[str, Any]:
    return {"seat": name, "side": side} | more


LATE = place(
    [
        player("Ana", survival=3),
        player("Bo", survival=2),
        player("Cy", hand=[1, 3]),
        player("Dan", "cerberus", betrayal=4),
        player("Eli", "out"),
    ],
    {"Ana": 16, "Bo": 15, "Cy": 14},
    level="board",
    box="demo",
    die=8,
    speed=6,
    cerberus=13,
    turn={"active": "Dan"},
)
"""Near the end: captures, the reveal, boarding and both ways of ending are few moves away."""
SEATED = place(
    [player("Ana", survival=4), player("Bo"), player("Cy"), player("Dan", "cerberus", betrayal=3)],
    box="demo",
    die=8,
    boats={"revealed": 2, "aboard": ["Bo"]},
    turn={"active": "Ana"},
)
"""The same at Tracker level."""


def untimed(place: dict[str, Any]) -> dict[str, Any]:
    """A look at a boat that is over stays over."""
    return {key: value for key, value in place.items() if key != "peeking"}


def steady(prompts: Any) -> Any:
    """The key that ends the look, and the end of the turn, which gives its place up to it meanwhile."""
    for prompt in prompts:
        prompt["options"] = [
            {"key": "end"} if option["key"] == "end" else option
            for option in prompt.get("options", [])
            if option["key"] != "seen"
        ]
    return prompts


def boats_laid(order: tuple[int, int, int]) -> Moves:
    """Tagged boats laid down in that order, looked at and swapped: nobody may see which they are."""
    tap = [{"tag": BOATS[seats - 1]} for seats in order]
    card: list[dict[str, Any]] = [{"type": "play", "card": "act4_adv", "option": "b"}, resolve()]
    return [
        *tap,
        *card,
        resolve(1),
        {"type": "boat_peek", "slot": 1},
        {"type": "end_turn"},
        *card,
        resolve(1),
        {"type": "boat_swap", "a": 1, "b": 3},
        {"type": "end_turn"},
        {"undo": True},
        {"type": "correct", "patch": {"die": 6}},
    ]


def play(card: str, option: str = "a", **more: Any) -> dict[str, Any]:
    return {"type": "play", "card": card, "option": option} | more


def resolve(effect: int = 0, **more: Any) -> dict[str, Any]:
    return {"type": "resolve", "effect": effect} | more


SUBJECT = Subject(
    make=lambda: GAMES[GAME](CONFIG),
    openings=[
        (opening(4), []),
        (opening(5, level="board"), []),
        (opening(7, level="board", start_face="S4", mids=["STILTS", "NACELLE"], boats="kept"), []),
        (opening(6, level="board", mids=["PORTAL", "FUNICULAR"], boats="tagged"), [{"tag": uid} for uid in BOATS]),
        (opening(3, boats="kept", m=7), []),
        (opening(5, LATE), []),
        (opening(4, SEATED), []),
        (opening(4, follow_cards=False), []),
    ],
    freeze=REFUSED,
    thaw=REFUSED,
    beside={"show_boats"}.__contains__,
    untimed=untimed,
    steady=steady,
    tags=[*tags("actions", "survival", "betrayal", "pawns", "boats"), "0000000001"],
    refusals=REFUSALS,
    secret_pairs=[
        SecretPair(opening(4, boats="tagged"), boats_laid((1, 2, 3)), boats_laid((3, 1, 2))),
        SecretPair(opening(4, boats="tagged"), boats_laid((2, 3, 1)), boats_laid((1, 3, 2))),
    ],
)
