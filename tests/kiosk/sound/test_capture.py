"""What really leaves the device, captured through SDL's disk driver by a process of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from kiosk.sound.bench import captured_onset_errors


@pytest.mark.process
def test_the_last_ticks_and_the_explosion_leave_within_15_ms(sound_dir: Path) -> None:
    errors = captured_onset_errors(start_s=418.3, seconds=1.9, cache_dir=sound_dir)
    assert len(errors) == 4  # 418.5, 419.0, 419.5 and the explosion at 420.0
    assert max(abs(error) for error in errors) < 15, errors
