"""Random commands, sensible and senseless, corrections among them: no state comes about that cannot be."""

from __future__ import annotations

from random import Random

import pytest

from companion.engine.codec import private_json
from companion.engine.requests import MakeMove
from companion.games.cerbere.rules.invariants import invariants
from tests.engine.driver import Driver
from tests.engine.subjects.cerbere import NAMES, SUBJECT
from tests.games.cerbere.wild import command, correction
from tests.thorough import rounds


def played(seed: int, corrections: bool, steps: int = 150) -> Driver:
    """A game in which every other command is a sensible one."""
    rng = Random(seed)
    opening, moves = SUBJECT.openings[seed % len(SUBJECT.openings)]
    driver = Driver(SUBJECT, opening, moves)
    names = list(NAMES[: len(driver.state.seats)])
    for _ in range(steps):
        sensible = driver.legal()
        if sensible and rng.random() < 0.5:
            request = MakeMove(rng.choice(sensible))
        else:
            move = correction(rng, names) if corrections and rng.random() < 0.3 else command(rng, names)
            if move["type"] == "correct" and not corrections:
                continue
            request = MakeMove(move)
        before = private_json(driver.state)
        outcome = driver.attempt(request)
        if isinstance(outcome, str):
            assert private_json(driver.state) == before, f"a refused {request} changed the state"
        assert list(invariants(driver.state)) == [], f"seed {seed}, after {request}"
    return driver


@pytest.mark.parametrize("seed", range(rounds(15, 25)))
def test_any_command_at_any_moment(seed: int) -> None:
    """CB-028, CB-133, section 2: the invariants hold whatever is sent."""
    played(seed, corrections=False)


@pytest.mark.parametrize("seed", range(rounds(15, 25)))
def test_any_correction_at_any_moment(seed: int) -> None:
    """4.2 `correct`: the table is right, but no correction makes a table that cannot be."""
    played(seed, corrections=True)
