"""Countdowns of other lengths: the same last minute, and a bed that ends with the end."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.games.infernal_wagon.rules.timing import FEWEST_MINUTES, MOST_MINUTES, time_cues
from kiosk.sound.cache import Sounds
from kiosk.sound.course import AGAIN, course
from kiosk.sound.kit import RATE
from kiosk.sound.measure import integrated
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
    way, end, ramp = course(minutes * 60), minutes * 60 * RATE, seconds()
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


@pytest.mark.parametrize("minutes", [3, 15])
def test_it_grows_louder_all_the_way(minutes: int, sounds: Sounds) -> None:
    way = course(minutes * 60)
    middles = [(i + 0.5) * minutes * 20 for i in range(3)]
    taken = [way.take(sounds.bed, round((at - 10) * RATE), round((at + 10) * RATE)) for at in middles]
    parts = [integrated(part / np.float32(32767)) for part in taken]
    assert parts[0] < parts[1] < parts[2]
