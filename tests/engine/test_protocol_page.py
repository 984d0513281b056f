"""docs/protocol.md is true: its examples are played line by line, and it names every request."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from companion.engine.clock import ManualClock
from companion.headless import Headless
from companion.opening import build_table
from companion.protocol import REQUESTS

PAGE = Path(__file__).resolve().parents[2] / "docs/protocol.md"


def missing(wanted: Any, got: Any, where: str = "$") -> list[str]:
    """What `wanted` has and `got` has not: objects by their keys, lists by their first items."""
    if isinstance(wanted, dict):
        if not isinstance(got, dict):
            return [f"{where}: {got!r} is no object"]
        return [line for key, value in wanted.items() for line in missing(value, got.get(key), f"{where}.{key}")]
    if isinstance(wanted, list):
        if not isinstance(got, list) or len(got) < len(wanted):
            return [f"{where}: wanted {wanted}, got {got}"]
        return [line for i, value in enumerate(wanted) for line in missing(value, got[i], f"{where}[{i}]")]
    return [] if wanted == got else [f"{where}: wanted {wanted!r}, got {got!r}"]


def test_the_examples_are_true() -> None:
    table, _ = build_table(None, None, ManualClock())
    table.start()
    peer = Headless(table)
    wrong: list[str] = []
    count = 0
    asked = ""
    got: Any = None
    for block in re.findall(r"^```\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.S | re.M):
        for line in block.splitlines():
            if line.startswith("> "):
                asked = line[2:]
                got = json.loads(peer.answer(asked))
                count += 1
            else:
                wrong += [f"{asked}\n    {fault}" for fault in missing(json.loads(line.removeprefix("< ")), got)]
    table.close()
    assert wrong == [], "\n".join(wrong)
    assert count >= 20


def test_every_request_stands_on_the_page() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert [name for name in REQUESTS if f"`{name}`" not in text] == []
