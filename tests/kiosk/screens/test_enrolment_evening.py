"""An invented box of each game, enrolled through the touchscreen to its last card and played with.

`pytest -s` prints what it took.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.kiosk.screens.enrolled_boxes import BOXES_OF, hellrail
from tests.kiosk.screens.enrolling import Enroller


@pytest.fixture
def hands(tmp_path: Path, window: Any, english: None) -> Iterator[Enroller]:
    """A kiosk in the window, in English, where nothing moves."""
    made = Enroller(tmp_path, window(None, (800, 480)))
    yield made
    made.close()


@pytest.mark.slow
@pytest.mark.parametrize("game", BOXES_OF)
def test_a_whole_box_is_enrolled_by_touch_and_played_with(hands: Enroller, game: str) -> None:
    BOXES_OF[game](hands)
    print(hands.report(game))


def test_a_deck_that_is_not_whole_is_played_with_as_far_as_it_is(hands: Enroller) -> None:
    hellrail(hands, few=True)
