"""`python -m tests.tools.soak [--quick] [--json FILE] [--seed N] [--only PART]`"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from companion.games.registry import BOXES, GAMES
from tests.tools.soak import fingers, redraws
from tests.tools.soak.bursts import soak_bursts
from tests.tools.soak.cuts import soak_cuts
from tests.tools.soak.damage import soak_damage
from tests.tools.soak.disks import TROUBLES, soak_disk
from tests.tools.soak.evening import soak_evenings
from tests.tools.soak.first_page import soak_first_page
from tests.tools.soak.fuzz import soak_fuzz
from tests.tools.soak.games import soak_games
from tests.tools.soak.hub import soak_faults, soak_hub
from tests.tools.soak.keys import soak_keys
from tests.tools.soak.kills import soak_kills
from tests.tools.soak.lines import soak_lines
from tests.tools.soak.links import soak_links
from tests.tools.soak.memory import soak_memory
from tests.tools.soak.models import READINGS, soak_models
from tests.tools.soak.noise import soak_noise
from tests.tools.soak.replugs import soak_replugs
from tests.tools.soak.report import Finding
from tests.tools.soak.sound import soak_sound
from tests.tools.soak.strays import soak_strays
from tests.tools.soak.windowed import WINDOWS

PARTS = (
    "games", "models", "kills", "damage", "disks", "fuzz", "noise", "keys", "lines", "evenings", "fingers", "replugs",
    "redraws", "memory", "bursts", "sound", "strays", "links",
    "cuts", "hub", "faults",
)  # fmt: skip
AT_LENGTH = {"redraws", "memory", "bursts", "sound", "hub"}
"""What --quick leaves out: there is no short way."""
TESTED = {"replugs", "links", "strays", "fingers", "faults", "models", "fuzz", "noise", "keys", "lines"}
"""What it leaves out as well: the short way is a test of its own."""
Part = Callable[[], Finding | list[Finding]]


def parts(quick: bool, only: str | None, seed: int) -> Iterator[Part]:
    """What to run: the numbers of the issue, or a hundredth of them."""

    def wanted(part: str) -> bool:
        return only == part or (only is None and not (quick and part in AT_LENGTH | TESTED))

    real = list(GAMES)
    if wanted("faults"):
        yield lambda: soak_faults(100 if quick else 10_000)
    if wanted("noise"):
        yield lambda: soak_noise(60_000 if quick else 10_000_000, seed)
    if wanted("keys"):
        yield lambda: soak_keys(20_000 if quick else 2_000_000, seed)
    if wanted("lines"):
        yield lambda: soak_lines(20_000 if quick else 2_000_000, seed)
    if wanted("replugs"):
        yield lambda: soak_replugs(2 if quick else 500, seed)
    if wanted("games"):
        for name in real:
            yield lambda name=name: soak_games(name, 1 if quick else 10_000, seed)  # type: ignore[misc]
    if wanted("models"):
        for name in READINGS:
            yield lambda name=name: soak_models(name, 1 if quick else 2_000, seed)  # type: ignore[misc]
    if wanted("kills"):
        for name in real[: 1 if quick else None]:
            yield lambda name=name: soak_kills(name, 1 if quick else 200, seed)  # type: ignore[misc]
    if wanted("cuts"):
        yield lambda: soak_cuts(1 if quick else 500, seed)
    if wanted("hub"):
        for on_postgres in (False, True):
            yield lambda on_postgres=on_postgres: soak_hub(5 if quick else 1_000, seed, on_postgres)  # type: ignore[misc]
    if wanted("damage"):
        yield lambda: soak_first_page(4_001 if quick else 1)
        if not quick:  # a test of its own as well
            yield lambda: soak_damage(1_600, seed)
    if wanted("links"):
        yield lambda: soak_links(quick)
    if wanted("disks"):
        for kind in TROUBLES:
            yield lambda kind=kind: soak_disk(kind, 1 if quick else 20)  # type: ignore[misc]
    if wanted("fuzz"):
        yield lambda: soak_fuzz(50 if quick else 10_000, seed)
    if wanted("evenings"):
        for name in BOXES:
            yield lambda name=name: soak_evenings(name, 1 if quick else 200, seed)  # type: ignore[misc]
    if wanted("memory"):
        yield lambda: soak_memory(1 if quick else 31, seed)
    if wanted("bursts"):
        yield lambda: soak_bursts(quick)
    if wanted("strays"):
        yield lambda: soak_strays("wagon-calm" if quick else "")
    if wanted("sound"):
        yield lambda: soak_sound(quick, seed)
    if wanted("fingers"):
        for size, language in WINDOWS[: 1 if quick else None]:
            yield lambda size=size, language=language: fingers.PART.in_process(  # type: ignore[misc]
                1 if quick else 40, seed, size, language
            )
    if wanted("redraws"):
        for size, language in WINDOWS:
            yield lambda size=size, language=language: redraws.PART.in_process(  # type: ignore[misc]
                3 if quick else 300, seed, size, language
            )


def main() -> int:
    """Run the parts; 1 if one of them broke."""
    reader = argparse.ArgumentParser("tests.tools.soak", description=__doc__)
    reader.add_argument("--quick", action="store_true", help="a smoke run of a few seconds")
    reader.add_argument("--only", choices=PARTS)
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--json", type=Path)
    given = reader.parse_args()
    findings: list[Finding] = []
    for part in parts(given.quick, given.only, given.seed):
        found = part()
        for finding in found if isinstance(found, list) else [found]:
            findings.append(finding)
            print(finding, flush=True)
    text = msgspec.json.encode(findings)
    if given.json is not None:
        given.json.parent.mkdir(parents=True, exist_ok=True)
        given.json.write_bytes(msgspec.json.format(text) + b"\n")
    print(text.decode())
    return int(any(finding.broken is not None for finding in findings))


if __name__ == "__main__":
    sys.exit(main())
