"""No two cues of one game sound alike: distance of mel pictures, level ignored (sound.md section 6)."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from kiosk.sound import cues_cb, cues_hr, cues_iw, cues_shared, voice
from kiosk.sound.cache import Sounds
from kiosk.sound.kit import RATE

WINDOW, HOP, BANDS, FLOOR_DB = 2048, 480, 40, -40.0
FAMILIES = ("bell", "thuds", "tick", "rumble", "voice", "growl", "chase", "chain_up", "chain_down", "chuffs")
"""Told apart by their count or their length."""
NEVER_TOGETHER = {frozenset(("explosion7", "A0_blast"))}


def mel(hz: float) -> float:
    return float(2595 * np.log10(1 + hz / 700))


def filters() -> NDArray[np.float64]:
    """Triangles on the mel scale between 150 and 8000 Hz, shape (BANDS, WINDOW // 2 + 1)."""
    edges = 700 * (10 ** (np.linspace(mel(150), mel(8000), BANDS + 2) / 2595) - 1)
    f = np.arange(WINDOW // 2 + 1) * RATE / WINDOW
    rise = (f - edges[:-2, None]) / (edges[1:-1] - edges[:-2])[:, None]
    fall = (edges[2:, None] - f) / (edges[2:] - edges[1:-1])[:, None]
    return np.maximum(0.0, np.minimum(rise, fall))


def picture(sound: NDArray[np.int16]) -> NDArray[np.float64]:
    """The first 1.5 s, dB under the cue's own maximum, shape (frames, BANDS)."""
    x = np.zeros(round(1.5 * RATE) + WINDOW)
    part = sound[: round(1.5 * RATE)]
    x[WINDOW // 2 : WINDOW // 2 + len(part)] = part
    frames = np.lib.stride_tricks.sliding_window_view(x, WINDOW)[::HOP] * np.hanning(WINDOW)
    power = np.abs(np.fft.rfft(frames, axis=1)) ** 2 @ filters().T
    return np.maximum(10 * np.log10(np.maximum(power, 1e-9) / power.max()), FLOOR_DB)


def distance(a: NDArray[np.float64], b: NDArray[np.float64]) -> float:
    """RMS over the frames where either is above the floor, dB."""
    heard = (a.max(axis=1) > FLOOR_DB) | (b.max(axis=1) > FLOOR_DB)
    return float(np.sqrt(np.mean((a[heard] - b[heard]) ** 2)))


def family(name: str) -> str:
    return next((one for one in FAMILIES if name.startswith(one)), name.removesuffix("_long"))


GAMES = {"infernal_wagon": {**cues_iw.CUES, **voice.CUES}, "cerbere": cues_cb.CUES, "hellrail": cues_hr.CUES}
"""What is heard together with the companion's own cues."""
PAIRS = {"infernal_wagon": 600, "cerbere": 400, "hellrail": 350}


@pytest.mark.parametrize("game", GAMES)
def test_cues_outside_a_family_are_at_least_5_db_apart(game: str, sounds: Sounds) -> None:
    pictures = {name: picture(sounds.bank[name]) for name in (*GAMES[game], *cues_shared.CUES)}
    apart = {
        (a, b): distance(pictures[a], pictures[b])
        for a, b in combinations(pictures, 2)
        if family(a) != family(b) and frozenset((a, b)) not in NEVER_TOGETHER
    }
    assert len(apart) > PAIRS[game]
    nearest = min(apart, key=lambda pair: apart[pair])
    assert apart[nearest] >= 5, (nearest, apart[nearest])
    assert np.median(list(apart.values())) > 12


def test_every_buffer_belongs_to_a_game_or_to_all(sounds: Sounds) -> None:
    assert set(sounds.bank) == {*cues_shared.CUES, *(name for cues in GAMES.values() for name in cues)}
