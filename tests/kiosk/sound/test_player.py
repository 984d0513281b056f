"""The kiosk's door: a fake card and a clock that stands still, no thread and no waiting."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.engine.clock import ManualClock
from companion.engine.update import Notice
from kiosk.sound import player as player_module
from kiosk.sound.cache import Sounds
from kiosk.sound.config import SoundConfig
from kiosk.sound.device import NoDevice
from kiosk.sound.kit import RATE
from kiosk.sound.messages import SoundReport
from kiosk.sound.player import SoundPlayer
from kiosk.sound.timeline import schedule
from tests.correlation import best_place
from tests.patience import PATIENCE_S
from tests.tools.bench.kiosk.sound import count_holes, onset_of

BLOCK = 256
CONFIG = SoundConfig(block=BLOCK, ahead=144, lead=2)


class Card:
    """A card that takes a block whenever the test says so."""

    present = True
    opened: ClassVar[list[Card]] = []
    log: ClassVar[list[NDArray[np.float32]]] = []
    """All that was heard, from any card."""

    def __init__(self, name: str | None, block: int) -> None:
        if not Card.present:
            raise NoDevice("no such card")
        Card.opened.append(self)
        self.block, self.driver, self.latency_ms = block, "fake", 0.0
        self.lost, self.closed = False, False
        self.written, self.taken = 0, 0.0
        self.waiting = np.zeros(0, np.float32)

    @property
    def queued(self) -> float:
        return float(self.written - int(self.taken))

    def write(self, block: NDArray[np.float32]) -> None:
        self.waiting = np.concatenate([self.waiting, block])
        self.written += len(block) // self.block

    def replace(self, blocks: int, samples: NDArray[np.float32]) -> None:
        self.waiting = np.concatenate([self.waiting[: len(self.waiting) - blocks * self.block], samples])
        self.written += len(samples) // self.block - blocks

    def plays(self, blocks: float) -> None:
        """So much time passes; what leaves the queue meanwhile is heard."""
        before = int(self.taken)
        self.taken = min(self.taken + blocks, float(self.written))
        gone = (int(self.taken) - before) * self.block
        Card.log.append(self.waiting[:gone])
        self.waiting = self.waiting[gone:]

    def close(self) -> None:
        self.closed = True


class Bench:
    """A player on a fake card, driven step by step."""

    def __init__(self, sounds: Sounds | None, tmp_path: Path, config: SoundConfig = CONFIG, **options: object) -> None:
        self.time = ManualClock(1_000_000)
        self.rate = 1.0
        self.reports: list[SoundReport] = []
        self.block = config.block
        self.player = SoundPlayer(tmp_path, "fr", "timed", 1.0, self.time, config, self.reports.append, **options)  # type: ignore[arg-type]
        if sounds is not None:
            self.player._take(sounds)

    def play(self, milliseconds: int) -> NDArray[np.float32]:
        """Let the card play; returns what was heard meanwhile."""
        first = len(Card.log)
        for _ in range(milliseconds):
            self.player.obey()
            while self.player.step() == 0.0:
                pass
            self.time.set_ms(self.time.now_ms() + 1)
            if Card.opened:
                Card.opened[-1].plays(self.rate * 48 / self.block)
        return np.concatenate([np.zeros(0, np.float32), *Card.log[first:]])


@pytest.fixture(autouse=True)
def card(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[Card]]:
    monkeypatch.setattr(player_module, "Device", Card)
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
    found, score = best_place(piece.astype(np.float64), sounds.bed[240 * RATE : 242 * RATE].astype(np.float64))
    assert score > 0.99
    assert found - RATE // 2 - RATE // 2 == pytest.approx(0, abs=480)
    bench.player.clock(False, 241_500, bench.time.now_ms())
    bench.play(200)
    assert not bench.play(300).any()
    assert bench.player.step() == pytest.approx(20, abs=1)


@pytest.mark.parametrize("length", [180, 420, 900])
def test_the_last_ticks_and_the_explosion_leave_at_their_time(sounds: Sounds, tmp_path: Path, length: int) -> None:
    bench, begins = Bench(sounds, tmp_path), length - 1.7
    bench.player.clock(True, begins * 1000, bench.time.now_ms(), length * 1000)
    x = bench.play(2400)
    due = [start for start in schedule("fr", length) if begins < start.sample / RATE <= length]
    assert [start.buffer for start in due] == ["tick2_half", "tick1", "tick1_half", "explosion7"]
    around = round(0.08 * RATE)
    for start in due:
        sound = sounds.bank[start.buffer][: RATE // 4].astype(np.float64)
        at = start.sample - round(begins * RATE)
        found, _ = best_place(sound, x[at - around : at + around + len(sound)].astype(np.float64))
        assert (found - around) * 1000 / RATE == pytest.approx(0, abs=6), start


def test_each_tap_is_heard_at_once_and_leaves_no_hole_in_the_bed(sounds: Sounds, tmp_path: Path) -> None:
    bench = Bench(sounds, tmp_path)
    bench.player.clock(True, 30_000, bench.time.now_ms())
    played = [bench.play(1000)]
    for n in range(10):
        bench.player.cue("tap")
        played.append(bench.play(150 + 5 * n))
        found = onset_of(played[-1].astype(np.float64), sounds.bank["tap"])
        assert found is not None and found * 1000 / RATE < 30, "the blocks that stay, and the tap's own beginning"
    assert count_holes(np.concatenate(played)[RATE // 2 :].astype(np.float64)) == 0
    assert bench.player.underruns == 0


def test_a_tap_waits_for_the_lead_only_and_the_bed_goes_on_behind_it(sounds: Sounds, tmp_path: Path) -> None:
    heard = []
    for cue in (None, "tap"):
        bench = Bench(sounds, tmp_path)
        bench.player.clock(True, 240_500, bench.time.now_ms())
        bench.play(700)
        assert Card.opened[-1].queued > 50
        if cue is not None:
            bench.player.cue(cue)
        heard.append(bench.play(1500))
    plain, tapped = heard
    assert len(plain) == len(tapped)
    changed = np.flatnonzero(plain != tapped)
    lead = CONFIG.lead * BLOCK
    assert lead <= changed[0] <= lead + 2 * BLOCK
    assert changed[-1] - changed[0] <= len(sounds.bank["tap"])


def test_a_card_that_runs_fast_or_slow_does_not_carry_the_bed_away(sounds: Sounds, tmp_path: Path) -> None:
    for rate in (0.99, 1.01):
        bench = Bench(sounds, tmp_path)
        bench.rate = rate
        bench.player.clock(True, 250_000, bench.time.now_ms())
        bench.play(6_000)
        x = bench.play(100)[:960].astype(np.float64)
        found, score = best_place(x, sounds.bed[round(255.95 * RATE) : round(256.07 * RATE)].astype(np.float64))
        assert score > 0.9
        assert found / RATE - 0.05 == pytest.approx(0, abs=0.008), rate


def test_a_queue_that_ran_dry_is_counted_and_the_bed_is_back_on_the_clock(sounds: Sounds, tmp_path: Path) -> None:
    bench = Bench(sounds, tmp_path)
    bench.player.clock(True, 250_000, bench.time.now_ms())
    bench.play(1000)
    bench.time.set_ms(bench.time.now_ms() + 1000)
    Card.opened[-1].plays(1000 * 48 / BLOCK)
    bench.play(200)
    assert bench.player.underruns == 1
    assert bench.reports[-1].underruns == 1
    piece = bench.play(300)[:4800].astype(np.float64)
    found, score = best_place(piece, sounds.bed[252 * RATE : 253 * RATE].astype(np.float64))
    assert score > 0.99
    assert found / RATE == pytest.approx(0.2, abs=0.01)


def test_stillness_waits_for_ever_and_the_card_rests(sounds: Sounds, tmp_path: Path, card: type[Card]) -> None:
    bench = Bench(sounds, tmp_path)
    assert bench.player.step() is None
    bench.player.cue("tap")
    bench.play(400)
    assert bench.player.step() == pytest.approx(20, abs=0.5)
    bench.time.set_ms(bench.time.now_ms() + 20_000)
    assert bench.player.step() is None
    assert card.opened[0].closed
    assert bench.player.report.open
    bench.player.cue("tap")
    assert bench.play(6).any()
    assert len(card.opened) == 2


def test_the_quiet_profile_sleeps_until_its_next_cue(sounds: Sounds, tmp_path: Path) -> None:
    bench = Bench(sounds, tmp_path)
    bench.player.set_profile("quiet")
    bench.player.clock(True, 350_000, bench.time.now_ms())
    assert bench.player.step() == pytest.approx(9.0, abs=0.01)


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
    report = bench.reports[-1]
    assert sum(bool(told.problems) for told in bench.reports) == 1
    assert report.problems == (Notice("no_sound", {"detail": "no such card"}),)
    assert not report.open
    card.present = True
    bench.time.set_ms(bench.time.now_ms() + 5000)
    assert bench.play(300).any()
    assert bench.reports[-1].problems == ()
    assert bench.reports[-1].open


def test_an_unplugged_card_is_noticed(sounds: Sounds, tmp_path: Path, card: type[Card]) -> None:
    bench = Bench(sounds, tmp_path)
    bench.player.clock(True, 200_000, bench.time.now_ms())
    bench.play(50)
    card.present, card.opened[0].lost = False, True
    bench.play(800)
    (problem,) = bench.player.report.problems
    assert problem.code == "no_sound"
    assert not bench.player.report.open


def test_a_late_render_is_said_and_taken_back(sounds: Sounds, tmp_path: Path) -> None:
    bench = Bench(None, tmp_path)
    bench.player._say_late()
    assert bench.player.report.problems == (Notice("sound_late", {"seconds": 30}),)
    assert not bench.player.report.ready
    bench.player.clock(True, 200_000, bench.time.now_ms())
    assert not bench.play(100).any()
    bench.player._take(sounds)
    assert bench.play(300).any()
    assert bench.reports[-1].problems == ()
    assert bench.reports[-1].ready


@pytest.mark.parametrize(
    "wrong",
    [
        lambda p: p.set_profile("loud"),
        lambda p: p.set_language("de"),
        lambda p: p.end("tap"),
        lambda p: SoundPlayer(Path(), "fr", "loud", 1.0, ManualClock()),
    ],
)
def test_wrong_names_are_refused_at_the_door(wrong: object, sounds: Sounds, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="is none of"):
        wrong(Bench(sounds, tmp_path).player)  # type: ignore[operator]


def test_own_file_problems_are_said_and_ours_plays_on(sounds: Sounds, tmp_path: Path) -> None:
    said = threading.Event()
    bench = Bench(sounds, tmp_path)
    bench.player._on_report = lambda report: said.set()
    bench.player.own_file(tmp_path / "song.xyz")
    assert said.wait(PATIENCE_S)
    (problem,) = bench.player.report.problems
    assert (problem.code, problem.facts["why"]) == ("own_file", "own_file_format")
    bench.player.own_file(None)
    assert bench.player.report.problems == ()


def test_threads_start_and_end(sound_dir: Path) -> None:
    woken = threading.Event()
    player = SoundPlayer(sound_dir, "en", "timed", 0.5, ManualClock(), wake=woken.set)
    player.start()
    assert woken.wait(PATIENCE_S)
    player.obey()
    player.cue("tap")
    assert player.step() == 0.0
    player.close()
    assert player.report.ready
    assert not player._renderer.alive and not player._late.is_alive()
    assert all(card.closed for card in Card.opened)
