"""Countdowns of other lengths: the same last minute, and a bed that ends with the end."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.games.infernal_wagon.rules.timing import FEWEST_MINUTES, MOST_MINUTES, time_cues
from kiosk.sound.cache import Sounds
from kiosk.sound.course import AGAIN, BLEND, WHOLE, course
from kiosk.sound.kit import RATE
from kiosk.sound.measure import integrated
from kiosk.sound.messages import SEVEN_MINUTES_MS
from kiosk.sound.mixer import Mixer
from kiosk.sound.score import BED_SAMPLES, BED_SECONDS, SECTIONS
from kiosk.sound.timeline import schedule

LENGTHS = range(FEWEST_MINUTES, MOST_MINUTES + 1)
OTHERS = [minutes for minutes in LENGTHS if minutes * 60 != BED_SECONDS]


def heard(sounds: Sounds, minutes: int, before_ms: int, for_ms: int) -> NDArray[np.float32]:
    """What a countdown sounds like from so long before its end."""
    mixer, n = Mixer("fr"), RATE // 100
    mixer.sounds = sounds
    mixer.set_length(minutes * 60)
    start = (minutes * 60_000 - before_ms) * RATE // 1000
    return np.concatenate([mixer.render(n, start + i * n) for i in range(for_ms // 10)])


def test_the_bed_is_of_seven_minutes() -> None:
    assert SEVEN_MINUTES_MS == BED_SECONDS * 1000


@pytest.mark.parametrize("minutes", LENGTHS)
def test_cues_sound_when_the_rules_say_so(minutes: int) -> None:
    """IW-R37: the first sound of a cue lies at its moment."""
    found: dict[str, float] = {}
    for start in schedule("fr", minutes * 60):
        found.setdefault(start.cue, start.sample * 1000 / RATE)
    assert found == {cue: at for at, cue in time_cues(minutes) if cue != "A645"}  # that one is the bed's own


@pytest.mark.parametrize("minutes", LENGTHS)
def test_the_bed_ends_with_the_end(minutes: int) -> None:
    way, end = course(minutes * 60), minutes * 60 * RATE
    ramp = (np.arange(BED_SAMPLES) // RATE).astype(np.int16)
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
    for (start, bed), (later, again) in pairwise(course(minutes * 60).pieces):
        left = later - start + bed
        section = next(s for s in SECTIONS if s.start * RATE <= again < left < s.end * RATE)
        bar = 4 * 60 / section.bpm * RATE
        for place in (left, again):
            bars = (place - section.start * RATE) / bar
            assert bars == pytest.approx(round(bars), abs=1e-6)
        assert 0 < left - again <= AGAIN * RATE


@pytest.mark.parametrize("minutes", [8, 15])
def test_no_join_is_heard(minutes: int, sounds: Sounds) -> None:
    """No step in the samples that the bed has not elsewhere, and the same loudness before and after."""
    way = course(minutes * 60)
    steepest = np.abs(np.diff(sounds.bed[: 240 * RATE].astype(np.int32))).max()
    for piece in way.pieces[1:]:
        around = way.take(sounds.bed, piece.start - RATE, piece.start + RATE)
        near = around[RATE - 8 : RATE + BLEND + 8]
        assert np.abs(np.diff(near)).max() <= steepest
        before = way.take(sounds.bed, piece.start - 12 * RATE, piece.start) / np.float32(32767)
        after = way.take(sounds.bed, piece.start, piece.start + 12 * RATE) / np.float32(32767)
        assert integrated(after) == pytest.approx(integrated(before), abs=1.0)


@pytest.mark.parametrize("minutes", [3, 15])
def test_it_grows_louder_all_the_way(minutes: int, sounds: Sounds) -> None:
    way = course(minutes * 60)
    middles = [(i + 0.5) * minutes * 20 for i in range(3)]
    taken = [way.take(sounds.bed, round((at - 10) * RATE), round((at + 10) * RATE)) for at in middles]
    parts = [integrated(part / np.float32(32767)) for part in taken]
    assert parts[0] < parts[1] < parts[2]


def test_a_block_may_lie_across_a_join(sounds: Sounds) -> None:
    way = course(600)
    at = way.pieces[1].start
    whole = way.take(sounds.bed, at - 500, at + 3000)
    parts = [
        way.take(sounds.bed, a, b) for a, b in pairwise((at - 500, at - 1, at + 7, at + 900, at + 1500, at + 3000))
    ]
    assert np.allclose(np.concatenate(parts), whole)


def test_the_owners_file_plays_in_seven_minutes_only(sounds: Sounds) -> None:
    mixer = Mixer()
    mixer.sounds, mixer.own = sounds, np.full(70 * RATE, 2222, np.int16)
    mixer.set_length(600)
    bed = mixer.render(RATE, 30 * RATE)[RATE // 2 :]
    assert not np.allclose(bed, 2222 / 32767)
    mixer.stop()
    mixer.render(RATE // 10, None)
    mixer.set_length(420)
    assert np.allclose(mixer.render(RATE, 30 * RATE)[RATE // 2 :], 2222 / 32767, atol=1e-4)


def test_seven_minutes_are_the_bed_itself(sounds: Sounds) -> None:
    assert course(BED_SECONDS) == WHOLE
    assert np.array_equal(WHOLE.take(sounds.bed, 0, BED_SAMPLES), sounds.bed)
