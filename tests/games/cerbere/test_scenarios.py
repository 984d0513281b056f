"""All scenarios of Cerbère: S01 to S62 are the matrix's own worked ones, the other files go through its sections."""

from __future__ import annotations

import pytest

from tests.games.cerbere.path import GAME, OWNER, engine, facts_of
from tests.games.scenario import Scenario, run, scenarios

ALL = list(scenarios(GAME))


@pytest.mark.parametrize("scenario", ALL, ids=lambda scenario: scenario.name)
def test_scenario(scenario: Scenario) -> None:
    table = engine(OWNER if scenario.name.startswith("owner") else None)
    run(scenario, table, facts_of(table))
