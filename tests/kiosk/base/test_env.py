"""The environment Kivy is started in."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from kiosk import env


def test_too_late(window: object, tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="before Kivy"):
        env.prepare((800, 480), tmp_path)


def test_unwritable_folder(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    blocked = tmp_path / "state"
    blocked.write_text("a file where the folder should be")
    home = env._home(blocked)
    assert home.is_dir()
    assert blocked not in home.parents
    assert "temporary folder" in caplog.text


def test_one_source_of_touches(window: object) -> None:
    from kivy.config import Config

    assert [name for name, _ in Config.items("input")] == ["mouse"]
    assert os.environ["SDL_TOUCH_MOUSE_EVENTS"] == "0"
    assert os.environ["KIVY_METRICS_DENSITY"] == "1"
