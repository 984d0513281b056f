"""Thousands of random games: no invariant breaks, and memory stays flat."""

from __future__ import annotations

import gc
import time
from pathlib import Path
from random import Random

from companion.engine.codec import private_json, public_json
from companion.engine.replay import Replay
from companion.engine.requests import Now, Undo
from tests.engine.driver import Driver
from tests.engine.subjects import Subject, subject
from tests.open_files import closing_journals
from tests.tools.soak.report import Finding

WARM_UP = 0.2
"""The part of the games after which memory may grow no more."""
GROWTH_MB = 8.0
LONGEST = 400
"""Inputs of one game: some tables never come to an end."""


def rss_mb() -> float:
    """Resident memory of this process."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 1e6


def soak_games(name: str, count: int, seed: int = 1) -> Finding:
    """Play `count` random games of the game `name`, each through the desk with taps, time and undo."""
    known = subject(name)
    inputs = 0
    refused = 0
    ended = 0
    base = 0.0
    begun = time.perf_counter()
    for number in range(count):
        if number == int(count * WARM_UP):
            gc.collect()
            base = rss_mb()
        try:
            with closing_journals():
                played, no, over = _one(known, Random(seed * 1_000_003 + number))
        except Exception as fault:
            raise RuntimeError(f"{name}: game {number} of seed {seed} broke") from fault
        inputs, refused, ended = inputs + played, refused + no, ended + over
    seconds = time.perf_counter() - begun
    gc.collect()
    growth = rss_mb() - base
    figures = {
        "games": count,
        "ended": ended,
        "inputs": inputs,
        "refused": refused,
        "inputs/s": int(inputs / seconds),
        "growth MB": round(growth, 2),
    }
    broken = f"memory grew by {growth:.1f} MB" if growth > GROWTH_MB else None
    return Finding(f"random games of {name}", figures, broken)


def _one(known: Subject, rng: Random) -> tuple[int, int, bool]:
    opening, moves = known.openings[rng.randrange(len(known.openings))]
    driver = Driver(known, opening, moves)
    inputs = refused = 0
    over = False
    for _ in range(LONGEST):
        request = driver.random_request(rng)
        if request is None:
            break
        before = driver.state
        inputs += 1
        if isinstance(driver.attempt(request), str):
            refused += 1
        if driver.state is not before:
            known.invariant(driver.state)
        driver.heard.clear()
        if driver.game.result(driver.state, driver.at) is not None:
            over = True
            if rng.random() < 0.3 or isinstance(driver.attempt(Undo()), str):
                break
    driver.codes.clear()
    public_json(driver.engine.handle(Now()).answer)
    state = driver.state
    driver.journal.flush()
    saved = driver.journal.load(driver.session.id)
    assert saved is not None
    assert private_json(Replay(driver.game).run(saved)) == private_json(state), "the replay differs"
    return inputs, refused, over
