"""The files round the program: what is there, what must not be in them, whether the pins are whole."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.patience import WHOLE_S

ROOT = Path(__file__).resolve().parents[2]

REGISTRIES = tuple(
    ".".join(parts)
    for parts in (
        ("pypi", "org"),
        ("pythonhosted", "org"),
        ("piwheels", "org"),
        ("npmjs", "org"),
        ("npmjs", "com"),
        ("yarnpkg", "com"),
        ("deb", "debian", "org"),
        ("security", "debian", "org"),
        ("ftp", "debian", "org"),
        ("snapshot", "debian", "org"),
        ("archive", "raspberrypi", "com"),
        ("archive", "raspberrypi", "org"),
        ("archive", "ubuntu", "com"),
        ("crates", "io"),
        ("proxy", "golang", "org"),
        ("anaconda", "org"),
        ("docker", "io"),
    )
)
"""Hosts of package registries, put together here so that this file does not name them either."""


def tracked() -> list[Path]:
    """Every file that git knows or would add; without git, everything that is no build output."""
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if listing.returncode == 0:
        names = [Path(name) for name in listing.stdout.split("\0") if name]
    else:
        built = {".git", ".venv", "build", "__pycache__", ".mypy_cache", ".ruff_cache", ".pytest_cache"}
        names = [path.relative_to(ROOT) for path in ROOT.rglob("*") if not built & set(path.parts)]
    return [ROOT / name for name in names if (ROOT / name).is_file()]


TOP_LEVEL = {
    ".ci", ".gitignore", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "Makefile", "README.fr.md", "README.md",
    "companion", "config", "docs", "drivers", "kiosk", "pyproject.toml", "requirements", "systemd", "tests",
}  # fmt: skip


def test_nothing_was_committed_into_the_top_level_by_mistake() -> None:
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    committed = {name.split("/")[0] for name in listing.stdout.split("\0") if name}
    assert committed - TOP_LEVEL == set()


def test_no_file_names_a_package_registry() -> None:
    hosts = [host.encode() for host in REGISTRIES]
    texts = ((path, path.read_bytes().lower()) for path in tracked())
    assert [str(path.relative_to(ROOT)) for path, text in texts if any(host in text for host in hosts)] == []


def test_no_file_has_the_marks_of_a_merge() -> None:
    marks = tuple(b"\n" + sign * 7 + b" " for sign in (b"<", b">"))
    assert [path.name for path in tracked() if any(mark in path.read_bytes() for mark in marks)] == []


def test_no_source_names_a_source_or_a_page_that_is_not_there() -> None:
    files = tracked()
    names = {path.name for path in files}
    sources = [path for path in files if path.suffix in {".py", ".css"} and path.parts[len(ROOT.parts)] != "tests"]
    said = {name for path in sources for name in re.findall(r"[\w-]+\.(?:py|md)\b", path.read_text(encoding="utf-8"))}
    assert sources and said - names == set()


@pytest.mark.parametrize("name", [".ci/run", ".ci/venv", ".ci/packages", "systemd/install.sh"])
def test_scripts_run_and_are_good_bash(name: str) -> None:
    assert os.access(ROOT / name, os.X_OK)
    assert "set -euo pipefail" in (ROOT / name).read_text(encoding="utf-8")
    subprocess.run(["bash", "-n", ROOT / name], check=True)


TARGETS = (
    "run", "ready", "test", "lint", "soak", "bench", "gallery", "locale", "clean", "install", "update", "uninstall",
    "wheel", "wheel-test", "prove-install", "prove-hub", "install-hub", "prove-pi", "bench-pi", "image",
)  # fmt: skip


def test_make_knows_its_targets() -> None:
    listed = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert [target for target in TARGETS if not re.search(rf"^  make {target} +\w", listed, re.MULTILINE)] == []
    for target in TARGETS:
        dry = subprocess.run(["make", "-n", target], cwd=ROOT, capture_output=True, text=True, check=False)
        assert dry.returncode == 0, dry.stderr


def test_each_group_of_packages_is_one_that_a_target_brings() -> None:
    groups = set(re.findall(r"^for_(\w+)\(\)", (ROOT / ".ci/packages").read_text(encoding="utf-8"), re.MULTILINE))
    brought = set(re.findall(r"\bpackages-(\w+)", (ROOT / "Makefile").read_text(encoding="utf-8")))
    for script in ("prove-fresh", "prove-install", "prove-hub", "on-pi", "image"):
        brought |= set(re.findall(r"^ *\.ci/packages (\w+)$", (ROOT / ".ci" / script).read_text(), re.MULTILINE))
    assert groups == brought | {"run"}


@pytest.mark.parametrize("target", ["hub", "prove-link", "bench-hub", "prove-web", "prove-home", "prove-voice", "tray"])
def test_a_target_that_needs_a_program_brings_it(target: str) -> None:
    dry = subprocess.run(["make", "-n", target], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert re.search(r"^\.ci/packages (?!test$)\w+$", dry, re.MULTILINE)


PINNED = ("base", "dev", "pi", "bench", "voice", "web", "home", "esphome")


@pytest.mark.parametrize("name", PINNED)
def test_requirements_are_pinned_with_hashes(name: str) -> None:
    text = (ROOT / f"requirements/{name}.txt").read_text(encoding="utf-8")
    pinned = re.findall(r"^[a-z0-9-]+==[^ ]+(?: ;[^\\\n]+)? \\\n    --hash=sha256:[0-9a-f]{64}", text, re.MULTILINE)
    assert len(pinned) == len(re.findall(r"^[a-zA-Z]", text, re.MULTILINE)) > 0
    wanted = re.findall(r"^[a-z][\w-]+", (ROOT / f"requirements/{name}.in").read_text(encoding="utf-8"), re.MULTILINE)
    got = {line.split("==")[0] for line in pinned}
    assert {package for package in wanted if package not in got} == set()


def test_checking_needs_exactly_what_playing_needs_and_more() -> None:
    def pins(name: str) -> set[str]:
        return set(re.findall(r"^[a-z0-9-]+==\S+", (ROOT / name).read_text(encoding="utf-8"), re.MULTILINE))

    assert pins("requirements/base.txt") < pins("requirements/dev.txt")


def test_the_packages_that_are_installed_are_the_pinned_ones() -> None:
    from importlib.metadata import version

    for line in re.findall(r"^\S+==\S+", (ROOT / "requirements/base.in").read_text(encoding="utf-8"), re.MULTILINE):
        package, pin = line.split("==")
        assert version(package) == pin


def test_the_command_of_the_project_is_the_one_that_is_installed() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["scripts"] == {"companion": "companion.__main__:run"}
    launcher = Path(sys.executable).with_name("companion")
    if not launcher.exists():
        pytest.fail(f"{launcher} is missing: make ready")
    said = subprocess.run([launcher, "--help"], cwd="/", capture_output=True, text=True, check=False, timeout=WHOLE_S)
    assert said.returncode == 0, said.stderr
    assert said.stdout.startswith("usage: companion")


def test_every_dependency_has_its_licence_told() -> None:
    told = (ROOT / "docs/licences.md").read_text(encoding="utf-8").lower().replace("_", "-")
    packages = re.findall(
        r"^([a-z0-9-]+)==\S+ \\$", (ROOT / "requirements/dev.txt").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert [package for package in packages if package not in told] == []
