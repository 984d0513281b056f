"""Owner's files with one thing wrong. `¶` in the new text marks the line that has to be named."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.engine.config import ConfigError
from companion.engine.packaged import PACKAGED

MARK = "¶"


Case = tuple[str, ...]
"""Anchor, old text, new text, key, and what else a test wants."""


def by_key(case: Case) -> str:
    """The name of a case."""
    return case[3]


def changed(name: str, anchor: str, old: str, new: str) -> str:
    """The packaged file with the first `old` after `anchor` replaced by `new`."""
    text = (PACKAGED / "cerbere" / name).read_text(encoding="utf-8")
    begin = text.index(anchor)
    at = text.index(old, begin)
    return text[:at] + new + text[at + len(old) :]


def wrong(folder: Path, name: str, text: str, load: Callable[[Path], Any], code: str, key: str, words: str) -> None:
    """The file `name` with `text` is refused with that code, at the marked line, for that key."""
    assert text.count(MARK) == 1, "mark one place"
    line = text[: text.index(MARK)].count("\n") + 1
    path = folder / "cerbere" / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text.replace(MARK, ""), encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        load(folder)
    error = caught.value
    assert (error.code, error.key, error.line, error.file) == (code, key, line, path), str(error)
    assert words in error.message, error.message
    assert error.facts == {
        "file": str(path), "line": line, "key": key, "message": error.message, "where": error.place,
    }  # fmt: skip
