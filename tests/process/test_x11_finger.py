"""On a desktop the fingers are the X server's: from its touchscreen through SDL to the kiosk, once each."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.process.machine import Kiosk, insist
from tests.process.test_finger import GATE, phase
from tests.process.xorg import TOUCH_BEGIN, TOUCH_END, Xorg

pytestmark = pytest.mark.process


def test_a_finger_on_the_x_servers_touchscreen_opens_a_game(tmp_path: Path) -> None:
    with Xorg(tmp_path / "x") as server:
        environment = {"SDL_VIDEODRIVER": "x11", "DISPLAY": server.display}
        with Kiosk(tmp_path, env=environment, seen=True) as kiosk:
            home = kiosk.picture()
            insist(
                lambda: tap(server, *kiosk.place(GATE)), lambda: phase(kiosk) == "setup", "the set-up of Infernal Wagon"
            )
            kiosk.shows(lambda picture: picture.changed(home) > 0.05, "the set-up's screen")


def tap(server: Xorg, x: float, y: float) -> None:
    """A finger, down and up."""
    server.touch(1, TOUCH_BEGIN, x, y)
    server.touch(1, TOUCH_END, x, y)
