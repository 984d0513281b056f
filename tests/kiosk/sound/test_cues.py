"""Every cue is what the sound language says: the figures of its row, and no two of one game alike."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from kiosk.sound import cues_cb, cues_hr, cues_iw, cues_shared, voice
from kiosk.sound.cache import Sounds
from kiosk.sound.kit import RATE
from tests.kiosk.sound.figures import CUES, EXACT_ONSETS
from tests.kiosk.sound.measured import facts


@pytest.mark.parametrize("name", CUES)
def test_row(name: str, sounds: Sounds) -> None:
    said, found = CUES[name], facts(sounds.bank[name] / 32767.0)
    wanted = {
        "seconds": pytest.approx(said.seconds, rel=0.02),
        "on": pytest.approx(said.on, abs=3),
        "n": pytest.approx(said.n, abs=0 if name in EXACT_ONSETS else 1),
        "peak": pytest.approx(said.peak, abs=0.05),
        "lufs": pytest.approx(said.lufs, abs=0.5),
        "centroid": pytest.approx(said.centroid, rel=0.1),
        "strongest": pytest.approx(said.strongest, rel=0.1),
        "share": pytest.approx(said.share, abs=3),
    }
    assert found._asdict() == wanted, f"if it is meant to be so: python -m tests.kiosk.sound.figures {name}"


@pytest.mark.parametrize(
    ("buffer", "n"), [(f"bell{n}", n) for n in range(1, 6)] + [(f"thuds{n}", n) for n in range(1, 9)]
)
def test_strokes_can_be_counted(buffer: str, n: int, sounds: Sounds) -> None:
    assert facts(sounds.bank[buffer] / 32767.0).n == n


@pytest.mark.parametrize("n", range(1, 5))
@pytest.mark.parametrize("way", ["up", "down"])
def test_links_of_the_chain_can_be_counted(way: str, n: int, sounds: Sounds) -> None:
    """A link is a clink with an echo: two onsets."""
    assert facts(sounds.bank[f"chain_{way}{n}"] / 32767.0).n == 2 * n


# --- apart -----------------------------------------------------------------------------------------------


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
