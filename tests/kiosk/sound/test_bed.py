"""The seven-minute bed: its figures, its limits, and that nothing carries over between chunks."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

from kiosk.sound.bed import Bed
from kiosk.sound.cache import Sounds
from kiosk.sound.kit import RATE
from kiosk.sound.measure import centroid, integrated, peak_db
from kiosk.sound.notes import notes
from kiosk.sound.score import BED_SAMPLES
from tests.kiosk.sound.figures import CENTROID, LOUDNESS, NOTES, SECONDS


@pytest.fixture(scope="module")
def bed(sounds: Sounds) -> NDArray[np.float64]:
    return sounds.bed / 32767.0


@pytest.mark.parametrize("i", range(len(LOUDNESS)))
def test_loudness_and_centroid(i: int, bed: NDArray[np.float64]) -> None:
    part = bed[SECONDS[i] * RATE : SECONDS[i + 1] * RATE]
    assert integrated(part) == pytest.approx(LOUDNESS[i], abs=0.5)
    assert centroid(part, 150, 8000) == pytest.approx(CENTROID[i], rel=0.1)


def test_struck_notes() -> None:
    starts = np.array([note.sample for note in notes()])
    assert len(starts) == 5046
    assert starts.max() < BED_SAMPLES
    density = [np.sum((starts >= a * RATE) & (starts < b * RATE)) / (b - a) for a, b in pairwise(SECONDS)]
    assert density == pytest.approx(NOTES, abs=0.06)


def test_limits(bed: NDArray[np.float64]) -> None:
    assert len(bed) == BED_SAMPLES == 20_160_000
    assert peak_db(bed) <= -5.9
    assert bed[-1] == 0
    assert np.abs(bed[-RATE:]).max() > 0.1


def test_each_minute_is_louder_than_the_last(bed: NDArray[np.float64]) -> None:
    minutes = [integrated(bed[i * 60 * RATE : (i + 1) * 60 * RATE]) for i in range(7)]
    assert all(later > earlier for earlier, later in pairwise(minutes))


def test_any_chunk_length_gives_the_same_samples(sounds: Sounds) -> None:
    again = np.concatenate(list(Bed().chunks(round(3.3337 * RATE))))
    assert np.array_equal(again, sounds.bed)
