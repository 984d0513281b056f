"""The dials of Cerbère in the real process: pins turn, the table follows, and the lamps show how near the chase is."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.patience import until
from tests.process.lamp import glows
from tests.process.machine import TABLE, Kiosk

pytestmark = pytest.mark.process
ENCODERS = """
[[encoders]]
name = "rage"
a = 5
b = 6
[[encoders]]
name = "speed"
a = 16
b = 20
"""


def test_each_dial_turns_its_die_and_the_glow(tmp_path: Path) -> None:
    """The Rage is turned to the Hunt and back by its encoder, the Speed by its own."""
    with Kiosk(tmp_path, TABLE + ENCODERS, {"SDL_AUDIODRIVER": "dummy"}) as kiosk:
        kiosk.say(open={"game": "cerbere", "seats": ["Ana", "Bo", "Cy", "Di"]})
        kiosk.move("correct", patch={"die": 6})
        for encoder, steps, die, speed, mood in (
            ("rage", 2, 8, 3, "rage_1"),
            ("rage", -1, 7, 3, "rage_2"),
            ("speed", 2, 7, 5, "rage_2"),
            ("rage", 5, 9, 5, "armed"),
            ("rage", -3, 6, 5, "rage_3"),
        ):
            kiosk.say(turn={encoder: steps})
            until(lambda: kiosk.view["rage"]["die"] == die, f"the die on {die}")  # noqa: B023
            until(lambda: kiosk.view["rage"]["speed"] == speed, f"the speed {speed}")  # noqa: B023
            until(lambda: glows(kiosk.lamp, mood), f"the glow {mood}")  # noqa: B023
