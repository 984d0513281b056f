"""The hub's installation, as far as a folder can stand for its machine: no package is fetched, no unit is started."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BUILD = f"""#!/bin/sh
mkdir -p "$2/bin" && cp -r "$1/systemd" "$1/config" "$2/"
printf '#!/bin/sh\\nPYTHONPATH={ROOT} exec {sys.executable} -P -m companion "$@"\\n' >"$2/bin/companion"
chmod +x "$2/bin/companion" && echo "$3" >"$2/KIND"
. "$1/systemd/release.sh" && tree_id "$1" >"$2/TREE"
"""


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A source tree in which a release is made at once."""
    found = tmp_path / "source"
    for name in ("systemd", "config"):
        shutil.copytree(ROOT / name, found / name)
    for name in ("companion", "drivers", "kiosk", "docs", "requirements", ".ci"):
        (found / name).mkdir()
    for name in ("requirements/base.txt", "pyproject.toml"):
        (found / name).touch()
    build = found / "systemd/build-release.sh"
    build.write_text(BUILD.replace("#!/bin/sh", "#!/usr/bin/env bash", 1))
    build.chmod(0o755)
    return found


def run(source: Path, root: Path, script: str, **env: str) -> subprocess.CompletedProcess[str]:
    programs = source.parent / "programs"
    programs.mkdir(exist_ok=True)
    asked = programs / "dpkg-query"
    asked.write_text("#!/bin/sh\nprintf 'install ok installed'\n")
    asked.chmod(0o755)
    return subprocess.run(
        [source / "systemd" / script],
        capture_output=True,
        text=True,
        check=False,
        env={"PATH": f"{programs}:{os.environ['PATH']}", "COMPANION_ROOT": str(root), **env},
    )


def test_a_hub_is_installed_updated_and_taken_off_again(source: Path, tmp_path: Path) -> None:
    root = tmp_path / "machine"
    (root / "etc/mosquitto/conf.d").mkdir(parents=True)
    done = run(source, root, "install-hub.sh")
    assert done.returncode == 0, done.stderr
    assert "companion hub invite table-1" in done.stdout and "fingerprint" in done.stdout
    app, settings = root / "opt/companion-hub", root / "etc/companion-hub"
    assert (app / "current").resolve() == app / "releases/1"
    assert (app / "current/KIND").read_text() == "hub\n", "with what PostgreSQL needs"
    text = (settings / "hub.toml").read_text()
    assert text.startswith("password = ") and "# quota_mb" in text, "the commented settings, and a password"
    assert stat.S_IMODE((settings / "hub.toml").stat().st_mode) == 0o640
    for path in (
        "etc/systemd/system/companion-hub.service",
        "usr/local/bin/companion",
        "etc/mosquitto/conf.d/companion.conf",
        "etc/mosquitto/certs/companion.pem",
    ):
        assert (root / path).is_file(), path
    assert stat.S_IMODE((settings / "authority").stat().st_mode) == 0o700
    before = {path: path.read_bytes() for path in (root / "etc").rglob("*") if path.is_file()}
    again = run(source, root, "install-hub.sh")
    assert again.returncode == 0 and "up to date" in again.stdout, again.stderr
    (source / "config/hub.toml").write_text("# another version\n")
    newer = run(source, root, "install-hub.sh")
    assert newer.returncode == 0 and (app / "current").resolve() == app / "releases/2", newer.stderr
    assert {path: path.read_bytes() for path in (root / "etc").rglob("*") if path.is_file()} == before
    (root / "var/lib/companion-hub").mkdir(parents=True)
    off = run(source, root, "uninstall-hub.sh")
    assert off.returncode == 0 and not app.exists() and settings.is_dir(), off.stderr
    assert not (root / "usr/local/bin/companion").exists()
    assert not (root / "etc/systemd/system/companion-hub.service").exists()
    gone = run(source, root, "uninstall-hub.sh", PURGE="1")
    assert "gone, with what tables sent" in gone.stdout
    assert gone.returncode == 0 and not settings.exists() and not (root / "var/lib/companion-hub").exists(), gone.stderr
    assert not [path for path in (root / "etc/mosquitto").rglob("*") if path.is_file()]


def test_the_command_of_a_table_stays_and_a_build_that_fails_changes_nothing(source: Path, tmp_path: Path) -> None:
    root = tmp_path / "machine"
    (root / "etc/mosquitto/conf.d").mkdir(parents=True)
    (root / "usr/local/bin").mkdir(parents=True)
    (root / "usr/local/bin/companion").write_text("the table's")
    assert run(source, root, "install-hub.sh").returncode == 0
    build = source / "systemd/build-release.sh"
    build.write_text("#!/bin/sh\nmkdir -p $2\nexit 1\n")
    failed = run(source, root, "install-hub.sh")
    assert failed.returncode == 1 and "nothing was changed" in failed.stderr
    app = root / "opt/companion-hub"
    assert (app / "current").resolve() == app / "releases/1" and not (app / "releases/2").exists()
    assert run(source, root, "uninstall-hub.sh").returncode == 0
    assert (root / "usr/local/bin/companion").read_text() == "the table's"


@pytest.mark.parametrize(
    ("store", "said"),
    [
        ("postgresql:///companion", "still in PostgreSQL. To remove"),
        ("postgres://hub:secret@db.lan/games", "still in PostgreSQL."),
        ("/srv/hub.db", "still in /srv/hub.db."),
    ],
)
def test_a_store_that_is_elsewhere_is_not_said_to_be_gone(source: Path, tmp_path: Path, store: str, said: str) -> None:
    root = tmp_path / "machine"
    (root / "etc/companion-hub").mkdir(parents=True)
    (root / "etc/companion-hub/hub.toml").write_text(f'password = "p"\nstore = "{store}" # ours\n')
    gone = run(source, root, "uninstall-hub.sh", PURGE="1")
    assert gone.returncode == 0 and said in gone.stdout and "secret" not in gone.stdout, gone.stderr
    assert not (root / "etc/companion-hub").exists()
