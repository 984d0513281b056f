"""`cerbere/boards.toml`: what is wrong is named by file, line, key and what was expected."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.cerbere.data.faces import load_faces
from tests.games.cerbere.data.files import Case, by_key, changed, wrong

S2, S4, E3 = 'id = "S2"', 'id = "S4"', 'id = "E3"'
STILTS, PROMONTORY, NACELLE = 'id = "STILTS"', 'id = "PROMONTORY"', 'id = "NACELLE"'
FUNICULAR, BRIDGE, PORTAL = 'id = "FUNICULAR"', 'id = "BRIDGE"', 'id = "PORTAL"'
REF, GENERIC = 'id = "REF"', 'id = "GENERIC"'
DRAW = '{ op = "draw", who = "self", deck = "survival", n = 1 }'

SHAPES = [
    # words that are not known
    (S2, 'kind = "gates"', '¶kind = "gate"', "face[0].spaces[2].kind", "did you mean `gates`? (known are den, gates"),
    # ranges
    (S2, "skulls = 2", '¶skulls = "two"', "face[0].skulls", "expected `int`"),
    (STILTS, "capacity = 1", "capacity = 0¶", "face[2].spaces[1].capacity", ">= 1"),
    (STILTS, 'spaces = [{ den = true }', 'spaces = [2¶', "face[2].spaces[0]", "expected `object`"),
    # symbols that make no sense on a space
    (S2, DRAW, '{ ¶op = "drw" }', "face[0].spaces[4].sym[0].op", "did you mean `draw`?"),
    (S2, DRAW, '{ ¶op = "choose_one", of = [] }', "face[0].spaces[4].sym[0].op", "`choose_one` is not possible here"),
    (S2, DRAW, DRAW + ', { ¶op = "move", who = "other_adventurer", n = 1 }', "face[0].spaces[4].sym[1].who",
     "known are self"),
    (S2, 'deck = "survival"', '¶deck = "betrayal"', "face[0].spaces[4].sym[0].deck", "known are survival"),
    (S2, DRAW, '{ op = "move", ¶n = 0 }', "face[0].spaces[4].sym[0].n", "1 to 9 spaces towards the boat"),
]  # fmt: skip


CANNOT_BE = [
    (S4, 'id = "S4"', '¶id = "S2"', "face[1].id", "face S2 is there twice"),
    # den and gates (CB-005, CB-009)
    (S2, 'spaces = [\n  { kind = "den" }', "¶spaces = [\n  { den = true }", "face[0].spaces",
     "there is no den on face S2"),
    (S2, 'spaces = [\n  { kind = "den" }, {}', 'spaces = [\n  {}, ¶{ kind = "den" }', "face[0].spaces[1].kind",
     "the den is the first space of the path"),
    (S2, "{ den = true }, {},\n]", '¶{ kind = "den" }, {},\n]', "face[0].spaces[5].kind", "den is there 2 times, n"),
    (S2, 'spaces = [\n  { kind = "den" }, {}, { kind = "gates", den = true }',
     '¶spaces = [\n  { kind = "den" }, {}, {}', "face[0].spaces", "there is no gates on face S2"),
    (S2, "{ den = true }, {},\n]", '¶{ kind = "gates" }, {},\n]', "face[0].spaces[5].kind", "gates is there 2 times"),
    (S2, 'kind = "gates", den = true', 'kind = "gates", ¶capacity = 1', "face[0].spaces[2].capacity", "every pawn"),
    (STILTS, "{ den = true }, {}]", '{ kind = "gates" }, {}]¶', "face[2].spaces[3].kind", "stands on Start faces only"),
    (E3, "spaces = [{ den = true }", 'spaces = [{ kind = "den" }¶', "face[8].spaces[0].kind", "on Start faces only"),
    # markers of the bonus zones (CB-170)
    (S2, "bonus2_last = 2", "¶bonus2_last = 1", "face[0].bonus2_last", "between 2, the gates, and 6, not 1"),
    (S2, "bonus2_last = 2", "¶bonus2_last = 7", "face[0].bonus2_last", "between 2, the gates, and 6, not 7"),
    (S2, "bonus1_last = 6", "¶bonus1_last = 7", "face[0].bonus1_last", "between 2, the bonus2_last, and 6, not 7"),
    (S2, "bonus1_last = 6", "¶bonus1_last = 1", "face[0].bonus1_last", "between 2, the bonus2_last, and 6, not 1"),
    # partners (section 5)
    (BRIDGE, '{}, { kind = "bridge" }]', "{}, {}]¶", "face[6].spaces[1].kind", "bridge is there once; it takes 2"),
    (BRIDGE, '{ den = true }, {}, { kind', '{ kind = "bridge" }, {}, { ¶kind', "face[6].spaces[5].kind",
     "bridge is there 3 times, not 2"),
    (NACELLE, '{ kind = "nacelle" }, {}]', "{}, {}]¶", "face[4].spaces[1].kind", "nacelle is there once"),
    (PORTAL, '{ kind = "portal" }]', "{}]¶", "face[7].spaces[1].kind", "portal is there once; it takes 2"),
    (PORTAL, '{ kind = "stele" }', "{}¶", "face[7].spaces[1].kind", "a portal needs a stele on the same face"),
    (NACELLE, '{ kind = "nacelle" }, {}]', '{ kind = "nacelle" }, { ¶kind = "stele" }]', "face[4].spaces[4].kind",
     "a stele needs a portal on the same face"),
    (PORTAL, '{ den = true }, { kind = "stele" }', '{ kind = "stele" }, { ¶kind = "stele" }', "face[7].spaces[3].kind",
     "stele is there 2 times, not 1"),
    (FUNICULAR, '{ kind = "funicular_top" }', "{}¶", "face[5].spaces[1].kind", "needs a funicular_top on the"),
    (FUNICULAR, '{ kind = "funicular_foot" }', "{}¶", "face[5].spaces[4].kind", "needs a funicular_foot before it"),
    (FUNICULAR, '{ kind = "funicular_foot" }, {}, { den = true }, { kind = "funicular_top" }',
     '{ kind = "funicular_top" }, {}, { ¶den = true }, { kind = "funicular_foot" }', "face[5].spaces[1].kind",
     "needs a funicular_foot before it"),
    (FUNICULAR, '{}, { den = true }', '{ kind = "funicular_foot" }, { ¶den = true }', "face[5].spaces[2].kind",
     "funicular_foot is there 2 times, not 1"),
    # what a place must have (CB-163, CB-164)
    (STILTS, '{ kind = "stilt", capacity = 1 }, { kind = "stilt", capacity = 1 }',
     '{ kind = "stilt", capacity = 1 }, ¶{ kind = "stilt" }', "face[2].spaces[2].capacity", "capacity = 1"),
    (PROMONTORY, ', sym = [{ op = "peek_or_swap_boat" }]', "¶", "face[3].spaces[1].sym", "peek_or_swap_boat"),
    # presets
    (REF, '"BRIDGE"', '"BRIGDE"¶', "preset[0].faces[1]", "there is no mid face BRIGDE; known are STILTS, PROMONTORY"),
    (REF, '"S2"', '"E3"¶', "preset[0].faces[0]", "there is no start face E3; known are S2, S4"),
    (REF, '"E3"', '"PORTAL"¶', "preset[0].faces[3]", "there is no end face PORTAL; known are E3, E_UNKNOWN"),
    (REF, '"PROMONTORY"', '"BRIDGE"¶', "preset[0].faces[2]", "BRIDGE cannot be used twice"),
    (REF, '["S2", "BRIDGE", "PROMONTORY", "E3"]', '["S2", "BRIDGE", "E3"]¶', "preset[0].faces", "length 4, got 3"),
    (REF, "faces = [", "¶gates = 2\nfaces = [", "preset[0].gates", "takes this from its faces"),
    (GENERIC, 'id = "GENERIC"', '¶id = "REF"', "preset[1].id", "preset REF is there twice"),
    (GENERIC, "gates = 2", "¶gates = 0", "preset[1].gates", "between 1 and 21, not 0"),
    (GENERIC, "end_first = 17", "¶end_first = 22", "preset[1].end_first", "between 3 and 21, not 22"),
    (GENERIC, "bonus2_last = 2", "¶bonus2_last = 1", "preset[1].bonus2_last", "between 2, the gates, and 16"),
    (GENERIC, "bonus1_last = 6", "¶bonus1_last = 17", "preset[1].bonus1_last", "and 16, not 17"),
    (GENERIC, "15, 17]", "15, 22¶]", "preset[1].den_marks[7]", "between 0 and 21, not 22"),
    (GENERIC, "length = 22", "¶length = 3", "preset[1].length", ">= 4"),
]  # fmt: skip


@pytest.mark.parametrize("case", SHAPES + CANNOT_BE, ids=by_key)
def test_CB_002_what_cannot_be_on_a_board(tmp_path: Path, case: Case) -> None:
    """CB-005, CB-009, CB-163, CB-164, CB-170: named to the space, also where many stand in one statement."""
    anchor, old, new, key, words = case
    wrong(tmp_path, "boards.toml", changed("boards.toml", anchor, old, new), load_faces, "bad_value", key, words)


@pytest.mark.parametrize(
    "name", ["length", "gates", "bonus2_last", "bonus1_last", "end_first", "den_marks", "rage_blanks"]
)
def test_a_straight_path_says_everything(tmp_path: Path, name: str) -> None:
    text = changed("boards.toml", "# Fallback", "[[preset]]", "¶[[preset]]")
    begin = text.index(f"\n{name} = ", text.index("¶"))
    text = text[:begin] + text[text.index("\n", begin + 1) :]
    words = "this key is missing: GENERIC has no faces"
    wrong(tmp_path, "boards.toml", text, load_faces, "bad_value", f"preset[1].{name}", words)
