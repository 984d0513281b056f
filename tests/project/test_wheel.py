"""The wheel holds every file that the program needs. That it works far from here: make wheel-test."""

from __future__ import annotations

import subprocess
import sys
import tomllib
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest

from companion.engine.packaged import PACKAGED

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    folder = tmp_path_factory.mktemp("wheel")
    built = subprocess.run(
        [ROOT / ".ci/wheel", Path(sys.executable).parents[1], folder], capture_output=True, text=True, check=False
    )
    assert built.returncode == 0, built.stderr
    (path,) = folder.iterdir()
    return zipfile.ZipFile(path)


def test_every_source_and_data_file_is_in_the_wheel(wheel: zipfile.ZipFile) -> None:
    held = {info.filename: info.file_size for info in wheel.infolist()}
    wanted = {
        str(path.relative_to(ROOT))
        for room in ("companion", "drivers", "kiosk")
        for path in (ROOT / room).rglob("*")
        if path.is_file() and path.suffix not in (".pyc", ".po", ".mo")
    }
    wanted |= {f"companion/config/{path.relative_to(ROOT / 'config')}" for path in (ROOT / "config").rglob("*.*")}
    wanted |= {f"companion/presentation/locale/{language}/LC_MESSAGES/companion.mo" for language in ("fr", "en")}
    assert len(wanted) > 100
    assert sorted(wanted - held.keys()) == []
    assert held["companion/presentation/locale/fr/LC_MESSAGES/companion.mo"] > 10_000
    assert [name for name in held if name.startswith("tests") or "__pycache__" in name] == []


def test_its_words_about_itself(wheel: zipfile.ZipFile) -> None:
    (name,) = [name for name in wheel.namelist() if name.endswith("/METADATA")]
    metadata = Parser().parsestr(wheel.read(name).decode("utf-8"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert metadata["Version"] == project["project"]["version"]
    assert metadata["Requires-Python"]
    (entry,) = [name for name in wheel.namelist() if name.endswith("/entry_points.txt")]
    assert wheel.read(entry).decode() == "[console_scripts]\ncompanion = companion.__main__:run\n"
    assert sum(name.endswith(("LICENSE", "OFL.txt")) for name in wheel.namelist()) == 2


def test_it_is_built_with_pinned_tools_that_are_there_already() -> None:
    pins = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["build-system"]["requires"]
    pinned = (ROOT / "requirements/base.txt").read_text(encoding="utf-8")
    assert [pin.partition("==")[0] for pin in pins] == ["setuptools", "babel"]
    assert all(f"{pin} " in pinned for pin in pins)


def test_the_packaged_files_are_the_ones_of_the_tree() -> None:
    assert PACKAGED == ROOT / "config"
    assert (ROOT / "companion/config").is_symlink(), "one copy: in the wheel it becomes a folder"
