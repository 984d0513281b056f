"""The steps of the proof: how they are named, chosen, run and told."""

from __future__ import annotations

import subprocess
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from tests.tools.pi.patience import CLOCK, MachineError
from tests.tools.pi.session import NotProven, Session

Verdict = Literal["passed", "FAILED", "not proven"]
Run = Callable[[Session], str]
"""A step: does what it proves, and tells in a line what it measured."""


@dataclass(frozen=True)
class Step:
    """One row of the table."""

    name: str
    about: str
    run: Run
    usual: bool = False
    """Whether it is played if nothing else is asked for."""


@dataclass(frozen=True)
class Result:
    """How a step went."""

    step: Step
    seconds: float
    lost: float
    """Of these, those in which the machine waited for a processor of this computer."""
    verdict: Verdict
    note: str

    def __str__(self) -> str:
        first, *rest = self.note.splitlines() or [""]
        took = f"{self.seconds:7.1f} s, {self.lost:5.0f} of them without a processor"
        more = "".join(f"\n{'':69}{line}" for line in rest)
        return f"{self.step.name:12} {took}  {self.verdict:10}   {first}{more}"


STEPS: list[Step] = []
"""All steps, in their order."""


def step(name: str, about: str, usual: bool = False) -> Callable[[Run], Run]:
    """Make a function a step of the proof."""

    def register(run: Run) -> Run:
        STEPS.append(Step(name, about, run, usual))
        return run

    return register


def chosen(names: Sequence[str], everything: bool = False) -> list[Step]:
    """The steps of these names in their order; if there are none the usual ones, or all.

    :raises KeyError: for a name that no step has.
    """
    known = {step.name for step in STEPS}
    for name in names:
        if name not in known:
            raise KeyError(name)
    return [step for step in STEPS if (step.name in names if names else everything or step.usual)]


def play(session: Session, steps: Sequence[Step], say: Callable[[str], None]) -> list[Result]:
    """Run the steps one after another; one that fails does not end the others."""
    results = []
    for number, chosen_step in enumerate(steps, 1):
        say(f"[{number}/{len(steps)}] {chosen_step.name}: {chosen_step.about}")
        result = _run(session, chosen_step)
        say(str(result))
        results.append(result)
    session.power_off()
    return results


def _run(session: Session, chosen_step: Step) -> Result:
    begun, lost = time.monotonic(), CLOCK.lost

    def result(verdict: Verdict, note: str) -> Result:
        CLOCK()
        return Result(chosen_step, time.monotonic() - begun, CLOCK.lost - lost, verdict, note)

    try:
        return result("passed", chosen_step.run(session))
    except NotProven as reason:
        return result("not proven", str(reason))
    except (MachineError, AssertionError, OSError, KeyError, ValueError, subprocess.SubprocessError) as error:
        (session.out / f"failed-{chosen_step.name}.txt").write_text(traceback.format_exc(), encoding="utf-8")
        note = f"{type(error).__name__}: {error}"[:600]
        _keep_picture(session, f"failed-{chosen_step.name}")
        return result("FAILED", note)


def _keep_picture(session: Session, name: str) -> None:
    """What the display showed when a step failed; a machine that no longer answers is switched off."""
    if session.card is not None and session.card.on:
        session = session.card
    if not session.on:
        return
    try:
        session.picture(name)
        log = session.machine.run("journalctl -b --no-pager -n 200; tail -n 50 /var/lib/companion/state/companion.log")
        (session.out / f"{name}.log").write_text(log, encoding="utf-8")
    except (MachineError, AssertionError, OSError, KeyError, ValueError):
        session.power_off()


def report(results: Sequence[Result], head: Sequence[str], path: Path) -> str:
    """The table, also written to `path`."""
    counts = {verdict: sum(r.verdict == verdict for r in results) for verdict in ("passed", "FAILED", "not proven")}
    last = ", ".join(f"{count} {verdict}" for verdict, count in counts.items() if count)
    text = "\n".join([*head, *map(str, results), last or "nothing was asked for"]) + "\n"
    path.write_text(text, encoding="utf-8")
    return text
