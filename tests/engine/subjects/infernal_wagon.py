"""Infernal Wagon for the common suites: the demo box at all three levels, with and without modules."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from companion.engine.game import Player
from companion.engine.requests import Open
from companion.games.infernal_wagon.names import Level, Phase
from companion.games.infernal_wagon.rules.timing import NO_CUE_LEFT
from companion.games.infernal_wagon.state import WagonState
from companion.games.infernal_wagon.words import REFUSALS
from companion.games.registry import GAMES
from tests.engine.subjects import Moves, Provocation, SecretPair, Subject

GAME = "infernal_wagon"
CONFIG = Path(__file__).resolve().parents[3] / "config"
NAMES = ("Ana", "Bo", "Cy", "Dan", "Eli")
START: list[dict[str, Any]] = [{"type": "confirm"}, {"type": "start"}]
MODULES = [{"type": "prepare", module: True} for module in ("silence", "uturn", "curse")]


def opening(seats: int, box: str = "demo", seed: int = 1) -> Open:
    return Open(GAME, tuple(Player(name) for name in NAMES[:seats]), {"box": box} if box else {}, seed=seed)


def tags() -> list[str]:
    """The demo box's, and some of nobody."""
    cards = msgspec.json.decode((CONFIG / GAME / "demo.json").read_bytes())["cards"]
    return [tag["uid"] for card in cards for tag in card.get("tags", [])] + ["0000000001", "CAFE"]


def curse_uids() -> list[str]:
    cards = msgspec.json.decode((CONFIG / GAME / "demo.json").read_bytes())["cards"]
    return [card["tags"][0]["uid"] for card in cards if card["kind"] == "curse"]


def attributed(level: str, attribution: str) -> dict[str, Any]:
    return {"type": "prepare", "level": level, "attribution": attribution}


def with_curses(uid: str) -> Moves:
    """A game in which a Curse is tapped that nothing on the track allows yet: nobody may see which."""
    return [
        MODULES[2],
        *START,
        {"advance": 2_000},
        {"type": "curse", "uid": uid, "seat": "Ana"},
        {"advance": 1_000},
        {"type": "hold"},
        {"type": "resume"},
    ]


TIMED = {"clock", "held_at", "result", "last", "asks", "tally", "before_end"}
"""Keys of a position that the clock changes by itself."""


def untimed(place: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in place.items() if key not in TIMED}


def invariant(state: WagonState) -> None:
    """Section 1 and IW-064: every card is somewhere, and only once."""
    ended = state.phase in {Phase.ENDED, Phase.EXPLOIT, Phase.IDLE}
    assert ended == (state.result is not None), state.phase
    if not state.hands:
        assert state.phase is Phase.SETUP
        return
    assert state.pile >= 0 and state.discarded >= 0 and state.shown >= 0
    assert len(state.hands) == state.prep.n and all(cards >= 0 for cards in state.hands)
    somewhere = state.pile + state.total + len(state.track) + state.discarded + state.shown
    assert somewhere == state.prep.cards + state.correction
    slots = [laid.slot for laid in state.track]
    assert slots, "the wagon always stands on a card"
    if state.prep.level is not Level.L0:
        assert len(set(slots)) == len(slots)
        assert set(slots) <= state.used | {"EXIT"}
    assert 0 <= state.curses <= len(state.cursed) <= state.prep.n
    assert state.clock.cue <= NO_CUE_LEFT
    assert state.live or not state.asks
    assert state.held_at is None or (state.live and state.clock.since is None)


BESIDE = {
    *("new_game", "prepare"),
    *("confirm", "back", "start", "hold", "resume", "next"),
}
"""What comes before the start, the pause, and the look at the exploits."""
CURSES = curse_uids()

SUBJECT = Subject(
    make=lambda: GAMES[GAME](CONFIG),
    openings=[
        (opening(3), START),
        (opening(2, ""), START),
        (opening(4), [*MODULES, {"type": "prepare", "easy": 4}, attributed("L2", "each_play"), *START]),
        (opening(5), [attributed("L1", "on_loss"), *START]),
        (opening(2), [{"type": "prepare", "timer": "calm"}, attributed("L2", "none"), *START]),
        (opening(4), [{"type": "prepare", "minutes": 3}, attributed("L2", "on_loss"), *START]),
        (opening(3), []),
    ],
    freeze={"type": "hold"},
    thaw={"type": "resume"},
    untimed=untimed,
    invariant=invariant,
    beside=BESIDE.__contains__,
    tags=tags(),
    refusals=REFUSALS,
    provocations=[Provocation("bad_box", opening(3, "nothing"), [])],
    secret_pairs=[SecretPair(opening(3), with_curses(CURSES[0]), with_curses(CURSES[1]))],
)
