"""The figures that are kept in docs/internals, with their commit, and what is worse beside them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import msgspec

from tests.tools.bench.counted.groups import Figure

DOCS = Path(__file__).resolve().parents[4] / "docs/internals"
FILE, PAGE = DOCS / "counted.json", DOCS / "counted.md"
MOST = 1.03
"""A figure may be so many times the kept one."""
ONE_TAP = ("99th", "first taps to commands issued")
"""Ends the names of figures that a single tap decides."""
MOST_OF_ONE = 1.10
"""So many times may be what a single tap decides, which happens to take pages from the system or not: two runs of one
tree differed by 8 %."""
FINGERS = "finger to commands issued, 99th"
MOST_OF_FINGERS = 1.45
"""The first of 24 fingers is the slowest: 3.2 or 2.5 million in two runs of one tree; why is not known."""


class KeptFigure(msgspec.Struct, forbid_unknown_fields=True):
    """`value`: ms of the guest; `why`: what it was before and why it may be more now, where it became worse."""

    value: float
    anchor: str = ""
    why: str = ""


class Kept(msgspec.Struct, forbid_unknown_fields=True):
    """`commit`: what was measured; `guest`: everything else that was in the guest; `taps`: in each group of taps."""

    commit: str
    guest: str
    taps: int
    figures: dict[str, KeptFigure]


class NotKept(Exception):
    """What is worse has no reason; the text names it."""


def read(file: Path = FILE) -> Kept | None:
    """What is kept; None if nothing is."""
    return msgspec.json.decode(file.read_bytes(), type=Kept) if file.exists() else None


def most(name: str) -> float:
    """How many times the kept one a figure of that name may be."""
    if name == FINGERS:
        return MOST_OF_FINGERS
    return MOST_OF_ONE if name.endswith(ONE_TAP) else MOST


def worse(kept: Kept, figures: Iterable[Figure]) -> dict[str, float]:
    """Figures that are more than they may be, and how many times the kept ones they are."""
    found = {}
    for figure in figures:
        before = kept.figures.get(figure.name)
        if before is not None and figure.value > most(figure.name) * before.value:
            found[figure.name] = figure.value / before.value
    return found


def renewed(before: Kept | None, now: Kept, figures: Sequence[Figure], why: Mapping[str, str]) -> Kept:
    """What is to be kept from now on.

    :param now: its commit, guest and taps.
    :raises NotKept: if something became worse and `why` does not say why.
    """
    more = worse(before, figures) if before is not None else {}
    if lacking := [name for name in more if name not in why]:
        raise NotKept("worse, and nothing says why: " + ", ".join(lacking))
    kept: dict[str, KeptFigure] = {}
    for figure in figures:
        old = before.figures.get(figure.name) if before is not None else None
        said = f"{old.value:.2f} before: {why[figure.name]}" if old is not None and figure.name in more else ""
        kept[figure.name] = KeptFigure(round(figure.value, 4), figure.anchor, said)
    return msgspec.structs.replace(now, figures=kept)


def rendered(kept: Kept) -> str:
    """The table of the page."""
    lines = [
        f"At commit {kept.commit}, {kept.taps} taps or fingers in each group.",
        "",
        "| | million instructions | beside its anchor | |",
        "|---|---|---|---|",
    ]
    for name, figure in kept.figures.items():
        anchor = kept.figures.get(figure.anchor)
        times = f"{figure.value / anchor.value:.2f} x" if anchor is not None else ""
        more = most(name)
        bound = f"may be {100 * (more - 1):.0f} % more" if more > MOST else ""
        said = ". ".join(part for part in (bound, figure.why) if part)
        lines.append(f"| {name} | {figure.value:,.2f} | {times} | {said} |")
    return "\n".join(lines)


BEGIN, END = "<!-- counted: written by make bench-pi -->", "<!-- /counted -->"


def table_in(page: str) -> str:
    """The table as the page has it."""
    return page.partition(BEGIN)[2].partition(END)[0].strip("\n")


def write(kept: Kept, file: Path = FILE, page: Path = PAGE) -> None:
    """Keep it in the file and on the page."""
    file.write_bytes(msgspec.json.format(msgspec.json.encode(kept), indent=1) + b"\n")
    put_in(page, rendered(kept))


def put_in(page: Path, table: str) -> None:
    """Write what is made by a run into its place on a page."""
    head, _, rest = page.read_text(encoding="utf-8").partition(BEGIN)
    page.write_text(f"{head}{BEGIN}\n{table}\n{END}{rest.partition(END)[2]}", encoding="utf-8")
