"""Deck files with one thing wrong. `¶` in the new text marks the line that has to be named."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.engine.config import ConfigError
from companion.games.hellrail.data.deck_file import DEMO_FILE, load_deck

MARK = "¶"
DEMO_TEXT = DEMO_FILE.read_text(encoding="utf-8")

Case = tuple[str, str, str, str, str]
"""Anchor, old text, new text, key, and words of the message."""


def by_key(case: Case) -> str:
    """The name of a case."""
    return f"{case[3]} {case[4]}"


def changed(anchor: str, old: str, new: str, text: str = DEMO_TEXT) -> str:
    """The packaged file with the first `old` after `anchor`, which begins a line, replaced by `new`."""
    begin = ("\n" + text).index("\n" + anchor)
    at = text.index(old, begin)
    return text[:at] + new + text[at + len(old) :]


def own(folder: Path, text: str) -> Path:
    """The owner's deck file with that text; gives the config folder."""
    path = folder / "hellrail" / "deck.toml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return folder


def wrong(folder: Path, text: str, code: str, key: str, words: str) -> ConfigError:
    """The owner's file with `text` is refused with that code, at the marked line, for that key."""
    assert text.count(MARK) == 1, "mark one place"
    line = text[: text.index(MARK)].count("\n") + 1
    own(folder, text.replace(MARK, ""))
    with pytest.raises(ConfigError) as caught:
        load_deck("", folder)
    error = caught.value
    path = folder / "hellrail" / "deck.toml"
    assert (error.code, error.key, error.line, error.file) == (code, key, line, path), str(error)
    assert words in error.message, error.message
    return error
