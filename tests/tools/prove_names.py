"""Compares the lists of printed names with the rulebooks' texts: `make prove-names` (SEEDS=../shared/seeds).

The texts are no part of the project, so that no test of the suite may need them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from companion.engine.printed_names import NameList, PrintedName, lists


def same(text: str) -> str:
    """With one kind of blank and of apostrophe: scans and keyboards differ there."""
    return " ".join(text.replace("\u00a0", " ").replace("’", "'").split())


def at(lines: list[str], line: int) -> str:
    """What stands there; a name may go over three lines."""
    return same(" ".join(lines[line - 1 : line + 2]))


def faults_of(row: PrintedName, books: dict[str, list[str]]) -> Iterator[str]:
    """What the books say otherwise."""
    for language, lines in books.items():
        name = str(getattr(row, language))
        line, printed = int(getattr(row, f"{language}_line")), str(getattr(row, f"{language}_printed"))
        if line and same(printed or name) not in at(lines, line):
            yield f"{language}: line {line} does not have {printed or name!r} but {at(lines, line)!r}"
        if (printed or not line) and not row.reading:
            yield f"{language}: {name!r} is not there as it is written here, and no reading says why"
    if row.bracket and f"({row.bracket.lower()}" not in same(" ".join(books["fr"])).lower():
        yield f"the French book has no brackets with {row.bracket!r}"


def faults(listed: NameList, folder: Path) -> Iterator[str]:
    """All that a list says and its books do not."""
    books = {}
    for language, seed in listed.seeds.items():
        (file,) = folder.glob(f"{seed}_*.txt")
        books[language] = file.read_text(encoding="utf-8").splitlines()
    for row in listed.name:
        for fault in faults_of(row, books):
            yield f"{listed.game} {row.id}: {fault}"


def main(folder: Path) -> int:
    """The exit status: 1 if a list and a book differ, 2 without the books."""
    wanted = [seed for listed in lists().values() for seed in listed.seeds.values()]
    if missing := [seed for seed in wanted if not any(folder.glob(f"{seed}_*.txt"))]:
        print(f"no texts of the rulebooks {', '.join(missing)} in {folder}: make prove-names SEEDS=FOLDER")
        return 2
    found = [fault for listed in lists().values() for fault in faults(listed, folder)]
    print(
        "\n".join(found) or f"{sum(len(listed.name) for listed in lists().values())} names are as the books have them"
    )
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
