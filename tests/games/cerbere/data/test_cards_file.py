"""`cerbere/cards.toml`: what is wrong is named by file, line, key and what was expected."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.engine.config import BadValue
from companion.games.cerbere.data.catalogue import _check_choice, load_catalogue
from companion.games.cerbere.data.op_shapes import ChooseOneOp, OpShape
from companion.games.cerbere.names import CardDeck
from tests.games.cerbere.data.files import Case, by_key, changed, wrong

A1, A2, A3 = 'id = "act1_adv"', 'id = "act2_adv"', 'id = "act3_adv"'
C1, C2, C3 = 'id = "act1_cer"', 'id = "act2_cer"', 'id = "act3_cer"'
OPPORTUNISM, COWARDICE, SABOTAGE = 'id = "sur_opportunisme"', 'id = "sur_couardise"', 'id = "bet_sabotage"'
SELFISH, SPITE = 'id = "sur_egoisme"', 'id = "bet_rancune"'

UNKNOWN_WORDS = [
    # op: where it is paid, where it is carried out, and inside a list
    (A1, '"rage_forward"', '¶"rage_foward"', "card[0].option[0].cost[0].op", "did you mean `rage_forward`? (known are"),
    (A1, '"rage_forward"', '¶"draw"', "card[0].option[0].cost[0].op", "rage_forward, speed_up, speed_down, move, disc"),
    (A1, '"draw"', '¶"hunt"', "card[0].option[0].effect[0].op", "`hunt` is not possible here"),
    (OPPORTUNISM, '[{ op = "move", who = "other_adventurer", slot = "x", n = 2 }]', '[{ ¶op = "walk", n = 2 }]',
     "card[10].option[1].effect[1].of[0][0].op", "`walk` is not possible here"),
    # who
    (A1, 'who = "self"', '¶who = "me"', "card[0].option[0].effect[0].who", "other_adventurer, other_cerberus, self"),
    (SABOTAGE, 'who = "self", n = -2', '¶who = "other_adventurer", slot = "x", n = -2',
     "card[18].option[1].effect[0].of[1][0].who", "known are self"),
    # deck, from, order, face, deck of a card
    (A1, 'deck = "survival", n = 2', '¶deck = "action", n = 2', "card[0].option[0].effect[0].deck",
     "known are survival, betrayal"),
    (SABOTAGE, 'from = "self"', '¶from = "pool"', "card[18].option[0].effect[0].from", "known are self"),
]  # fmt: skip

OUT_OF_RANGE = [
    (A1, "n = 1 }", "¶n = 0 }", "card[0].option[0].cost[0].n", ">= 1"),
    (A1, "n = 1 }", '¶n = "one" }', "card[0].option[0].cost[0].n", "expected `int`, got `str`"),
    (A2, "n = 3 }", "¶n = 0 }", "card[1].option[1].effect[0].n", "1 to 9 spaces towards the boat, or -1 to -9"),
    (OPPORTUNISM, "n = -2 }],\n", "¶n = 0 }],\n", "card[10].option[1].effect[1].of[1][0].n", "1 to 9 spaces"),
    (A1, 'effect = [{ op = "draw", who = "self", deck = "survival", n = 2 }]', "¶effect = []",
     "card[0].option[0].effect", "length >= 1"),
    (OPPORTUNISM, 'of = [\n      [{ op = "move", who = "other_adventurer", slot = "x", n = 2 }],', "¶of = [",
     "card[10].option[1].effect[1].of", "length 2"),
]  # fmt: skip


CANNOT_BE = [
    # ids
    (A2, 'id = "act2_adv"', '¶id = "act1_adv"', "card[1].id", "card act1_adv is there twice"),
    (A2, "index = 2", "¶index = 1", "card[1].index", "act1_adv is already the adventurer face of card 1"),
    (C2, "index = 2", "¶index = 1", "card[5].index", "act1_cer is already the cerberus face of card 1"),
    # options
    (A1, 'id = "b"', '¶id = "a"', "card[0].option[1].id", "option a of act1_adv is there twice"),
    (A1, 'id = "b"', '¶id = "c"', "card[0].option[1].id", "the options are a and b; there is no c"),
    # letters
    (A1, 'slot = "y", ', "¶", "card[0].option[1].effect[2].slot", 'other_adventurer wants slot = "x"'),
    (C2, 'slot = "w", ', "¶", "card[5].option[0].cost[0].slot", 'wants slot = "x"'),
    (A2, '{ op = "move", who = "self", n = 2 }', '{ op = "move", ¶who = "self", slot = "x", n = 2 }',
     "card[1].option[0].effect[0].slot", "self is not chosen and bears no letter"),
    (SPITE, 'who = "all_adventurers"', '¶who = "all_adventurers", slot = "x"', "card[19].option[1].effect[0].slot",
     "all_adventurers is not chosen"),
    (A1, 'who = "other_adventurer", slot = "y", deck = "survival"',
     'who = "other_cerberus", ¶slot = "x", deck = "betrayal"',
     "card[0].option[1].effect[2].slot", "x already stands for an other_adventurer"),
    # whose cards, whose pawn (CB-044)
    (A1, 'deck = "survival", n = 2', '¶deck = "betrayal", n = 2', "card[0].option[0].effect[0].deck",
     "self has survival cards here, not betrayal"),
    (C1, 'slot = "p", deck = "betrayal"', '¶slot = "p", deck = "survival"', "card[4].option[1].effect[1].deck",
     "other_cerberus has betrayal cards here"),
    (C3, 'deck = "betrayal"', '¶deck = "survival"', "card[6].option[1].effect[0].deck", "self has betrayal cards"),
    (A3, 'deck = "survival", n = 1, from = "self"', '¶deck = "betrayal", n = 1, from = "self"',
     "card[2].option[1].cost[0].deck", "self has survival cards here"),
    (SABOTAGE, 'slot = "y", deck = "survival"', '¶slot = "y", deck = "betrayal"', "card[18].option[0].effect[1].deck",
     "other_adventurer has survival cards here"),
    (SPITE, 'who = "other_adventurer", slot = "x", n = -2', '¶who = "self", n = -2', "card[19].option[0].effect[0].who",
     "a joueur Cerbère has no pawn on the path"),
    (C2, 'who = "other_adventurer", slot = "w", n = 1', '¶who = "self", n = 1', "card[5].option[0].cost[0].who",
     "a joueur Cerbère has no pawn on the path"),
    (C3, '{ op = "cerberus_forward", n = 1 }', '{ ¶op = "advance_per_ahead", max = 3 }',
     "card[6].option[0].effect[0].op", "a joueur Cerbère has no pawn on the path"),
    # one target for both lists
    (OPPORTUNISM, 'slot = "x", n = -2 }],\n', '¶slot = "y", n = -2 }],\n', "card[10].option[1].effect[1].of[1][0].who",
     "the same single pawn"),
    (OPPORTUNISM, 'who = "other_adventurer", slot = "x", n = -2 }],\n', '¶who = "self", n = -2 }],\n',
     "card[10].option[1].effect[1].of[1][0].who", "the same single pawn"),
    # totals (section 1)
    ("[totals]", "survival = 28", "¶survival = 27", "totals.survival", "it says 27, but the cards add up to 28"),
    ("[totals]", "betrayal = 18", "¶betrayal = 19", "totals.betrayal", "it says 19, but the cards add up to 18"),
    ("[totals]", "action = 28", "¶action = 24", "totals.action", "it says 24, but the cards add up to 28"),
    ("[totals]", '"pink"', '¶"purple"', "totals.colours[1]", "there is no colour purple; known are red, pink"),
    ("[totals]", '"pink"', '¶"red"', "totals.colours[1]", "red is there twice"),
    ("[totals]", '"pink", ', "¶", "totals.colours", "there are 7 colours; missing: pink"),
]  # fmt: skip


@pytest.mark.parametrize("case", UNKNOWN_WORDS + OUT_OF_RANGE, ids=by_key)
def test_a_wrong_value(tmp_path: Path, case: Case) -> None:
    anchor, old, new, key, words = case
    wrong(tmp_path, "cards.toml", changed("cards.toml", anchor, old, new), load_catalogue, "bad_value", key, words)


@pytest.mark.parametrize("case", CANNOT_BE, ids=by_key)
def test_CB_044_what_cannot_be(tmp_path: Path, case: Case) -> None:
    """CB-049, CB-180, CB-181: each in itself is well formed, but no card can be like that."""
    anchor, old, new, key, words = case
    text = changed("cards.toml", anchor, old, new)
    wrong(tmp_path, "cards.toml", text, load_catalogue, "bad_value", key, words)


def test_an_option_that_is_missing(tmp_path: Path) -> None:
    text = changed("cards.toml", 'id = "act2_adv"', "  [[card.option]]", "  ¶[[card.option]]")
    begin = text.index('[[card.option]]\n  id = "b"', text.index("¶"))
    text = text[:begin] + text[text.index("[[card]]", begin) :]
    key, words = "card[1].option", "option b of act2_adv is missing"
    wrong(tmp_path, "cards.toml", text, load_catalogue, "bad_value", key, words)


def test_an_action_face_that_is_missing(tmp_path: Path) -> None:
    text = changed("cards.toml", "[totals]", '[[card]]\nid = "act1_adv"', '¶[[card]]\nid = "act1_adv"')
    begin = text.index('[[card]]\nid = "act4_cer"')
    text = text[:begin] + text[text.index("[[card]]", begin + 1) :]
    words = "the cerberus face of Action card 4 is missing"
    wrong(tmp_path, "cards.toml", text, load_catalogue, "bad_value", "card", words)


def test_the_owner_s_cards_come_first(tmp_path: Path) -> None:
    """Copies of a kind may be otherwise, as long as they add up: only the totals are printed."""
    (tmp_path / "cerbere").mkdir()
    text = changed("cards.toml", SELFISH, "copies = 4", "copies = 6").replace("survival = 28", "survival = 30")
    (tmp_path / "cerbere" / "cards.toml").write_text(text, encoding="utf-8")
    own = load_catalogue(tmp_path)
    assert (own.survival, own.betrayal, own.cards["sur_egoisme"].copies) == (30, 18, 6)
    assert load_catalogue(tmp_path / "nowhere") == load_catalogue(None) != own
    assert next(c.id for c in own.cards.values() if c.deck is CardDeck.BETRAYAL) == "bet_embuscade"


class Push(OpShape, frozen=True, tag="push"):
    """An op that no card has yet."""

    slot: str
    who: str = "other_adventurer"


def test_the_lists_of_a_choice_are_about_one_pawn_whatever_its_ops_are() -> None:
    lists: tuple[Any, Any] = ((Push("x"),), (Push("x"), Push("y")))
    _check_choice((), ChooseOneOp((lists[0], lists[0])))
    with pytest.raises(BadValue, match="same single pawn"):
        _check_choice((), ChooseOneOp(lists))
