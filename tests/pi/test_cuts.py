"""What a disk holds after its power was cut is judged rightly: a game that was kept, and one that lost something."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.patience import WHOLE_S
from tests.tools.pi.cuts import Games, examined, headless
from tests.tools.pi.devices import WAGON

OFFSET = 1 << 20
"""Bytes before the file system, as on a card."""
GAMES = Games(OFFSET, "/companion/state")
MEGABYTES = 16


@pytest.fixture(scope="module")
def disk(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, int, Any]:
    """A disk with a game that nobody has closed, its entries, and its view."""
    folder = tmp_path_factory.mktemp("disk")
    data, config = folder / "root/companion/state", folder / "config"
    data.mkdir(parents=True)
    keys = ["confirm", "start"]
    requests: list[dict[str, Any]] = [{"open": WAGON}, *({"choose": {"key": key}} for key in keys), {"view": {}}]
    answers = headless(data, config, requests, WHOLE_S)
    image = folder / "disk.img"
    part = folder / "part.img"
    subprocess.run(["mke2fs", "-q", "-t", "ext4", "-d", folder / "root", part, f"{MEGABYTES}M"], check=True)
    image.write_bytes(bytes(OFFSET) + part.read_bytes())
    return image, len(keys), answers[-1]["view"]


def test_a_game_that_was_kept_comes_back_held(disk: tuple[Path, int, Any], tmp_path: Path) -> None:
    image, entries, before = disk
    assert examined(image, GAMES, tmp_path / "disk", entries, before) is False
    assert examined(image, GAMES, tmp_path / "disk", entries - 1, {}) is False, "more is there than was acknowledged"


def test_a_lost_entry_is_seen(disk: tuple[Path, int, Any], tmp_path: Path) -> None:
    image, entries, before = disk
    with pytest.raises(AssertionError, match="1 of 3 acknowledged entries are lost"):
        examined(image, GAMES, tmp_path / "disk", entries + 1, before)
    with pytest.raises(AssertionError, match="pile: 66, it was 65"):
        examined(image, GAMES, tmp_path / "disk", entries, before | {"pile": 65})
