"""A refusal's words name its own cause: a code of several causes says which one (`reason`), and has words for each."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from companion.engine.update import Refusal
from companion.games.registry import GAMES
from companion.presentation.i18n import Catalogue
from companion.presentation.refusals import refusal, worded
from companion.words import sentence
from tests.program_source import nodes, python_files

REFUSES = {"Refused", "PrivateRefusal", "Why"}
GENERAL = {"bad_input", "bad_setup", "not_allowed_now"}
"""Codes whose words name no cause."""


def _literals(source: Iterable[ast.AST]) -> Iterator[tuple[str, str]]:
    """Code and reason of every refusal that is written out with both."""
    for node in source:
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in REFUSES):
            continue
        if not node.args:
            continue
        code = node.args[0]
        reasons = [key.value for key in node.keywords if key.arg == "reason"]
        for part in (*node.args[1:], *(key.value for key in node.keywords if key.arg is None)):
            for inner in ast.walk(part):
                if isinstance(inner, ast.Dict):
                    pairs = zip(inner.keys, inner.values, strict=True)
                    reasons += [v for k, v in pairs if isinstance(k, ast.Constant) and k.value == "reason"]
        for reason in reasons:
            if isinstance(code, ast.Constant) and isinstance(reason, ast.Constant):
                yield str(code.value), str(reason.value)


def written() -> dict[str, Path]:
    found: dict[str, Path] = {}
    for path in python_files("companion"):
        found |= {f"{code}:{reason}": path for code, reason in _literals(nodes(path))}
    return found


def game_of(path: Path) -> str | None:
    """Looking through the games brings their words along."""
    return next((name for name in list(GAMES) if name in path.parts), None)


def test_each_cause_has_words_of_its_own_on_the_screen_and_in_the_log() -> None:
    """Both differ from those of its code, which name another cause."""
    found = written()
    assert {"too_late:over", "no_gap:lands", "cost_move:pawn", "no_saved_game:id"} <= found.keys()
    for key, path in found.items():
        code, _, reason = key.partition(":")
        game = game_of(path)
        if code in GENERAL:
            continue
        assert worded(code, game, reason) != worded(code, game), f"{key} ({path.name})"
        assert sentence(code, {"reason": reason}, game) != sentence(code, {}, game), f"{key} ({path.name})"


@pytest.mark.parametrize(
    ("game", "code", "facts", "title", "hint"),
    [
        ("infernal_wagon", "too_late", {"reason": "judged", "n": 5}, "Too late for this card", "is 5 s."),
        ("infernal_wagon", "too_late", {"reason": "over", "n": 10}, "Too late", "10 s after its end"),
        ("infernal_wagon", "already_ticked", {"reason": "earlier"}, "Ticked already", "earlier game"),
        ("hellrail", "game_over", {}, "The game is over", "Open the cars"),
        ("hellrail", "game_over", {"reason": "revealed"}, "The game is over", "are open"),
        ("hellrail", "not_on_train", {"card": "", "reason": "no_car"}, "No car on this train", "Pick one up"),
        ("cerbere", "cost_rage", {}, "The Rage cannot rise that far", "ends with the Case Chasse"),
        ("cerbere", "cost_move", {}, "No pawn can pay", "another option"),
        (None, "nothing_to_undo", {"reason": "redo"}, "Nothing to make again", "taken back"),
        (None, "no_saved_game", {"id": 7, "reason": "id"}, "There is no such game", "games"),
    ],
)
def test_the_words_name_the_cause(game: str | None, code: str, facts: dict[str, object], title: str, hint: str) -> None:
    assert game is None or game in list(GAMES)
    said = refusal(Refusal(code, facts), game, Catalogue("en"))
    assert said.title == title
    assert hint in said.hint
    assert "{" not in said.title + said.hint
