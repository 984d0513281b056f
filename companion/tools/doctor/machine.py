"""The checks of the engine's side: journal, disk, files, clock, power, groups, versions."""

from __future__ import annotations

import errno
import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

from companion.engine.foreign import of_errno
from companion.engine.program import ProgramError, ProgramFault, failed, garbage
from companion.options import JOURNAL
from companion.tools.doctor import files, journal, link, settings, versions
from companion.tools.doctor.finding import Case, Check, Finding
from companion.tools.doctor.system import System

MB = 1_000_000
LOW, FULL = 200 * MB, 20 * MB
"""Free bytes below which the disk is low, and below which games may no longer be saved."""
GROUPS = ("video", "render", "input", "audio", "dialout", "gpio")
"""The groups that own the devices of a companion."""
WRITTEN = (JOURNAL, f"{JOURNAL}-wal", f"{JOURNAL}-shm", f"{JOURNAL}.lock", "settings.json", "companion.log")
"""The files that a companion writes to."""
THROTTLED = "/sys/devices/platform/soc*/soc*:firmware/get_throttled"
_FLAGS = (
    (0, "undervoltage_now"),
    (1, "throttled_now"),
    (2, "throttled_now"),
    (3, "hot_now"),
    (16, "undervoltage_past"),
    (17, "throttled_past"),
    (18, "throttled_past"),
)
"""Bit of the firmware's word -> code."""
_OVER = {"undervoltage_past": "undervoltage_now", "throttled_past": "throttled_now"}
"""A past trouble -> the present one that makes it superfluous."""


def checks(system: System, case: Case) -> list[Check]:
    """Return all of them."""
    return [
        Check("groups", lambda: check_groups(system)),
        Check("power", lambda: power(system)),
        Check("clock", lambda: check_clock(system)),
        Check("versions", lambda: versions.look(system), 10),
        Check("journal", lambda: journal.look(system, case), 20),
        Check("disk", lambda: disk(system, case)),
        Check("files", lambda: files.look(case), 20),
        Check("settings", lambda: settings.look(case)),
        Check("link", lambda: link.look(case), link.LIMIT_S),
    ]


def disk(system: System, case: Case) -> Iterator[Finding]:
    """Check the room for games, and that their folder can be written."""
    path = str(case.data)
    hindrance = system.hindrance(case.data)
    there = next(folder for folder in (case.data, *case.data.parents) if system.exists(folder))
    free = system.disk(there).free
    if hindrance and free < MB:
        hindrance = 0  # it is the full disk, reported below
    elif hindrance:
        code = "state_read_only" if hindrance == errno.EROFS else "state_closed"
        yield Finding(code, {"path": path, "detail": of_errno(hindrance), "user": system.user()})
    elif closed := _closed(system, case.data):
        yield Finding("state_file_closed", {"path": path, "files": ", ".join(closed), "user": system.user()})
    code = "disk_full" if free < FULL else "disk_low" if free < LOW else "disk_well"
    yield Finding(code, {"free": free // MB, "path": path})
    if not hindrance and system.disk("/").read_only:
        yield Finding("root_read_only")


def _closed(system: System, data: Path) -> list[str]:
    """Return the files there that this user may not write to."""
    return [name for name in WRITTEN if system.exists(data / name) and not system.may(data / name, "rw")]


def check_groups(system: System) -> Iterator[Finding]:
    """Check that the user is in the groups that own the devices, as far as this machine has them."""
    user = system.user()
    has = system.groups()
    missing = [] if system.is_root() else [name for name in GROUPS if name in system.known_groups() - has]
    new = [name for name in missing if name in system.enlisted(user)]
    never = [name for name in missing if name not in new]
    if new:
        yield Finding("groups_new", {"user": user, "groups": ",".join(new)})
    if never:
        yield Finding("groups_missing", {"user": user, "groups": ",".join(never)})
    if not missing:
        yield Finding("groups_well", {"user": user})


def power(system: System) -> Iterator[Finding]:
    """Check the firmware's record of voltage and heat. A finding also says if this is no Pi."""
    if not system.is_pi():
        yield Finding("not_a_pi")
        return
    try:
        word = _throttled(system)
    except ProgramError as error:
        yield Finding("program_fails", {"program": error.program, "detail": error.what})
        return
    if word is None:
        return
    found = dict.fromkeys(code for bit, code in _FLAGS if word >> bit & 1)
    told = [code for code in found if _OVER.get(code) not in found]
    yield from (Finding(code) for code in told) if told else (Finding("power_well"),)


def _throttled(system: System) -> int | None:
    """Return the firmware's word, None if it does not say.

    :raises ProgramError: if the program that should ask it is there and does not.
    """
    for path in system.find(THROTTLED):
        text = system.text(path).strip()
        if text:
            return int(text, 16)
    try:
        told = system.run(["vcgencmd", "get_throttled"])
    except ProgramError as error:
        if error.fault is ProgramFault.MISSING:
            return None
        raise
    if told.status != 0:
        raise failed("vcgencmd", told.status)
    word = re.fullmatch(r"throttled=0x([0-9a-fA-F]{1,8})", told.out.strip())
    if word is None:
        raise garbage("vcgencmd")
    return int(word[1], 16)


def check_clock(system: System) -> Iterator[Finding]:
    """Check that the time of day can be right, and that something keeps it so."""
    now = system.now()
    built = system.changed(Path(__file__))
    if built is not None and now < built - timedelta(days=1):
        yield Finding("clock_wrong", {"now": _day(now), "built": _day(built)})
    elif system.is_pi() and not system.find("/dev/rtc*"):
        yield from _kept_by_the_network(system, now)
    else:
        yield Finding("clock_well", {"now": _day(now)})


def _kept_by_the_network(system: System, now: datetime) -> Iterator[Finding]:
    try:
        known = _network_time(system)
    except ProgramError as error:
        yield Finding("program_fails", {"program": error.program, "detail": error.what})
        known = False
    yield Finding("clock_well", {"now": _day(now)}) if known else Finding("clock_unset")


def _day(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%d %H:%M")


def _network_time(system: System) -> bool:
    """Return whether systemd has set the clock from the network since the start.

    :raises ProgramError: if the program that should know it is there and does not say.
    """
    if system.exists("/run/systemd/timesync/synchronized"):
        return True
    try:
        told = system.run(["timedatectl", "show", "--property=NTPSynchronized", "--value"])
    except ProgramError as error:
        if error.fault is ProgramFault.MISSING:
            return False
        raise
    if told.status != 0:
        raise failed("timedatectl", told.status)
    if told.out.strip() not in ("yes", "no"):
        raise garbage("timedatectl")
    return told.out.strip() == "yes"
