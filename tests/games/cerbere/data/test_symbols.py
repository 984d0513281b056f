"""What may be printed on a space of an owner's board, icon by icon (CB-160, CB-180..191)."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.cerbere.data.cards import Op
from companion.games.cerbere.data.faces import load_faces
from companion.games.cerbere.data.rulings import Rulings
from companion.games.cerbere.names import Deck, OpName, Who
from tests.games.cerbere.data.files import changed

ICONS = [
    ("CB-184", '{ op = "draw", deck = "survival", n = 2 }', Op(OpName.DRAW, n=2, deck=Deck.SURVIVAL)),
    ("CB-180", '{ op = "draw", who = "self", deck = "survival" }', Op(OpName.DRAW, deck=Deck.SURVIVAL)),
    ("CB-185", '{ op = "discard", deck = "survival", n = 2 }', Op(OpName.DISCARD, n=2, deck=Deck.SURVIVAL)),
    ("CB-186", '{ op = "move", n = 3 }', Op(OpName.MOVE, n=3)),
    ("CB-186", '{ op = "move", who = "self", n = -2 }', Op(OpName.MOVE, n=-2)),
    ("CB-187", '{ op = "hunt" }', Op(OpName.HUNT)),
    ("CB-188", '{ op = "rage_forward", n = 2 }', Op(OpName.RAGE_FORWARD, n=2)),
    ("CB-188", '{ op = "rage_back" }', Op(OpName.RAGE_BACK)),
    ("CB-189", '{ op = "speed_up", n = 2 }', Op(OpName.SPEED_UP, n=2)),
    ("CB-189", '{ op = "speed_down" }', Op(OpName.SPEED_DOWN)),
    ("CB-190", '{ op = "peek_or_swap_boat" }', Op(OpName.BOAT)),
    ("CB-191", '{ op = "take_back_actions" }', Op(OpName.TAKE_BACK)),
    ("CB-183", '{ op = "cerberus_forward", n = 2 }', Op(OpName.CERBERUS, n=2, who=Who.CERBERUS_PAWN)),
]


@pytest.mark.parametrize(("rule", "written", "meant"), ICONS, ids=[f"{rule} {op.op}" for rule, _, op in ICONS])
def test_CB_160_the_icon_and_what_it_means(tmp_path: Path, rule: str, written: str, meant: Op) -> None:
    """CB-180, CB-183..191, on the last space of an End face."""
    (tmp_path / "cerbere").mkdir()
    text = changed("boards.toml", 'id = "E3"', '{ op = "rage_forward", n = 1 }', f"{written}, {written}")
    (tmp_path / "cerbere" / "boards.toml").write_text(text, encoding="utf-8")
    path = load_faces(tmp_path).preset("REF", Rulings())
    assert path.spaces[21].sym == (meant, meant), rule


def test_CB_192_a_space_may_hold_no_more_than_it_says(tmp_path: Path) -> None:
    (tmp_path / "cerbere").mkdir()
    text = changed("boards.toml", 'id = "E3"', "{ den = true }, {}", "{ den = true }, { capacity = 2 }")
    (tmp_path / "cerbere" / "boards.toml").write_text(text, encoding="utf-8")
    path = load_faces(tmp_path).preset("REF", Rulings())
    assert (path.spaces[18].capacity, path.spaces[18].den, path.spaces[17].den) == (2, False, True)
