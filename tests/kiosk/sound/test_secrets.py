"""What lies in the hidden boats is not heard: two games that differ only in that give the same samples."""

from __future__ import annotations

import numpy as np
import pytest

from companion.engine.clock import ManualClock
from companion.engine.engine import Engine
from companion.engine.game import Player
from companion.engine.requests import MakeMove, Open, Undo
from companion.games.cerbere.game import Cerbere
from kiosk.sound.cache import Sounds
from kiosk.sound.director import Director
from kiosk.sound.kit import db
from tests.games.cerbere.place import place
from tests.kiosk.sound.ear import Ear
from tests.open_files import journal

MOVES = (
    {"type": "correct", "patch": {"seats": {"Ana": {"survival": 1}}}},
    {"type": "play", "card": "act4_adv", "option": "b"},
    {"type": "ok"},
    {"type": "boat_peek", "slot": 2},
    None,
    {"type": "boat_peek", "slot": 2},
    {"type": "play", "card": "sur_couardise", "option": "a"},
    {"type": "ok"},
    {"type": "boat_swap", "a": 1, "b": 3},
)
"""Ana looks at the boat in slot 2, takes that back (None), looks again, and swaps 1 and 3."""
LOOKS = (3, 5, 8)
"""Moves after which the drops are heard."""


def play(hidden: list[int], sounds: Sounds) -> Ear:
    """The moves, with these boats in the slots."""
    ear = Ear(sounds)
    desk = Engine({"cerbere": Cerbere(None)}, journal(), ManualClock(), lambda: "")
    desk.listen(Director(ear).hear)
    players = [{"seat": name, "colour": colour} for name, colour in (("Ana", "red"), ("Bo", "blue"), ("Cy", "green"))]
    position = place(players, boating="kept", boats={"slots": hidden})
    desk.handle(Open("cerbere", tuple(Player(str(p["seat"])) for p in players), {}, position=position, seed=1))
    for move in MOVES:
        desk.handle(Undo() if move is None else MakeMove(move))
        ear.plays()
    return ear


def test_a_look_sounds_the_same_whatever_lies_there(sounds: Sounds) -> None:
    first, second = play([1, 2, 3], sounds), play([3, 1, 2], sounds)
    assert first.named.count(("peek", None)) == len(LOOKS)
    assert first.named == second.named
    assert first.heard == second.heard
    for i in LOOKS:
        assert np.abs(np.frombuffer(first.heard[i], np.float32)).max() == pytest.approx(db(-10), rel=0.01)


def test_a_swap_sounds_like_a_look(sounds: Sounds) -> None:
    heard = play([1, 2, 3], sounds).heard
    assert heard[LOOKS[1]] == heard[LOOKS[2]] == heard[LOOKS[0]]
