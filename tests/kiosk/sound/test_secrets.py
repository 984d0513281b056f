"""What lies in the hidden boats is not heard: two games that differ only in that give the same samples."""

from __future__ import annotations

import numpy as np
import pytest

from companion.engine.clock import ManualClock
from companion.engine.desk import Desk
from companion.engine.game import Player
from companion.engine.journal import Journal
from companion.engine.requests import Make, Open, Undo
from companion.games.cerbere.game import Cerbere
from kiosk.director import Director
from kiosk.sound.cache import Sounds
from kiosk.sound.kit import db
from kiosk.sound.mixer import Mixer, ms
from kiosk.sound.profile import CUES

MOVES = (
    {"type": "correct", "field": "players.Ana.survival", "value": 1},
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
BETWEEN_MS = 1500


class Ear:
    """A card in memory: plays what the director sounds."""

    def __init__(self, sounds: Sounds) -> None:
        self._mixer = Mixer()
        self._mixer.sounds = sounds
        self.named: list[tuple[str, int | None]] = []
        self.heard: list[bytes] = []

    def cue(self, name: str, n: int | None = None) -> None:
        assert name in CUES
        self.named.append((name, n))
        self._mixer.cue(name, n)

    def clock(self, running: bool, elapsed_ms: float, at_ms: float) -> None:
        assert not running, "Cerbère has no clock"

    def stop(self) -> None: ...
    def silence(self, on: bool) -> None: ...
    def set_language(self, language: str) -> None: ...
    def set_volume(self, volume: float) -> None: ...

    def set_profile(self, profile: str) -> None:
        self._mixer.set_profile(profile)

    def plays(self) -> None:
        self.heard.append(self._mixer.render(ms(BETWEEN_MS), None).tobytes())


def play(hidden: list[int], sounds: Sounds) -> Ear:
    """The moves, with these boats in the slots."""
    ear = Ear(sounds)
    desk = Desk({"cerbere": Cerbere(None)}, Journal(None), ManualClock(), lambda: "")
    desk.listen(Director(ear).hear)
    players = [{"seat": name, "colour": colour} for name, colour in (("Ana", "red"), ("Bo", "blue"), ("Cy", "green"))]
    position = {"players": players, "boats": {"boating": "kept", "hidden": hidden}}
    desk.handle(Open("cerbere", tuple(Player(str(p["seat"])) for p in players), {}, position=position, seed=1))
    for move in MOVES:
        desk.handle(Undo() if move is None else Make(move))
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
