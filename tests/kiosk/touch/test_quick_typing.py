"""A reader that types into the kiosk is noticed by its pace; somebody who writes is not."""

from __future__ import annotations

import pytest

from kiosk.touch.quick_typing import QuickTyping

DISC = [*map(ord, "0009351929"), 13]


def noticed(keys: list[int], gap_ms: int, slow: int = 0) -> int:
    """How often it is noticed; `slow`: so long before the fourth key."""
    count, now = 0, 1_000

    def tell() -> None:
        nonlocal count
        count += 1

    typing = QuickTyping(lambda: now, tell)
    for n, key in enumerate(keys):
        now += slow if n == 3 and slow else gap_ms
        assert typing.key_down(None, key, 0, "", []) is False
    return count


@pytest.mark.parametrize("gap_ms", [0, 8, 50])
def test_a_reader_is_noticed_each_time(gap_ms: int) -> None:
    assert noticed(DISC * 2, gap_ms) == 2
    assert noticed([*range(256, 266), 271], gap_ms) == 1


def test_a_hand_is_not() -> None:
    assert noticed(DISC, 90) == 0
    assert noticed([*map(ord, "12345"), 13], 8) == 0
    assert noticed([*map(ord, "ANNA"), 8, 8, 13], 8) == 0
    assert noticed(DISC[:-1], 8) == 0
    assert noticed([*map(ord, "12345678"), 13], 8, slow=300) == 0
