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


def test_what_is_called_like_a_class_is_one() -> None:
    files = [path for folder in ("companion", "kiosk", "drivers") for path in (ROOT / folder).rglob("*.py")]
    source = "\n".join(path.read_text(encoding="utf-8") for path in files)
    terms = [term for line in LINES for term in re.findall(r"^- \*\*([^*]+)\*\*", line)]
    named = [name for term in terms for name in term.split(", ") if re.fullmatch(r"(?:[A-Z][a-z]+){2,}", name)]
    assert named and [name for name in named if not re.search(rf"^(?:class )?{name}\b", source, re.MULTILINE)] == []
