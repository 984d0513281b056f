"""Nothing of the matrix is forgotten: every rule, ruling, reading and worked scenario is named by a test."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from companion.games.hellrail.words import REFUSALS
from tests import rule_book
from tests.games.hellrail.path import all_scenarios
from tests.games.hellrail.stage import GAME
from tests.games.scenario import scenarios

RULES = rule_book.rules("HR")
RULINGS = rule_book.rulings("HR")
READINGS = rule_book.readings("HR")
WORKED = rule_book.examples("HR")
"""`S01`, `S04a` ...: the numbers have gaps."""
CODES = (
    "bad_setup gates_take_no_effect not_your_turn wrong_phase entry_choice_open answer_due game_over "
    "sealed_until_end unknown_card card_elsewhere hand_empty draw_count_wrong no_tender no_boatman "
    "no_heresy_token no_held_token not_in_circle wrong_circle not_on_train not_enough_brimstone zero_move "
    "too_many_ties reversing no_track toll_missing toll_too_small no_gap gap_too_wide no_track_facing "
    "cell_not_empty no_neighbour no_rail_card card_occupied card_carries_marker tracks_not_covered "
    "tender_forbids_fan gluttony_forbids_fan hand_not_empty effect_unavailable already_holds_one none_left "
    "bad_target tie_taken brimstone_differs already_ahead wrong_count no_heresy_window no_player_target "
    "target_is_user target_unchanged gates_first no_diagonal_neighbour too_many_neighbours"
)
"""The closed list of refusals of section 4.3."""


def words_of_tests() -> str:
    """Names and docstrings of the Python tests beside this one."""
    words = []
    for path in Path(__file__).parent.rglob("test_*.py"):
        if path.name == Path(__file__).name:
            continue
        tree = ast.parse(path.read_text())
        words.append(ast.get_docstring(tree) or "")
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                words.append(f"{node.name} {ast.get_docstring(node) or ''}".replace("_", " "))
    return " ".join(words).replace("HR ", "HR-")


def named() -> set[str]:
    return {rule for scenario in scenarios(GAME) for rule in scenario.covers}


def test_the_list_is_the_matrix_s() -> None:
    assert len(RULES) == 125


def test_every_rule_ruling_and_reading_is_named() -> None:
    said = re.findall(r"HR-Q?\d+|reading \d+", words_of_tests())
    missing = (RULES | RULINGS | READINGS) - named() - set(said)
    assert not missing, sorted(missing)


def test_scenarios_name_nothing_that_the_matrix_does_not_have() -> None:
    assert named() <= RULES | RULINGS | READINGS, sorted(named() - RULES - RULINGS - READINGS)


def test_every_worked_scenario_is_there() -> None:
    names = {scenario.name.partition("[")[2].partition("]")[0] for scenario in scenarios(GAME)}
    found = {name.partition(":")[0].partition(" ")[0] for name in names}
    assert len(WORKED) == 61
    assert WORKED - found == set()


def met() -> set[str]:
    """Refusals that a scenario expects by their code alone."""
    steps = [step for scenario in all_scenarios() for step in (scenario.opening, *scenario.steps)]
    return {step["refused"].partition(" ")[0] for step in steps if "refused" in step}


def test_every_refusal_of_the_matrix_is_met_in_a_scenario() -> None:
    assert set(CODES.split()) - met() == set()


def test_the_game_knows_these_refusals() -> None:
    assert set(CODES.split()) <= set(REFUSALS)
