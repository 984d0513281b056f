"""The kiosk's door: a fake card and a clock that stands still, no thread and no waiting."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.engine.clock import ManualClock
from companion.engine.update import Notice
from kiosk.sound import player as door
from kiosk.sound.cache import Sounds
from kiosk.sound.config import SoundConfig
from kiosk.sound.device import NoDevice
from kiosk.sound.kit import RATE
from kiosk.sound.measure import place
from kiosk.sound.player import Player

BLOCK = 256


class Card:
    """A card that takes a block whenever the test says so."""

    present = True
    opened: ClassVar[list[Card]] = []
    log: ClassVar[list[NDArray[np.float32]]] = []
    """All that was written, to any card."""

    def __init__(self, name: str | None, block: int) -> None:
        if not Card.present:
            raise NoDevice("no such card")
        Card.opened.append(self)
        self.block, self.driver, self.latency_ms = block, "fake", 0.0
        self.lost, self.closed = False, False
        self.queued = 0.0

    def write(self, block: NDArray[np.float32]) -> None:
        Card.log.append(block)
        self.queued += len(block) / self.block

    def close(self) -> None:
        self.closed = True


class Bench:
    """A player on a fake card, driven step by step."""

    def __init__(self, sounds: Sounds | None, tmp_path: Path, **options: object) -> None:
        self.time = ManualClock(1_000_000)
        self.notices: list[Notice] = []
        self.player = Player(tmp_path, "fr", "timed", 1.0, self.time, told=self.notices.append, **options)  # type: ignore[arg-type]
        if sounds is not None:
            self.player._take(sounds)

    def play(self, milliseconds: int) -> NDArray[np.float32]:
        """Let the card play; returns what the player wrote meanwhile."""
        first = len(Card.log)
        for _ in range(milliseconds):
            self.player._obey()
            while self.player._step() == 0.0:
                pass
            self.time.set_ms(self.time.now_ms() + 1)
            if Card.opened:
                Card.opened[-1].queued = max(0.0, Card.opened[-1].queued - 48 / BLOCK)
        return np.concatenate([np.zeros(0, np.float32), *Card.log[first:]])


@pytest.fixture(autouse=True)
def card(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[Card]]:
    monkeypatch.setattr(door, "Device", Card)
    Card.present = True
    Card.opened.clear()
    Card.log.clear()
    yield Card


def test_the_bed_follows_the_clock_and_stops_when_it_is_held(sounds: Sounds, tmp_path: Path) -> None:
    bench = Bench(sounds, tmp_path)
    bench.player.clock(True, 240_500, bench.time.now_ms())
    x = bench.play(1000)
    assert len(x) / RATE == pytest.approx(1.0, abs=0.04)
    piece = x[RATE // 2 : RATE // 2 + 4800]
    found, score = place(piece.astype(np.float64), sounds.bed[240 * RATE : 242 * RATE].astype(np.float64))
    assert score > 0.99
    assert found - RATE // 2 - RATE // 2 == pytest.approx(0, abs=480)
    bench.player.clock(False, 241_500, bench.time.now_ms())
    bench.play(200)
    assert not bench.play(50).any()
    assert bench.player._step() == pytest.approx(20, abs=1)


def test_a_time_cue_leaves_within_a_few_milliseconds_of_its_time(sounds: Sounds, tmp_path: Path) -> None:
    bench = Bench(sounds, tmp_path, config=SoundConfig(extra_latency_ms=0))
    start = bench.time.now_ms()
    bench.player.clock(True, 119_800, start)
    x = bench.play(600)
    found, _ = place(sounds.bank["bell2"][:9600].astype(np.float64), x.astype(np.float64))
    assert found * 1000 / RATE == pytest.approx(200, abs=6)


def test_a_late_television_gets_its_cues_earlier(sounds: Sounds, tmp_path: Path) -> None:
    bench = Bench(sounds, tmp_path, config=SoundConfig(extra_latency_ms=80))
    bench.player.clock(True, 119_800, bench.time.now_ms())
    x = bench.play(600)
    found, _ = place(sounds.bank["bell2"][:9600].astype(np.float64), x.astype(np.float64))
    assert found * 1000 / RATE == pytest.approx(120, abs=6)


def test_a_tap_is_written_with_the_next_block(sounds: Sounds, tmp_path: Path) -> None:
    bench = Bench(sounds, tmp_path)
    bench.player.cue("tap")
    assert bench.play(1).any()


def test_stillness_waits_for_ever_and_the_card_rests(sounds: Sounds, tmp_path: Path, card: type[Card]) -> None:
    bench = Bench(sounds, tmp_path)
    assert bench.player._step() is None
    bench.player.cue("tap")
    bench.play(60)
    assert bench.player._step() == pytest.approx(20, abs=0.1)
    bench.time.set_ms(bench.time.now_ms() + 20_000)
    assert bench.player._step() is None
    assert card.opened[0].closed
    assert bench.player.audible
    bench.player.cue("tap")
    assert bench.play(1).any()
    assert len(card.opened) == 2


def test_the_quiet_profile_sleeps_until_its_next_cue(sounds: Sounds, tmp_path: Path) -> None:
    bench = Bench(sounds, tmp_path)
    bench.player.set_profile("quiet")
    bench.player.clock(True, 350_000, bench.time.now_ms())
    bench.player._obey()
    assert bench.player._step() == pytest.approx(9.9, abs=0.01)


def test_the_heart_beats_at_most_every_ten_seconds(sounds: Sounds, tmp_path: Path) -> None:
    bench = Bench(sounds, tmp_path)
    bench.player.cue("heartbeat")
    assert bench.play(700).any()
    bench.player.cue("heartbeat")
    assert not bench.play(100).any()
    bench.time.set_ms(bench.time.now_ms() + 10_000)
    bench.player.cue("heartbeat")
    assert bench.play(100).any()


def test_time_cues_and_strangers_are_left_alone(sounds: Sounds, tmp_path: Path) -> None:
    bench = Bench(sounds, tmp_path)
    bench.player.cue("A3")
    bench.player.cue("fireworks", 3)
    assert not bench.play(20).any()


def test_an_end_cue_stops_the_clock(sounds: Sounds, tmp_path: Path) -> None:
    bench = Bench(sounds, tmp_path)
    bench.player.clock(True, 200_000, bench.time.now_ms())
    bench.play(100)
    bench.player.cue("collapse")
    assert bench.play(1500).any()
    bench.play(2000)
    assert not bench.play(50).any()
    assert bench.player._anchor is None


def test_no_card_is_said_once_and_the_game_goes_on(sounds: Sounds, tmp_path: Path, card: type[Card]) -> None:
    card.present = False
    bench = Bench(sounds, tmp_path)
    for _ in range(12):
        bench.player.cue("tap")
        bench.player.clock(True, 1000, bench.time.now_ms())
        bench.play(1000)
    assert bench.player.problem == Notice("no_sound", {"detail": "no such card"})
    assert bench.notices == [bench.player.problem]
    assert not bench.player.audible
    card.present = True
    bench.time.set_ms(bench.time.now_ms() + 5000)
    assert bench.play(300).any()
    assert bench.player.problem is None
    assert bench.notices[-1].gone


def test_an_unplugged_card_is_noticed(sounds: Sounds, tmp_path: Path, card: type[Card]) -> None:
    bench = Bench(sounds, tmp_path)
    bench.player.clock(True, 200_000, bench.time.now_ms())
    bench.play(50)
    card.present, card.opened[0].lost = False, True
    bench.play(50)
    assert bench.player.problem is not None
    assert bench.player.problem.code == "no_sound"
    assert not bench.player.audible


def test_a_late_render_is_said_and_taken_back(sounds: Sounds, tmp_path: Path) -> None:
    bench = Bench(None, tmp_path)
    bench.player._say_late()
    assert bench.player.problem == Notice("sound_late", {"seconds": 30})
    assert not bench.player.ready
    bench.player.clock(True, 200_000, bench.time.now_ms())
    assert not bench.play(100).any()
    bench.player._take(sounds)
    assert bench.play(300).any()
    assert bench.player.problem is None
    assert bench.player.ready


def test_audible_means_timed_with_a_volume(sounds: Sounds, tmp_path: Path) -> None:
    bench = Bench(sounds, tmp_path)
    assert not bench.player.audible  # no card was opened yet
    bench.player.cue("tap")
    bench.play(1)
    assert bench.player.audible
    bench.player.set_volume(0)
    assert not bench.player.audible
    bench.player.set_volume(0.4)
    bench.player.set_profile("quiet")
    assert not bench.player.audible


@pytest.mark.parametrize(
    "wrong",
    [
        lambda p: p.set_profile("loud"),
        lambda p: p.set_language("de"),
        lambda p: p.end("tap"),
        lambda p: Player(Path(), "fr", "loud", 1.0, ManualClock()),
    ],
)
def test_wrong_names_are_refused_at_the_door(wrong: object, sounds: Sounds, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="is none of"):
        wrong(Bench(sounds, tmp_path).player)  # type: ignore[operator]


def test_own_file_problems_are_said_and_ours_plays_on(sounds: Sounds, tmp_path: Path) -> None:
    said = threading.Event()
    bench = Bench(sounds, tmp_path)
    bench.player._told = lambda notice: said.set()
    bench.player.own_file(tmp_path / "song.xyz")
    assert said.wait(10)
    problem = bench.player.problem
    assert problem is not None
    assert (problem.code, problem.facts["why"]) == ("own_file", "own_file_format")
    bench.player.own_file(None)
    assert bench.player.problem is None


def test_threads_start_and_end(sound_dir: Path) -> None:
    player = Player(sound_dir, "en", "timed", 0.5, ManualClock())
    player.start()
    player._threads[1].join(10)
    player.cue("tap")
    player.close()
    assert player.ready
    assert not any(thread.is_alive() for thread in (*player._threads, player._late))
    assert all(card.closed for card in Card.opened)


SCRIPT = """
import logging, sys
from pathlib import Path
from companion.engine.clock import RealClock
from kiosk.sound.player import Player
logging.basicConfig(format="%(message)s")
player = Player(Path(sys.argv[1]), "fr", "timed", 1.0, RealClock())
player.start()
player._threads[1].join()
player.clock(True, 0, 0)
player.cue("tap")
player.close()
print(player.problem.code, player.ready, player.audible)
"""


@pytest.mark.parametrize("driver", ["nonexistent", "alsa"])
def test_a_machine_without_a_card_says_so_in_one_line(driver: str, sound_dir: Path, tmp_path: Path) -> None:
    env = {"SDL_AUDIODRIVER": driver, "ALSA_CONFIG_PATH": str(tmp_path / "none"), "PYTHONPATH": "."}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(sound_dir)], env=env, capture_output=True, text=True, timeout=60
    )
    assert done.stdout == "no_sound True False\n", done.stderr
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("no_sound: ")
