"""`make prove-pi`: builds what is missing, boots it, plays the steps, and says what holds.

Exit status: 0 every step passed (or cannot be shown on this machine, and is said to be not proven), 1 one failed, 2 the
proof could not begin.
"""

from __future__ import annotations

import argparse
import contextlib
import fcntl
import os
import platform
import signal
import sys
import time
from pathlib import Path

from tests.tools.pi import board, care, cuts, devices, displays, figures, firsts, image, overlay, roots, start
from tests.tools.pi import play as games
from tests.tools.pi.session import NotProven, Session
from tests.tools.pi.steps import STEPS, Step, chosen, play, report

OUT = roots.ROOT / "build/pi"
CUTS, FEW_CUTS = 20, 4
PARTS = (start, games, devices, care, figures, displays, firsts, cuts, overlay, image, board)
"""The modules of the steps, in the order in which they are played: those of one machine together."""
STEPS.sort(key=lambda step: [part.__name__ for part in PARTS].index(step.run.__module__))


def say(text: str) -> None:
    """A line with the time of day, at once."""
    print(f"prove-pi {time.strftime('%H:%M:%S')}  {text}", flush=True)


def options(words: list[str] | None = None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser("prove-pi", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--all", action="store_true", help="all steps, not only the usual ones (20 minutes)")
    parser.add_argument("--only", default="", metavar="A,B", help="these steps only")
    parser.add_argument("--skip", default="", metavar="A,B", help="not these steps")
    parser.add_argument("--list", action="store_true", help="name the steps")
    parser.add_argument("--build", action="store_true", help="build what is missing, and end")
    parser.add_argument("--again", action="store_true", help="go on with the disk and the pictures of the run before")
    parser.add_argument("--hurried", action="store_true", help="a guest by this computer's clock, on two processors")
    parser.add_argument(
        "--cuts", type=int, metavar="N", help=f"how often the power is cut ({FEW_CUTS}; {CUTS} if asked for)"
    )
    given = os.environ.get("ROOTS", str(roots.ROOT / "build/roots"))
    parser.add_argument("--roots", type=Path, default=Path(given), metavar="DIR", help="what is kept ($ROOTS)")
    parser.add_argument(
        "--out", type=Path, default=OUT, metavar="DIR", help="where pictures and the table go (build/pi)"
    )
    return parser.parse_args(words)


def main(words: list[str] | None = None) -> int:
    asked = options(words)
    if asked.list:
        for step in STEPS:
            print(f"{step.name:12} {step.about}{'' if step.usual else ' (--all)'}")
        return 0
    try:
        steps = chosen([name for name in asked.only.split(",") if name], asked.all)
        roots.check_host("prove-pi")
    except KeyError as unknown:
        say(f"there is no step {unknown}; --list names them")
        return 2
    except roots.Missing as missing:
        say(str(missing))
        return 2
    steps = [step for step in steps if step.name not in asked.skip.split(",")]
    asked.out.mkdir(parents=True, exist_ok=True)
    with (asked.out / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("another proof is running here")
            return 2
        return prove(asked, steps)


def prove(asked: argparse.Namespace, steps: list[Step]) -> int:
    """Build, play and tell; the exit status."""
    signal.signal(signal.SIGTERM, lambda _number, _frame: sys.exit(143))  # the machine is switched off on the way out
    begun = time.monotonic()
    try:
        emulator = roots.emulator(asked.roots, say)
        cards_only = all(step.run.__module__ in (image.__name__, board.__name__) for step in steps)
        disk = image.card_disk(asked.out) if cards_only else roots.disk(asked.roots, say)
    except (roots.Missing, RuntimeError, NotProven) as fault:
        say(str(fault))
        return 2
    built = time.monotonic() - begun
    say(f"ready to boot after {built:.0f} s")
    if asked.build:
        return 0
    kinds = () if asked.again else ("*.png", "*.wav", "failed-*", "report.txt", "run/disk.img")
    for old in [path for kind in kinds for path in asked.out.glob(kind)]:
        old.unlink(missing_ok=True)
    often = asked.cuts or (CUTS if asked.all or asked.only else FEW_CUTS)
    session = Session(emulator, disk, asked.out, say, often, steady=not asked.hurried)
    with contextlib.closing(session):
        results = play(session, steps, say)
    head = [
        f"The companion on an emulated Raspberry Pi ({platform.machine()} host, {os.cpu_count()} processors)",
        f"building or finding the guest: {built:.0f} s; all: {time.monotonic() - begun:.0f} s",
    ]
    print(report(results, head, asked.out / "report.txt"), end="", flush=True)
    return int(any(result.verdict == "FAILED" for result in results))


if __name__ == "__main__":
    sys.exit(main())
