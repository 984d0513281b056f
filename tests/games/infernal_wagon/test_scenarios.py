"""All worked scenarios of Infernal Wagon: S01 to S52 are the matrix's own, X_* go beyond them."""

from __future__ import annotations

import pytest

from tests.games.infernal_wagon.wagon import GAME, engine, facts_of
from tests.games.scenario import Scenario, run, scenarios

ALL = list(scenarios(GAME))


@pytest.mark.parametrize("scenario", ALL, ids=lambda scenario: scenario.name)
def test_scenario(scenario: Scenario) -> None:
    table = engine()
    run(scenario, table, facts_of(table))
