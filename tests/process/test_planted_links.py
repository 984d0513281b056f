"""Root works in the folders of the kiosk's user, who has planted links there: nothing of root's changes.

Really as root: tests/rights/prove_planted_links.py; every combination: `make soak ARGS="--only links"`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.rights import ROOT, FileOwner, openable_files, owner_of
from tests.patience import WHOLE_S
from tests.process import machine
from tests.process.pretended_root import THEM


@pytest.mark.process
def test_each_file_is_opened_with_the_rights_of_whoever_leads_to_it(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "tests.process.pretended_root", str(tmp_path)]
    ended = subprocess.run(words, cwd=machine.ROOT, capture_output=True, text=True, timeout=WHOLE_S, check=False)
    assert ended.returncode == 0, ended.stderr
    found = json.loads(ended.stdout)
    assert found["status"] == 0
    refused = {what for what, answer in found["said"].items() if answer != "done"}
    assert refused == {"read ours/secret", "read theirs/../ours/secret"}, "they were not named"
    assert set(map(found["said"].get, refused)) == {"PermissionError"}
    by = {(path, user) for path, user in found["done"]}
    assert {("ours/plain", 0), ("ours/link", THEM), ("theirs/state/link", THEM)} <= by
    assert {user for path, user in by if path.startswith("theirs")} == {THEM}
    assert {user for path, user in by if "nothing" in path} == {THEM}, "where their link leads to"
    assert {user for path, user in by if path.startswith(("ours/out", "ours/.out"))} == {0}
    assert not any("secret" in path for path, _user in by)


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
    them = FileOwner(1234, 1234)
    assert owner_of(tmp_path / "ours/new") == ROOT
    assert owner_of(tmp_path / "theirs/new/newer") == them
    assert owner_of(tmp_path / "ours/link/file") == them
    assert owner_of(tmp_path / "theirs/../ours") == them, "they might turn their folder into a link"
    assert owner_of(tmp_path / "ours/../ours/file") == ROOT
    assert owner_of(tmp_path / "ours/round/file") == ROOT


def test_only_what_was_named_is_within_reach(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    within = openable_files([Path("out.tar.gz")], [Path("/etc/companion")])
    assert Path("out.tar.gz") in within and tmp_path / "x/../out.tar.gz" in within
    assert Path("/etc/companion/cerbere/box.toml") in within
    for other in ("other", "/etc/companion", "/etc/companion/../shadow", "/etc/companionship/x"):
        assert Path(other) not in within
