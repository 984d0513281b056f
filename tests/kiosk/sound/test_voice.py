"""What is spoken, when: the box of ready phrases, the mixer, the player. Phrases are constants: gains can be read."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace
from numpy.typing import NDArray

from companion.engine.clock import ManualClock
from kiosk.sound import player as player_module
from kiosk.sound import voice_store
from kiosk.sound.cache import Sounds
from kiosk.sound.kit import db
from kiosk.sound.messages import Phrases, SoundState, Speak
from kiosk.sound.mixer import HUSH_FADE, ms
from kiosk.sound.player import SPEAK_LATE_MS
from kiosk.sound.remote import RemotePlayer
from kiosk.sound.voice_box import VoiceBox
from kiosk.sound.voice_store import path_of, phrases_folder
from tests.kiosk.sound.fake_espeak import HANGS, Fake
from tests.kiosk.sound.test_mixer import BED, EVENT, TIME, at, mixer, quiet_stretch, run
from tests.kiosk.sound.test_player import CONFIG, Bench, Card
from tests.kiosk.sound.test_remote import other_end, read
from tests.patience import PATIENCE_S, until

FIRST, SECOND = 2000, -2000
"""What two phrases add to a sample."""


def phrase(level: int, milliseconds: float = 600) -> NDArray[np.int16]:
    return np.full(ms(milliseconds), level, np.int16)


# --- the mixer -------------------------------------------------------------------------------------------------------


def test_the_bed_and_events_step_back_for_words_and_come_back() -> None:
    m = mixer()
    quiet_stretch(m)
    m.say(phrase(FIRST))
    x = run(m, 1200, 30_300)
    assert at(x, 0) == pytest.approx(FIRST + BED, abs=2), "the first sample is heard at once"
    assert at(x, 300) == pytest.approx(FIRST + BED * db(-12), abs=2)
    assert at(x, 1000) == pytest.approx(BED, abs=2)
    m = mixer(bed=0)
    m.cue("blast")
    m.say(phrase(FIRST))
    assert at(run(m, 300), 200) == pytest.approx(FIRST + EVENT * db(-9), abs=2)


def test_the_word_of_the_last_minute_and_a_phrase_end_each_other() -> None:
    m = mixer(bed=0)
    run(m, 500, 361_900)
    assert at(run(m, 50, 362_400), 20) == pytest.approx(TIME, abs=2), "the last minute is called"
    m.say(phrase(SECOND))
    x = run(m, 200, 362_450)
    assert at(x, 100) == pytest.approx(SECOND, abs=2)
    m = mixer(bed=0)
    run(m, 100, 361_900)
    m.say(phrase(SECOND, 3_000))
    x = run(m, 800, 362_000)
    assert at(x, 100) < 0
    assert at(x, 300) == pytest.approx(TIME, abs=2)


def test_under_silence_nobody_speaks_and_who_speaks_breaks_off() -> None:
    m = mixer(bed=0)
    m.say(phrase(FIRST))
    run(m, 100)
    m.silence(True)
    assert not run(m, 600)[HUSH_FADE:].any()
    m.say(phrase(FIRST))
    assert not run(m, 600).any()
    m.silence(False)
    m.say(phrase(FIRST))
    assert run(m, 300).any()


@pytest.mark.parametrize("profile", ["timed", "quiet", "calm", "silent"])
def test_who_wants_no_sound_hears_no_words(profile: str) -> None:
    m = mixer(bed=0, profile=profile)
    m.say(phrase(FIRST))
    assert run(m, 100).any() == (profile != "silent")
    m = mixer(bed=0)
    m.say(phrase(FIRST))
    m.set_profile(profile)
    assert run(m, 300)[ms(100) :].any() == (profile != "silent")


# --- the box ---------------------------------------------------------------------------------------------------------


class Renders:
    """Renders in no time, when it is let; its phrases are constants."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, tuple[str, ...]]] = []
        self.fails = ""
        self.may = threading.Event()
        self.may.set()

    def __call__(self, cache_dir: Path, language: str, texts: Sequence[str]) -> None:
        assert self.may.wait(PATIENCE_S)
        self.asked.append((language, tuple(texts)))
        if self.fails:
            raise OSError(self.fails)
        phrases_folder(cache_dir).mkdir(parents=True, exist_ok=True)
        for text in texts:
            voice_store._write(path_of(phrases_folder(cache_dir), language, text), np.full(1000, len(text), np.int16))


class Faults:
    """What the box said is wrong, and a way to wait for it."""

    def __init__(self) -> None:
        self.all: list[str] = []
        self._came = threading.Condition()

    def __call__(self, wrong: str) -> None:
        with self._came:
            self.all.append(wrong)
            self._came.notify()

    def wait(self, times: int) -> None:
        with self._came:
            assert self._came.wait_for(lambda: len(self.all) >= times, PATIENCE_S), self.all


@pytest.fixture
def renders() -> Renders:
    return Renders()


@pytest.fixture
def faults() -> Faults:
    return Faults()


@pytest.fixture
def box(tmp_path: Path, renders: Renders, faults: Faults) -> Iterator[VoiceBox]:
    made = VoiceBox(tmp_path, faults, renders)
    yield made
    renders.may.set()
    made.close()


def test_a_phrase_of_the_game_is_ready_once_it_was_rendered(box: VoiceBox, renders: Renders, faults: Faults) -> None:
    renders.may.clear()
    box.want("fr", ["Bo"])
    assert box.get(["Bo"]) is None, "it is not waited for"
    renders.may.set()
    faults.wait(1)
    found = box.get(["Bo"])
    assert found is not None and found.dtype == np.int16
    assert len(found) == 2000 and (found == len("Bo")).all()


def test_what_nobody_could_list_is_rendered_for_the_next_time(box: VoiceBox, renders: Renders, faults: Faults) -> None:
    box.want("fr", ["Bo"])
    faults.wait(1)
    assert box.get(["Ana"]) is None
    faults.wait(2)
    assert box.get(["Ana"]) is not None
    assert renders.asked == [("fr", ("Bo",)), ("fr", ("Ana",))]


def test_a_sample_is_handed_over_once_it_is_rendered(box: VoiceBox, renders: Renders) -> None:
    """B12: a phrase that no game has listed, when somebody waits for it; one that is said before it ends the wait."""
    given: list[int] = []
    came = threading.Event()

    def take(sound: NDArray[np.int16]) -> None:
        given.append(len(sound))
        came.set()

    box.want("en", ())
    renders.may.clear()
    box.wait_for(["Hello"], take)
    box.wait_for((), None)
    box.wait_for(["Hello you"], take)
    assert not given, "it is not ready"
    renders.may.set()
    assert came.wait(PATIENCE_S) and given == [2000]
    came.clear()
    box.wait_for(["Hello"], take)
    assert came.wait(PATIENCE_S) and given == [2000, 2000]


def test_without_the_program_it_is_told_once_a_game_and_not_tried_for_each_phrase(
    box: VoiceBox, renders: Renders, faults: Faults
) -> None:
    renders.fails = "espeak-ng is not installed"
    box.want("fr", ["Bo"])
    faults.wait(1)
    assert box.get(["Ana"]) is None and box.get(["Bo"]) is None
    renders.fails = ""
    box.want("fr", ["Bo"])
    faults.wait(2)
    box.want("fr", [])
    assert faults.all == ["espeak-ng is not installed", "", ""]
    assert renders.asked == [("fr", ("Bo",)), ("fr", ("Bo",))]


@pytest.mark.process
def test_the_program_runs_in_a_process_of_low_priority(
    tmp_path: Path, faults: Faults, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake = Fake(tmp_path / "bin", monkeypatch)
    real = VoiceBox(tmp_path, faults)
    real.want("fr", ["À Bo", "Retire 3"])
    faults.wait(1)
    assert faults.all == [""]
    assert [line.rpartition(" < ")[2] for line in fake.runs] == ["À Bo", "Retire 3"]
    assert real.get(["À Bo", "Retire 3"]) is not None
    monkeypatch.setenv("PATH", str(tmp_path))
    real.want("en", ["Bo"])
    faults.wait(2)
    assert "espeak-ng is not installed" in faults.all[1] and real.reason == "missing"
    real.close()


@pytest.mark.process
def test_closing_ends_a_program_that_hangs(tmp_path: Path, faults: Faults, monkeypatch: pytest.MonkeyPatch) -> None:
    fake = Fake(tmp_path / "bin", monkeypatch)
    note = tmp_path / "pid"
    fake.does(f"import os; open({str(note)!r}, 'w').write(str(os.getpid()))\n{HANGS}")
    real = VoiceBox(tmp_path, faults)
    real.want("fr", ["Bo"])
    until(lambda: note.exists() and note.read_text(), "the program started")
    real.close()
    until(lambda: not _lives(int(note.read_text())), "the program ended")
    assert faults.all == []


def _lives(pid: int) -> bool:
    try:
        return " Z " not in Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False


# --- the player ------------------------------------------------------------------------------------------------------


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    """A player on a fake card, in whose box lies a phrase of each name."""
    monkeypatch.setattr(player_module, "Device", Card)
    Card.present = True
    Card.opened.clear()
    Card.log.clear()
    made = Bench(None, tmp_path)
    made.player._voice._render = Renders()
    made.player._voice._ready = {"Bo": np.full(24_000, FIRST, np.int16), "Cy": np.full(24_000, SECOND, np.int16)}
    yield made
    made.player._voice.close()


def test_words_begin_with_the_cue_and_not_late(bench: Bench) -> None:
    bench.player.speak(["Bo"], bench.time.now_ms())
    x = bench.play(30)
    assert np.abs(x).max() > 0.01
    bench.player.speak([], bench.time.now_ms())
    bench.play(60)
    bench.player.speak(["Bo"], bench.time.now_ms() - SPEAK_LATE_MS)
    assert bench.play(30).any()
    bench.player.speak(["Bo"], bench.time.now_ms() - SPEAK_LATE_MS - 1)
    assert not bench.play(300)[ms(60) :].any(), "it comes too late, and what was said before is over, too"


def test_from_a_queue_that_is_full_they_are_heard_within_150_ms(bench: Bench, sounds: Sounds) -> None:
    bench.player._take(sounds)
    bench.player.clock(True, 1_000, bench.time.now_ms())
    bench.play(1_000)
    assert Card.opened[-1].queued > 50, "more than a quarter of a second waits"
    bench.player.speak(["Bo"], bench.time.now_ms())
    x = bench.play(150 - SPEAK_LATE_MS)
    assert np.abs(x[-ms(10) :]).max() > 0.9 * FIRST / 32767


def test_what_is_not_ready_is_not_said_late(bench: Bench) -> None:
    bench.player.speak(["Ana"], bench.time.now_ms())
    until(lambda: bench.player._voice.get(["Ana"]) is not None, "it was rendered")
    assert not bench.play(300).any()
    bench.player.speak(["Ana"], bench.time.now_ms())
    assert bench.play(60).any()


def test_a_table_without_a_voice_renders_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player_module, "Device", Card)
    made = Bench(None, tmp_path, replace(CONFIG, voice=False))
    renders = Renders()
    made.player._voice._render = renders
    made.player.phrases("fr", ["Bo"])
    made.player.speak(["Bo"], made.time.now_ms())
    made.player._voice.close()
    assert renders.asked == []


def test_a_voice_that_fails_is_a_problem_until_it_is_over(bench: Bench) -> None:
    bench.player._say_voice("espeak-ng is not installed")
    assert [(notice.code, notice.facts) for notice in bench.player.report.problems] == [
        ("no_voice", {"detail": "espeak-ng is not installed"})
    ]
    bench.player._say_voice("")
    assert bench.player.report.problems == ()


# --- the line to the process -----------------------------------------------------------------------------------------


def test_a_new_process_is_told_the_phrases_again(tmp_path: Path) -> None:
    player = RemotePlayer(tmp_path, "fr", "timed", 0.7, ManualClock(5_000))
    player.phrases("fr", ["Bo", "Cy"])
    line = other_end(player)
    player.speak(["Bo"])
    player._put_all()
    wanted = Phrases("fr", ("Bo", "Cy"))
    assert read(line) == [Speak(("Bo",), 5_000), SoundState("timed", 0.7, "fr"), wanted]
    player.phrases("fr", ["long" * 5_000] * 40)
    (sent,) = read(line)
    assert isinstance(sent, Phrases) and len(sent.texts) < 5, "what no message holds is left out"
    line.close()
    player._line.close()  # type: ignore[union-attr]
