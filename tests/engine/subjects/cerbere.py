"""Cerbère for the common suites: both levels, all middle faces, all three ways of keeping boats."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.engine.game import Player
from companion.engine.requests import Open
from companion.games.cerbere.names import FASTEST, PAWNS, SLOWEST, Deck, Side, Winner
from companion.games.cerbere.state import ALL_ACTIONS, CerbereState
from companion.games.cerbere.words import REFUSALS
from companion.games.registry import GAMES
from tests.engine.subjects import Moves, SecretPair, Subject

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


LATE: dict[str, Any] = {
    "level": "board",
    "box": "demo",
    "players": [
        player("Ana", survival=3),
        player("Bo", survival=2),
        player("Cy", actions_in_hand=[1, 3]),
        player("Dan", "cerberus", betrayal=4),
        player("Eli", "out"),
    ],
    "die": 8,
    "speed": 6,
    "cerberus": 13,
    "pos": {"Ana": 16, "Bo": 15, "Cy": 14},
    "turn": {"active": "Dan"},
}
"""Near the end: captures, the reveal, boarding and both ways of ending are few moves away."""
SEATED: dict[str, Any] = {
    "box": "demo",
    "players": [player("Ana", survival=4), player("Bo"), player("Cy"), player("Dan", "cerberus", betrayal=3)],
    "die": 8,
    "boats": {"boating": "unknown", "revealed": 2, "seated": ["Bo"]},
    "turn": {"active": "Ana"},
}
"""The same at Tracker level."""


def untimed(place: dict[str, Any]) -> dict[str, Any]:
    """A look at a boat that is over stays over."""
    return {key: value for key, value in place.items() if key != "peek"}


def steady(prompts: Any) -> Any:
    """The key that ends the look, and the end of the turn, which gives its place up to it meanwhile."""
    for prompt in prompts:
        prompt["options"] = [
            {"key": "end"} if option["key"] == "end" else option
            for option in prompt.get("options", [])
            if option["key"] != "seen"
        ]
    return prompts


def invariant(s: CerbereState) -> None:
    """Section 2 and CB-013, CB-028, CB-031, CB-046, CB-114, CB-133: what is true of every game at every moment."""
    captured = [i for i, seat in enumerate(s.seats) if seat.side is not Side.RUNNER]
    runners = [i for i, seat in enumerate(s.seats) if seat.side is Side.RUNNER]
    assert sorted(s.caught) == captured, "each captured pawn stands on the track, once"
    assert s.unused + len(captured) + len(runners) == PAWNS
    assert s.home <= s.die <= s.path.hunt or not runners, "the die is right of the pawns, and on the track"
    assert SLOWEST <= s.speed <= FASTEST
    assert SLOWEST <= s.m <= FASTEST
    hold(s, Deck.SURVIVAL, 28, Side.RUNNER)
    hold(s, Deck.BETRAYAL, 18, Side.CERBERUS)
    for seat in s.seats:
        assert seat.hand <= ALL_ACTIONS
        assert seat.side is not Side.OUT or not seat.hand
    aboard = s.boats.aboard
    assert len(set(aboard)) == len(aboard) <= (s.boats.revealed or 0)
    assert set(aboard) <= set(runners), "a passenger is a runner"
    assert s.turn.n >= 1
    places(s, runners)
    ended(s, len(runners))


def hold(s: CerbereState, deck: Deck, total: int, side: Side) -> None:
    """CB-013, CB-044: no card is lost, and each player holds cards of their side only."""
    pile = s.pile(deck)
    held = [seat.cards(deck) for seat in s.seats]
    assert min(pile.draw, pile.discard, *held) >= 0
    assert pile.draw + pile.discard + sum(held) == total
    assert all(seat.side is side or not seat.cards(deck) for seat in s.seats)


def places(s: CerbereState, runners: list[int]) -> None:
    """Board: every runner stands on one space of the path or in the boat; stilts bear one each (CB-163)."""
    for i, seat in enumerate(s.seats):
        on_path = s.board and i in runners and i not in s.boats.aboard
        assert (seat.at is not None) == on_path
        assert seat.at is None or 0 <= seat.at < s.path.length
    for at, space in enumerate(s.path.spaces):
        if space.capacity is not None:
            assert sum(seat.at == at for seat in s.seats) <= space.capacity
    assert 0 <= s.cerberus < max(1, s.path.length)


def ended(s: CerbereState, runners: int) -> None:
    """CB-075, CB-130, CB-131, CB-133."""
    seats = s.boats.revealed or 0
    if s.over is None:
        assert s.tally.corrected or s.agenda or (runners > 0 and runners >= seats), "Cerberus has won already"
        waits = s.agenda or s.play
        assert waits or s.tally.corrected or s.seats[s.turn.active].side is not Side.OUT
        return
    if s.over.side is Winner.RUNNERS:
        assert s.boats.full
        assert sorted(s.over.winners) == sorted(s.boats.aboard)
    else:
        assert runners == 0 or runners < seats
        assert sorted(s.over.winners) == [i for i, seat in enumerate(s.seats) if seat.side is Side.CERBERUS]
    assert not s.agenda


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
        {"type": "correct", "field": "die", "value": 6},
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
    invariant=invariant,
    tags=[*tags("actions", "survival", "betrayal", "pawns", "boats"), "0000000001"],
    refusals=REFUSALS,
    secret_pairs=[
        SecretPair(opening(4, boats="tagged"), boats_laid((1, 2, 3)), boats_laid((3, 1, 2))),
        SecretPair(opening(4, boats="tagged"), boats_laid((2, 3, 1)), boats_laid((1, 3, 2))),
    ],
)
