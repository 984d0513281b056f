"""The examples of docstrings, as doctests: what each module's tests of them share."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

from tests.program_source import ROOT, python_files


def files_with_examples(*folders: str) -> list[Path]:
    """Modules with an example, from the project's root."""
    return [file.relative_to(ROOT) for file in python_files(*folders) if ">>> " in file.read_text(encoding="utf-8")]


def try_examples(file: Path) -> None:
    module = import_module(".".join(file.with_suffix("").parts).removesuffix(".__init__"))
    result = doctest.testmod(module)
    assert result.attempted > 0 and not result.failed
