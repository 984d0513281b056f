"""What really leaves the device, captured by a card that is a file: that it can be measured.

How late it is and whether it has holes is for `make bench`; test_player.py has the same with a clock that stands still.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from kiosk.bench.sound import onset_errors, taps


@pytest.mark.process
def test_the_last_ticks_and_the_explosion_are_captured(sound_dir: Path) -> None:
    errors = onset_errors(start_s=418.3, seconds=1.9, cache_dir=sound_dir)
    assert len(errors) == 4  # 418.5, 419.0, 419.5 and the explosion at 420.0


@pytest.mark.process
def test_taps_beside_a_busy_core_are_captured(sound_dir: Path) -> None:
    answers, holes = taps(3, cache_dir=sound_dir)
    assert len(answers) <= 3 and all(answer > 0 for answer in answers)
    assert holes >= 0
