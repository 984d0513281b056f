"""SIGKILL to a process that enrols: what it had acknowledged is there, one tag on one card, and it goes on."""

from __future__ import annotations

import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

from companion.games.registry import BOXES
from companion.tools.enrol import session, store
from companion.tools.enrol.plan import EnrolmentPlan
from companion.tools.enrol.state import Enrolment
from tests.tools.soak.report import Finding

ACKNOWLEDGED = "kept"


def enrol(game: str, folder: Path, seed: int) -> None:
    """The victim: taps, undoes, swaps, keeps each, and says so; until somebody ends it."""
    rng = Random(seed)
    plan = BOXES[game].plan(None)
    e = store.saved_enrolment(game, folder) or session.new_enrolment(plan)
    heaps = [heap.id for heap in plan.heaps]
    while True:
        e = session.worked(_anything(plan, e, heaps, rng), 0)
        store.save(e, folder)
        print(ACKNOWLEDGED, e.tally.touches, flush=True)


def _anything(plan: EnrolmentPlan, e: Enrolment, heaps: list[str], rng: Random) -> Enrolment:
    match rng.randrange(8):
        case 0:
            return session.choose_heap(plan, e, rng.choice(heaps))
        case 1:
            return session.undone(e)
        case 2 if e.records:
            return session.swapping(e, rng.choice(sorted(e.records)))
        case 3:
            return session.move_tag(plan, e)
        case _:
            return session.take_tag(plan, e, f"{rng.randrange(300):010X}", 0)[0]


def soak_evenings(game: str, kills: int, seed: int) -> Finding:
    """Kill it `kills` times."""
    rng, begun, broken, steps = Random(seed), time.perf_counter(), None, 0
    with tempfile.TemporaryDirectory(prefix="companion-soak-") as name:
        folder = Path(name)
        for number in range(1, kills + 1):
            steps = _one(game, folder, rng)
            broken = _fault(game, folder, steps)
            if broken is not None:
                broken = f"after kill {number}: {broken}"
                break
    figures = {"kills": number, "acknowledged": steps, "seconds": int(time.perf_counter() - begun)}
    return Finding(f"evenings of {game}", figures, broken)


def _one(game: str, folder: Path, rng: Random) -> int:
    """One evening; the number of the last step that was acknowledged."""
    command = [sys.executable, "-m", "tests.tools.soak.evening", game, str(folder), str(rng.randrange(2**30))]
    victim = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert victim.stdout is not None
    first = victim.stdout.readline()
    time.sleep(rng.random() * 0.05)
    victim.send_signal(signal.SIGKILL)
    lines = [first, *victim.stdout.read().splitlines(keepends=True)]
    victim.wait()
    whole = [line for line in lines if line.startswith(ACKNOWLEDGED) and line.endswith("\n")]
    return int(whole[-1].split()[1]) if whole else 0


def _fault(game: str, folder: Path, steps: int) -> str | None:
    e = store.saved_enrolment(game, folder)
    if e is None:
        return "nothing is left"
    if not steps <= e.tally.touches <= steps + 1:
        return f"step {steps} was acknowledged, {e.tally.touches} is there"
    uids = [tag.uid for record in e.records.values() for tag in record.tags]
    return "a tag is on two cards" if len(uids) != len(set(uids)) else None


if __name__ == "__main__":
    enrol(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]))
