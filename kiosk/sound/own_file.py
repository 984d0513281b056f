"""The owner's own sound file in place of the bed: WAV by the standard library, others by Kivy's SDL2_mixer."""

from __future__ import annotations

import wave
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kiosk.sound import decode
from kiosk.sound.bed import to_int16
from kiosk.sound.kit import RATE

LONGEST_S = 900
WAVES = frozenset({".wav", ".wave"})


class OwnFileError(ValueError):
    """The owner's file cannot be played. `code`: own_file_missing, own_file_format, own_file_broken, own_file_long."""

    def __init__(self, code: str, path: Path, detail: str) -> None:
        self.code = code
        self.path = path
        self.detail = detail
        super().__init__(f"{path}: {detail}")


def read_music(path: Path) -> NDArray[np.int16]:
    """Return the file as mono int16 at RATE.

    :raises OwnFileError: naming what is wrong with it.
    """
    kind = path.suffix.lower()
    if kind in decode.FORMATS:
        return _foreign(path)
    if kind not in WAVES:
        known = " ".join(sorted(name.removeprefix(".") for name in WAVES | decode.FORMATS))
        raise OwnFileError("own_file_format", path, f"what can be played is {known}")
    try:
        with wave.open(str(path), "rb") as file:
            width, channels, rate, frames = (
                file.getsampwidth(), file.getnchannels(), file.getframerate(), file.getnframes(),
            )  # fmt: skip
            if frames > LONGEST_S * rate:
                raise OwnFileError("own_file_long", path, f"longer than {LONGEST_S // 60} minutes")
            data = file.readframes(frames)
    except OSError as error:
        raise OwnFileError("own_file_missing", path, error.strerror or str(error)) from error
    except (wave.Error, EOFError) as error:
        raise OwnFileError("own_file_broken", path, str(error) or "the file ends too early") from error
    if not frames or rate <= 0:
        raise OwnFileError("own_file_broken", path, "there is no sound in it")
    data = data[: len(data) // (width * channels) * width * channels]
    mono = _decode(data, width).reshape(-1, channels).mean(axis=1, dtype=np.float32)
    return to_int16(mono if rate == RATE else _resampled(mono, rate))


def _foreign(path: Path) -> NDArray[np.int16]:
    """MP3 and the like."""
    try:
        with path.open("rb"):
            pass
    except OSError as error:
        raise OwnFileError("own_file_missing", path, error.strerror or str(error)) from error
    try:
        samples = decode.decode(path)
    except decode.CannotDecode as error:
        raise OwnFileError("own_file_broken", path, str(error)) from error
    if len(samples) > LONGEST_S * RATE:
        raise OwnFileError("own_file_long", path, f"longer than {LONGEST_S // 60} minutes")
    return samples


def _decode(data: bytes, width: int) -> NDArray[np.float32]:
    """PCM of 1 to 4 bytes as -1..1."""
    if width == 1:
        return (np.frombuffer(data, np.uint8).astype(np.float32) - np.float32(128)) / np.float32(128)
    if width == 3:
        raw = np.frombuffer(data, np.uint8).reshape(-1, 3)
        wide = np.zeros((len(raw), 4), np.uint8)
        wide[:, 1:] = raw
        return wide.view("<i4").reshape(-1).astype(np.float32) / np.float32(2**31)
    return np.frombuffer(data, "<i2" if width == 2 else "<i4").astype(np.float32) / np.float32(2 ** (8 * width - 1))


def _resampled(samples: NDArray[np.float32], rate: int) -> NDArray[np.float32]:
    """Resample to RATE by linear interpolation: good enough for foreign music on a small speaker."""
    n = round(len(samples) * RATE / rate)
    return np.interp(np.arange(n) * (rate / RATE), np.arange(len(samples)), samples).astype(np.float32)
