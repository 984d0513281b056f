"""What the tests of the drivers share."""

from __future__ import annotations

from pathlib import Path

import pytest

from drivers.light_table import LightTable, load_lights
from tests.drivers.inbox import Inbox

CONFIG = Path(__file__).parents[2] / "config"


@pytest.fixture
def inbox() -> Inbox:
    return Inbox()


@pytest.fixture(scope="session")
def lights() -> LightTable:
    return load_lights(CONFIG / "lamps.toml")
