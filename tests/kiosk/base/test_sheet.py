"""Every page of the picture sheet draws, wide and upright, with no widget out of the window."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kiosk import env
from kiosk.picture import pixels, shoot
from tests.thorough import THOROUGH
from tests.tools.gallery.widget_pages import PAGES


@pytest.mark.parametrize("size", env.SIZES if THOROUGH else ((800, 480), (720, 1280)))
@pytest.mark.parametrize("name", PAGES)
def test_page(name: str, size: tuple[int, int], window: Any) -> None:
    window(PAGES[name](), size=size)
    width, height, data = pixels()
    assert (width, height) == size
    assert len({data[i : i + 3] for i in range(0, len(data), 4 * 97)}) > 20


def test_picture_file(tmp_path: Path, window: Any) -> None:
    window(PAGES["calm"]())
    path = shoot(tmp_path / "calm.png")
    assert path.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    with pytest.raises(OSError, match="No such file"):
        shoot(tmp_path / "a" / "calm.png")
    assert not (tmp_path / "a").exists(), "a typing error makes no folder"
