"""A settings file with more readers than a table can have."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.engine.config import ConfigError
from drivers.config import MOST_READERS, load_table


def _file(folder: Path, count: int) -> Path:
    path = folder / "table.toml"
    path.write_text("".join(f'[[readers]]\nname = "r{n}"\nport = ""\nprotocol = "rdm6300"\n' for n in range(count)))
    return path


def test_more_readers_than_there_are_ports_are_a_mistake_with_line_and_key(tmp_path: Path) -> None:
    assert len(load_table(_file(tmp_path, MOST_READERS)).readers) == MOST_READERS
    with pytest.raises(ConfigError) as caught:
        load_table(_file(tmp_path, 1_000))
    assert f"table.toml:{4 * MOST_READERS + 2}: readers[{MOST_READERS}].name" in str(caught.value)
