"""docs/hellrail.md is true: it names every move, option, question, key and refusal, and its examples are played."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from companion.engine.clock import ManualClock
from companion.engine.reader_zones import ZONES
from companion.games.hellrail.moves import RailMove, Values
from companion.games.hellrail.names import Effect, Heresy, Level, Owes, Phase, Token, Variant, What
from companion.games.hellrail.rules.setup import Options
from companion.games.hellrail.words import REFUSALS
from companion.headless import Headless
from companion.opening import build_table
from tests.games.hellrail.io.hand import joined, written
from tests.games.hellrail.place import place

DOCS = Path(__file__).resolve().parents[4] / "docs"
PAGE, FRENCH = ((DOCS / name).read_text(encoding="utf-8") for name in ("hellrail.md", "fr/hellrail.md"))
WORDS = {word for code in re.findall(r"`([^`]+)`", PAGE) for word in re.findall(r"\w+", code)}


CODES = {code.partition(":")[0] for code in REFUSALS}


def keys(struct: type[msgspec.Struct]) -> set[str]:
    return {field.encode_name for field in msgspec.structs.fields(struct)}


CODES = {code.partition(":")[0] for code in REFUSALS}
"""Without the reasons for which some have words of their own."""


@pytest.mark.parametrize(
    "names",
    [
        {move.__struct_config__.tag for move in get_args(RailMove)},
        {key for move in get_args(RailMove) for key in keys(move)},
        keys(Options) | keys(Values),
        CODES,
        {word.value for kind in (Owes, Level, Variant) for word in kind},
        set(ZONES),
    ],
)
def test_everything_stands_on_the_page(names: set[str]) -> None:
    assert names - WORDS == set()


def test_closed_words_stand_on_the_page() -> None:
    kinds = (Heresy, What, Phase, (Token.HERESY_CANCEL, Token.HERESY_REDIRECT))
    assert [word.value for kind in kinds for word in kind if word.value not in PAGE or word.value not in FRENCH] == []


def test_nothing_is_named_that_the_rules_do_not_know() -> None:
    table = PAGE[PAGE.index("## Moves") : PAGE.index("## Questions")]
    rows = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \|", table, re.M)
    named = {name for row in rows for name in re.findall(r"\w+", row)}
    assert named == {move.__struct_config__.tag for move in get_args(RailMove)}
    refused = PAGE[PAGE.index("## Refusals") : PAGE.index("Nothing changes")]
    assert set(re.findall(r"`(\w+)`", refused)) == CODES | {"bad_input", "nothing_to_undo"}


def example(start: str) -> Any:
    """The indented JSON that begins like that."""
    text = PAGE[PAGE.index(start) :]
    return json.JSONDecoder().raw_decode(text)[0]


def test_the_position_is_one() -> None:
    state = joined(example('{"open": {"game": "hellrail", "position"')["open"]["position"])
    assert (state.cerberus, state.turn.active, state.seats[1].count) == ("C4", 1, 2)
    assert state.effects["C7"] is Effect.LUST
    assert joined(written(state)) == state


def test_the_examples_are_played() -> None:
    """Line by line at the real table: the openings, then the two moves where they can be made."""
    table, _ = build_table(None, None, ManualClock())
    table.start()
    peer = Headless(table, moves=True)

    def asked(request: Any) -> Any:
        answer = json.loads(peer.answer(json.dumps(request)))
        assert answer["ok"], answer
        return answer

    opened = asked(example('{"open": {"game": "hellrail", "seats"'))["view"]
    assert [(seat["name"], seat["colour"]) for seat in opened["seats"]] == [("Ana", "blue"), ("Bo", "red")]
    asked({"move": {"type": "deal"}})
    asked({"move": {"type": "draw"}})
    asked(example('{"open": {"game": "hellrail", "position"'))
    circles = {f"C{i}": f"{2 * i - 2},0" for i in range(1, 10)} | {"CG": "0,9"}

    def opened_with(cards: Any, **ana: Any) -> None:
        grid = {"circles": circles, "stacks": cards}
        there = place([{"seat": "Ana", **ana}, "Bo"], level="map", deck="demo", grid=grid)
        asked({"open": {"game": "hellrail", "position": there}})

    rail = {"1,0": [{"card": "R06"}]}
    opened_with(rail, at="C1")
    moved = asked(example('{"move": {"type": "move"'))
    assert moved["view"]["seats"][0]["node"] == "1,0:EW.2"
    opened_with(rail, at="C2", train=["R01"])
    assert {"type": "setout", "card": "#1"} in asked({"legal": {}})["legal"], (
        "an offer is public, what is made of it not"
    )
    opened_with({}, at="C1", train=["R01"])
    laid = asked(example('{"move": {"type": "lay"'))
    assert laid["view"]["map"][0]["rails"] == ["EW", "SE"]
    table.close()
