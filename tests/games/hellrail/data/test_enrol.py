"""The deck is taken down by taps, in several evenings; what it lacks and what is odd is told."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from companion.engine.config import ConfigError
from companion.engine.printed_names import named
from companion.games.hellrail.board.segments import DRAWINGS, SEGMENTS, SHAPES, drawing, rotate
from companion.games.hellrail.data.card_remarks import Remark, lacking, odd
from companion.games.hellrail.data.deck import Card, TagOf
from companion.games.hellrail.data.deck_file import load_deck, own_deck
from companion.games.hellrail.data.draft import DeckDraft
from companion.games.hellrail.data.enrol import HellRailBox, draft_of, enrolled
from companion.games.hellrail.names import CIRCLES, Effect
from companion.tools.enrol import store
from companion.tools.enrol.card_set_format import write
from companion.tools.enrol.session import close_card, new_enrolment, progress, take_tag, with_value
from companion.tools.enrol.state import CardRecord, Enrolment, Means
from tests.games.hellrail.data.generator import generated

DEMO = load_deck("demo", None)
BOX = HellRailBox()
PLAN = BOX.plan(None)


def invented(seed: int = 7) -> list[tuple[str, Card]]:
    """45 cards that nobody printed, with their tags; every shape in some turn."""
    random = Random(seed)
    cards = []
    for i in range(45):
        rails = drawing(i % 21, random.randrange(4))
        pickup, setout = random.sample("G123456789", 2)
        card = Card(f"R{i + 1:02d}", random.randint(3, 9), pickup, setout, random.randint(1, 5), rails)
        cards.append((f"04{i:04X}AF", card))
    return cards


def tell(e: Enrolment, card: Card) -> Enrolment:
    """Everything that is on the card in hand and not told yet, as the screen tells it."""
    for field, value in {**card.printed, "rails": ",".join(card.rails)}.items():
        assert e.open is not None
        if e.record(e.open).values.get(field) != str(value):
            e = with_value(PLAN, e, field, str(value))
    return e


def captured(cards: list[tuple[str, Card]]) -> Enrolment:
    e = new_enrolment(PLAN)
    for uid, card in cards:
        e, tap = take_tag(PLAN, e, uid, 0)
        assert tap.slot == e.open
        e = tell(e, card)
    return e


def sentences(remarks: list[Remark]) -> list[tuple[int, str]]:
    return [(remark.n, named(remark.text.msgid, "en").format(**remark.text.facts)) for remark in remarks]


def test_a_whole_deck_by_taps_with_interruptions(tmp_path: Path) -> None:
    """Every tap and every value is saved; the companion is switched off now and then, also in the middle of a card."""
    data, config = tmp_path / "data", tmp_path / "config"
    e: Enrolment | None = new_enrolment(PLAN, "Mine")
    for i, (uid, card) in enumerate(invented(), 1):
        assert e is not None
        e, tap = take_tag(PLAN, e, uid, 0)
        assert (tap.means, tap.slot) == (Means.BOUND, card.id)
        e = with_value(PLAN, with_value(PLAN, e, "car", str(card.car)), "pickup", card.pickup or "")
        assert progress(PLAN, e).described == i - 1
        store.save(e, data)
        if i in (1, 17, 44):
            e = store.saved_enrolment("hellrail", data)
            assert e is not None and e.open == card.id, "it goes on with the card in hand"
            e, tap = take_tag(PLAN, close_card(e), uid.lower(), 0)
            assert (tap.means, tap.slot) == (Means.KNOWN, card.id), "its card is known again"
        e = tell(e, card)
        assert progress(PLAN, e).described == i
        store.save(e, data)
    e = store.saved_enrolment("hellrail", data)
    assert e is not None
    write(BOX, e, own_deck(config), config)
    deck = load_deck("", config)
    assert deck.name == "Mine" and not deck.official
    assert list(deck.cards.values()) == [card for _, card in invented()]
    assert deck.tags == {uid: TagOf(card=card.id) for uid, card in invented()}, "no tag of the demo deck"
    assert (deck.layouts, deck.rulings) == (DEMO.layouts, DEMO.rulings)


def test_circles_effects_and_pieces_get_their_tags_too(tmp_path: Path) -> None:
    tags = {f"0C0{i}": TagOf(circle=circle) for i, circle in enumerate(CIRCLES)}
    tags |= {f"0E{i:02d}": TagOf(effect=effect.value) for i, effect in enumerate(Effect)}
    tags |= {f"0F{i:02d}": TagOf(piece=piece) for i, piece in enumerate(("boatman", "boatman", "cerberus"))}
    cards = draft_of(captured(invented()))
    e = enrolled(DeckDraft("", cards.cards, {**cards.tags, **tags}))
    assert draft_of(e) == DeckDraft("", cards.cards, {**cards.tags, **tags})
    write(BOX, e, own_deck(tmp_path), tmp_path)
    assert load_deck("", tmp_path).tags == {**cards.tags, **tags}


def test_21_shapes_and_their_turns_are_all_63_drawings() -> None:
    """4.5: up to turning there are 21."""
    assert len(SHAPES) == 21
    every = {drawing(shape, turn) for shape in range(21) for turn in range(4)}
    assert len(every) == 63 and every == DRAWINGS.keys()
    assert all(rails == tuple(one for one in SEGMENTS if one in rails) for rails in every), "in their order"
    for rails, (shape, turn) in DRAWINGS.items():
        assert frozenset(rails) == rotate(SHAPES[shape], turn)
        assert all(drawing(shape, less) != rails for less in range(turn)), "the least turn"


def test_what_is_missing_is_told_card_by_card() -> None:
    e, _ = take_tag(PLAN, captured(invented()[:2]), "0A", 0)
    e = with_value(PLAN, e, "pickup", "G")
    assert sentences(list(lacking(draft_of(e).cards))) == [
        (3, "The Car Value is missing."),
        (3, "The Setout Circle is missing."),
        (3, "The Brimstone Value is missing."),
        (0, "3 of 45 cards are there."),
    ]


def test_what_is_odd_is_told_and_taken(tmp_path: Path) -> None:
    cards = [card for _, card in zip(invented(), generated(), strict=True)]
    cards[1] = Card("R02", 10, "2", "2", 0, ("NE",))
    cards[44] = Card("R45", 5, "1", "2", 3)
    tagged = [card.id for card in cards[:44]]
    assert sentences(list(odd(cards, tagged))) == [
        (2, "A car of 10? 3 to 9 are usual."),
        (2, "Brimstone 0? 1 to 5 is usual."),
        (2, "Pick-up and set-out are the same circle. Is that so?"),
        (2, "One side has no rail. Is that so?"),
        (45, "Without tracks the deck is not for the level “The whole map”."),
        (45, "This card has no tag yet."),
    ]
    write(BOX, enrolled(DeckDraft("", tuple(cards))), own_deck(tmp_path), tmp_path)
    assert load_deck("", tmp_path).without_rails == (cards[44].id,)


def test_impossible_values_of_a_saved_file_come_into_no_deck(tmp_path: Path) -> None:
    """Somebody wrote into it."""
    whole = captured(invented())
    for field, value in (("car", "0"), ("car", "x"), ("pickup", "x"), ("brimstone", "-1"), ("rails", "AB")):
        values = {**whole.records["R01"].values, field: value}
        e = enrolled(draft_of(whole))
        e.records["R01"] = CardRecord("R01", tags=whole.records["R01"].tags, values=values)  # type: ignore[index]
        with pytest.raises((ConfigError, ValueError)):
            write(BOX, e, own_deck(tmp_path), tmp_path)
        assert not own_deck(tmp_path).exists()
