"""What the tests of the drivers share."""

from __future__ import annotations

import errno
import tomllib
from pathlib import Path

import pytest

from drivers.light_table import LightTable, load_lights
from tests.drivers.inbox import Inbox

CONFIG = Path(__file__).parents[2] / "config"


@pytest.fixture(autouse=True)
def _no_pcscd(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is installed on this machine is no part of a test."""

    def functions() -> None:
        raise OSError(errno.ENOPKG, "not installed")

    monkeypatch.setattr("drivers.readers.pcsc_library.functions", functions)


@pytest.fixture
def inbox() -> Inbox:
    return Inbox()


@pytest.fixture(scope="session")
def lights() -> LightTable:
    return load_lights(CONFIG / "lamps.toml")


@pytest.fixture(scope="session")
def vectors() -> dict[str, bytes]:
    """The published commands, by name."""
    text = (CONFIG.parent / "tests" / "data" / "rfid_vectors.toml").read_text(encoding="utf-8")
    return {command["name"]: bytes.fromhex(command["bytes"]) for command in tomllib.loads(text)["command"]}
