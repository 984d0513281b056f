"""Check that Python and the packages are those with which the companion was tested."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct

from companion.engine.text import N_, Text
from companion.tools.doctor.finding import Finding, FindingFact, Severity
from companion.tools.doctor.system import System

OLDEST, NEWEST = (3, 11), (3, 13)
"""Python versions for which all packages exist."""
PROJECT = Path(__file__).resolve().parents[3] / "pyproject.toml"
PARTS: dict[str, tuple[Text, Severity]] = {
    "kivy": (Text(N_("screen")), Severity.STOPS_PLAY),
    "msgspec": (Text(N_("game")), Severity.STOPS_PLAY),
    "numpy": (Text(N_("sound")), Severity.WARN),
    "pyserial": (Text(N_("card reader")), Severity.WARN),
    "gpiozero": (Text(N_("button and lamp")), Severity.WARN),
}
"""Package -> what does not work without it, and how grave that is. `lgpio` is looked at with the pins."""
_PIN = re.compile(r"^([A-Za-z0-9_.-]+)\s*([=><!~][^;]*)?(?:;\s*(.*))?$")


class WantedPackage(Struct, frozen=True):
    """A package as the companion asks for it: `limits` are `==2.3.1` or `>=2.4,<2.5`."""

    name: str
    limits: str
    extra: bool = False

    @property
    def plain(self) -> str:
        """For people: `2.3.1`, or the limits as they are."""
        return self.limits.removeprefix("==")


def wanted(system: System) -> dict[str, WantedPackage]:
    """Return what the companion requires, by name in lower case: from its installed package, else from the project."""
    lines = system.requires() or _of_project()
    found = (_PIN.match(line.strip()) for line in lines)
    packages = [WantedPackage(m[1].lower(), "".join((m[2] or "").split()), "extra" in (m[3] or "")) for m in found if m]
    return {package.name: package for package in packages}


def companion_version(system: System) -> str:
    """Return the companion's own version, "?" if it is unknown."""
    return system.version("infernal-companion") or str(_project().get("version", "?"))


def _project() -> dict[str, Any]:
    """`[project]` of pyproject.toml, for a companion that is run from its source."""
    try:
        return dict(tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"])
    except (OSError, ValueError, KeyError):
        return {}


def _of_project() -> list[str]:
    project = _project()
    extras = [f"{line}; extra" for lines in project.get("optional-dependencies", {}).values() for line in lines]
    return [*project.get("dependencies", ()), *extras]


def fits(version: str, limits: str) -> bool:
    """Return whether a version keeps to limits like `==2.3.1` or `>=2.4,<2.5` (numbers only; other marks pass)."""
    return all(_keeps(version, limit) for limit in limits.split(",") if limit)


def _keeps(version: str, limit: str) -> bool:
    found = re.match(r"(==|>=|<=|<|>)(.*)", limit)
    if found is None:
        return True
    if found[1] == "==":
        return version == found[2]
    ours, theirs = _numbers(version), _numbers(found[2])
    return {">=": ours >= theirs, "<=": ours <= theirs, "<": ours < theirs, ">": ours > theirs}[found[1]]


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", version)[:3])


def look(system: System) -> Iterator[Finding]:
    """Check Python, then each package."""
    python = system.python()
    said = f"{python[0]}.{python[1]}"
    if not OLDEST <= python <= NEWEST:
        yield Finding("python_wrong", {"found": said})
    wishes = [wish for wish in wanted(system).values() if not wish.extra]
    troubles = [finding for wish in wishes for finding in _package(system, wish)]
    yield from troubles
    if not troubles:
        facts: dict[str, FindingFact] = {"python": said, "packages": len(wishes)}
        yield Finding("versions_well", {**facts, "companion": companion_version(system)})


def _package(system: System, wish: WantedPackage) -> Iterator[Finding]:
    version = system.version(wish.name)
    if version is None:
        part, level = PARTS.get(wish.name, (Text(N_("proper lettering")), Severity.NOTE))
        yield Finding("package_missing", {"package": wish.name, "wanted": wish.plain, "part": part}, level)
    elif not fits(version, wish.limits):
        yield Finding("package_other", {"package": wish.name, "found": version, "wanted": wish.plain})
