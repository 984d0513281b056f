"""Where a screen has keys of its own for a prompt, every option of the prompt has one."""

from __future__ import annotations

import ast
from random import Random

import pytest

from companion.engine.requests import Now
from tests.engine.driver import Driver
from tests.engine.subjects import subject
from tests.program_source import nodes, python_files

OWN = {
    "infernal_wagon": ("ready", "turn", "held"),
}
"""Game -> its prompts with keys of their own. Elsewhere the prompt says what has a key."""
BY_TAG = {"card"}
"""A card is tapped; programs may name it."""


def named(game: str) -> set[str]:
    """All words in quotes of a game's screens."""
    found = (node for file in python_files(f"kiosk/screens/{game}") for node in nodes(file))
    return {node.value for node in found if isinstance(node, ast.Constant) and isinstance(node.value, str)}


@pytest.mark.parametrize("game", OWN)
def test_each_option_is_chosen_by_some_key(game: str) -> None:
    seen: dict[str, set[str]] = {}
    played = subject(game)
    for seed in range(12):
        opening, moves = played.openings[seed % len(played.openings)]
        driver = Driver(played, opening, moves)
        rng = Random(seed)
        for _ in range(60):
            prompt = driver.engine.handle(Now()).answer.prompt
            if prompt is not None and prompt.id in OWN[game]:
                seen.setdefault(prompt.id, set()).update(option.key for option in prompt.options)
            request = driver.random_request(rng)
            if request is None:
                break
            driver.attempt(request)
    assert seen.keys() == set(OWN[game])
    assert set().union(*seen.values()) - named(game) == (BY_TAG if game == "infernal_wagon" else set())
