"""The whole track: its bed, every time cue at its sample, and countdowns of other lengths."""

from __future__ import annotations

import wave
from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.games.infernal_wagon.rules.timing import FEWEST_MINUTES, MOST_MINUTES, time_cues
from kiosk.sound.__main__ import main
from kiosk.sound.bake import TRACK_SAMPLES, baked
from kiosk.sound.bed import Bed
from kiosk.sound.cache import Sounds
from kiosk.sound.course import AGAIN, bed_course
from kiosk.sound.kit import RATE
from kiosk.sound.mixer import Mixer
from kiosk.sound.score import BED_SAMPLES, BED_SECONDS, SECTIONS
from kiosk.sound.timeline import schedule
from tests.correlation import best_place
from tests.kiosk.sound.measured import integrated, peak_db


@pytest.fixture(scope="module")
def bed(sounds: Sounds) -> NDArray[np.float64]:
    return sounds.bed / 32767.0


def test_limits_of_the_bed(bed: NDArray[np.float64]) -> None:
    assert len(bed) == BED_SAMPLES == 20_160_000
    assert peak_db(bed) <= -5.9
    assert bed[-1] == 0
    assert np.abs(bed[-RATE:]).max() > 0.1


def test_any_chunk_length_gives_the_same_samples(sounds: Sounds) -> None:
    again = np.concatenate(list(Bed().chunks(round(3.3337 * RATE))))
    assert np.array_equal(again, sounds.bed)


# --- seven minutes ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def track(sounds: Sounds) -> NDArray[np.float32]:
    return np.concatenate(list(baked(sounds.bank, sounds.bed, "fr"))).astype(np.float32) / np.float32(32767)


def test_all_29_starts_lie_at_their_sample(track: NDArray[np.float32], sounds: Sounds) -> None:
    starts = schedule("fr")
    assert len(starts) == 29
    around = RATE // 10
    for start in starts:
        cue = sounds.bank[start.buffer][: RATE // 2].astype(np.float64)
        first = max(0, start.sample - around)
        found, _ = best_place(cue, track[first : start.sample + len(cue) + around])
        assert first + found == start.sample, start


def test_limits(track: NDArray[np.float32], sounds: Sounds) -> None:
    assert len(track) == TRACK_SAMPLES
    assert np.abs(track).max() <= 0.98
    assert peak_db(track) <= -1.5
    assert integrated(track) == pytest.approx(-26.3, abs=0.2)
    boom = sounds.bank["explosion7"] / np.float32(32767)
    assert track[BED_SAMPLES:] == pytest.approx(boom[: TRACK_SAMPLES - BED_SAMPLES], abs=2e-4)


def test_render_writes_a_wav(tmp_path: Path, sound_dir: Path) -> None:
    out = tmp_path / "track.wav"
    assert main(["render", str(out), "--language", "en", "--seconds", "2.5", "--cache", str(sound_dir)]) == 0
    with wave.open(str(out)) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate(), file.getnframes()) == (
            1,
            2,
            48000,
            120000,
        )


def test_render_says_in_one_line_what_is_wrong(
    tmp_path: Path, sound_dir: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["render", str(tmp_path / "no" / "track.wav"), "--cache", str(sound_dir)]) == 1
    assert capsys.readouterr().err.count("\n") == 1


# --- other lengths ---------------------------------------------------------------------------------------


LENGTHS = range(FEWEST_MINUTES, MOST_MINUTES + 1)


OTHERS = [minutes for minutes in LENGTHS if minutes * 60 != BED_SECONDS]


def heard(sounds: Sounds, minutes: int, before_ms: int, for_ms: int) -> NDArray[np.float32]:
    """What a countdown sounds like from so long before its end."""
    mixer, n = Mixer("fr"), RATE // 100
    mixer.sounds = sounds
    mixer.set_length(minutes * 60)
    start = (minutes * 60_000 - before_ms) * RATE // 1000
    return np.concatenate([mixer.render(n, start + i * n) for i in range(for_ms // 10)])


@pytest.mark.parametrize("minutes", LENGTHS)
def test_cues_sound_when_the_rules_say_so(minutes: int) -> None:
    """IW-R37: the first sound of a cue lies at its moment."""
    found: dict[str, float] = {}
    for start in schedule("fr", minutes * 60):
        found.setdefault(start.cue, start.sample * 1000 / RATE)
    assert found == {cue: at for at, cue in time_cues(minutes) if cue != "A645"}  # that one is the bed's own


@cache
def seconds() -> NDArray[np.int16]:
    """A bed that says which of its seconds is heard."""
    return (np.arange(BED_SAMPLES) // RATE).astype(np.int16)


@pytest.mark.parametrize("minutes", LENGTHS)
def test_the_bed_ends_with_the_end(minutes: int) -> None:
    way, end, ramp = bed_course(minutes * 60), minutes * 60 * RATE, seconds()
    assert way.end(ramp) == end and way.place(end) == BED_SAMPLES
    assert np.array_equal(way.take(ramp, end - 120 * RATE, end), ramp[-120 * RATE :])
    assert way.pieces[0].start == 0


@pytest.mark.parametrize("minutes", [3, 5, 8, 10, 15])
def test_the_last_minute_sounds_as_it_always_does(minutes: int, sounds: Sounds) -> None:
    """Captured: from the alarm on, with ticks and explosion; and nothing of the bed after it."""
    for before_ms, for_ms in ((62_000, 3_000), (3_000, 6_500)):
        ours, printed = heard(sounds, minutes, before_ms, for_ms), heard(sounds, 7, before_ms, for_ms)
        assert np.abs(ours).max() > 0.1
        assert np.array_equal(ours, printed)
    assert not ours[-RATE // 4 :].any()


@pytest.mark.parametrize("minutes", OTHERS)
def test_what_is_played_again_begins_and_ends_on_a_bar_line(minutes: int) -> None:
    for (start, bed), (later, again) in pairwise(bed_course(minutes * 60).pieces):
        left = later - start + bed
        section = next(s for s in SECTIONS if s.start * RATE <= again < left < s.end * RATE)
        bar = 4 * 60 / section.bpm * RATE
        for at in (left, again):
            bars = (at - section.start * RATE) / bar
            assert bars == pytest.approx(round(bars), abs=1e-6)
        assert 0 < left - again <= AGAIN * RATE


@pytest.mark.parametrize("minutes", [3, 15])
def test_it_grows_louder_all_the_way(minutes: int, sounds: Sounds) -> None:
    way = bed_course(minutes * 60)
    middles = [(i + 0.5) * minutes * 20 for i in range(3)]
    taken = [way.take(sounds.bed, round((at - 10) * RATE), round((at + 10) * RATE)) for at in middles]
    parts = [integrated(part / np.float32(32767)) for part in taken]
    assert parts[0] < parts[1] < parts[2]
