"""The moment a block leaves the queue is known although only whole blocks can be seen leaving."""

from __future__ import annotations

import pytest

from kiosk.sound.pace import BlockPace

BLOCK_MS = 256 / 48
AHEAD = 144
"""Blocks between the one that is written and the one that is taken."""


def simulate(rate: float, seconds: float, look_ms: float) -> list[float]:
    """Errors (ms) against a device that takes a block every BLOCK_MS / rate, looked at every `look_ms`."""
    pace, errors, now = BlockPace(BLOCK_MS), [], 0.0
    period = BLOCK_MS / rate
    while now < seconds * 1000:
        taken = int((now - 3.7) // period) + 1
        pace.see(now, taken)
        errors.append(pace.moment(taken + AHEAD) - (3.7 + (taken + AHEAD) * period))
        now += look_ms
    return errors


@pytest.mark.parametrize("look_ms", [2.67, 380.3])
@pytest.mark.parametrize("rate", [1.0001, 0.9999])
def test_a_good_card_is_known_to_four_milliseconds_from_the_first_look(rate: float, look_ms: float) -> None:
    assert max(abs(error) for error in simulate(rate, 30, look_ms)) < 4


@pytest.mark.parametrize("rate", [1.05, 1.01, 0.99, 0.95])
def test_the_pace_of_a_card_that_is_off_is_learnt(rate: float) -> None:
    errors = simulate(rate, 60, 96.3)
    assert max(abs(error) for error in errors[20:]) < 20
    assert max(abs(error) for error in errors[100:]) < 4


def test_a_starved_queue_is_noticed() -> None:
    pace = BlockPace(BLOCK_MS)
    assert not pace.starved(0, 0)
    pace.see(0, 0)
    assert not pace.starved(1, 0)
    assert pace.starved(50, 0)
    pace.rest()
    assert not pace.starved(60, 0)
