"""Nothing of the matrix is forgotten: every rule, ruling, reading and worked scenario is named by a test."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from companion.games.cerbere.words import REFUSALS
from tests import rule_book
from tests.games.cerbere.path import GAME
from tests.games.scenario import scenarios

RULES = rule_book.rules("CB")
RULINGS = rule_book.rulings("CB")
READINGS = rule_book.readings("CB")
WORKED = rule_book.examples("CB")
"""`S01` ...: the numbers have gaps."""
AT_TRACKER = "1 2 4 7 8 10 11 13 17 19 20 22 26 29 31 32 34 35 37 38 41 43 44 46 52 53 58 59 61 62"
"""Those that also run at Tracker level, by their last column."""


def words_of_tests() -> str:
    """Names and docstrings of the Python tests beside this one."""
    words = []
    for path in Path(__file__).parent.rglob("test_*.py"):
        if path.name == Path(__file__).name:
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                words.append(f"{node.name} {ast.get_docstring(node) or ''}".replace("_", " "))
    return " ".join(words).replace("CB ", "CB-")


def covered() -> set[str]:
    by_scenarios = {rule for scenario in scenarios(GAME) for rule in scenario.covers}
    return by_scenarios | set(re.findall(r"CB-Q?\d+|reading \d+", words_of_tests()))


def worked(level: str) -> set[int]:
    """Numbers of the worked scenarios that are there at a level: a case is called `S10, S11 tracker`."""
    names = [scenario.name.partition("[")[2] for scenario in scenarios(GAME)]
    named = [name for name in names if re.match(r"S\d\d", name) and name.partition(":")[0].strip("]").endswith(level)]
    return {int(number) for name in named for number in re.findall(r"S(\d\d)", name)}


def test_the_list_is_the_matrix_s() -> None:
    assert len(RULES) == 115


def test_every_rule_ruling_and_reading_is_named() -> None:
    missing = (RULES | RULINGS | READINGS) - covered()
    assert not missing, sorted(missing)


def test_scenarios_name_nothing_that_the_matrix_does_not_have() -> None:
    named = {rule for scenario in scenarios(GAME) for rule in scenario.covers}
    assert named <= RULES | RULINGS | READINGS, sorted(named - RULES - RULINGS - READINGS)


def test_every_worked_scenario_is_there_at_each_of_its_levels() -> None:
    assert len(WORKED) == 42
    assert {int(name[1:]) for name in WORKED} - worked("board") == set()
    assert {int(n) for n in AT_TRACKER.split()} - worked("tracker") == set()


def test_every_refusal_of_the_matrix_is_met_in_a_scenario() -> None:
    """The two codes of tags belong to the taps (`test_tags`), not to the matrix."""
    met = {
        step["refused"]
        for scenario in scenarios(GAME)
        for step in (scenario.opening, *scenario.steps)
        if "refused" in step
    }
    assert {code.partition(":")[0] for code in REFUSALS} - {"not_in_game", "unknown_tag"} - met == set()
