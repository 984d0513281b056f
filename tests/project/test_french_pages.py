"""What is told in two languages is told on both sides: the same headings, commands, keys, links and figures."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.french import typography
from tests.tools import french_pages
from tests.tools.french_pages import CODE, LINK, NAMES, PAGES, SEEN, Page, changed, differences, sections

IDS = [page.name for page in PAGES]


@pytest.mark.parametrize("page", PAGES, ids=IDS)
def test_both_sides_say_the_same(page: Page) -> None:
    assert list(differences(page)) == [], "python -m tests.tools.french_pages"


def test_no_side_changed_alone() -> None:
    seen = json.loads(SEEN.read_text("utf-8"))
    told = [line for page in PAGES for line in changed(page, seen)]
    assert told == [], "once both sides say the same: python -m tests.tools.french_pages --seen"
    assert seen.keys() == set(IDS)


def test_each_french_page_has_its_twin() -> None:
    folder = PAGES[1].french.parent
    assert {page.stem for page in folder.glob("*.md")} == {*NAMES, "README"}


@pytest.mark.parametrize("page", PAGES, ids=IDS)
def test_french_is_typeset_as_on_the_screen(page: Page) -> None:
    for section in sections(page.french):
        text = re.sub(r"<!--.*?-->", "", CODE.sub("`", LINK.sub("", section.prose)).replace("`?", "`"))
        assert typography(f"{section.title}\n{text}") == [], section.title


FRENCH = """# Un

Deux mots, `clé = 3`, 2\u00a0500 soirées de 1,5 h.

    make run      # joue

## Deux

[box.md](box.md)
"""
ENGLISH = """# One

Two words, `clé = 3`, 2,500 evenings of 1.5 h.

    make run      # plays

## Two

[box.md](box.md)
"""


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("2\u00a0500", "2\u00a0501", "figures"),
        ("1,5", "1,4", "figures"),
        ("`clé = 3`", "`clé = 4`", "code"),
        ("make run", "make demo", "block"),
        ("(box.md)", "(home.md)", "links"),
        ("## Deux", "### Deux", "headings"),
        ("## Deux\n", "", "headings"),
        ("soirées", "nuits", "French alone"),
        ("Deux mots", "Trois mots", "French alone"),
    ],
)
def test_what_differs_is_named(
    before: str, after: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path
    monkeypatch.setattr(french_pages, "ROOT", folder)
    page = Page(folder / "page.md", folder / "page.fr.md")
    monkeypatch.setattr(french_pages, "PAGES", (page,))
    page.english.write_text(ENGLISH, "utf-8")
    page.french.write_text(FRENCH, "utf-8")
    seen = french_pages.now()
    assert [*differences(page), *changed(page, seen)] == []
    page.french.write_text(FRENCH.replace(before, after), "utf-8")
    told = [*differences(page), *changed(page, seen)]
    assert any(said in line for line in told) and all("page.md" in line for line in told)
