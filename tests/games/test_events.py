"""Each event that a game tells stands on its rule page, and has a cue and words, or goes without on purpose."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, get_args

import pytest

from companion.engine.game import Silent
from companion.engine.message import Tellers
from companion.games.cerbere import cues as cerbere_cues
from companion.games.cerbere import messages as cerbere
from companion.games.cerbere.events import CerbereEvent
from companion.games.hellrail import cues as hellrail_cues
from companion.games.hellrail import messages as hellrail
from companion.games.hellrail.events import RailEvent
from companion.games.infernal_wagon import cues as wagon_cues
from companion.games.infernal_wagon import messages as wagon
from companion.games.infernal_wagon.events import WagonEvent
from companion.games.registry import GAMES
from tests.rule_book import FOLDER, PAGES


@dataclass(frozen=True)
class Story:
    """What is made of a game's events. `page`: prefix of its rules.

    `unheard`: events without a cue of their own. `wordless`: events without a line, an order or a band of their own;
    another event, a question or a screen puts them into words.
    """

    page: str
    events: Any
    cues: ModuleType
    tellers: Tellers
    unheard: str
    wordless: str


STORIES = {
    "infernal_wagon": Story(
        "IW",
        WagonEvent,
        wagon_cues,
        wagon.TELLERS,
        unheard="""setup pile started card_placed card_counted track_discarded draw_expected draw_skipped pile_empty
            player_out replacement_expected count_drift duplicate_tap exploits_offered exploit_ticked""",
        wordless="""cue setup pile card_placed tunnel_card prompt won lost exploits_offered exploit_ticked
            curse_doubtful""",
    ),
    "cerbere": Story(
        "CB",
        CerbereEvent,
        cerbere_cues,
        cerbere.TELLERS,
        unheard="""difficulty turn_started card_played cost_due effect_due effect_applied effect_dropped rage_set
            cards_drawn cards_discarded deck_reshuffled actions_restored choice_made cerberus_retreat_prompt
            survival_discarded betrayal_bonus boats_discarded bridge_gone action_skipped pawn_moved blocked
            cerberus_moved symbol_fired portal""",
        wordless="""difficulty turn_started cost_due effect_due rage_set speed_set choice_needed choice_made catch_asked
            captured cerberus_retreat_prompt survival_discarded betrayal_bonus boat_revealed boats_discarded
            hunt_started game_over""",
    ),
    "hellrail": Story(
        "HR",
        RailEvent,
        hellrail_cues,
        hellrail.TELLERS,
        unheard="""game_started circles_dealt circle_placed first_player_set effects_dealt tender_returned cards_drawn
            card_shown car_removed marker_hit effect_looked effect_declared effect_declined
            effect_cancelled effect_redirected effect_resolved flipped cards_discarded hand_dumped
            cars_dropped token_taken token_drawn held_returned effects_swapped marker_placed
            cerberus_moved rail_removed rail_turned car_moved card_taken cards_given""",
        wordless="""circle_placed first_player_set effects_dealt game_ended stepped pushed effect_resolved heresy_spent
            flipped cards_discarded held_returned scores_shown reveal_mismatch""",
    ),
}


@pytest.fixture(params=GAMES)
def story(request: pytest.FixtureRequest) -> Story:
    return STORIES[request.param]


def told(story: Story) -> dict[str, type]:
    """Name -> event."""
    return {kind.__struct_config__.tag: kind for kind in get_args(story.events) if not issubclass(kind, Silent)}


def tree(story: Story) -> ast.Module:
    return ast.parse(Path(str(story.cues.__file__)).read_text(encoding="utf-8"))


def test_it_stands_on_the_rule_page(story: Story) -> None:
    page = (FOLDER / PAGES[story.page]).read_text(encoding="utf-8")
    words = {word for code in re.findall(r"`([^`\n]+)`", page) for word in re.findall(r"\w+", code)}
    assert told(story).keys() - words == set()


def test_it_has_a_cue_or_is_unheard_on_purpose(story: Story) -> None:
    """`cues.py` names the events that it listens to, as `ev.Won`."""
    nodes = [node for node in ast.walk(tree(story)) if isinstance(node, ast.Attribute)]
    named = {node.attr for node in nodes if isinstance(node.value, ast.Name) and node.value.id == "ev"}
    assert {tag for tag, kind in told(story).items() if kind.__name__ not in named} == set(story.unheard.split())


def test_it_has_words_or_is_wordless_on_purpose(story: Story) -> None:
    wordless = {tag for tag, kind in told(story).items() if kind not in story.tellers.by_event}
    assert wordless == set(story.wordless.split())
    assert set(story.tellers.by_event) <= set(told(story).values())


def test_a_cue_has_its_weight_where_cues_are_weighed(story: Story) -> None:
    """One without would be an error once it has to be left out."""
    weights = getattr(story.cues, "WEIGHT", None)
    if weights is None:  # Infernal Wagon sounds them all
        return
    made = {call.args[0] for call in ast.walk(tree(story)) if isinstance(call, ast.Call) and call.args}
    names = {node.value for node in made if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    assert {*names, *story.cues._PLAIN.values()} - {"knock", "undo"} <= set(weights)
