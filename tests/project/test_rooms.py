"""The rooms of the house know of each other only what design.md allows."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("companion", "drivers", "kiosk")
RUNTIME = {"companion/__main__.py", "companion/runtime.py"}
"""The one place that may know every room: it says which driver feeds which table."""

FORBIDDEN: dict[str, tuple[str, ...]] = {
    "companion": ("kivy", "gpiozero", "serial", "drivers", "kiosk"),
    "drivers": ("kivy", "kiosk", "companion.games"),
    "kiosk": ("serial", "gpiozero", "drivers"),
}


def sources() -> list[Path]:
    return sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.py"))


LATE = {"import_module": "", "__import__": "", "Made": "kiosk.screens."}
"""Functions that import what their first word names, and what stands before it."""


def imports(source: str, module: str, is_package: bool) -> Iterator[str]:
    """Every module that `source` (the text of `module`) imports, wherever it does so, in full; the screens that
    `kiosk.game_pages.Made` names, too."""
    package = module if is_package else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parts = package.split(".")
            base = ".".join(parts[: len(parts) - node.level + 1]) if node.level else ""
            stem = ".".join(part for part in (base, node.module or "") if part)
            yield from (f"{stem}.{alias.name}" for alias in node.names)
        elif (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name | ast.Attribute)
            and (called := node.func.id if isinstance(node.func, ast.Name) else node.func.attr) in LATE
            and node.args
            and isinstance(node.args[0], ast.Constant)
        ):
            yield LATE[called] + str(node.args[0].value).partition(":")[0]


def within(name: str, room: str) -> bool:
    return name == room or name.startswith(room + ".")


def offences(path: str, source: str) -> list[str]:
    """What the file at `path` (from the project's root) imports though its room must not."""
    parts = Path(path).with_suffix("").parts
    is_package = parts[-1] == "__init__"
    module = ".".join(parts[:-1] if is_package else parts)
    found = [] if path in RUNTIME else [*FORBIDDEN[parts[0]]]
    bad = [name for name in imports(source, module, is_package) if any(within(name, room) for room in found)]
    if within(module, "companion.games") and len(parts) > 3:
        own = ".".join(parts[:3])
        games = sorted(p.name for p in (ROOT / "companion/games").iterdir() if p.is_dir())
        others = [f"companion.games.{game}" for game in games if f"companion.games.{game}" != own]
        bad += [name for name in imports(source, module, is_package) if any(within(name, other) for other in others)]
    return bad


@pytest.mark.parametrize("path", sources(), ids=lambda path: str(path.relative_to(ROOT)))
def test_a_file_imports_nothing_from_a_forbidden_room(path: Path) -> None:
    name = path.relative_to(ROOT).as_posix()
    assert offences(name, path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("companion/table.py", "import serial.tools"),
        ("companion/table.py", "def f():\n    from kivy.app import App"),
        ("companion/engine/engine_thread.py", "from drivers.panel import Panel"),
        ("companion/games/__init__.py", "from .. import engine\nimport kiosk.app"),
        ("drivers/panel.py", "from companion import games"),
        ("drivers/panel.py", "import importlib\nimportlib.import_module('companion.games.cerbere')"),
        ("kiosk/app.py", "import gpiozero"),
        ("kiosk/screens/home.py", "from drivers.readers import decoder"),
    ],
)
def test_the_check_sees_a_forbidden_import(path: str, source: str) -> None:
    assert offences(path, source)


def test_the_check_lets_the_runtime_and_neighbours_pass() -> None:
    assert offences("companion/__main__.py", "from kiosk import app") == []
    assert offences("drivers/panel.py", "from companion.engine.signals import Button") == []
    assert offences("kiosk/serially.py", "from companion.games.infernal_wagon import view") == []
