"""A deck written as a file is the same deck when it is read."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from companion.engine.config import ConfigError
from companion.games.hellrail.board.segments import SEGMENTS
from companion.games.hellrail.data.deck import Card, CircleLayout, CircleSpot, Deck, Rulings, TagOf
from companion.games.hellrail.data.deck_file import deck_toml, load_deck, parse_deck

FILE = Path("deck.toml")
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
    line = tuple(CircleSpot(f"C{label}", 7 - i, -i) for i, label in enumerate("G987654321"))
    return Deck(
        random.choice(ODD_NAMES),
        {card.id: card for card in cards},
        {
            "standard": CircleLayout("standard", "owner", line),
            'my "one"': CircleLayout('my "one"', "owner_must_fill", ()),
        },
        tags,
        Rulings(q05_derail_loses=("hand",), q10_heresy_spent_on_use=False, q18_unmatched_edge="blocked"),
        placeholder=random.random() < 0.5,
        verified=random.random() < 0.5,
    )


@pytest.mark.parametrize("seed", range(20))
def test_any_deck_there_and_back(seed: int) -> None:
    deck = some_deck(seed)
    read = parse_deck(deck_toml(deck), FILE)
    assert read == deck
    assert list(read.cards) == list(deck.cards), "in the same order"


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
def test_a_deck_that_cannot_be_makes_no_file(deck: Deck, key: str) -> None:
    with pytest.raises(ConfigError) as caught:
        parse_deck(deck_toml(deck), FILE)
    assert caught.value.key == key


def test_two_tags_on_a_card_have_no_room() -> None:
    with pytest.raises(ValueError, match="tag"):
        deck_toml(replace(DEMO, tags={**DEMO.tags, "01": TagOf(card="R01")}))
