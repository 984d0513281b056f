"""The pages of docs: every link leads somewhere, every picture is there and has a target that makes it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.tools.gallery.story import NAMES

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([*ROOT.glob("README*.md"), *(ROOT / "docs").rglob("*.md")])
LINK = re.compile(r"(!?)\[[^\]]*\]\(([^)\s]+)\)")
FOLDERS = (ROOT / "docs", ROOT / "docs/fr")
"""In English, in French."""
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


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_the_story_shows_what_its_targets_make_and_nothing_else(folder: Path) -> None:
    story, pictures = folder / "install.md", folder / "pictures"
    shown = [(story.parent / link).resolve() for mark, link in LINK.findall(story.read_text(encoding="utf-8")) if mark]
    ours = {path for path in shown if path.name.startswith("story-")}
    assert sorted(path.stem.removeprefix("story-") for path in ours) == sorted(NAMES)
    assert sorted(pictures.glob("story-*.png")) == sorted(ours)
    for other in set(shown) - ours:  # make wiring-pictures, make tray
        table = ROOT / f"docs/wiring/{other.stem.removeprefix('wiring-')}.toml"
        assert other.parent == ROOT / "docs/tray" or table.exists(), other
    assert sum(path.stat().st_size for path in set(shown)) < MOST_BYTES
    made = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert (
        f"-m tests.tools.gallery.story {pictures.relative_to(ROOT)}" in made
        and f"{pictures.relative_to(ROOT)}/$$name" in made
    )


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_the_first_picture_of_the_readme_moves(folder: Path) -> None:
    picture = folder / "pictures/moving.png"
    readme = ROOT / ("README.md" if folder.name == "docs" else "README.fr.md")
    first = next(link for mark, link in LINK.findall(readme.read_text("utf-8")) if mark)
    assert (ROOT / first) == picture and b"acTL" in picture.read_bytes().partition(b"IDAT")[0]
    assert picture.stat().st_size < MOST_BYTES


def listed(index: Path) -> set[Path]:
    return {(index.parent / link.partition("#")[0]).resolve() for _mark, link in LINK.findall(index.read_text())}


def test_each_page_is_in_the_index() -> None:
    english, french = (folder / "README.md" for folder in FOLDERS)
    ours = set(FOLDERS[1].rglob("*.md"))
    assert sorted(set(FOLDERS[0].rglob("*.md")) - ours - listed(english) - {english}) == []
    assert sorted(ours - listed(french) - {french}) == [] and french in listed(english)


def test_each_picture_is_shown() -> None:
    for folder in FOLDERS:
        pages = [*folder.glob("*.md"), *ROOT.glob("README*.md")]
        shown = {
            (page.parent / link).resolve() for page in pages for mark, link in LINK.findall(page.read_text()) if mark
        }
        assert sorted(set((folder / "pictures").glob("*.png")) - shown) == []
