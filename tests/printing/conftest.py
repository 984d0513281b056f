"""The commands are run as from a shell; what they wrote is opened by pypdf and by poppler."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pypdf import PdfReader

from companion.__main__ import main
from companion.presentation import i18n
from tests.patience import WHOLE_S

Run = Callable[..., PdfReader]


@pytest.fixture(autouse=True)
def _language() -> Iterator[None]:
    before = i18n.language()
    yield
    i18n.set_language(before)


@pytest.fixture
def sheet(tmp_path: Path) -> Run:
    """`sheet("stickers", "cerbere", "--lang", "fr")`: the PDF that the command wrote, here sheet.pdf."""

    def run(what: str, *args: str, file: str = "sheet.pdf") -> PdfReader:
        command = ["box", "stickers"] if what == "stickers" else [what]
        assert main([*command, *args, "-o", str(tmp_path / file), "--data", str(tmp_path / "data")]) == 0
        return PdfReader(tmp_path / file)

    return run


def poppler(program: str, *args: str, file: bytes = b"") -> bytes:
    """What one of poppler's programs says; `file` is what it reads as `-`."""
    return subprocess.run([program, *args], input=file, capture_output=True, check=True, timeout=WHOLE_S).stdout
