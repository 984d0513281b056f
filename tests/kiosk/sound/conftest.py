"""The sound is rendered once a session and shared by all tests of this folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from kiosk.sound import cache


@pytest.fixture(scope="session")
def sound_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache folder with the rendered sound. Do not write into it."""
    folder = tmp_path_factory.mktemp("sound")
    cache.render(folder)
    return folder


@pytest.fixture(scope="session")
def sounds(sound_dir: Path) -> cache.Sounds:
    return cache.load(sound_dir)
