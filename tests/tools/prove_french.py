"""The French pages, word by word, beside hunspell's French dictionary: `make prove-french`.

What is no French word stands in `french_names.txt` beside this file, one a line: names, formats, words that are typed.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from tests.tools.french_pages import CODE, DOCS, PAGES, sections

NAMES = Path(__file__).with_name("french_names.txt")
WORD = re.compile(r"[^\W\d_]+(?:[’'-][^\W\d_]+)*")
ABBREVIATION = re.compile(r"(?:[A-Z]+-?)+")


def words(page: Path) -> set[str]:
    """The words of its prose: not those of code, and not the targets of links."""
    text = "\n".join(f"{one.title}\n{one.prose}" for one in sections(page))
    text = re.sub(r"\]\([^)]*\)", "]", CODE.sub(" ", text))
    return {word.replace("’", "'") for word in WORD.findall(text) if not ABBREVIATION.fullmatch(word)}


def unknown(found: set[str]) -> set[str]:
    """Those that the dictionary does not have.

    :raises FileNotFoundError: without hunspell.
    """
    command = ["hunspell", "-d", "fr", "-i", "utf-8", "-l"]
    ran = subprocess.run(command, input="\n".join(sorted(found)), capture_output=True, text=True, check=True)
    return set(ran.stdout.split())


def main() -> int:
    names = set(NAMES.read_text("utf-8").split())
    pages = [*(page.french for page in PAGES), DOCS / "fr/README.md"]
    strange = {page: unknown(words(page)) for page in pages}
    for page, found in strange.items():
        for word in sorted(found - names):
            print(f"{page.name}: {word}")
    known = set().union(*strange.values())
    for name in sorted(names - known):
        print(f"{NAMES.name}: {name} stands on no page, or is French")
    print(f"{len(set().union(*map(words, pages)))} words, {len(names)} names")
    return 1 if known != names else 0


if __name__ == "__main__":
    sys.exit(main())
