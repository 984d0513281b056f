"""Root works in the folders of the kiosk's user, who has planted links there: nothing of root's changes.

All 21 commands with every link (1,500 combinations): `make soak ARGS="--only links"`.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from companion.rights import ROOT, Owner, owner_of, reach
from tests.tools.soak.links import as_root, planted


@pytest.mark.slow
@pytest.mark.skipif(not as_root(), reason="needs root, or a range of users of one's own (uidmap)")
def test_nothing_of_roots_changes_and_each_command_works() -> None:
    found = planted("one")
    assert found.wrong == []
    assert found.plain == [], "without a link"
    assert found.scripts == [], "command.sh and the installer"
    assert found.combinations > 40


def test_the_owner_is_the_first_on_the_way_who_is_not_root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "theirs").mkdir()
    (tmp_path / "ours").mkdir()
    (tmp_path / "ours/link").symlink_to("../theirs/deep")
    (tmp_path / "ours/round").symlink_to("round")
    owners = {str(tmp_path / "theirs"): 1234}
    look = Path.lstat

    def lstat(path: Path) -> os.stat_result:
        seen = look(path)
        return os.stat_result((*seen[:4], owners.get(str(path), 0), owners.get(str(path), 0), *seen[6:]))

    monkeypatch.setattr(Path, "lstat", lstat)
    them = Owner(1234, 1234)
    assert owner_of(tmp_path / "ours/new") == ROOT
    assert owner_of(tmp_path / "theirs/new/newer") == them
    assert owner_of(tmp_path / "ours/link/file") == them
    assert owner_of(tmp_path / "theirs/../ours") == them, "they might turn their folder into a link"
    assert owner_of(tmp_path / "ours/../ours/file") == ROOT
    assert owner_of(tmp_path / "ours/round/file") == ROOT


def test_only_what_was_named_is_within_reach(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    within = reach([Path("out.tar.gz")], [Path("/etc/companion")])
    assert Path("out.tar.gz") in within and tmp_path / "x/../out.tar.gz" in within
    assert Path("/etc/companion/cerbere/box.toml") in within
    for other in ("other", "/etc/companion", "/etc/companion/../shadow", "/etc/companionship/x"):
        assert Path(other) not in within
