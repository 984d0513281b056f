"""A picture of the window is written into a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kiosk.window.picture import shoot
from tests.tools.gallery.widget_pages import PAGES


def test_picture_file(tmp_path: Path, window: Any) -> None:
    window(PAGES["calm"]())
    path = shoot(tmp_path / "calm.png")
    assert path.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    with pytest.raises(OSError, match="No such file"):
        shoot(tmp_path / "a" / "calm.png")
    assert not (tmp_path / "a").exists(), "a typing error makes no folder"
