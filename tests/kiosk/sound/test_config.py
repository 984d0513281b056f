"""config/sound.toml: the one that ships fits, a wrong one is named by file, line and key."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.engine.config import ConfigError
from kiosk.sound.config import SoundConfig, load_sound_config


def test_the_shipped_file_says_the_defaults() -> None:
    assert load_sound_config(Path("config/sound.toml")) == SoundConfig()


@pytest.mark.parametrize(
    "line", ["block = 7", "ahead = 1", "loud = true", 'voice = "yes"', "render_limit_s = 0", "rest_after_s = -1"]
)
def test_a_wrong_line_is_named(line: str, tmp_path: Path) -> None:
    path = tmp_path / "sound.toml"
    path.write_text(f"# mine\n{line}\n")
    with pytest.raises(ConfigError) as raised:
        load_sound_config(path)
    assert raised.value.line == 2
    assert raised.value.key == line.partition(" ")[0]


def test_the_file_of_an_earlier_release_is_taken_without_its_reserve(tmp_path: Path) -> None:
    path = tmp_path / "sound.toml"
    path.write_text('block = 512\nahead = 1\nahead_idle = 1\ndevice = "hat"\n')
    assert load_sound_config(path) == SoundConfig(device="hat", block=512)
