"""`cerbere/cards.toml`: what is wrong is named by file, line, key and what was expected."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.cerbere.data.catalogue import load_catalogue
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
    (A1, '"draw"', '¶"pull"', "card[0].option[0].effect[0].op", "take_back_actions"),
    (A1, '"draw"', '¶"hunt"', "card[0].option[0].effect[0].op", "`hunt` is not possible here"),
    (OPPORTUNISM, '[{ op = "move", who = "other_adventurer", slot = "x", n = 2 }]', '[{ ¶op = "walk", n = 2 }]',
     "card[10].option[1].effect[1].of[0][0].op", "`walk` is not possible here"),
    (OPPORTUNISM, '[{ op = "move", who = "other_adventurer", slot = "x", n = -2 }]', '[{ ¶op = "choose_one" }]',
     "card[10].option[1].effect[1].of[1][0].op", "`choose_one` is not possible here"),
    # who
    (A1, 'who = "self"', '¶who = "me"', "card[0].option[0].effect[0].who", "other_adventurer, other_cerberus, self"),
    (A1, 'who = "other_adventurer", slot = "y"', '¶who = "other_adventurers", slot = "y"',
     "card[0].option[1].effect[2].who", "did you mean `other_adventurer`?"),
    (A1, 'who = "other_adventurer", slot = "x"', '¶who = "all_adventurers"', "card[0].option[1].effect[1].who", "a"),
    (C2, 'who = "other_adventurer", slot = "w"', '¶who = "all_adventurers"', "card[5].option[0].cost[0].who", "self"),
    (SABOTAGE, 'who = "self", n = -2', '¶who = "other_adventurer", slot = "x", n = -2',
     "card[18].option[1].effect[0].of[1][0].who", "known are self"),
    # deck, from, order, face, deck of a card
    (A1, 'deck = "survival", n = 2', '¶deck = "survivl", n = 2', "card[0].option[0].effect[0].deck",
     "did you mean `survival`?"),
    (A1, 'deck = "survival", n = 2', '¶deck = "action", n = 2', "card[0].option[0].effect[0].deck",
     "known are survival, betrayal"),
    (A3, 'from = "self"', '¶from = "table"', "card[2].option[1].cost[0].from", "known are pool, self"),
    (SABOTAGE, 'from = "self"', '¶from = "pool"', "card[18].option[0].effect[0].from", "known are self"),
    (A1, 'order = "free"', '¶order = "any"', "card[0].option[0].order", "free, listed"),
    (A1, 'face = "adventurer"', '¶face = "runner"', "card[0].face", "adventurer, cerberus"),
    (A1, 'deck = "action"', '¶deck = "actions"', "card[0].deck", "did you mean `action`? (known are action, "),
    ("[meta]", 'game = "cerbere"', '¶game = "hellrail"', "meta.game", "known are cerbere"),
    ("[meta]", "format = 1", "¶format = 2", "meta.format", "known are 1"),
]  # fmt: skip

OUT_OF_RANGE = [
    (A1, "n = 1 }", "¶n = 0 }", "card[0].option[0].cost[0].n", ">= 1"),
    (A1, "n = 1 }", "¶n = 10 }", "card[0].option[0].cost[0].n", "<= 9"),
    (A1, "n = 1 }", '¶n = "one" }', "card[0].option[0].cost[0].n", "expected `int`, got `str`"),
    (A1, 'slot = "y", deck = "survival", n = 1', 'slot = "y", deck = "survival", ¶n = -1',
     "card[0].option[1].effect[2].n", ">= 1"),
    (A3, 'op = "speed_up", n = 1', '¶op = "speed_up", n = 6', "card[2].option[0].cost[0].n", "<= 5"),
    (A2, "n = 3 }", "¶n = 0 }", "card[1].option[1].effect[0].n", "1 to 9 spaces towards the boat, or -1 to -9"),
    (C2, "n = -1 },\n  ]", "¶n = -10 },\n  ]", "card[5].option[0].effect[2].n", ">= -9"),
    (OPPORTUNISM, "n = -2 }],\n", "¶n = 0 }],\n", "card[10].option[1].effect[1].of[1][0].n", "1 to 9 spaces"),
    (SABOTAGE, 'who = "self", n = -2', '¶who = "self", n = 0', "card[18].option[1].effect[0].of[1][0].n", "1 to 9"),
    (SABOTAGE, "fallback = 1", "¶fallback = 2", "card[18].option[1].effect[0].fallback", "<= 1"),
    (COWARDICE, "max = 3", "¶max = 0", "card[13].option[1].effect[0].max", ">= 1"),
    (A1, "index = 1", "¶index = 5", "card[0].index", "<= 4"),
    (A1, "copies_per_colour = 1", "¶copies_per_colour = 2", "card[0].copies_per_colour", "<= 1"),
    (SELFISH, "copies = 4", "¶copies = 0", "card[12].copies", ">= 1"),
    (SELFISH, 'name_fr = "ÉGOÏSME"', '¶name_fr = ""', "card[12].name_fr", "length >= 1"),
    (A1, 'id = "act1_adv"', '¶id = "Act 1"', "card[0].id", "regex"),
    (A1, 'slot = "y"', '¶slot = "xy"', "card[0].option[1].effect[2].slot", "regex"),
    (A1, 'effect = [{ op = "draw", who = "self", deck = "survival", n = 2 }]', "¶effect = []",
     "card[0].option[0].effect", "length >= 1"),
    (OPPORTUNISM, '[{ op = "move", who = "other_adventurer", slot = "x", n = -2 }]', "¶[]",
     "card[10].option[1].effect[1].of[1]", "length >= 1"),
    (OPPORTUNISM, 'of = [\n      [{ op = "move", who = "other_adventurer", slot = "x", n = 2 }],', "¶of = [",
     "card[10].option[1].effect[1].of", "length 2"),
]  # fmt: skip

MISSING = [
    (A1, "[[card.option]]", "[[card.option]]¶", "card[0].option[0].id", 'id = "a"'),
    (A1, "[[card.option]]", "[[card.option]]¶", "card[0].option[0].cost", "cost = ["),
    ("[[card]]\nid = \"act1_adv\"", "[[card]]", "[[card]]¶", "card[0].label", 'label = "supplies"'),
    ("[[card]]\nid = \"act1_adv\"", "[[card]]", "[[card]]¶", "card[0].deck", 'deck = "action"'),
    ("[[card]]\nid = \"sur_egoisme\"", "[[card]]", "[[card]]¶", "card[12].copies", "copies = 4"),
    ("[totals]", "[totals]", "[totals]¶", "totals.survival", "survival = 28"),
]  # fmt: skip

MISSING_INSIDE = [
    (A1, '{ op = "draw", who = "other_adventurer", slot = "y", deck = "survival", n = 1 }',
     '¶{ op = "draw", who = "other_adventurer", slot = "y", n = 1 }', "card[0].option[1].effect[2].deck"),
    (A1, '{ op = "draw", who = "other_adventurer", slot = "y"', '¶{ op = "draw", slot = "y"',
     "card[0].option[1].effect[2].who"),
    (A2, '{ op = "move", who = "other_adventurer", slot = "y", n = 1 }',
     '¶{ op = "move", who = "other_adventurer", slot = "y" }', "card[1].option[1].effect[1].n"),
    (A3, 'n = 1, from = "self" }', "¶n = 1 }", "card[2].option[1].cost[0].from"),
    (A1, '{ op = "rage_forward", n = 1 }', "¶{ n = 1 }", "card[0].option[0].cost[0].op"),
    (SABOTAGE, 'fallback = 1, of', "¶of", "card[18].option[1].effect[0].fallback"),
]  # fmt: skip

UNKNOWN_KEYS = [
    (A1, "index = 1", "¶indx = 1", "card[0].indx", "did you mean `index`?"),
    (A1, "index = 1", "index = 1\n¶copies = 4", "card[0].copies",
     "known are deck, id, option, face, index, copies_per_colour, label"),
    (A1, "cost = [", "¶costs = [", "card[0].option[0].costs", "did you mean `cost`?"),
    (A1, 'slot = "y"', '¶slto = "y"', "card[0].option[1].effect[2].slto", "did you mean `slot`?"),
    (A1, '{ op = "rage_forward", n = 1 }', '{ op = "rage_forward", ¶slot = "x" }', "card[0].option[0].cost[0].slot",
     "known are op, n"),
    (OPPORTUNISM, 'who = "other_adventurer", slot = "x", n = -2 }]', '¶who = "other_adventurer", slt = "x", n = -2 }]',
     "card[10].option[1].effect[1].of[1][0].slt", "did you mean `slot`?"),
    ("[totals]", "survival = 28", "¶survivals = 28", "totals.survivals", "did you mean `survival`?"),
    ("[totals]", "[totals]", "[¶total]", "total", "did you mean `totals`?"),
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


@pytest.mark.parametrize("case", MISSING, ids=by_key)
def test_a_missing_key(tmp_path: Path, case: Case) -> None:
    """The table that lacks it is named."""
    anchor, owner, marked, key, lost = case
    text = changed("cards.toml", anchor, owner, marked)
    begin = text.index(lost, text.index("¶"))
    text = text[:begin] + "# " + text[begin:]
    wrong(tmp_path, "cards.toml", text, load_catalogue, "missing_key", key, "this key is missing")


@pytest.mark.parametrize("case", MISSING_INSIDE, ids=by_key)
def test_a_key_missing_inside_a_line(tmp_path: Path, case: Case) -> None:
    """The element that lacks it is named, not the statement that it stands in."""
    anchor, old, new, key = case
    text = changed("cards.toml", anchor, old, new)
    wrong(tmp_path, "cards.toml", text, load_catalogue, "missing_key", key, "this key is missing")


@pytest.mark.parametrize("case", UNKNOWN_KEYS, ids=by_key)
def test_an_unknown_key(tmp_path: Path, case: Case) -> None:
    anchor, old, new, key, words = case
    wrong(tmp_path, "cards.toml", changed("cards.toml", anchor, old, new), load_catalogue, "unknown_key", key, words)


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


def test_what_is_no_toml_at_all(tmp_path: Path) -> None:
    text = changed("cards.toml", SELFISH, "cost = []", "cost = ¶[")
    wrong(tmp_path, "cards.toml", text.replace("cost = ¶[", "cost = [}¶"), load_catalogue, "syntax", "", "")


def test_the_owner_s_cards_come_first(tmp_path: Path) -> None:
    """Copies of a kind may be otherwise, as long as they add up: only the totals are printed."""
    (tmp_path / "cerbere").mkdir()
    text = changed("cards.toml", SELFISH, "copies = 4", "copies = 6").replace("survival = 28", "survival = 30")
    (tmp_path / "cerbere" / "cards.toml").write_text(text, encoding="utf-8")
    own = load_catalogue(tmp_path)
    assert (own.survival, own.betrayal, own.cards["sur_egoisme"].copies) == (30, 18, 6)
    assert load_catalogue(tmp_path / "nowhere") == load_catalogue(None) != own
    assert next(c.id for c in own.cards.values() if c.deck is CardDeck.BETRAYAL) == "bet_embuscade"
