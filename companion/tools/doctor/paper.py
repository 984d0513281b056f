"""The tables of `docs/doctor.md` and its French twin: `python -m companion.tools.doctor.paper [fr]` prints them."""

from __future__ import annotations

import re
import sys

from companion.presentation.i18n import Catalogue, Language
from companion.tools.doctor.catalogue import CATALOGUE, GROUP_WORDS
from companion.tools.doctor.entry import GROUPS
from companion.tools.doctor.finding import Severity

MARKS = {Severity.OK: "ok", Severity.NOTE: "note", Severity.WARN: "warn", Severity.STOPS_PLAY: "stops play"}


HEADS = {"en": "| code | level | what | why | mend |", "fr": "| code | niveau | quoi | pourquoi | que faire |"}


def codes_table(language: Language = "en") -> str:
    """Return every code by its group: what it says, why it matters, how it is mended. Facts are words in italics."""
    say = Catalogue(language).gettext
    parts: list[str] = []
    for group in GROUPS:
        parts += [f"## {say(GROUP_WORDS[group])}", "", HEADS[language], "|---|---|---|---|---|"]
        for code, entry in CATALOGUE.items():
            if entry.group == group:
                cells = (
                    f"`{code}`",
                    MARKS[entry.level],
                    *(_cell(say(text)) for text in (entry.what, entry.why, entry.mend)),
                )
                parts.append("| " + " | ".join(cells) + " |")
        parts.append("")
    return "\n".join(parts)


def _cell(text: str) -> str:
    """Return the text of a cell: the place of a fact is in capitals within a command, elsewhere in italics."""
    pieces = text.replace("|", "\\|").split("`")
    for i, piece in enumerate(pieces):
        if i % 2:
            pieces[i] = re.sub(r"\{(\w+)\}", lambda found: found[1].upper(), piece)
        else:
            pieces[i] = re.sub(r"\{(\w+)\}", r"*\1*", piece)
    return "`".join(pieces)


if __name__ == "__main__":
    print(codes_table("fr" if sys.argv[1:] == ["fr"] else "en"))
