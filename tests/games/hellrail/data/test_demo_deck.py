"""The deck that comes along: generated, tagged all over, and never taken for the printed one."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path

import pytest

from companion.engine.refused import Refused
from companion.games.hellrail.board.layout import faults
from companion.games.hellrail.data.deck import TagOf
from companion.games.hellrail.data.deck_file import deck_warnings, load_deck
from companion.games.hellrail.data.rulings import Rulings
from companion.games.hellrail.names import CIRCLES, Effect
from tests.games.hellrail.data.files import DEMO_TEXT, changed, own
from tests.games.hellrail.data.generator import generated


def test_its_cards_are_those_of_the_generator() -> None:
    """Section 5.4, seed 20011: value by value, in this order."""
    assert tuple(load_deck("demo", None).cards.values()) == generated()
    assert generated(20012) != generated(), "the seed counts"


def test_what_section_5_4_says_of_them() -> None:
    cards = load_deck("demo", None).cards.values()
    assert sum(card.car or 0 for card in cards) == 253
    assert (
        Counter(card.pickup for card in cards)
        == Counter(card.setout for card in cards)
        == dict.fromkeys("123456789", 5)
    )
    assert all(card.pickup != card.setout for card in cards)
    assert Counter(card.rails for card in cards)["NE", "SW"] == 12
    assert deck_warnings("demo", None) == (), "nothing about it is odd"


def test_it_is_marked_as_a_placeholder() -> None:
    deck = load_deck("demo", None)
    assert (deck.placeholder, deck.verified, deck.official) == (True, False, False)


def test_each_card_circle_and_effect_has_an_invented_tag() -> None:
    deck = load_deck("demo", None)
    assert set(deck.tags.values()) == (
        {TagOf(card=f"R{i:02d}") for i in range(1, 46)}
        | {TagOf(circle=circle) for circle in CIRCLES}
        | {TagOf(effect=effect.value) for effect in Effect}
    )
    assert len(deck.tags) == 70
    assert all(uid == uid.upper() and len(uid) == 10 and int(uid, 16) for uid in deck.tags), "as a reader tells it"


def test_its_layouts_and_rulings() -> None:
    """HR-002, HR-003: two figures are the owner's to fill in, one is invented."""
    deck = load_deck("demo", None)
    assert {id: layout.status for id, layout in deck.layouts.items()} == {
        "standard": "owner_must_fill",
        "sacrilege": "owner_must_fill",
        "placeholder_a": "placeholder",
    }
    assert deck.layouts["standard"].spots == deck.layouts["sacrilege"].spots == ()
    invented = deck.layouts["placeholder_a"].spots
    assert {spot.circle: (spot.x, spot.y) for spot in invented}["CG"] == (2, 0)
    assert faults(invented) == ()
    assert deck.rulings == Rulings(), "those that the matrix recommends"


def test_the_file_tells_every_ruling() -> None:
    """A ruling that is not in the file could not be found by an owner."""
    told = tomllib.loads(DEMO_TEXT)["rulings"]
    assert set(told) == set(Rulings.__struct_fields__)


def test_without_an_owners_file_it_is_the_deck(tmp_path: Path) -> None:
    assert load_deck("", None) == load_deck("", tmp_path) == load_deck("demo", tmp_path) == load_deck("demo", None)


def test_the_owners_file_comes_first_but_for_demo(tmp_path: Path) -> None:
    own(tmp_path, changed("[deck]", '"placeholder-45"', '"mine"'))
    assert load_deck("", tmp_path).name == "mine"
    assert load_deck("demo", tmp_path).name == "placeholder-45"
    assert load_deck("", None).name == "placeholder-45"


def test_a_changed_file_is_read_again_and_another_is_not(tmp_path: Path) -> None:
    own(tmp_path, changed("[deck]", '"placeholder-45"', '"mine"'))
    first = load_deck("", tmp_path)
    assert load_deck("", tmp_path) is first, "remembered"
    own(tmp_path, changed("[deck]", '"placeholder-45"', '"mine, changed"'))
    assert load_deck("", tmp_path).name == "mine, changed"


@pytest.mark.parametrize("name", ["mine", "../demo", "Demo", "deck.toml"])
def test_another_deck_is_not_there(tmp_path: Path, name: str) -> None:
    with pytest.raises(Refused) as caught:
        load_deck(name, tmp_path)
    assert caught.value.code == "bad_setup"
    assert dict(caught.value.facts) == {"key": "deck", "reason": "unknown_deck", "deck": name, "known": "demo"}
