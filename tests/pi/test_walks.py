"""What the steps do on the emulated machine leads through today's screens: tried here, without the machine."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.thorough import THOROUGH
from tests.tools.pi.places import places
from tests.tools.pi.play import Keep, cerbere_evening, hellrail_delivery, wagon_setup
from tests.tools.pi.twin import Hands, Twin


@pytest.mark.slow
@pytest.mark.parametrize("width, height", [(800, 480), *([(720, 1280)] if THOROUGH else [])])
def test_a_hand_finds_what_the_fingers_of_the_steps_touch(width: int, height: int, tmp_path: Path) -> None:
    found = places(width, height, tmp_path)
    assert {"gate", "boat", "boat undo", "secret from", "target 4"} <= found.keys()
    assert all(0 <= share <= 1 for place in found.values() for share in place)
    assert {path.stem for path in tmp_path.glob("*.png")} >= {"home", "tracking", "calibrate"}


@pytest.mark.slow
@pytest.mark.parametrize(
    "play, readers",
    [
        pytest.param(hellrail_delivery, ("train", "deliver"), id="hellrail"),
        *(
            [
                pytest.param(wagon_setup, ("table",), id="wagon"),
                pytest.param(cerbere_evening, ("table",), id="cerbere"),
            ]
            if THOROUGH
            else []
        ),
    ],
)
def test_the_games_of_the_steps_are_played_through(
    play: Callable[[Hands, Keep], None], readers: tuple[str, ...]
) -> None:
    kept: list[str] = []
    with Twin(*readers) as twin:
        play(twin, kept.append)
    assert kept
