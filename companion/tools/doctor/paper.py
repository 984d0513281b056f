"""The table of `docs/doctor.md`: `python -m companion.tools.doctor.paper` prints it anew."""

from __future__ import annotations

import re

from companion.tools.doctor.catalogue import CATALOGUE, GROUP_WORDS
from companion.tools.doctor.entry import GROUPS
from companion.tools.doctor.finding import Level

MARKS = {Level.OK: "ok", Level.NOTE: "note", Level.WARN: "warn", Level.STOPS_PLAY: "stops play"}


def table() -> str:
    """Every code by its group: what it says, why it matters, how it is mended. Facts stand as words in italics."""
    parts: list[str] = []
    for group in GROUPS:
        parts += [f"## {GROUP_WORDS[group]}", "", "| code | level | what | why | mend |", "|---|---|---|---|---|"]
        for code, entry in CATALOGUE.items():
            if entry.group == group:
                cells = (f"`{code}`", MARKS[entry.level], *map(_cell, (entry.what, entry.why, entry.mend)))
                parts.append("| " + " | ".join(cells) + " |")
        parts.append("")
    return "\n".join(parts)


def _cell(text: str) -> str:
    """In a command the place of a fact is in capitals, elsewhere in italics."""
    pieces = text.replace("|", "\\|").split("`")
    for i, piece in enumerate(pieces):
        if i % 2:
            pieces[i] = re.sub(r"\{(\w+)\}", lambda found: found[1].upper(), piece)
        else:
            pieces[i] = re.sub(r"\{(\w+)\}", r"*\1*", piece)
    return "`".join(pieces)


if __name__ == "__main__":
    print(table())
