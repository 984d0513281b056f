"""The pages of the project that are told in two languages: what must be the same on both sides, and who changed last.

    python -m tests.tools.french_pages          # what differs, section by section
    python -m tests.tools.french_pages --seen   # both sides say the same: note it down in docs/fr/seen.json

`tests/project/test_french_pages.py` compares with it.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
NAMES = (
    "install", "box", "readers", "wiring", "shopping", "phones", "network", "home", "maintenance", "doctor",
    "infernal_wagon", "cerbere", "hellrail", "sound", "tray",
)  # fmt: skip
"""Pages of docs; what is not here is told in English alone."""
SEEN = DOCS / "fr/seen.json"
HEADING = re.compile(r"^(#+) +(.+)$")
CODE = re.compile(r"`([^`]*)`")
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
COMMENT = re.compile(r"(?:^| )# .*$|(?<=\S) {2,}\S.*$")
"""What stands beside a command, in the reader's language."""
GENERATED = re.compile(r"^\| `\w+` \| (?:ok|note|warn|stops play) \||^<!-- keys -->$")
"""Lines of tables that are printed from one source in both languages, and are compared with it elsewhere."""
END_OF_GENERATED = "<!-- end of keys -->"
NUMBER = re.compile(r"(?<![\w.-])\d+(?:\.\d+)*(?![\w])|\d+(?:\.\d+)?")


class Page(NamedTuple):
    english: Path
    french: Path

    @property
    def name(self) -> str:
        return str(self.english.relative_to(ROOT))


PAGES = (
    Page(ROOT / "README.md", ROOT / "README.fr.md"),
    *(Page(DOCS / f"{name}.md", DOCS / f"fr/{name}.md") for name in NAMES),
)


class Section(NamedTuple):
    """A heading with what stands below it, up to the next one. The first of a page may be without a heading."""

    level: int
    title: str
    blocks: tuple[str, ...]
    """The lines of its code blocks, without comments."""
    prose: str

    @property
    def codes(self) -> Counter[str]:
        return Counter(CODE.findall(self.prose))

    @property
    def links(self) -> Counter[str]:
        """File names, whichever language's folder they are in; places in a page are called by their headings."""
        targets = (link.partition("#")[0] for link in LINK.findall(self.prose))
        return Counter(Path(target).name.replace(".fr.md", ".md") for target in targets if target)

    def figures(self, language: str) -> Counter[str]:
        """Its numbers in one form: 2,500 and 3.5."""
        text = LINK.sub("", CODE.sub("", self.prose))
        if language == "fr":
            text = re.sub(r"(?<=\d)\u00a0(?=\d{3}\b)", "", text)
            text = re.sub(r"(?<=\d),(?=\d)", ".", text)
        else:
            text = re.sub(r"(?<=\d),(?=\d{3}\b)", "", text)
        return Counter(NUMBER.findall(text))

    @property
    def digest(self) -> str:
        """Of its words, wherever their lines end."""
        words = " ".join((self.title, *self.blocks, *self.prose.split()))
        return hashlib.sha256(words.encode()).hexdigest()[:12]


def sections(page: Path) -> list[Section]:
    """What a page is made of, without what is printed from a source."""
    found: list[tuple[int, str, list[str], list[str]]] = [(0, "", [], [])]
    fence, generated = False, False
    for line in page.read_text("utf-8").splitlines():
        generated = (generated or line == "<!-- keys -->") and line != END_OF_GENERATED
        heading = HEADING.match(line)
        if generated or GENERATED.match(line):
            continue
        if line.startswith("```"):
            fence = not fence
            found[-1][2].append(line)
        elif fence or line.startswith("    "):
            code = COMMENT.sub("", line if fence else line.strip()).rstrip()
            found[-1][2].extend([code] if code else [])
        elif heading:
            found.append((len(heading[1]), heading[2], [], []))
        else:
            found[-1][3].append(line)
    made = [Section(level, title, tuple(blocks), "\n".join(prose)) for level, title, blocks, prose in found]
    return made if made[0].prose.strip() or made[0].blocks else made[1:]


def differences(page: Page) -> Iterator[str]:
    """What is not the same on both sides, each with its section's heading."""
    english, french = sections(page.english), sections(page.french)
    levels = [section.level for section in english], [section.level for section in french]
    if levels[0] != levels[1]:
        at = next((i for i, pair in enumerate(zip(*levels, strict=False)) if pair[0] != pair[1]), min(map(len, levels)))
        there = [side[at].title if at < len(side) else "the end" for side in (english, french)]
        yield f"{page.name}: the headings go apart at {there[0]!r}, {there[1]!r}"
        return
    for one, other in zip(english, french, strict=True):
        where = f"{page.name}, {one.title or 'its beginning'!r}"
        if one.blocks != other.blocks:
            pairs = zip(one.blocks, other.blocks, strict=False)
            first = next((pair for pair in pairs if pair[0] != pair[1]), (len(one.blocks), len(other.blocks)))
            yield f"{where}: in a block: {first[0]!r}, {first[1]!r}"
        for kind, mine, theirs in (
            ("code", one.codes, other.codes),
            ("links", one.links, other.links),
            ("figures", one.figures("en"), other.figures("fr")),
        ):
            if mine != theirs:
                missing, more = sorted((mine - theirs).elements()), sorted((theirs - mine).elements())
                yield f"{where}: {kind}: only in English {missing}, only in French {more}"


Seen = dict[str, list[list[str]]]
"""Page -> of each section the digests of both sides when somebody last said that they say the same."""


def now() -> Seen:
    return {
        page.name: [
            [one.digest, other.digest]
            for one, other in zip(sections(page.english), sections(page.french), strict=False)
        ]
        for page in PAGES
    }


def changed(page: Page, seen: Seen) -> Iterator[str]:
    """Sections in which one side changed and the other did not, or both did and nobody has noted it down."""
    then, there = seen.get(page.name, []), sections(page.english)
    for i, (here, before) in enumerate(zip(now()[page.name], then, strict=False)):
        sides = [name for name, new, old in zip(("English", "French"), here, before, strict=True) if new != old]
        if sides:
            alone = " alone: let the other side say it, too" if len(sides) == 1 else ""
            yield f"{page.name}, {there[i].title or 'its beginning'!r}: changed in {' and '.join(sides)}{alone}"
    if len(then) != len(there):
        yield f"{page.name}: {len(there)} sections, {len(then)} were noted down"


def main(arguments: list[str]) -> int:
    faults = [fault for page in PAGES for fault in differences(page)]
    print("\n".join(faults))
    if not faults and arguments == ["--seen"]:
        lines = [
            f"  {json.dumps(name)}: [\n    " + ",\n    ".join(map(json.dumps, pairs)) + "\n  ]"
            for name, pairs in now().items()
        ]
        SEEN.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
