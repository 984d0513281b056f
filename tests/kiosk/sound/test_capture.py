"""What really leaves the device, captured by a card that is a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from kiosk.bench.sound import onset_errors, taps


@pytest.mark.process
def test_the_last_ticks_and_the_explosion_leave_within_15_ms(sound_dir: Path) -> None:
    errors = onset_errors(start_s=418.3, seconds=1.9, cache_dir=sound_dir)
    assert len(errors) == 4  # 418.5, 419.0, 419.5 and the explosion at 420.0
    assert max(abs(error) for error in errors) < 15, errors


@pytest.mark.process
def test_the_bed_has_no_hole_beside_taps_and_a_busy_core_and_each_tap_is_answered(sound_dir: Path) -> None:
    answers, holes = taps(10, cache_dir=sound_dir)
    assert holes == 0
    assert len(answers) == 10
    assert max(answers) < 100, answers
