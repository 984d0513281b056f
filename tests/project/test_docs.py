"""The pages of docs: every link leads somewhere, every picture is there and has a target that makes it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.tools.gallery.story import NAMES

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
LINK = re.compile(r"(!?)\[[^\]]*\]\(([^)\s]+)\)")
STORY = ROOT / "docs/install.md"
MOST_BYTES = 1_500_000


def anchors(page: Path) -> set[str]:
    """The headings of a page as links name them."""
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    dead = []
    for _picture, link in LINK.findall(page.read_text(encoding="utf-8")):
        if re.match(r"[a-z]+:", link):
            continue
        name, _hash, anchor = link.partition("#")
        target = (page.parent / name).resolve() if name else page
        if not target.exists() or (anchor and anchor not in anchors(target)):
            dead.append(link)
    assert dead == []


def test_the_story_shows_what_its_targets_make_and_nothing_else() -> None:
    shown = [(STORY.parent / link).resolve() for mark, link in LINK.findall(STORY.read_text(encoding="utf-8")) if mark]
    pictures = ROOT / "docs/pictures"
    ours = {path for path in shown if path.name.startswith("story-")}
    assert sorted(path.stem.removeprefix("story-") for path in ours) == sorted(NAMES)
    assert sorted(pictures.glob("story-*.png")) == sorted(ours)
    for other in set(shown) - ours:  # make wiring-pictures, make tray
        table = ROOT / f"docs/wiring/{other.stem.removeprefix('wiring-')}.toml"
        assert other.parent == ROOT / "docs/tray" or table.exists(), other
    assert sum(path.stat().st_size for path in set(shown)) < MOST_BYTES
    made = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert "-m tests.tools.gallery.story docs/pictures" in made and "docs/pictures/wiring-" in made


def test_each_page_is_in_the_index() -> None:
    index = ROOT / "docs/README.md"
    listed = {(index.parent / link.partition("#")[0]).resolve() for _mark, link in LINK.findall(index.read_text())}
    assert sorted(set((ROOT / "docs").rglob("*.md")) - listed - {index}) == []
