"""One word means one thing: a class that two modules define under one name is the same in both (docs/glossary.md)."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[2]
NAME = re.compile(r"^(?:class ([A-Z]\w*)|([A-Z]\w*[a-z]\w*) =)", re.MULTILINE)


def test_no_name_is_defined_twice_for_two_things() -> None:
    """A new pair is renamed, or, where it is one thing, listed at the end of the page."""
    files = [path for room in ("companion", "drivers", "kiosk") for path in (ROOT / room).rglob("*.py")]
    defined = Counter(one or other for path in files for one, other in NAME.findall(path.read_text(encoding="utf-8")))
    page = (ROOT / "docs/glossary.md").read_text(encoding="utf-8")
    same = set(re.findall(r"`(\w+)`", page.rpartition("No other name is defined twice")[2])) - {"tests"}
    assert {name for name, times in defined.items() if times > 1} == same
