"""`cerbere/box.toml`: which tag is on which piece; the invented tags of the virtual table."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from companion.games.cerbere.data.catalogue import load_catalogue
from companion.games.cerbere.data.tags import ActionTag, BoatTag, CardTag, PawnTag, Tags, load_tags
from companion.games.cerbere.names import COLOURS
from tests.games.cerbere.data.files import Case, by_key, changed, wrong

HEAD = '[meta]\ngame = "cerbere"\nformat = 1\n'


def box(folder: Path, text: str) -> Path:
    (folder / "cerbere").mkdir(exist_ok=True)
    (folder / "cerbere" / "box.toml").write_text(HEAD + text, encoding="utf-8")
    return folder


def test_the_invented_box_has_a_tag_on_each_of_85_pieces() -> None:
    """Section 1: 28 action + 28 survival + 18 betrayal + 8 pawns + 3 boats."""
    demo = load_tags("demo", None)
    assert demo.demo
    assert len(demo.pieces) == 85
    pieces = Counter(demo.pieces.values())
    catalogue = load_catalogue(None)
    wanted: Counter[object] = Counter(ActionTag(colour, index) for colour in COLOURS for index in (1, 2, 3, 4))
    wanted += Counter({CardTag(card.id): card.copies for card in catalogue.cards.values() if card.face is None})
    wanted += Counter(PawnTag(colour) for colour in (*COLOURS, "cerberus"))
    wanted += Counter(BoatTag(seats) for seats in (1, 2, 3))
    assert pieces == wanted
    assert all(uid == uid.upper() and len(uid) == 10 and int(uid, 16) for uid in demo.pieces), "as a reader tells it"


def test_the_invented_tags_do_not_mind_an_owner_s_box(tmp_path: Path) -> None:
    box(tmp_path, '[pawns]\nred = "01"\n')
    assert load_tags("demo", tmp_path) == load_tags("demo", None)
    (tmp_path / "cerbere" / "cards.toml").write_text(
        changed("cards.toml", "[meta]", 'id = "sur_egoisme"', 'id = "sur_moi"'), encoding="utf-8"
    )
    known = load_tags("demo", tmp_path).pieces
    assert len(known) == 81, "a tag of a card that is not there would mean nothing"
    assert CardTag("sur_egoisme") not in known.values()


def test_the_owner_s_box_as_it_is_written_and_as_readers_tell_it(tmp_path: Path) -> None:
    folder = box(
        tmp_path,
        """
        [actions]
        red = ["04:a1-01 ff", "", "04A103FF", ""]
        [survival]
        sur_egoisme = ["04B101FF"]
        [betrayal]
        bet_rancune = ["04c101ff", "04c102ff"]
        [pawns]
        cerberus = "04D108FF"
        white = ""
        [boats]
        2 = "04E102FF"
        """,
    )
    assert load_tags("", folder) == Tags(
        {
            "04A101FF": ActionTag("red", 1),
            "04A103FF": ActionTag("red", 3),
            "04B101FF": CardTag("sur_egoisme"),
            "04C101FF": CardTag("bet_rancune"),
            "04C102FF": CardTag("bet_rancune"),
            "04D108FF": PawnTag("cerberus"),
            "04E102FF": BoatTag(2),
        }
    )


CANNOT_BE = [
    ("[actions]", "red =", "¶purple =", "actions.purple", "there is no purple here; known are red, pink, green"),
    ("[actions]", "red = [", "¶red = [\"CB00000000\", ", "actions.red", "a colour has 4 cards, not 5"),
    ("[survival]", "sur_egoisme", "¶sur_altruisme", "survival.sur_altruisme", "known are sur_sacrifice, "),
    ("[survival]", "sur_egoisme", "¶bet_rancune", "survival.bet_rancune", "there is no bet_rancune here"),
    ("[betrayal]", "bet_rancune = [", '¶bet_rancune = ["CB00000000", ', "betrayal.bet_rancune", "3, but tags: 4"),
    ("[pawns]", "red =", "¶grey =", "pawns.grey", "orange, white, cerberus"),
    ("[boats]", "1 =", "¶4 =", "boats.4", "known are 1, 2, 3"),
    ("[boats]", "1 = \"", "¶1 = \"\t", "boats.1", "a uid contains no blanks"),
    ("[pawns]", "red = \"", "¶red = 5 #", "pawns.red", "expected `str`, got `int`"),
    ("[actions]", "red = [\"", "¶red = [5, \"", "actions.red[0]", "expected `str`, got `int`"),
]  # fmt: skip


@pytest.mark.parametrize("case", CANNOT_BE, ids=by_key)
def test_what_cannot_be_in_a_box(tmp_path: Path, case: Case) -> None:
    anchor, old, new, key, words = case
    text = changed("demo.toml", anchor, old, new)
    wrong(tmp_path, "box.toml", text, lambda folder: load_tags("", folder), "bad_value", key, words)


def test_one_tag_is_on_one_piece(tmp_path: Path) -> None:
    """Named where it is met again, in whatever way it is written; across kinds and inside a list over several lines."""
    text = HEAD + '[actions]\nred = ["01",\n  "02",\n  "0:1",¶\n  ""]\n'
    words = "the uid 01 is already that of actions red 0"
    wrong(tmp_path, "box.toml", text, lambda folder: load_tags("", folder), "bad_value", "actions.red[2]", words)
    text = HEAD + '[pawns]\nred = "0a"\n[boats]\n1 = "0b"\n2 = "0A"¶\n'
    words = "the uid 0A is already that of pawns red"
    wrong(tmp_path, "box.toml", text, lambda folder: load_tags("", folder), "bad_value", "boats.2", words)
