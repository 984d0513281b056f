"""The keys of positions stand on the games' pages as the classes have them."""

from __future__ import annotations

from companion.games.registry import GAMES
from tests.tools.position_keys import pages, rows


def test_the_tables_of_keys_are_those_of_the_classes() -> None:
    for path, text in pages().items():
        assert path.read_text(encoding="utf-8") == text, "run: python -m tests.tools.position_keys"


def test_every_number_of_a_position_has_a_range() -> None:
    for make in GAMES.values():
        if hasattr(game := make(None), "patches"):
            assert [key for key, what in rows(game.state_type) if "a number" in what] == []
