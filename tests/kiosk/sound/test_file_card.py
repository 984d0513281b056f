"""The card that is a file: it plays by the clock, and what really leaves the device can be measured in it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from kiosk.sound import file_card
from kiosk.sound.file_card import FileCard
from tests.tools.bench.kiosk.sound import onset_errors, taps

BLOCK = 480


class Now:
    """The machine's clock, set by hand."""

    ns = 5_000_000_000

    @staticmethod
    def monotonic_ns() -> int:
        return Now.ns


@pytest.fixture
def card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FileCard:
    Now.ns = 5_000_000_000
    monkeypatch.setattr(file_card, "time", Now)
    return FileCard(tmp_path / "card", BLOCK)


def blocks(*values: float) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    return np.repeat(np.array(values, np.float32), BLOCK)


def played(tmp_path: Path) -> list[float]:
    return np.fromfile(tmp_path / "card", "<f4")[::BLOCK].tolist()


def test_what_waits_is_replaced_as_far_as_it_was_not_played(card: FileCard, tmp_path: Path) -> None:
    card.write(blocks(1, 2, 3, 4))
    card.replace(2, blocks(5, 6))
    assert card.written == 4
    Now.ns += 30_000_000
    card.replace(3, blocks(7, 8, 9))  # two of the three are gone: the last is all that is replaced
    assert card.queued == 1
    Now.ns += 20_000_000
    card.close()
    assert played(tmp_path) == [0, 1, 2, 5, 9, 0]


# --- captured --------------------------------------------------------------------------------------------


@pytest.mark.process
def test_the_last_ticks_and_the_explosion_are_captured(sound_dir: Path) -> None:
    errors = onset_errors(start_s=418.3, seconds=1.9, cache_dir=sound_dir)
    assert len(errors) == 4  # 418.5, 419.0, 419.5 and the explosion at 420.0


@pytest.mark.process
def test_taps_beside_a_busy_core_are_captured(sound_dir: Path) -> None:
    answers, holes = taps(3, cache_dir=sound_dir)
    assert len(answers) <= 3 and all(answer > 0 for answer in answers)
    assert holes >= 0
