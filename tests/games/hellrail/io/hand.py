"""What these tests share: the game, hand-made positions, moves made on them, and tables of random play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from random import Random
from typing import Any

import msgspec

from companion.engine.game import GameSetup, Player
from companion.engine.refused import Refused
from companion.games.hellrail import moves as mv
from companion.games.hellrail import state as st
from companion.games.hellrail.game import HellRail
from companion.games.hellrail.names import Heresy, What
from companion.games.hellrail.state import RailState
from tests.games.hellrail import fixture
from tests.games.hellrail.stage import position, spelled, tie
from tests.random_play import random_move

GAME = HellRail(None)
Json = dict[str, Any]
TWO: Json = {"players": ["P1", "P2"], "options": {"deck": "demo"}}
"""As little as a position can say."""


def joined(place: Mapping[str, Any], *seats: str, **options: Any) -> RailState:
    return GAME.import_position(GameSetup(tuple(Player(name) for name in seats), options), place)


def staged(level: str = "map", **short: Any) -> Json:
    """A position in the short forms of the scenarios."""
    return position(spelled(short), level)


def written(state: RailState, reveal: bool = True) -> Json:
    """The position as a file holds it."""
    plain: Json = msgspec.json.decode(msgspec.json.encode(GAME.position(state, 0, reveal)))
    return plain


def made(state: RailState, move: Any, seed: int = 1) -> tuple[RailState, list[Any]]:
    """The state after a move, and what happened."""
    events = list(GAME.decide(state, move, 0, Random(seed)))
    for event in events:
        state = event.apply(state, 0)
    return state, events


OPENINGS: tuple[Json, ...] = (
    {"level": "map"},
    {"level": "keeper"},
    {"level": "map", "variants": ["secret_effects"]},
    {"level": "keeper", "variants": ["secret_effects", "devils_advocate"]},
    {"level": "map", "variants": ["devils_advocate"]},
    {"level": "map", "rulings": {"q06_check_marker_stays": False, "q21_abyss_removes": "whole_stack"}},
)
"""What a table may begin with; there is one random game of each for every seed."""


def random_game(seed: int, steps: int = 160) -> Iterator[RailState]:
    """Every state in which a table of random play rests, now and then stepped back in."""
    rng = Random(seed)
    seats = tuple(Player(name) for name in ("Ana", "Bo", "Cy", "Dan")[: 2 + seed % 3])
    state, _ = GAME.setup(GameSetup(seats, OPENINGS[seed % len(OPENINGS)] | {"deck": "demo"}), rng)
    past = [state]
    yield state
    for _ in range(steps):
        move = random_move(GAME, state, 0, rng)
        if move is None:
            return
        if rng.random() < 0.05 and GAME.result(state, 0) is None:
            state = GAME.after_undo(past[rng.randrange(len(past))], 0, state, 0)
        else:
            try:
                state, _ = made(state, move, rng.randrange(100))
            except Refused:
                continue
        past.append(state)
        yield state


@cache
def middles() -> Mapping[str, RailState]:
    """For every way in which something can be begun: a state in the middle of it, by hand or of random play."""
    found: dict[str, RailState] = {}
    for state in by_hand():
        found.setdefault(kind(state), state)
    for seed in range(24):
        for state in random_game(seed, 120):
            if state.agenda:
                found.setdefault(kind(state), state)
    return found


EAST: Json = {"map": "M4", "seats": {"P1": {"at": "C1", "soul_catcher": True}, "P2": {"at": "p2", "heading": "E"}}}
"""P1 drives east, P2 in front."""
ROUND: Json = {"circles": {"C1": "0,0"}, "cards": {"1,0": "X45", "2,0": "F08"}}
"""East of C1 a straight track, then a card with all six."""


def by_hand() -> Iterator[RailState]:
    """What random play seldom comes to: engines that meet, Heresy, reports of the board."""
    loaded = {"at": "p2", "heading": "E", "train": ["F01"]}
    seats = EAST["seats"]
    yield after(staged(**EAST | {"seats": seats | {"P2": loaded}}), mv.Go(card="F06", path=row(3)))
    yield after(staged(**EAST, markers=["p1"]), mv.Go(card="F06", path=row(1)))
    pushed = {"at": "p4", "heading": "out"}
    yield after(staged(**EAST | {"map": "M3", "seats": seats | {"P2": pushed}}), mv.Go(card="F06", path=row(4)))
    west = {"at": "2,0:W", "heading": "in"}
    yield after(staged(map=ROUND, seats=seats | {"P2": west}), mv.Go(card="F06", path=row(5)))
    uses = (("lust", mv.UseEffect(target="P2")), ("guard_duty", mv.UseEffect(circle="C2")), ("boatmen", mv.UseEffect()))
    for effect, use in uses:
        token = {"heresy": "heresy_cancel"}
        held = {"P1": {"at": "C3"}, "P2": token, "P3": {"heresy": "heresy_redirect", "train": ["F02"]}}
        place = staged("keeper", entry="C3", effects={"C3": effect}, seats=held)
        yield after(place, use)
    at_p2 = mv.UseEffect(target="P2")
    for effect in ("infernal_power", "chaos_reigns", "abyss", "false_path", "gluttony", "lust"):
        place = staged("keeper", entry="C3", effects={"C3": effect}, seats={"P1": {"at": "C3"}})
        yield after(place, at_p2 if effect in {"gluttony", "lust"} else mv.UseEffect())
        if effect == "abyss":
            yield after(place, mv.UseEffect(), mv.Discard(cards=("F01",)))
    yield after(place, at_p2, mv.TellFlip(card="F08"))
    thief = {
        "P1": {"at": "C3"},
        "P2": {"train": ["F01"]},
        "P3": {"heresy": "heresy_redirect"},
        "P4": {"train": ["F02"]},
    }
    place = staged("keeper", entry="C3", effects={"C3": "thievery"}, seats=thief)
    redirect = mv.TellHeresy(seat="P3", choice=Heresy.REDIRECT, target="P4")
    yield after(place, mv.UseEffect(target="P2", car="F01"), redirect)
    taking = mv.UseEffect(target="P2", car="F01"), mv.TellHeresy(seat="P3", choice=Heresy.PASS)
    yield after(place, *taking)
    yield after(place, *taking, mv.TellFlip(card="F05"))
    own = thief | {"P1": {"at": "C3", "train": ["F11"]}}
    place = staged("keeper", entry="C3", effects={"C3": "thievery"}, seats=own)
    yield after(place, *taking, mv.TellFlip(card="F08"))
    own = {"P1": {"at": "C3", "train": ["F11", "F02"]}}
    place = staged("keeper", entry="C3", effects={"C3": "geryon"}, seats=own)
    yield after(place, mv.UseEffect(car="#2"))
    yield after(place, mv.UseEffect(car="#2"), mv.TellFlip(card="F08"))
    keeper = {"P1": {"at": "C1", "soul_catcher": True}, "P2": {"at": "rail", "train": ["F01"]}}
    place = staged("keeper", seats=keeper, markers_out=1)
    yield after(place, mv.Go(card="F06"))
    yield after(place, mv.Go(card="F06"), mv.ReportMove(what=What.RAMMED, target="P2"))
    yield after(place, mv.Go(card="F06"), mv.ReportMove(what=What.MARKER, target="P2"))
    yield after(place, mv.ReportMove(what=What.RAMMED, target="P2"))
    yield after(place, mv.ReportMove(what=What.MARKER, target="P2"))
    yield after(place, mv.ReportMove(what=What.DERAILED, target="P2"))
    full = {"P1": {"at": "rail", "train": ["F01", "F02", "F03"]}}
    hit = staged("keeper", seats=full, markers_out=1), mv.ReportMove(what=What.MARKER), mv.TellFlip(card="F07")
    yield after(*hit, mv.Gather(card="F02"))


def row(n: int) -> tuple[str, ...]:
    """The first ties east of C1."""
    return tuple(tie(i) for i in range(1, n + 1))


def after(place: Json, *moves: Any) -> RailState:
    """What a position has become after some moves."""
    state = joined(place)
    for move in moves:
        state, _ = made(state, move)
    assert state.agenda
    return state


def kind(state: RailState) -> str:
    """What is begun, as words."""
    names = [type(task).__name__.removesuffix("Task").lower() for task in state.agenda]
    uses = [task.effect.value for task in state.agenda if isinstance(task, st.UseTask)]
    return "/".join([*uses, *names])


def moved(state: RailState, **changes: Any) -> Json:
    """The position of a state with fields changed."""
    return written(state) | changes


def cards() -> list[Json]:
    return fixture.cards()
