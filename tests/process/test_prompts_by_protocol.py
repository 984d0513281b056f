"""Whole random games by a stranger to all games: the real process, JSON lines, nothing but prompts and their keys."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from tests.openings import OPENINGS, SELDOM

OVER = ("over", "again")
"""Prompts of games that have ended."""
UNKNOWABLE = {"secret": ("effect_unavailable",)}
"""What may be refused though it is offered: nobody may know what lies face down."""
DEEPEST = 5
"""Prompts on a path, more than there are."""
MOST = 4_000
"""Lines; a game is over long before."""


class Stranger:
    """`companion headless`, spoken to line by line."""

    def __init__(self) -> None:
        words = [sys.executable, "-m", "companion", "headless", "--clock", "manual"]
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def say(self, request: object) -> dict[str, Any]:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(json.dumps(request).encode() + b"\n")
        self.process.stdin.flush()
        found: dict[str, Any] = json.loads(self.process.stdout.readline())
        return found

    def ok(self, request: object) -> dict[str, Any]:
        answer = self.say(request)
        assert answer["ok"], (request, answer)
        return answer


@pytest.fixture
def stranger() -> Iterator[Stranger]:
    made = Stranger()
    yield made
    made.process.communicate()
    assert made.process.returncode == 0


@pytest.mark.parametrize("level", OPENINGS)
def test_a_whole_game_by_keys_alone(stranger: Stranger, level: str) -> None:
    stranger.ok({"open": msgspec.to_builtins(msgspec.structs.replace(OPENINGS[level], seed=11))})
    rng = Random(11)
    for said in range(MOST):
        prompt = stranger.ok({"prompt": {}})["prompt"]
        if prompt["id"] in OVER:
            assert said > 5, "a game"
            return
        open_ = [option for option in prompt["options"] if "why" not in option and not option.get("chosen")]
        kept = [option for option in open_ if rng.random() < SELDOM.get(option["label"]["msgid"], 1)]
        if not open_ or rng.random() < 0.03:
            if not stranger.say({"back": {}})["ok"]:
                assert open_, f"no way on from {prompt}"
            continue
        answer = stranger.say({"choose": {"key": rng.choice(kept or open_)["key"]}})
        if not answer["ok"]:
            assert answer["error"]["code"] in UNKNOWABLE.get(level, ()), answer
            for _ in range(DEEPEST):
                stranger.say({"back": {}})
    raise AssertionError(f"not over after {MOST} lines")
