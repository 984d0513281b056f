"""Finds a sound in another one."""

from __future__ import annotations

import numpy as np

from kiosk.sound.measure import Samples


def best_place(cue: Samples, track: Samples) -> tuple[int, float]:
    """Return where `cue` fits best in `track`: (sample, normalised correlation -1..1)."""
    size = 1 << (len(cue) + len(track) - 1).bit_length()
    cross = np.fft.irfft(np.fft.rfft(track, size) * np.conj(np.fft.rfft(cue, size)), size)[: len(track) - len(cue) + 1]
    energy = np.concatenate([[0.0], np.cumsum(np.asarray(track, np.float64) ** 2)])
    local = np.sqrt(np.maximum(energy[len(cue) :] - energy[: -len(cue)], 1e-12))
    score = cross / (local * max(float(np.sqrt(np.sum(np.asarray(cue, np.float64) ** 2))), 1e-12))
    best = int(np.argmax(score))
    return best, float(score[best])
