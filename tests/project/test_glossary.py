"""`docs/glossary.md`: each term once, with a sentence that says what it is."""

from __future__ import annotations

import re
from collections import Counter

from tests.project.test_files import ROOT

TEXT = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
LINES = [line for line in TEXT.splitlines() if line.startswith("- ")]


def test_each_line_is_a_term_and_says_what_it_is() -> None:
    assert [line for line in LINES if not re.fullmatch(r"- \*\*[^*]+\*\*: \S.*[.)*]", line)] == []


def test_no_term_of_a_section_is_there_twice() -> None:
    for section in TEXT.split("\n## ")[1:]:
        terms = Counter(re.findall(r"^- \*\*([^*]+)\*\*", section, re.MULTILINE))
        assert [term for term, times in terms.items() if times > 1] == []
