"""Nothing of the matrix is forgotten: every rule, ruling and reading is named by a scenario or by a test."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from tests import rule_book
from tests.games.infernal_wagon.wagon import GAME
from tests.games.scenario import scenarios

RULES = rule_book.rules("IW")
RULINGS = rule_book.rulings("IW")
READINGS = rule_book.readings("IW")
WORKED = rule_book.examples("IW")
"""`S01` ...: the numbers have gaps."""


def words_of_tests() -> str:
    """Names and docstrings of the Python tests beside this one."""
    words = []
    for path in Path(__file__).parent.rglob("test_*.py"):
        if path.name == Path(__file__).name:
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                words.append(f"{node.name} {ast.get_docstring(node) or ''}".replace("_", " "))
    return " ".join(words).replace("IW ", "IW-")


def covered() -> set[str]:
    by_scenarios = {rule for scenario in scenarios(GAME) for rule in scenario.covers}
    return by_scenarios | set(re.findall(r"IW-Q?\d+|reading \d+", words_of_tests()))


def test_the_list_is_the_matrix_s() -> None:
    assert len(RULES) == 109


def test_every_rule_ruling_and_reading_is_named() -> None:
    missing = (RULES | RULINGS | READINGS) - covered()
    assert not missing, sorted(missing)


def test_scenarios_name_nothing_that_the_matrix_does_not_have() -> None:
    named = {rule for scenario in scenarios(GAME) for rule in scenario.covers}
    assert named <= RULES | RULINGS | READINGS


def test_every_worked_example_of_section_5_is_there() -> None:
    names = {scenario.name.partition("[")[0] for scenario in scenarios(GAME)}
    in_python = words_of_tests()
    assert len(WORKED) == 35
    assert [name for name in WORKED if name not in names and name not in in_python] == []
