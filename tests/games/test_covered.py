"""Every rule, ruling, reading, worked example and refusal of the rule pages has a scenario.

`IN_PYTHON` has the few that a scenario cannot say, with the test that holds them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from companion.games.hellrail.words import REFUSALS as HELLRAIL_REFUSALS
from tests import rule_book
from tests.engine import test_one_disc
from tests.games.hellrail import test_secret_effects, test_twins
from tests.games.hellrail.io import test_words_by_level
from tests.games.hellrail.path import all_scenarios
from tests.games.hellrail.unit import test_corrected_effects
from tests.games.infernal_wagon import test_group
from tests.games.infernal_wagon import test_secrets as wagon_secrets
from tests.games.infernal_wagon.unit import test_box
from tests.games.scenario import refused, scenarios

GAMES = {"cerbere": "CB", "hellrail": "HR", "infernal_wagon": "IW"}
"""Game -> the prefix of its ids."""
IN_PYTHON: dict[str, dict[str, Callable[..., Any]]] = {
    "hellrail": {
        "HR-118": test_secret_effects.test_HR_118_the_deal_tells_counts_only,
        "HR-119": test_secret_effects.test_HR_119_who_looks_sees_it_alone,
        "HR-120": test_secret_effects.test_HR_120_a_held_token_lies_face_down_and_its_owner_may_look_at_any_time,
        "HR-Q30": test_secret_effects.test_HR_Q30_whether_the_owner_may_look_at_any_time_is_a_ruling,
        "HR-R26": test_twins.test_HR_026_a_card_that_is_corrected_into_a_train_was_not_delivered,
        "HR-R44": test_words_by_level.test_who_did_not_look_is_told_to_look,
        "HR-R28": test_corrected_effects.test_what_nobody_can_answer_any_more_is_over,
    },
    "infernal_wagon": {
        "IW-001": test_box.test_IW_001_a_whole_box_has_96_cards,
        "IW-039": test_box.test_IW_039_a_mistake_in_a_card_names_its_slot_and_field,
        "IW-093": test_group.test_IW_093_advice_after_a_loss_and_after_a_win_is_never_forced,
        "IW-121": wagon_secrets.test_IW_121_two_games_that_differ_only_in_the_curses_are_the_same_to_everybody,
        "IW-Q23": test_group.test_IW_093_advice_after_a_loss_and_after_a_win_is_never_forced,
        "IW-Q30": test_group.test_IW_142_the_seventh_new_player_counts_won_or_lost,
        "IW-R41": test_one_disc.test_under_the_wagons_clock_it_is_at_once_an_unknown_card,
        "S44": test_group.test_S44_exploits_after_a_fast_win_with_two_players,
        "S49": test_group.test_IW_142_the_seventh_new_player_counts_won_or_lost,
    },
}
"""What compares two games, reads a file or follows several games of a group, which a scenario cannot say."""
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
"""Refusals of HellRail: the closed list of section 4.3."""
AT_TRACKER = "1 2 4 7 8 10 11 13 17 19 20 22 26 29 31 32 34 35 37 38 41 43 44 46 52 53 58 59 61 62"
"""Worked examples of Cerbère that also run at Tracker level, by their last column."""

games = pytest.mark.parametrize("game", GAMES)


def defined(game: str) -> set[str]:
    """Rules, rulings and readings of the game's page."""
    prefix = GAMES[game]
    return rule_book.rules(prefix) | rule_book.rulings(prefix) | rule_book.readings(prefix)


def covered(game: str) -> set[str]:
    return {id for scenario in scenarios(game) for id in scenario.covers}


def worked(game: str) -> set[str]:
    """Worked examples that are there: the numbers in a case's name, or in its file's (`S22`, `S10, S11 tracker`)."""
    names = (re.sub(r"^[a-z]\w*\[", "", scenario.name).partition(":")[0] for scenario in scenarios(game))
    return {id for name in names for id in re.findall(r"S\d\d[a-d]?", name)}


@games
def test_each_id_has_a_scenario_or_its_python_test(game: str) -> None:
    python = {re.sub(r"^\w\w-R(\d+)$", r"reading \1", id) for id in IN_PYTHON.get(game, ())}
    assert sorted(defined(game) - covered(game) - python) == []
    assert sorted(python & covered(game)) == [], "a scenario has these"


@games
def test_scenarios_name_nothing_that_the_page_does_not_have(game: str) -> None:
    assert sorted(covered(game) - defined(game)) == []


@games
def test_each_worked_example_is_there(game: str) -> None:
    examples = rule_book.examples(GAMES[game])
    assert examples and sorted(examples - worked(game) - set(IN_PYTHON.get(game, ()))) == []


@pytest.mark.parametrize("level", ["board", "tracker"])
def test_worked_examples_of_cerbere_run_at_each_of_their_levels(level: str) -> None:
    names = [scenario.name.partition("[")[2].partition(":")[0].strip("]") for scenario in scenarios("cerbere")]
    there = {id for name in names if name.endswith(level) for id in re.findall(r"S\d\d", name)}
    wanted = rule_book.examples("CB") if level == "board" else {f"S{int(n):02}" for n in AT_TRACKER.split()}
    assert sorted(wanted - there) == []


def test_each_refusal_of_the_matrix_is_met_in_a_scenario() -> None:
    """Of HellRail's; that all codes are met anywhere: tests/engine/test_suites.py."""
    assert set(CODES.split()) <= set(HELLRAIL_REFUSALS)
    assert sorted(set(CODES.split()) - refused(all_scenarios())) == []
