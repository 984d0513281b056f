"""The deck that comes along: generated, tagged all over, and never taken for the printed one."""

from __future__ import annotations

from pathlib import Path

from companion.games.hellrail.data.deck import TagOf
from companion.games.hellrail.data.deck_file import load_deck
from companion.games.hellrail.names import CIRCLES, Effect
from tests.games.hellrail.data.files import changed, own
from tests.games.hellrail.data.generator import generated


def test_its_cards_are_those_of_the_generator() -> None:
    """Section 5.4, seed 20011: value by value, in this order."""
    assert tuple(load_deck("demo", None).cards.values()) == generated()
    assert generated(20012) != generated(), "the seed counts"


def test_each_card_circle_and_effect_has_an_invented_tag() -> None:
    deck = load_deck("demo", None)
    assert set(deck.tags.values()) == (
        {TagOf(card=f"R{i:02d}") for i in range(1, 46)}
        | {TagOf(circle=circle) for circle in CIRCLES}
        | {TagOf(effect=effect.value) for effect in Effect}
    )
    assert len(deck.tags) == 70
    assert all(uid == uid.upper() and len(uid) == 10 and int(uid, 16) for uid in deck.tags), "as a reader tells it"


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
