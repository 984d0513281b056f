"""Panels in a folder of input devices, read by the kiosk's own provider."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kiosk.storage.settings import SettingsFile
from kiosk.touch.devices import InputDevices
from kiosk.window.touch_source import Fingers
from tests.kiosk.touch.panel import PluggedPanel


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where devices are plugged in."""
    made = tmp_path / "input"
    made.mkdir()
    return made


@pytest.fixture
def fingers(folder: Path, window: Any) -> Iterator[Fingers]:
    """The provider over that folder, asked by Kivy's event loop."""
    made = Fingers(SettingsFile(folder.parent / "data"), InputDevices(folder))
    made.start()
    yield made
    made.close()


@pytest.fixture
def plug(folder: Path) -> Iterator[Any]:
    """`plug("goodix")`: a panel that is there from now on."""
    panels: list[PluggedPanel] = []

    def make(name: str, number: int = 0) -> PluggedPanel:
        panels.append(PluggedPanel(name, folder, number))
        return panels[-1]

    yield make
    for panel in panels:
        panel.unplug()
