"""`hellrail/deck.toml` (5.3): what is wrong is named by file, line, key and what was expected; what is odd is told."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.engine.config import ConfigError
from companion.games.hellrail.data.deck import TagOf
from companion.games.hellrail.data.deck_file import load_deck
from tests.games.hellrail.data.files import DEMO_TEXT, Case, by_key, changed, own, wrong

R02, R45 = 'id = "R02"', 'id = "R45"'
CG, C5 = 'id = "CG"', 'id = "C5"'
STANDARD, INVENTED = 'id = "standard"', 'id = "placeholder_a"'
TAG_R01, TAG_C1, TAG_ABYSS = (
    next(uid for uid, on in load_deck("demo", None).tags.items() if on == wanted)
    for wanted in (TagOf(card="R01"), TagOf(circle="C1"), TagOf(effect="abyss"))
)


def row(id: str) -> str:
    """The whole [[card]] of the demo deck."""
    begin = DEMO_TEXT.index(f'[[card]]\nid = "{id}"')
    end = DEMO_TEXT.find("[[card]]", begin + 1)
    return DEMO_TEXT[begin : end if end > 0 else len(DEMO_TEXT)]


HEAD = [
    ("schema", '"hellrail-deck/1"', '¶"hellrail-deck/2"', "schema", "did you mean `hellrail-deck/1`?"),
    ("[ranges]", "car = [3, 9]", "¶car = [9, 3]", "ranges.car", "not 9 before 3"),
    ("[ranges]", '"8", "9"]', '"8", "8"]¶', "ranges.circles[9]", "8 is there twice"),
    ("[ranges]", ', "9"]', "]¶", "ranges.circles", "there are 10, not 9; missing: 9"),
    ("[convention]", ', "NW"]', "]¶", "convention.segments", "the segments are NS, EW, NE, SE, SW, NW"),
]  # fmt: skip

RULINGS = [
    ("[rulings]", '"move_only"', '¶"everywere"', "rulings.q12_tender_counts", "did you mean `everywhere`?"),
    ("[rulings]", '"soul_catcher"]', '"tender"]¶', "rulings.q05_derail_loses[2]", "hand, loaded_cars, soul_catcher"),
    ("[rulings]", '"soul_catcher"]', '"hand"]¶', "rulings.q05_derail_loses[2]", "hand is there twice"),
]  # fmt: skip

CIRCLES = [
    (C5, 'id = "C5"', '¶id = "C4"', "circle[5].id", "the circle C4 is there twice"),
    (C5, 'label = "5"', '¶label = "6"', "circle[5].label", "the label of C5 is 5, not 6"),
    (CG, "effect_slot = false", "¶effect_slot = true", "circle[0].effect_slot", "never bear an effect token"),
    (C5, "effect_slot = true", "¶effect_slot = false", "circle[5].effect_slot", "C5 bears an effect token"),
    (C5, "number = 5", "¶number = 6", "circle[5].number", "the number of C5 is 5, not 6"),
]  # fmt: skip

EFFECTS = [
    ('id = "lust"', '"lust"', '¶"lusts"', "effect[11].id", "did you mean `lust`?"),
    ('id = "lust"', '"lust"', '¶"heresy"', "effect[11].id", "the circle effect heresy is there twice"),
]

PIECES = [
    ("[pieces]", ', "heresy_redirect"]', "]¶", "pieces.heresy", "there are 2, not 1; missing: heresy_redirect"),
    ("[pieces]", '"heresy_redirect"', '¶"heresy_cancel"', "pieces.heresy[1]", "heresy_cancel is there twice"),
    ("[pieces]", '"yellow"', '¶"white"', "pieces.engines[3]", "known are blue, green, red, yellow"),
    ("[pieces]", "[pieces]", '[piece_tags]\n¶blu = "01"\n[pieces]', "piece_tags.blu", "known are heresy_cancel, "),
    ("[pieces]", "[pieces]", '[piece_tags]\n¶tender = ["01", "02", "03"]\n[pieces]', "piece_tags.tender",
     "of tender there are 2, but tags: 3"),
]  # fmt: skip

FIGURE = 'status = "owner_must_fill"       # the printed figure is not in either source text\ncells'
CELL_5 = '{ circle = "5", x = 4, y = 2 }'
LAYOUTS = [
    (STANDARD, "cells = []", '¶cells = [{ circle = "G", x = 0, y = 0 }]', "layout[0].cells",
     "all ten circles have a cell; 1 has none"),
    (STANDARD, FIGURE, 'status = "owner"\n¶cells', "layout[0].cells", "without cells has the status owner_must_fill"),
    (INVENTED, '"placeholder_a"', '¶"standard"', "layout[2].id", "the layout standard is there twice"),
    (INVENTED, '{ circle = "9", x = 4, y = 4 }', '¶{ circle = "8", x = 4, y = 4 }', "layout[2].cells[9].circle",
     "8 is there twice"),
    (INVENTED, 'cells = [\n  { circle = "G", x = 2, y = 0 },', "¶cells = [", "layout[2].cells", "G has none"),
    (INVENTED, CELL_5, '¶{ circle = "5", x = 2, y = 2 }', "layout[2].cells[5].x", "where another circle lies"),
    (INVENTED, CELL_5, '¶{ circle = "5", x = 3, y = 2 }', "layout[2].cells[5].x", "x + y of 5 is odd, unlike"),
    (INVENTED, 'circle = "G", x = 2', '¶circle = "G", x = 3', "layout[2].cells[0].x", "x + y of G is odd, unlike"),
    (INVENTED, CELL_5, '¶{ circle = "5", x = 8, y = 2 }', "layout[2].cells[5].x", "touches no other circle at a corn"),
    (INVENTED, CELL_5, '¶{ circle = "5", x = 100, y = 2 }', "layout[2].cells[5].x", "<= 99"),
    (INVENTED, CELL_5, '¶{ circle = "10", x = 4, y = 2 }', "layout[2].cells[5].circle", "`10` is not possible here"),
]  # fmt: skip
CARDS = [
    (R02, "car = 4", "¶car = 0", "card[1].car", ">= 1"),
    (R02, 'pickup = "2"', '¶pickup = "0"', "card[1].pickup", "known are 1, 2, 3, 4, 5, 6, 7, 8, 9, G"),
    (R02, '"EW"', '¶"XW"', "card[1].rails[1]", "`XW` is no segment; known are NS, EW, NE, SE, SW, NW"),
    (R02, '"EW"', '¶"SN"', "card[1].rails[1]", "the segment NS is there twice"),
    (R02, 'id = "R02"', '¶id = "R01"', "card[1].id", "card R01 is there twice"),
    (R02, 'id = "R02"', '¶id = "R 2"', "card[1].id", "an id has no blanks"),
    (R02, 'id = "R02"', '¶id = "none"', "card[1].id", "is not `none`"),
    (R02, 'id = "R02"', f'¶id = "{TAG_R01.lower()}"', "card[1].id", "is the tag of card R01 (placeholder 01)"),
]  # fmt: skip


MISSING = [
    ("schema", 'schema = "hellrail-deck/1"', "", "schema"),
    (R02, 'id = "R02"\n', "", "card[1].id"),
    ('id = "lust"', 'id = "lust"\n', "", "effect[11].id"),
    (INVENTED, 'circle = "5", x = 4, ', 'circle = "5", ', "layout[2].cells[5].x"),
]

ALL = [*HEAD, *RULINGS, *CIRCLES, *EFFECTS, *PIECES, *LAYOUTS, *CARDS]


@pytest.mark.parametrize("case", ALL, ids=by_key)
def test_what_cannot_be(tmp_path: Path, case: Case) -> None:
    anchor, old, new, key, words = case
    wrong(tmp_path, changed(anchor, old, new), "bad_value", key, words)


@pytest.mark.parametrize("case", MISSING, ids=lambda case: str(case[3]))
def test_a_key_that_is_not_there(tmp_path: Path, case: tuple[str, str, str, str]) -> None:
    """The line is that of the table it would stand in."""
    anchor, old, new, key = case
    text = changed(anchor, old, new)
    with pytest.raises(ConfigError) as caught:
        load_deck("", own(tmp_path, text))
    error = caught.value
    assert (error.code, error.key) == ("missing_key", key)
    begin = ("\n" + DEMO_TEXT).index("\n" + anchor)
    table = {"schema": 1, "layout[2].cells[5].x": DEMO_TEXT[: DEMO_TEXT.index(old)].count("\n") + 1}
    head = DEMO_TEXT[:begin].count("\n") + (1 if anchor.startswith("[") else 0)
    assert error.line == table.get(key, head), error


def test_the_one_circle_that_is_out_of_place_is_named(tmp_path: Path) -> None:
    """HR-003: not the nine that are right, whatever the parity of the others."""
    begin = DEMO_TEXT.index(INVENTED)
    text = DEMO_TEXT[:begin] + re.sub(r"y = (\d)", lambda y: f"y = {int(y[1]) - 1}", DEMO_TEXT[begin:])
    assert load_deck("", own(tmp_path, text)).layouts["placeholder_a"].spots[0].y == -1
    text = changed(INVENTED, 'circle = "5", x = 4, y = 1', '¶circle = "5", x = 5, y = 1', text)
    wrong(tmp_path, text, "bad_value", "layout[2].cells[5].x", "x + y of 5 is even, unlike that of the others")


def test_exactly_45_cards(tmp_path: Path) -> None:
    """HR-007. One too few: told at the first; one too many: told at the one."""
    text = DEMO_TEXT.replace(row("R02"), "").replace("\n[[card]]", "\n¶[[card]]", 1)
    wrong(tmp_path, text, "bad_value", "card", "there are 45 rail cards, not 44")
    more = "\n¶" + row("R45").replace("R45", "R46").replace('tag = "', 'tag = "46')
    wrong(tmp_path, DEMO_TEXT + more, "bad_value", "card[45]", "there are 45 rail cards, not 46")


def test_exactly_10_circles_and_15_effects(tmp_path: Path) -> None:
    """HR-002, HR-005: what is missing is named."""
    begin = DEMO_TEXT.index('[[circle]]\nid = "C5"')
    end = DEMO_TEXT.index('[[circle]]\nid = "C6"')
    text = (DEMO_TEXT[:begin] + DEMO_TEXT[end:]).replace("\n[[circle]]", "\n¶[[circle]]", 1)
    wrong(tmp_path, text, "bad_value", "circle", "there are 10 of [[circle]], not 9; missing: C5")
    begin = DEMO_TEXT.index('[[effect]]\nid = "geryon"')
    end = DEMO_TEXT.index('[[effect]]\nid = "gluttony"')
    text = (DEMO_TEXT[:begin] + DEMO_TEXT[end:]).replace("\n[[effect]]", "\n¶[[effect]]", 1)
    wrong(tmp_path, text, "bad_value", "effect", "there are 15 of [[effect]], not 14; missing: geryon")


def test_one_tag_is_on_one_piece(tmp_path: Path) -> None:
    """Both are named, in whatever way the tag is written, across cards, circles, effects and pieces."""

    def tagged(anchor: str, uid: str) -> str:
        begin = DEMO_TEXT.index("\n" + anchor) + 1
        at = DEMO_TEXT.index("tag = ", begin)
        return DEMO_TEXT[:at] + f'¶tag = "{uid}"' + DEMO_TEXT[DEMO_TEXT.index("\n", at) :]

    other = "is already that of card R01 (placeholder 01)"
    mine = "the tag {} of {} is already that of {}"
    cards = "card R02 (placeholder 02)"
    spelt = ":".join(TAG_R01.lower()[i : i + 2] for i in range(0, 10, 2))
    for uid in (TAG_R01, spelt, TAG_R01[:4] + "-" + TAG_R01[4:] + " "):
        error = wrong(tmp_path, tagged(R02, uid), "bad_value", "card[1].tag", other)
        assert error.message == mine.format(TAG_R01, cards, "card R01 (placeholder 01)")
    wrong(tmp_path, tagged(R02, TAG_C1), "bad_value", "card[1].tag", mine.format(TAG_C1, cards, "circle C1"))
    wrong(tmp_path, tagged(R02, TAG_ABYSS), "bad_value", "card[1].tag", mine.format(TAG_ABYSS, cards, "effect abyss"))
    wrong(tmp_path, tagged(C5, TAG_C1), "bad_value", "circle[5].tag", mine.format(TAG_C1, "circle C5", "circle C1"))
    pieces = changed("[pieces]", "[pieces]", f'[piece_tags]\ntender = ["0A",\n  ¶"{TAG_C1}"]\n[pieces]')
    wrong(tmp_path, pieces, "bad_value", "piece_tags.tender[1]", mine.format(TAG_C1, "piece tender", "circle C1"))
    wrong(tmp_path, tagged(R02, "04\\tA1"), "bad_value", "card[1].tag", "a uid contains no blanks")


def test_tags_as_they_are_written_and_as_readers_tell_them(tmp_path: Path) -> None:
    text = changed(R02, 'tag = "', 'tag = "04:a1-02 ff" # "').replace(f'tag = "{TAG_R01}"', 'tag = ""')
    text = changed("[pieces]", "[pieces]", '[piece_tags]\nblue = "0b1"\ntender = ["", "0b:2"]\n[pieces]', text)
    deck = load_deck("", own(tmp_path, text))
    assert deck.tags["04A102FF"] == TagOf(card="R02")
    assert (deck.tags["0B1"], deck.tags["0B2"]) == (TagOf(piece="blue"), TagOf(piece="tender"))
    assert TagOf(card="R01") not in deck.tags.values()
    assert "" not in deck.tags


def test_an_owners_rulings_and_layout(tmp_path: Path) -> None:
    """The switches reach the deck; a layout that is filled in is there as the grid wants it."""
    text = changed("[rulings]", '"move_only"', '"everywhere"')
    text = changed("[rulings]", 'q18_unmatched_edge = "derail"', 'q18_unmatched_edge = "blocked"', text)
    text = changed("[rulings]", "q10_heresy_spent_on_use = true\n", "", text)
    cells = DEMO_TEXT[DEMO_TEXT.rindex("cells = [") : DEMO_TEXT.index("# ---- rail cards")]
    text = changed(STANDARD, "cells = []", cells, text)
    deck = load_deck("", own(tmp_path, text))
    assert (deck.rulings.q12_tender_counts, deck.rulings.q18_unmatched_edge) == ("everywhere", "blocked")
    assert deck.rulings.q10_heresy_spent_on_use, "what is not told is as the matrix recommends"
    assert deck.layouts["standard"].spots == deck.layouts["placeholder_a"].spots
