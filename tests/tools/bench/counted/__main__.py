"""`make bench-pi`: counts, compares with what docs/internals keeps, and says what became worse.

Exit status: 0 all is as it was or better, 1 a figure is more than 3 % worse, 2 nothing could be counted.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path

import msgspec

from tests.tools.bench.counted import costs, groups, kept
from tests.tools.bench.counted.guest import Guest
from tests.tools.pi import roots

OUT = roots.ROOT / "build/counted"
TAPS = 24


def say(text: str) -> None:
    """A line with the time of day, at once."""
    print(f"bench-pi {time.strftime('%H:%M:%S')}  {text}", flush=True)


def options(words: list[str] | None = None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser("bench-pi", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--only", default="", metavar="A,B", help="groups whose names begin so")
    parser.add_argument("--list", action="store_true", help="name the groups")
    parser.add_argument("--taps", type=int, default=TAPS, metavar="N", help=f"in each group ({TAPS})")
    parser.add_argument("--costs", action="store_true", help="say what the taps consist of, and keep it with --keep")
    parser.add_argument("--keep", action="store_true", help="write the figures into docs/internals")
    parser.add_argument(
        "--why", action="append", default=[], metavar="FIGURE=REASON", help="why one became worse, with --keep"
    )
    parser.add_argument("--out", type=Path, default=OUT, metavar="DIR", help="where the figures go (build/counted)")
    given = os.environ.get("ROOTS", str(roots.ROOT / "build/roots"))
    parser.add_argument("--roots", type=Path, default=Path(given), metavar="DIR", help="what is kept ($ROOTS)")
    return parser.parse_args(words)


def commit() -> str:
    """What is measured; with a plus sign if files differ from it."""
    said = [
        subprocess.run(["git", *words], cwd=roots.ROOT, capture_output=True, text=True, check=True).stdout.strip()
        for words in (["rev-parse", "--short=12", "HEAD"], ["status", "--porcelain", "--untracked-files=no"])
    ]
    return said[0] + ("+" if said[1] else "")


def main(words: list[str] | None = None) -> int:
    asked = options(words)
    only = tuple(name for name in asked.only.split(",") if name)
    known = [f"{mode}-taps{groups.COSTS}" for mode in groups.PLAYED] if asked.costs else groups.groups()
    chosen = [name for name in known if not only or name.startswith(only)]
    if asked.list:
        print("\n".join(chosen))
        return 0
    measured = commit()
    if asked.keep and (measured.endswith("+") or only):
        say("what is kept is of a commit, and whole: commit first, and without --only")
        return 2
    try:
        roots.check_host("bench-pi")
        guest = Guest(asked.roots, say)
        found = guest.run(chosen, asked.taps, asked.out)
    except (roots.Missing, RuntimeError) as fault:
        say(str(fault))
        return 2
    (asked.out / "found.json").write_bytes(msgspec.json.format(msgspec.json.encode(found)))
    if asked.costs:
        print("\n".join(costs.tables(found, measured)), flush=True)
        if asked.keep:
            costs.write(found, measured)
        return 0
    figures = list(groups.figures(found))
    before = kept.read()
    tell(figures, before)
    if asked.keep:
        why = dict(line.split("=", 1) for line in asked.why)
        try:
            kept.write(kept.renewed(before, kept.Kept(measured, guest.debian, asked.taps, {}), figures, why))
        except kept.NotKept as reason:
            say(str(reason))
            return 1
        return 0
    if before is None:
        say("nothing is kept yet: --keep")
        return 0
    if before.guest != guest.debian or before.taps != asked.taps:
        say("not to be compared: the kept figures are of another Debian, other packages or another number of taps")
        return 2
    more = kept.worse(before, figures)
    for name, times in more.items():
        say(f"WORSE: {name}: {times:.3f} times what is kept")
    return int(bool(more))


def tell(figures: list[groups.Figure], before: kept.Kept | None) -> None:
    """The table, beside what is kept."""
    values = {figure.name: figure.value for figure in figures}
    for name, value, anchor in figures:
        times = f"{value / values[anchor]:6.2f} x" if anchor in values else ""
        old = before.figures.get(name) if before is not None else None
        change = f"{100 * (value / old.value - 1):+7.2f} %" if old is not None else ""
        print(f"{name:66} {value:12,.3f} {times:>9} {change}".rstrip(), flush=True)


if __name__ == "__main__":
    sys.exit(main())
