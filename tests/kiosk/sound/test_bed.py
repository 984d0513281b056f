"""The seven-minute bed: its figures, its limits, and that nothing carries over between chunks."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from kiosk.sound.bed import Bed
from kiosk.sound.cache import Sounds
from kiosk.sound.kit import RATE
from kiosk.sound.score import BED_SAMPLES
from tests.kiosk.sound.measured import peak_db


@pytest.fixture(scope="module")
def bed(sounds: Sounds) -> NDArray[np.float64]:
    return sounds.bed / 32767.0


def test_limits(bed: NDArray[np.float64]) -> None:
    assert len(bed) == BED_SAMPLES == 20_160_000
    assert peak_db(bed) <= -5.9
    assert bed[-1] == 0
    assert np.abs(bed[-RATE:]).max() > 0.1


def test_any_chunk_length_gives_the_same_samples(sounds: Sounds) -> None:
    again = np.concatenate(list(Bed().chunks(round(3.3337 * RATE))))
    assert np.array_equal(again, sounds.bed)
