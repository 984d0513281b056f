"""The sound on disk: made once, made again when damaged, and a disk that cannot be written costs only the cache."""

from __future__ import annotations

import logging
import os
import shutil
from pathlib import Path

import numpy as np
import pytest

from companion.engine.clock import ManualClock
from companion.engine.files import NoFile
from kiosk.sound import cache, player, prepare
from kiosk.sound.bank import RECIPES, key


@pytest.fixture
def copy(sound_dir: Path, tmp_path: Path) -> Path:
    """A cache of one's own, to spoil."""
    return Path(shutil.copytree(sound_dir, tmp_path / "cache"))


def test_the_cache_is_named_after_the_score_and_complete(sound_dir: Path, sounds: cache.Sounds) -> None:
    assert [entry.name for entry in sound_dir.iterdir()] == [f"sound-{key()}"]
    assert sorted(entry.name for entry in cache.sound_folder(sound_dir).iterdir()) == [
        "bank.i16",
        "bed.i16",
        "index.json",
    ]
    assert set(sounds.bank) == set(RECIPES)


@pytest.mark.parametrize(
    ("name", "size"), [("index.json", 100), ("bank.i16", 1000), ("bed.i16", 40_000_000), ("bed.i16", 40_320_000)]
)
def test_damage_is_noticed(copy: Path, name: str, size: int) -> None:
    path = cache.sound_folder(copy) / name
    data = bytearray(path.read_bytes()[:size])
    data[size // 2] ^= 1
    path.write_bytes(bytes(data))
    with pytest.raises(cache.DamagedCache):
        cache.load_sounds(copy)


@pytest.mark.parametrize("name", ["index.json", "bank.i16", "bed.i16"])
def test_nobody_waits_for_a_pipe(copy: Path, name: str) -> None:
    path = cache.sound_folder(copy) / name
    path.unlink()
    os.mkfifo(path)
    with pytest.raises(NoFile):
        cache.load_sounds(copy)


@pytest.mark.slow
def test_damage_is_repaired_in_a_process_of_its_own_and_older_releases_go(
    copy: Path, sounds: cache.Sounds, caplog: pytest.LogCaptureFixture
) -> None:
    (copy / "sound-of-last-year").mkdir()
    (cache.sound_folder(copy) / "bank.i16").write_bytes(b"noise")
    with caplog.at_level(logging.WARNING):
        again = prepare.SoundPreparation(copy).run()
    assert "damaged (bank.i16)" in caplog.text
    caplog.clear()  # the record holds the exception, and that this frame with its mapped file
    assert np.array_equal(again.bed, sounds.bed)
    assert [entry.name for entry in copy.iterdir()] == [cache.sound_folder(copy).name]


def test_a_place_that_cannot_be_written_is_an_oserror_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(OSError, match=r"file") as raised:
        prepare.SoundPreparation(tmp_path / "file" / "cache").run()
    assert "\n" not in str(raised.value)


def test_without_a_disk_the_sound_is_kept_in_memory(
    tmp_path: Path, sounds: cache.Sounds, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setattr(player, "render_in_memory", lambda: sounds)
    one = player.SoundPlayer(tmp_path / "file", "fr", "timed", 1.0, ManualClock())
    one._prepare()
    one.obey()
    assert one.report.ready
    assert [problem.code for problem in one.report.problems] == ["sound_not_saved"]
