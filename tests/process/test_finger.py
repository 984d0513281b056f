"""Fingers on the glass of the real process: bytes of recorded panels go in, and the picture and the game change."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from kiosk.storage.settings import Rotation
from tests.kiosk.touch.panel import PluggedPanel
from tests.process.machine import Kiosk, insist

pytestmark = pytest.mark.process
Plug = Callable[..., PluggedPanel]
GATE = "Infernal Wagon"
"""Its gate on the home screen."""


@pytest.fixture
def plugged(tmp_path: Path) -> Iterator[Plug]:
    """`plugged("goodix", 7)`: a panel, event7, in the folder of input devices."""
    panels: list[PluggedPanel] = []

    def plug(name: str, number: int = 0) -> PluggedPanel:
        panels.append(PluggedPanel(name, tmp_path / "input", number))
        return panels[-1]

    yield plug
    for panel in panels:
        panel.unplug()


def phase(kiosk: Kiosk) -> str | None:
    """The phase of the game that is open; None: there is none."""
    answer = kiosk.line(b'{"view": {}}')
    return str(answer["view"]["phase"]) if answer["ok"] else None


@pytest.mark.parametrize(
    ("panel", "size", "rotation"),
    [
        ("ft5406", "800x480", 0),
        ("goodix", "720x1280", 90),
        ("usb_hid", "1280x720", 180),
        ("usb_hid", "480x800", 270),
    ],
)
def test_a_finger_opens_a_game_on_every_display(
    panel: str, size: str, rotation: Rotation, plugged: Plug, tmp_path: Path
) -> None:
    (tmp_path / "data").mkdir()
    settings = {"rotation": rotation, "language": "en", "offered": True}
    (tmp_path / "data" / "settings.json").write_text(json.dumps(settings))
    glass = plugged(panel)
    with Kiosk(tmp_path, size=size, more=("--input-devices", str(tmp_path / "input"))) as kiosk:
        home = kiosk.picture()
        insist(lambda: glass.tap(*kiosk.place(GATE)), lambda: phase(kiosk) == "setup", "the set-up of Infernal Wagon")
        kiosk.shows(lambda picture: picture.changed(home) > 0.05, "the set-up's screen")


def test_a_panel_that_is_plugged_in_while_the_kiosk_sleeps(plugged: Plug, tmp_path: Path) -> None:
    folder = tmp_path / "input"
    folder.mkdir()
    with Kiosk(tmp_path, more=("--input-devices", str(folder))) as kiosk:
        kiosk.picture()
        glass = plugged("usb_hid", 7)
        insist(lambda: glass.tap(*kiosk.place(GATE)), lambda: phase(kiosk) == "setup", "the set-up of Infernal Wagon")
        glass.unplug()
        again = plugged("ft5406", 7)
        before = kiosk.picture()
        insist(
            lambda: again.tap(*kiosk.place("back")),
            lambda: kiosk.picture().changed(before) > 0.01,
            "an answer to the other panel",
        )
