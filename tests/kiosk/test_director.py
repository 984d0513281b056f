"""Sound that is loaded after the first screen joins in where the table stands."""

from __future__ import annotations

from typing import Any

from companion.engine.cues import Cue
from companion.engine.game import ClockReading
from companion.engine.update import Update
from kiosk.sound.director import Director, Mute


class Ear(Mute):
    """Notes what it is asked to play."""

    def __init__(self) -> None:
        self.asked: list[tuple[Any, ...]] = []

    def cue(self, name: str, count: int | None = None) -> None:
        self.asked.append(("cue", name, count))

    def clock(self, running: bool, elapsed_ms: float, at_ms: float, length_ms: int = 420_000) -> None:
        self.asked.append(("clock", running, elapsed_ms, at_ms, length_ms))

    def set_profile(self, profile: str) -> None:
        self.asked.append(("profile", profile))

    def set_volume(self, volume: float) -> None:
        self.asked.append(("volume", volume))


def update_at(elapsed: int, at: int, *cues: Cue) -> Update:
    face = ClockReading(True, elapsed, at, 600_000)
    return Update("infernal_wagon", (), cues, None, None, None, face, at, at + 500)


def test_late_sound_takes_up_the_clock_and_plays_no_old_cue() -> None:
    director = Director(Mute(), "quiet", 3)
    director.hear(update_at(61_000, 62_000, Cue("match")))
    ear = Ear()
    director.use(ear)
    assert ("clock", True, 61_000, 62_500, 600_000) in ear.asked
    assert ("profile", "quiet") in ear.asked
    assert ("volume", 0.3) in ear.asked
    assert not [asked for asked in ear.asked if asked[0] == "cue"]
    director.hear(update_at(62_000, 63_000, Cue("thuds", 3)))
    assert ear.asked[-1] == ("cue", "thuds", 3)


def test_a_screen_plays_its_own_cues_in_sound_and_light() -> None:
    ear, lit = Ear(), list[tuple[str, int | None]]()
    director = Director(ear, "timed", 7, lambda name, n: lit.append((name, n)))
    director.play("reveal")
    director.play("chuffs", 4)
    assert ear.asked[-2:] == [("cue", "reveal", None), ("cue", "chuffs", 4)]
    assert lit == [("reveal", None), ("chuffs", 4)]


def test_a_cue_that_the_screen_keeps_is_left_out_until_it_lets_go() -> None:
    ear = Ear()
    director = Director(ear)
    director.keep("crown")
    director.hear(update_at(0, 0, Cue("crown"), Cue("knock")))
    director.play("crown")
    director.keep()
    director.hear(update_at(0, 0, Cue("crown")))
    assert [asked for asked in ear.asked if asked[0] == "cue"] == [
        ("cue", "knock", None),
        ("cue", "crown", None),
        ("cue", "crown", None),
    ]
