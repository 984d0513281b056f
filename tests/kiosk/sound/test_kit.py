"""The kit's words mean the same on every machine."""

from __future__ import annotations

import numpy as np

from kiosk.sound.kit import RATE, finish, knee, times, u


def test_random_numbers_are_pinned() -> None:
    assert u(11, 3).tolist() == [-0.8448367118835449, -0.16779780387878418, -0.9897747039794922]
    long = u(501, 100_000)
    assert abs(long.mean()) < 0.01
    assert -1 <= long.min() < long.max() < 1


def test_the_knee_leaves_what_is_soft_and_never_passes_098() -> None:
    x = np.linspace(-3, 3, 1001).astype(np.float32)
    y = knee(x)
    assert np.array_equal(y[np.abs(x) < 0.7], x[np.abs(x) < 0.7])
    assert np.abs(y).max() <= 0.98
    assert np.all(np.diff(y) >= 0)


def test_a_finished_cue_has_its_peak_and_quiet_edges() -> None:
    x = finish(np.sin(2 * np.pi * 440 * times(0.1)) + 0.2, 1.5, -6.0)
    assert np.isclose(np.abs(x).max(), 10 ** (-6 / 20))
    assert x[0] == x[-1] == 0
    assert len(x) == RATE // 10
