"""Movement on the real kiosk: it delays no finger, and it ends."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kiosk.widgets.look import look
from tests.kiosk.screens.conftest import Play


@pytest.fixture
def moving(play: Play) -> Iterator[Play]:
    """As on the table: things move."""
    look.set(motion=True)
    yield play
    look.set(motion=False)


def test_each_ten_seconds_can_be_seen(moving: Play) -> None:
    moving.open("L2")
    moving.screen.page.start.action()
    moving.sync()
    moving.advance(1000)
    moving.pump(3)
    background = moving.screen.background
    seen = []
    for _ in range(11):
        moving.advance(1000)
        seen.append(background._flaring is not None)
        moving.wait(lambda: background._flaring is None)
    assert sum(seen) == 1, seen
