"""The rendered sound."""

from __future__ import annotations

from pathlib import Path

import pytest

from kiosk.sound import cache
from tests.rendered_sound import rendered_sound


@pytest.fixture(scope="session")
def sound_dir() -> Path:
    """A cache folder with the rendered sound. Do not write into it."""
    return rendered_sound()


@pytest.fixture(scope="session")
def sounds(sound_dir: Path) -> cache.Sounds:
    return cache.load_sounds(sound_dir)
