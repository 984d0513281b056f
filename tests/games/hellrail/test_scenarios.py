"""All scenarios of HellRail: `worked_*` are the matrix's own of section 6, the other files go through its sections."""

from __future__ import annotations

import pytest

from tests.games.hellrail.path import all_scenarios, engine, facts_of
from tests.games.scenario import Scenario, run

ALL = list(all_scenarios())


@pytest.mark.parametrize("scenario", ALL, ids=lambda scenario: scenario.name)
def test_scenario(scenario: Scenario) -> None:
    table = engine()
    run(scenario, table, facts_of(table))
