"""A deck written as a file is the same deck when it is read."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from companion.engine.config import ConfigError
from companion.games.hellrail.board.segments import SEGMENTS
from companion.games.hellrail.data.deck import Card, Deck, Layout, Rulings, Spot, TagOf
from companion.games.hellrail.data.deck_file import load_deck, own_deck, write_deck

ODD_NAMES = (
    '"Nero" \\ ',
    "Ça ’\u00a0!",
    "tab\tnew\nline\r",
    "\x00\x1f\x7f\u2028\ud7ff",
    "'''\"\"\"",
    "# no = [comment]",
    "😈",
)


def some_deck(seed: int) -> Deck:
    """A deck of 45 cards of all kinds, with odd names, tags here and there, rulings other than the usual ones."""
    random = Random(seed)
    cards = [
        Card(
            id=random.choice(("R", "é", "x-", "[[", '"')) + str(i),
            car=random.choice((1, 3, 9, 10, 99)),
            pickup=random.choice("G123456789"),
            setout=random.choice("G123456789"),
            brimstone=random.choice((0, 1, 5, 77)),
            rails=tuple(one for one in SEGMENTS if random.random() < 0.4),
            name=random.choice(("", *ODD_NAMES)),
        )
        for i in range(45)
    ]
    tags = {f"{i:06X}": TagOf(card=card.id) for i, card in enumerate(cards) if random.random() < 0.7}
    tags |= {"AA": TagOf(circle="CG"), "AB": TagOf(effect="lust"), "AC": TagOf(piece="blue")}
    tags |= {"AD": TagOf(piece="check_marker"), "AE": TagOf(piece="check_marker"), "É'\"": TagOf(circle="C9")}
    line = tuple(Spot(f"C{label}", 7 - i, -i) for i, label in enumerate("G987654321"))
    return Deck(
        random.choice(ODD_NAMES),
        {card.id: card for card in cards},
        {"standard": Layout("standard", "owner", line), 'my "one"': Layout('my "one"', "owner_must_fill", ())},
        tags,
        Rulings(q05_derail_loses=("hand",), q10_heresy_spent_on_use=False, q18_unmatched_edge="blocked"),
        placeholder=random.random() < 0.5,
        verified=random.random() < 0.5,
    )


@pytest.mark.parametrize("seed", range(20))
def test_any_deck_there_and_back(tmp_path: Path, seed: int) -> None:
    deck = some_deck(seed)
    write_deck(deck, own_deck(tmp_path))
    read = load_deck("", tmp_path)
    assert read == deck
    assert list(read.cards) == list(deck.cards), "in the same order"
    assert list(own_deck(tmp_path).parent.iterdir()) == [own_deck(tmp_path)], "nothing else was left there"


def test_the_file_before_is_kept(tmp_path: Path) -> None:
    """It may bear the owner's notes."""
    path = own_deck(tmp_path)
    path.parent.mkdir()
    path.write_text("# my own notes\n", encoding="utf-8")
    write_deck(some_deck(1), path)
    kept = path.with_name("deck.toml.bak")
    assert kept.read_text(encoding="utf-8") == "# my own notes\n"
    write_deck(some_deck(1), path)
    assert kept.read_text(encoding="utf-8") == "# my own notes\n", "the same deck once more is no change"
    assert load_deck("", tmp_path) == some_deck(1)


DEMO = load_deck("demo", None)
FIRST = DEMO.cards["R01"]


@pytest.mark.parametrize(
    ("deck", "key"),
    [
        (replace(DEMO, name=""), "deck.name"),
        (replace(DEMO, cards={**DEMO.cards, "R01": replace(FIRST, car=None)}), "card[0].car"),
        (replace(DEMO, cards={**DEMO.cards, "R01": replace(FIRST, car=0)}), "card[0].car"),
        (replace(DEMO, cards={**DEMO.cards, "R01": replace(FIRST, id="R02")}), "card[1].id"),
        (replace(DEMO, cards={"R01": FIRST}), "card"),
        (replace(DEMO, tags={"0 A\n": TagOf(card="R01")}), "card[0].tag"),
    ],
)
def test_a_deck_that_makes_no_file_leaves_the_old_one_alone(tmp_path: Path, deck: Deck, key: str) -> None:
    path = own_deck(tmp_path)
    write_deck(some_deck(1), path)
    with pytest.raises(ConfigError) as caught:
        write_deck(deck, path)
    assert caught.value.key == key
    assert load_deck("", tmp_path) == some_deck(1)


@pytest.mark.parametrize(
    "deck",
    [
        replace(DEMO, tags={**DEMO.tags, "01": TagOf(card="R01")}),
        replace(DEMO, tags={**DEMO.tags, "01": TagOf(card="R46")}),
        replace(DEMO, tags={**DEMO.tags, "0a": TagOf(piece="blue")}),
        replace(DEMO, cards={**DEMO.cards, "R01": replace(FIRST, rails=("EW", "NS"))}),
    ],
    ids=["two tags on a card", "a tag on no card", "not as readers tell it", "rails not in their order"],
)
def test_nothing_of_a_deck_is_lost_unsaid(tmp_path: Path, deck: Deck) -> None:
    with pytest.raises(ValueError, match="tag"):
        write_deck(deck, own_deck(tmp_path))
    assert not own_deck(tmp_path).exists()


def test_a_full_disk_leaves_the_old_file_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = own_deck(tmp_path)
    write_deck(some_deck(1), path)

    def full(path: Path, data: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("companion.engine.atomic_file.write_whole", full)
    with pytest.raises(OSError, match="No space"):
        write_deck(some_deck(2), path)
    assert load_deck("", tmp_path) == some_deck(1)
