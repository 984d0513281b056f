"""The lists of docs/protocol.md are those of the classes: events, view fields, options, prompts."""

from __future__ import annotations

from companion.engine.game import Silent
from companion.engine.patch import members
from companion.games.registry import GAMES
from tests.tools.protocol_lists import OPTIONS, PAGE, page


def test_the_lists_are_those_of_the_classes() -> None:
    assert page() == PAGE.read_text(encoding="utf-8"), "run: python -m tests.tools.protocol_lists"


def test_each_game_and_each_event_that_is_told_is_listed() -> None:
    assert OPTIONS.keys() == set(GAMES)
    text = page()
    for name, make in GAMES.items():
        listed = text.partition(f"### Events of {name}\n")[2].partition("\n### ")[0]
        told = [one for one in members(make(None).event_type) if not issubclass(one, Silent)]
        assert len(told) > 20
        assert [one for one in told if f"| `{one.__struct_config__.tag}` |" not in listed] == []
