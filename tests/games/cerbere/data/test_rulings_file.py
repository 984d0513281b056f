"""`cerbere/rulings.toml`: the switches of section 4.4, and what every data file says when it cannot be read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.engine.config import ConfigError
from companion.engine.packaged import own_file
from companion.games.cerbere.data.catalogue import load_catalogue
from companion.games.cerbere.data.faces import load_faces
from companion.games.cerbere.data.rulings import GatesZone, Rulings, load_rulings
from companion.games.cerbere.data.tags import load_tags

LOADERS: dict[str, Callable[[Path], Any]] = {
    "rulings.toml": load_rulings,
    "cards.toml": load_catalogue,
    "boards.toml": load_faces,
    "box.toml": lambda folder: load_tags("", folder),
}


def test_the_packaged_rulings_are_the_recommended_ones(tmp_path: Path) -> None:
    assert load_rulings(None) == load_rulings(tmp_path) == Rulings()


def test_CB_Q22_CB_Q12_an_owner_s_rulings(tmp_path: Path) -> None:
    (tmp_path / "cerbere").mkdir()
    (tmp_path / "cerbere" / "rulings.toml").write_text('fast_die = true\ngates_zone = "text"\n')
    assert load_rulings(tmp_path) == Rulings(fast_die=True, gates_zone=GatesZone.TEXT)
    (tmp_path / "cerbere" / "rulings.toml").write_text("follow_cards = false")
    assert load_rulings(tmp_path) == Rulings(follow_cards=False)


@pytest.mark.parametrize("name", LOADERS)
def test_a_file_that_cannot_be_read_is_not_passed_over(tmp_path: Path, name: str) -> None:
    """An owner's file that is there is never replaced by the packaged one in silence."""
    load = LOADERS[name]
    own = tmp_path / "cerbere" / name
    own.mkdir(parents=True)
    with pytest.raises(ConfigError) as caught:
        load(tmp_path)
    assert (caught.value.code, caught.value.file) == ("file_unreadable", own)
    own.rmdir()
    own.write_bytes(b"# Cerb\xe8re\n")
    with pytest.raises(ConfigError) as caught:
        load(tmp_path)
    assert (caught.value.code, caught.value.line) == ("not_utf8", 1)
    own.write_text("a = 1\nb = [1,\n  2\nc = 3\n")
    with pytest.raises(ConfigError) as caught:
        load(tmp_path)
    assert (caught.value.code, caught.value.line) == ("syntax", 4)


def test_a_folder_that_may_not_be_looked_into(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def denied(self: Path) -> bool:
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr(Path, "exists", denied)
    assert own_file("cerbere", "cards.toml", tmp_path) == tmp_path / "cerbere" / "cards.toml", (
        "whoever reads it tells why"
    )
    assert own_file("cerbere", "cards.toml", None) is None
