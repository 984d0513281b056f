"""The whole track: every time cue at its sample, nothing over the limits."""

from __future__ import annotations

import wave
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from kiosk.sound.__main__ import main
from kiosk.sound.bake import TRACK_SAMPLES, baked
from kiosk.sound.cache import Sounds
from kiosk.sound.kit import RATE
from kiosk.sound.measure import place
from kiosk.sound.score import BED_SAMPLES
from kiosk.sound.timeline import schedule
from tests.kiosk.sound.measured import integrated, peak_db


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
        found, _ = place(cue, track[first : start.sample + len(cue) + around])
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
