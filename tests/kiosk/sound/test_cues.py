"""Every cue is what the sound language says: the figures of its row."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from kiosk.sound.cache import Sounds
from kiosk.sound.cues_cb import LONGEST, SHORTEST
from kiosk.sound.kit import RATE
from kiosk.sound.measure import centroid, facts, onsets, place, strongest
from kiosk.sound.parts import paw
from tests.kiosk.sound.figures import CUES, EXACT_ONSETS

LOUDEST_LUFS, LOUDEST_PEAK = -10.5, -1.5


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


def test_the_chain_climbs_and_falls(sounds: Sounds) -> None:
    """Link after link a whole tone higher or lower, .14 s apart."""
    for way, step in (("up", 2 ** (1 / 6)), ("down", 2 ** (-1 / 6))):
        sound = sounds.bank[f"chain_{way}4"] / 32767.0
        links = [sound[round(0.14 * i * RATE) : round((0.14 * i + 0.04) * RATE)] for i in range(4)]
        pitch = np.array([strongest(np.append(link, np.zeros(RATE))) for link in links])
        assert pitch[1:] / pitch[:-1] == pytest.approx(step, rel=0.03), way


def test_the_growl_grows_with_the_die(sounds: Sounds) -> None:
    """Longer, louder and higher at each face."""
    found = [facts(sounds.bank[f"growl{s}"] / 32767.0) for s in range(3, 9)]
    assert [one.peak for one in found] == pytest.approx([-11, -9.5, -8, -6.7, -5.3, -4], abs=0.05)
    assert np.diff([one.seconds for one in found]) == pytest.approx(0.09, abs=0.001)
    assert all(np.diff([one.lufs for one in found]) > 1)
    assert all(np.diff([one.centroid for one in found]) > 20)


@pytest.mark.parametrize("steps", range(SHORTEST, LONGEST + 1))
def test_the_steps_of_a_chase_can_be_counted(steps: int, sounds: Sounds) -> None:
    """Each step ends on the hardest paw, and lasts .93 of the one before."""
    sound = sounds.bank[f"chase{steps}"] / 32767.0
    assert len(sound) / RATE == pytest.approx(0.3 * (1 - 0.93**steps) / 0.07 + 0.12, abs=0.001)
    hard = paw(0.9)
    begins = np.cumsum([0.0, *(0.3 * 0.93**i for i in range(steps))])
    for start, after in pairwise(begins):
        due = start + 0.5 * (after - start)
        found, score = place(hard, sound[round((due - 0.03) * RATE) : round((due + 0.13) * RATE)])
        assert found / RATE == pytest.approx(0.03, abs=0.003), (steps, start)
        assert score > 0.7


@pytest.mark.parametrize("n", range(1, 10))
def test_the_chuffs_of_a_move_can_be_counted(n: int, sounds: Sounds) -> None:
    """Each comes .93 of the gap before after the last, and is brighter."""
    sound = sounds.bank[f"chuffs{n}"] / 32767.0
    gaps = [0.24 * 0.93**i for i in range(n)]
    assert len(sound) / RATE == pytest.approx(sum(gaps) + 0.2, abs=0.001)
    due = np.cumsum([0.0, *gaps[:-1]])
    assert np.array(onsets(sound)) / RATE == pytest.approx(due, abs=0.01)
    clear = [centroid(sound[round(start * RATE) : round((start + 0.12) * RATE)]) for start in due]
    assert all(later > first for first, later in zip(clear, clear[3:], strict=False))  # the same noise every third


def test_the_roll_grows_to_its_last_stroke(sounds: Sounds) -> None:
    """22 strokes a second for a second and a half."""
    sound = sounds.bank["reveal_roll"] / 32767.0
    moments = np.array(onsets(sound)) / RATE
    assert np.diff(moments) == pytest.approx(1 / 22, abs=0.006)
    loud = [float(np.max(np.abs(sound[round(s * RATE) : round((s + 0.3) * RATE)]))) for s in (0, 0.3, 0.6, 0.9, 1.2)]
    assert loud == sorted(loud) and loud[-1] > 1.8 * loud[0]


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
