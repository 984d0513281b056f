"""The owner's own sound file."""

from __future__ import annotations

import importlib.util
import wave
from pathlib import Path

import numpy as np
import pytest

from kiosk.sound.kit import RATE
from kiosk.sound.own_file import OwnFileError, read_music


def tone(rate: int, seconds: float = 0.5) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return 0.5 * np.sin(2 * np.pi * 440 * np.arange(round(rate * seconds)) / rate)


def write(path: Path, width: int, channels: int, rate: int) -> Path:
    x = np.repeat(tone(rate), channels)
    if width == 1:
        data = (x * 127 + 128).astype(np.uint8).tobytes()
    elif width == 3:
        wide = (x * (2**31 - 1)).astype("<i4").view(np.uint8).reshape(-1, 4)
        data = wide[:, 1:].tobytes()
    else:
        data = (x * (2 ** (8 * width - 1) - 1)).astype(f"<i{width}").tobytes()
    with path.open("wb") as file, wave.open(file, "wb") as out:
        out.setparams((channels, width, rate, 0, "NONE", ""))
        out.writeframes(data)
    return path


@pytest.mark.parametrize("width", [1, 2, 3, 4])
@pytest.mark.parametrize(("channels", "rate"), [(1, 48_000), (2, 44_100)])
def test_pcm_is_read_as_mono_at_our_rate(tmp_path: Path, width: int, channels: int, rate: int) -> None:
    x = read_music(write(tmp_path / "song.wav", width, channels, rate)) / 32767
    assert len(x) == RATE // 2
    error = np.abs(x[: RATE // 2 - 10] - tone(RATE)[: RATE // 2 - 10]).max()
    assert error < (0.02 if width == 1 else 0.002)


def test_what_cannot_be_played_is_named(tmp_path: Path) -> None:
    broken, empty, text = tmp_path / "broken.wav", tmp_path / "empty.wav", tmp_path / "song.txt"
    broken.write_bytes(b"RIFF____WAVEnothing")
    with empty.open("wb") as file, wave.open(file, "wb") as out:
        out.setparams((1, 2, RATE, 0, "NONE", ""))
    text.write_text("music")
    false = tmp_path / "false.mp3"
    false.write_text("music" * 100)
    for path, code in (
        (tmp_path / "none.wav", "own_file_missing"),
        (broken, "own_file_broken"),
        (empty, "own_file_broken"),
        (text, "own_file_format"),
        (tmp_path / "none.mp3", "own_file_missing"),
        (tmp_path / ("x" * 300 + ".mp3"), "own_file_missing"),
        (false, "own_file_broken"),
    ):
        with pytest.raises(OwnFileError) as raised:
            read_music(path)
        assert raised.value.code == code
        assert str(path) in str(raised.value)


def test_an_ogg_is_decoded_by_the_mixer_of_kivy() -> None:
    spec = importlib.util.find_spec("kivy")
    assert spec is not None
    assert spec.origin is not None
    samples = read_music(Path(spec.origin).parent / "tests" / "sample1.ogg")
    assert len(samples) > RATE // 10
    assert np.abs(samples).max() > 100
