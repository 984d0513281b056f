"""A hub's backup, by the lines of docs/network.md, while the hub runs; and brought back."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from pathlib import Path
from random import Random

from companion.hub.ingest import Ingest
from companion.hub.sqlite_store import SqliteStore
from tests.hub.tables import Table, Wire
from tests.hub.test_replica import agree, settle

PAGE = Path(__file__).resolve().parents[2] / "docs" / "network.md"
NOT_HERE = ("apt-get", "systemctl", "-u")
"""Brings a package, asks systemd, or wants PostgreSQL's server."""


def lines() -> tuple[list[str], list[str]]:
    """Those that make a backup, and those that bring it back."""
    text = PAGE.read_text("utf-8").partition("## When the hub's machine dies")[2].partition("\n## ")[0]
    typed = [line.strip() for line in text.splitlines() if line.startswith("    ")]
    back = typed.index("sudo systemctl stop companion-hub mosquitto")
    return typed[:back], typed[back:]


def run(root: Path, line: str) -> None:
    """As it stands there, below another root, and by whoever runs this."""
    words = [word for word in shlex.split(line) if word not in ("sudo", "-o", "-g", "companion-hub")]
    if words[0] in NOT_HERE:
        return
    moved = [re.sub(r"/(var/lib/companion-hub|root|etc)/", rf"{root}/\1/", word) for word in words]
    subprocess.run(moved, check=True)


def test_a_backup_brings_back_what_the_hub_had_and_tables_bring_the_rest(tmp_path: Path) -> None:
    """The hub runs meanwhile, and then loses its power: its -wal is newer than the backup."""
    settings, kept = tmp_path / "etc/companion-hub/hub.toml", tmp_path / "var/lib/companion-hub"
    for folder in (settings.parent, kept, tmp_path / "root", tmp_path / "etc/mosquitto"):
        folder.mkdir(parents=True)
    settings.write_text("one")
    line, rng = Wire(Ingest(SqliteStore(kept / "hub.db")), Random(1)), Random(1)
    table, gone = Table("t1", line), Table("t2", line)
    for one in (table, gone):
        one.open(1, 1)
        settle(line, one)
    save, bring_back = lines()
    for command in save:
        run(tmp_path, command)
    table.play(rng)
    settle(line, table)
    shutil.copytree(kept, tmp_path / "cut")
    line.hub.close()
    for left in (tmp_path / "cut").iterdir():
        shutil.copy(left, kept)
    settings.write_text("another")
    for command in bring_back:
        run(tmp_path, command)
    assert settings.read_text() == "one" and (kept / "hub.db").stat().st_mode & 0o777 == 0o600
    line.hub = Ingest(SqliteStore(kept / "hub.db"))
    agree(gone, line.hub)
    settle(line, table)
    agree(table, line.hub)
    line.hub.close()
