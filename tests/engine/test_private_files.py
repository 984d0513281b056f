"""What the companion writes is its owner's alone, whatever the umask; a full disk costs no traceback."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.options import JOURNAL
from tests.patience import WHOLE_S

START = {"open": {"game": "infernal_wagon", "seats": ["Ana", "Bo"], "seed": 7}}


@pytest.fixture(autouse=True)
def loose_umask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


def run(data: Path, *before: str) -> subprocess.CompletedProcess[bytes]:
    """The real process, started by hand."""
    script = "\n".join((*before, "from companion.__main__ import main; import sys; sys.exit(main())"))
    words = [sys.executable, "-c", script, "headless", "--moves", "--data", str(data), "--clock", "manual"]
    lines = [START, {"move": {"type": "confirm"}}, {"move": {"type": "start"}}]
    return subprocess.run(
        words, input=b"".join(json.dumps(line).encode() + b"\n" for line in lines), capture_output=True, timeout=WHOLE_S
    )


def modes(folder: Path) -> dict[str, str]:
    return {path.name: oct(path.stat().st_mode & 0o777) for path in (folder, *folder.iterdir())}


def test_journal_log_and_folder_are_the_owners_alone(tmp_path: Path) -> None:
    data = tmp_path / "home" / "companion"
    assert run(data).returncode == 0
    found = modes(data)
    assert found.pop("companion") == "0o700"
    assert {JOURNAL, f"{JOURNAL}.lock", f"{JOURNAL}.mark", "companion.log"} <= set(found)
    assert set(found.values()) == {"0o600"}


def test_files_of_an_earlier_companion_become_the_owners_alone(tmp_path: Path) -> None:
    data = tmp_path / "companion"
    run(data)
    for path in data.iterdir():
        path.chmod(0o644)
    run(data)
    found = modes(data)
    assert {found[name] for name in (JOURNAL, "companion.log")} == {"0o600"}


def test_the_support_file_is_the_owners_alone(tmp_path: Path) -> None:
    from companion.tools.doctor.support import write_support

    path = write_support(tmp_path, [], {}, tmp_path / "support.zip")
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_full_disk_at_the_start_prints_no_traceback(tmp_path: Path) -> None:
    """No file may grow: neither the journal nor the log."""
    done = run(
        tmp_path / "data",
        "import resource, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)",
        "resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))",
    )
    assert b"Traceback" not in done.stderr and b"Logging error" not in done.stderr, done.stderr.decode()
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == 3 and all(answer["ok"] for answer in answers)
    assert not any(answer.get("saved", True) for answer in answers)


@pytest.mark.parametrize(
    "unit", sorted(path.name for path in (Path(__file__).parents[2] / "systemd/units").glob("*.service"))
)
def test_a_unit_writes_no_core_file(unit: str) -> None:
    """What the memory holds is secret: hands, boats, tokens."""
    text = (Path(__file__).parents[2] / "systemd/units" / unit).read_text()
    assert "\nLimitCORE=0\n" in text.partition("[Service]")[2]
