"""Every cue is what the sound language says: the figures of its row."""

from __future__ import annotations

import pytest

from kiosk.sound.cache import Sounds
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
