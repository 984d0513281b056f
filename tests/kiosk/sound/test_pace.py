"""The moment a block leaves the queue is known although only whole blocks can be seen leaving."""

from __future__ import annotations

from kiosk.sound.pace import Pace

BLOCK_MS = 256 / 48


def simulate(rate: float, seconds: float, look_ms: float) -> list[float]:
    """Errors (ms) against a device that takes a block every BLOCK_MS / rate, looked at every `look_ms`."""
    pace, errors, now, written = Pace(BLOCK_MS), [], 0.0, 0
    leaves: list[float] = []
    taken_next, period = 3.7, BLOCK_MS / rate
    while now < seconds * 1000:
        while taken_next <= now:
            if written > len(leaves):
                leaves.append(taken_next)
            taken_next += period
        queued = written - len(leaves)
        if queued < 4:
            due = taken_next + queued * period
            errors.append(pace.leaves(now, queued) - due)
            written += 1
        else:
            now += look_ms
    return errors


def test_a_good_card_is_known_to_a_millisecond() -> None:
    assert max(abs(error) for error in simulate(1.0001, 5, 2.67)[50:]) < 3
    assert max(abs(error) for error in simulate(0.9999, 5, 2.67)[50:]) < 3


def test_a_card_five_percent_off_does_not_drift() -> None:
    assert max(abs(error) for error in simulate(1.05, 5, 2.67)[50:]) < 8
    assert max(abs(error) for error in simulate(0.95, 5, 2.67)[50:]) < 8


def test_a_starved_queue_is_noticed() -> None:
    pace = Pace(BLOCK_MS)
    assert not pace.starved(0, 0)
    pace.leaves(0, 0)
    assert not pace.starved(1, 0)
    assert pace.starved(50, 0)
    pace.rest()
    assert not pace.starved(60, 0)
