"""The support file: one archive for a bug report, without secrets and without names.

It is made of what is known to be harmless, not by striking out what is not: findings with their own words, counts of
the journal, settings that are choices of a list, and log messages without what was filled into them.
"""

from __future__ import annotations

import io
import os
import zipfile
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec

from companion.engine.atomic_file import write_whole
from companion.engine.journal_errors import DamagedJournal, JournalError
from companion.engine.journal_file import open_journal_to_read
from companion.engine.journal_names import open_plain
from companion.games.registry import GAMES
from companion.options import JOURNAL
from companion.tools.doctor import scrub
from companion.tools.doctor.catalogue import finding_text, status
from companion.tools.doctor.finding import Case, Checks, Finding, FindingFact, run_checks
from companion.tools.doctor.journal import running_companion
from companion.tools.doctor.system import System
from companion.tools.doctor.versions import companion_version, wanted

LOG_LINES = 400
"""The last ones."""
ABOUT = """\
A support file of the Infernal Companion.

findings.json   what `companion doctor` found; names, users and tags are left out
config.json     what is connected and what was chosen
versions.json   programs and machine
journal.json    how many games and entries there are; no game is in here
log.txt         the last lines of the log, without what was filled in
"""
SupportSource = Callable[[], dict[str, Any]]


def write_support(
    data: Path,
    findings: Sequence[Finding],
    settings: dict[str, Any],
    output: Path | None = None,
    system: System | None = None,
) -> Path:
    """Write the archive to `output`, else to the one USB stick that is there, else into `data`. Its path.

    :raises OSError: if it cannot be written.
    """
    members = archive_members(data, findings, settings, system or System())
    path = output or support_place(data) / f"companion-support-{datetime.now():%Y%m%d-%H%M%S}.zip"
    try:
        if output is None:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_whole(path, _archive(members), 0o600)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error
    return path


def support_place(data: Path) -> Path:
    """Return where the file goes: the only stick, else the companion's own folder."""
    from companion.tools.enrol.stick import sticks

    found = [stick for stick in sticks() if os.access(stick, os.W_OK)]
    return found[0] if len(found) == 1 else data


def archive_members(
    data: Path, findings: Sequence[Finding], settings: dict[str, Any], system: System
) -> dict[str, bytes]:
    """Return the members of the archive by their names."""
    return {
        "about.txt": ABOUT.encode(),
        "findings.json": _json({"status": status(findings), "findings": [_finding(one) for one in findings]}),
        "config.json": _json(settings),
        "versions.json": _json(_versions(system)),
        "journal.json": _json(_journal(data / JOURNAL)),
        "log.txt": "\n".join(_log(data / "companion.log")).encode(),
    }


def _json(given: object) -> bytes:
    return msgspec.json.format(msgspec.json.encode(given))


def _archive(members: dict[str, bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return file.getvalue()


def _finding(finding: Finding) -> dict[str, Any]:
    facts: dict[str, FindingFact] = {name: scrub.fact(name, value) for name, value in finding.facts.items()}
    said = finding_text(Finding(finding.code, facts, finding.level))
    return {"code": said.code, "level": said.level.name.lower(), "facts": facts, "what": said.what}


def _versions(system: System) -> dict[str, Any]:
    found = {name: system.version(name) for name in wanted(system)}
    release = dict(line.split("=", 1) for line in system.text("/etc/os-release").splitlines() if "=" in line)
    return {
        "companion": companion_version(system),
        "python": ".".join(map(str, system.python())),
        "packages": found,
        "machine": system.model(),
        "kernel": os.uname().release,
        "architecture": os.uname().machine,
        "system": release.get("PRETTY_NAME", "").strip('"'),
    }


def _journal(path: Path) -> dict[str, Any]:
    """Return counts only."""
    if not path.exists():
        return {"there": False}
    try:
        with open_journal_to_read(path) as db:
            counted = "SELECT name, status, record, count(*), sum(entries), max(entries) FROM game"
            rows = db.execute(f"{counted} GROUP BY name, status, record").fetchall()
            version = db.execute("PRAGMA user_version").fetchone()[0]
    except JournalError as error:
        return {"there": True, "error": error.code, "bytes": path.stat().st_size}
    except DamagedJournal:
        return {"there": True, "error": "journal_damaged", "bytes": path.stat().st_size}
    keys = ("game", "status", "record", "games", "entries", "longest")
    games = [dict(zip(keys, row, strict=True)) for row in rows if row[0] in GAMES]
    return {"there": True, "version": version, "bytes": path.stat().st_size, "games": games}


def _log(path: Path) -> list[str]:
    try:
        with open_plain(path) as file:
            lines = file.read().decode("utf-8", "replace").splitlines()
    except (OSError, JournalError):
        return []
    return list(scrub.log_lines(lines[-LOG_LINES:]))


def run(
    data: Path,
    config: Path,
    output: Path | None,
    checks: Checks,
    settings_in_short: Callable[[Path, Path], dict[str, Any]],
) -> None:
    """Examine, write the file and say where it is."""
    case = Case(data.absolute(), config.absolute(), quick=True, companion=running_companion(data))
    print(write_support(data, run_checks(checks(case)), settings_in_short(data, config), output))
