"""Where a screen has keys of its own for a prompt, every option of the prompt has one."""

from __future__ import annotations

import ast
from pathlib import Path
from random import Random

import pytest

from companion.engine.requests import Now
from kiosk import screens
from tests.engine.driver import Driver
from tests.engine.subjects import subject

OWN = {
    "infernal_wagon": ("ready", "turn", "held"),
}
"""Game -> its prompts with keys of their own. Elsewhere the prompt says what has a key."""
BY_TAG = {"card"}
"""A card is tapped; programs may name it."""


def named(game: str) -> set[str]:
    """All words in quotes of a game's screens."""
    files = (Path(screens.__file__).parent / game).glob("*.py")
    nodes = (node for file in files for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))))
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


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
