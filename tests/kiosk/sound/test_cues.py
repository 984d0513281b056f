"""Every cue is what the sound language says: the figures of its row."""

from __future__ import annotations

import numpy as np
import pytest

from kiosk.sound.cache import Sounds
from kiosk.sound.measure import facts
from tests.kiosk.sound.figures import CUES, EXACT_ONSETS

LOUDEST_LUFS, LOUDEST_PEAK = -10.5, -1.5


@pytest.mark.parametrize("name", CUES)
def test_row(name: str, sounds: Sounds) -> None:
    said, found = CUES[name], facts(sounds.bank[name] / 32767.0)
    assert found.seconds == pytest.approx(said.seconds, rel=0.02)
    assert found.on == pytest.approx(said.on, abs=3)
    assert found.peak == pytest.approx(said.peak, abs=0.05)
    assert found.lufs == pytest.approx(said.lufs, abs=0.5)
    assert found.centroid == pytest.approx(said.centroid, rel=0.1)
    assert found.strongest == pytest.approx(said.strongest, rel=0.1)
    assert found.share == pytest.approx(said.share, abs=3)
    assert found.n == pytest.approx(said.n, abs=0 if name in EXACT_ONSETS else 1)


@pytest.mark.parametrize(
    ("buffer", "n"), [(f"bell{n}", n) for n in range(1, 6)] + [(f"thuds{n}", n) for n in range(1, 9)]
)
def test_strokes_can_be_counted(buffer: str, n: int, sounds: Sounds) -> None:
    assert facts(sounds.bank[buffer] / 32767.0).n == n


def test_nothing_is_harsh_or_starts_late(sounds: Sounds) -> None:
    for name, sound in sounds.bank.items():
        found = facts(sound / 32767.0)
        assert found.lufs <= LOUDEST_LUFS + 0.05, name
        assert found.peak <= LOUDEST_PEAK, name
        assert found.on <= 100, name
        assert sound[0] == sound[-1] == 0, name
        assert found.share >= 76, name


def test_ticks_grow_by_a_semitone_and_six_tenths_of_a_db(sounds: Sounds) -> None:
    found = [facts(sounds.bank[f"tick{k}"] / 32767.0) for k in range(10, 0, -1)]
    assert np.diff([one.peak for one in found]) == pytest.approx(0.6, abs=0.01)
    assert found[-1].lufs > found[0].lufs + 5
    strongest = np.array([one.strongest for one in found])
    assert strongest[1:] / strongest[:-1] == pytest.approx(2 ** (1 / 12), rel=0.01)
