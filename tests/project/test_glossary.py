"""`docs/glossary.md`: each term once, and each name that the code still has is where the page says."""

from __future__ import annotations

import re
from collections import Counter

from tests.project.test_files import ROOT

TEXT = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
LINES = [line for line in TEXT.splitlines() if line.startswith("- ")]
TODAY = re.compile(r"\*\(today: `(\w+)`, ([\w./]+)\)\*")


def test_each_line_is_a_term_and_says_what_it_is() -> None:
    assert [line for line in LINES if not re.fullmatch(r"- \*\*[^*]+\*\*: \S.*[.)*]", line)] == []


def test_no_term_of_a_section_is_there_twice() -> None:
    for section in TEXT.split("\n## ")[1:]:
        terms = Counter(re.findall(r"^- \*\*([^*]+)\*\*", section, re.MULTILINE))
        assert [term for term, times in terms.items() if times > 1] == []


def test_every_name_of_today_is_still_there() -> None:
    """After a renaming the line loses its `today`."""
    marked = [line for line in LINES if "(today" in line]
    assert marked and all(TODAY.search(line) for line in marked)
    for name, path in TODAY.findall(TEXT):
        file = ROOT / path
        source = file.read_text(encoding="utf-8") if file.is_file() else ""
        assert name in file.with_suffix("").parts or re.search(rf"\b{name}\b", source), f"{name} is not in {path}"
