"""The deck is taken down by taps, in several evenings; what it lacks and what is odd is told."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from companion.engine.config import ConfigError
from companion.engine.printed_names import named
from companion.engine.refused import Refused
from companion.games.hellrail.board.segments import SEGMENTS, SHAPES, rotate
from companion.games.hellrail.data import capture as take
from companion.games.hellrail.data.capture import (
    FILE,
    Capture,
    Means,
    begin,
    drawing,
    drawn,
    finished,
    forget,
    resume,
    save,
    shape_of,
    tapped,
    told,
)
from companion.games.hellrail.data.capture_checks import SENTENCES, Reason, complete, faults, next_open, remarks
from companion.games.hellrail.data.deck import Card, TagOf
from companion.games.hellrail.data.deck_file import load_deck, own_deck, write_deck
from companion.games.hellrail.names import CIRCLES, Effect
from tests.games.hellrail.data.generator import generated

DEMO = load_deck("demo", None)


def invented(seed: int = 7) -> list[tuple[str, Card]]:
    """45 cards that nobody printed, with their tags; every shape in some turn."""
    random = Random(seed)
    cards = []
    for i in range(45):
        rails = drawing(i % 21, random.randrange(4))
        pickup, setout = random.sample("G123456789", 2)
        card = Card(f"R{i + 1:02d}", random.randint(3, 9), pickup, setout, random.randint(1, 5), rails, f"Sinner {i}")
        cards.append((f"04{i:04X}AF", card))
    return cards


def tell(capture: Capture, n: int, card: Card) -> Capture:
    """Everything that is on a card, as the screen tells it."""
    for field in ("car", "pickup", "setout", "brimstone", "name"):
        capture = told(capture, n, field, getattr(card, field))
    place = shape_of(card.rails)
    return drawn(capture, n, *place) if place is not None else capture


def captured(cards: list[tuple[str, Card]]) -> Capture:
    capture = begin()
    for uid, card in cards:
        capture, tap = tapped(capture, uid)
        assert tap.n is not None
        capture = tell(capture, tap.n, card)
    return capture


def refusal(caught: pytest.ExceptionInfo[Refused]) -> str:
    """The sentence of a refusal, filled with its facts."""
    facts = dict(caught.value.facts)
    assert caught.value.code == "bad_capture"
    assert facts["msgid"] == SENTENCES[Reason(str(facts["reason"]))]
    return named(str(facts["msgid"]), "en").format(**facts)


# -- a whole deck ----------------------------------------------------------------------------------------------------


def test_a_whole_deck_by_taps_with_interruptions(tmp_path: Path) -> None:
    """Every tap and every value is saved; the companion is switched off now and then, also in the middle of a card."""
    data, config = tmp_path / "data", tmp_path / "config"
    capture: Capture | None = begin()
    for i, (uid, card) in enumerate(invented(), 1):
        assert capture is not None
        capture, tap = tapped(capture, uid)
        assert (tap.means, tap.n, tap.on) == (Means.NEW, i, TagOf(card=card.id))
        capture = told(told(capture, i, "car", card.car), i, "pickup", card.pickup)
        assert (complete(capture.cards), next_open(capture.cards)) == (i - 1, i)
        save(capture, data)
        if i in (1, 17, 44):
            del capture
            capture = resume(data)
            assert capture is not None and capture.open == i, "it goes on with the card in hand"
            capture, tap = tapped(capture, uid.lower())
            assert (tap.means, tap.n) == (Means.KNOWN, i), "its card is known again"
        capture = tell(capture, i, card)
        assert (complete(capture.cards), next_open(capture.cards)) == (i, None)
        save(capture, data)
    capture = resume(data)
    assert capture is not None
    deck = finished(take.named(capture, " Mine "), DEMO, verified=True)
    assert deck.name == "Mine"
    assert list(deck.cards.values()) == [card for _, card in invented()]
    assert deck.tags == {uid: TagOf(card=card.id) for uid, card in invented()}, "no tag of the demo deck"
    assert (deck.layouts, deck.rulings) == (DEMO.layouts, DEMO.rulings)
    assert deck.official
    write_deck(deck, own_deck(config))
    assert load_deck("", config) == deck


# -- taps and tags ---------------------------------------------------------------------------------------------------


def tagged(capture: Capture, uid: str, on: TagOf) -> Capture:
    """The box's other pieces get their tags by the enrolment."""
    return replace(capture, tags={**capture.tags, uid: on})


def test_what_a_tap_means() -> None:
    capture, first = tapped(begin(), "04:a1 01-ff")
    capture, second = tapped(capture, "04A102FF")
    assert ((first.means, first.n), (second.means, second.n)) == ((Means.NEW, 1), (Means.NEW, 2))
    assert capture.open == 2
    again, tap = tapped(capture, "04A101FF")
    assert (tap.means, tap.n, again.open) == (Means.KNOWN, 1, 1)
    assert again.cards == capture.cards, "nothing new"
    capture = tagged(capture, "04C5", TagOf(circle="C5"))
    assert tapped(capture, "04c5") == (capture, take.Tapped(Means.PIECE, None, TagOf(circle="C5")))
    for uid in ("", " : ", "04\tA1"):
        with pytest.raises(Refused) as caught:
            tapped(capture, uid)
        assert refusal(caught) == "The reader told no tag."


def test_a_tag_on_two_pieces_is_refused_with_both_names() -> None:
    capture = captured(invented()[:3])
    first = invented()[0][0]
    with pytest.raises(Refused) as caught:
        take.retag(capture, 2, first)
    assert refusal(caught) == "This tag is on #1 (Sinner 0) already; #2 (Sinner 1) needs another one."
    assert caught.value.facts["tag"] == first
    capture = tagged(capture, "0A", TagOf(effect="lust"))
    with pytest.raises(Refused) as caught:
        take.retag(capture, 3, "0a")
    assert refusal(caught) == "This tag is on lust already; #3 (Sinner 2) needs another one."


def test_circles_and_effects_get_their_tags_too(tmp_path: Path) -> None:
    capture = captured(invented())
    for i, circle in enumerate(CIRCLES):
        capture = tagged(capture, f"0C0{i}", TagOf(circle=circle))
    for i, effect in enumerate(Effect):
        capture = tagged(capture, f"0E{i:02d}", TagOf(effect=effect.value))
    deck = finished(capture, DEMO)
    assert len(deck.tags) == 70
    write_deck(deck, own_deck(tmp_path))
    assert load_deck("", tmp_path).tags == deck.tags


# -- values and drawings ---------------------------------------------------------------------------------------------

CANNOT_BE = [
    ("car", 0, Reason.CAR_TOO_SMALL),
    ("car", "6", Reason.CAR_TOO_SMALL),
    ("car", True, Reason.CAR_TOO_SMALL),
    ("brimstone", -1, Reason.BRIMSTONE_TOO_SMALL),
    ("pickup", "0", Reason.NO_CIRCLE),
    ("pickup", 5, Reason.NO_CIRCLE),
    ("setout", "C5", Reason.NO_CIRCLE),
    ("rails", ("NS", "XX"), Reason.NO_DRAWING),
    ("rails", ("NS", "SN"), Reason.NO_DRAWING),
    ("name", "x" * 61, Reason.NAME_TOO_LONG),
]


@pytest.mark.parametrize(("field", "value", "reason"), CANNOT_BE, ids=lambda value: str(value)[:20])
def test_a_value_that_cannot_be_is_not_taken(field: str, value: object, reason: Reason) -> None:
    capture = captured(invented()[:1])
    with pytest.raises(Refused) as caught:
        told(capture, 1, field, value)
    assert caught.value.facts["reason"] == reason.value
    assert "{" not in refusal(caught)


def test_a_value_is_told_again_and_taken_back() -> None:
    capture = captured(invented()[:2])
    assert told(capture, 2, "car", 5).cards[1].car == 5
    assert told(capture, 2, "car", 5).cards[0] == capture.cards[0]
    assert told(capture, 1, "brimstone", 0).cards[0].brimstone == 0
    for field, empty in (("car", None), ("pickup", None), ("rails", ()), ("name", "")):
        assert getattr(told(capture, 1, field, None).cards[0], field) == empty
    assert told(capture, 1, "rails", ("WS", "SN")).cards[0].rails == ("NS", "SW"), "letters and order as ever"
    for n in (0, 3, -1):
        with pytest.raises(Refused) as caught:
            told(capture, n, "car", 5)
        assert refusal(caught) == f"There is no card {n} yet."
    assert take.opened(capture, 1).open == 1
    with pytest.raises(ValueError, match="no such field: id"):
        told(capture, 1, "id", None)


def test_21_shapes_and_their_turns_are_all_63_drawings() -> None:
    """4.5: up to turning there are 21."""
    assert len(SHAPES) == 21
    every = {drawing(shape, turn) for shape in range(21) for turn in range(4)}
    assert len(every) == 63
    assert all(rails == tuple(one for one in SEGMENTS if one in rails) for rails in every), "in their order"
    for rails in every:
        place = shape_of(rails)
        assert place is not None
        assert drawing(*place) == rails
        assert frozenset(rails) == rotate(SHAPES[place[0]], place[1])
        assert all(drawing(place[0], turn) != rails for turn in range(place[1])), "the least turn"
    assert shape_of(()) is None
    assert drawing(0, 4) == drawing(0, 0)
    for shape in (-1, 21):
        with pytest.raises(Refused) as caught:
            drawing(shape)
        assert refusal(caught) == "That is no rail drawing."


# -- what is missing and what is odd ---------------------------------------------------------------------------------


def test_what_is_missing_is_told_card_by_card() -> None:
    capture, _ = tapped(captured(invented()[:2]), "0A")
    capture = told(capture, 3, "pickup", "G")
    assert [(fault.n, fault.field, fault.sentence) for fault in faults(capture.cards)] == [
        (3, "car", "The Car Value is missing."),
        (3, "setout", "The Setout Circle is missing."),
        (3, "brimstone", "The Brimstone Value is missing."),
        (0, "", "3 of 45 cards are there."),
    ]
    with pytest.raises(Refused) as caught:
        finished(capture, DEMO)
    assert (refusal(caught), caught.value.facts["card"]) == ("The Car Value is missing.", 3)
    with pytest.raises(Refused) as caught:
        finished(captured(invented()[:44]), DEMO)
    assert (refusal(caught), caught.value.facts["card"]) == ("44 of 45 cards are there.", 0)


def test_what_is_odd_is_told_and_taken(tmp_path: Path) -> None:
    capture = captured([(uid, card) for (uid, _), card in zip(invented(), generated(), strict=True)])
    capture = told(told(capture, 2, "car", 10), 2, "brimstone", 0)
    capture = told(told(capture, 2, "setout", "2"), 2, "rails", ("NE",))
    capture = told(take.retag(capture, 45, ""), 45, "rails", None)
    found = list(remarks(capture.cards, capture.tags))
    assert [(remark.n, remark.field, remark.sentence) for remark in found] == [
        (2, "car", "A car of 10? 3 to 9 are usual."),
        (2, "brimstone", "Brimstone 0? 1 to 5 is usual."),
        (2, "setout", "Pick-up and set-out are the same circle. Is that so?"),
        (2, "rails", "One side has no rail. Is that so?"),
        (45, "rails", "Without a drawing the deck is for the Keeper level only."),
        (45, "tag", "This card has no tag yet."),
    ]
    write_deck(finished(capture, DEMO), own_deck(tmp_path))
    assert load_deck("", tmp_path).without_rails == ("R45",)


# -- the file in between ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (b"{", "syntax"),
        (b"\xff", "syntax"),
        (b'{"format": 2}', "bad_value"),
        (b'{"name": 5}', "bad_value"),
        (b'{"cards": [{"id": "R01"}, {"id": "R01"}]}', "bad_value"),
        (b'{"tags": {"0A": {"card": "R01"}}}', "bad_value"),
        (b'{"card": []}', "bad_value"),
    ],
)
def test_a_saved_file_that_is_none(tmp_path: Path, text: bytes, code: str) -> None:
    """It is told and left as it is; after `forget` a new one can be begun."""
    (tmp_path / FILE).write_bytes(text)
    with pytest.raises(ConfigError) as caught:
        resume(tmp_path)
    assert (caught.value.code, caught.value.file) == (code, tmp_path / FILE)
    assert (tmp_path / FILE).read_bytes() == text
    forget(tmp_path)
    assert resume(tmp_path) is None
    assert (tmp_path / (FILE + ".bak")).read_bytes() == text


def test_impossible_values_of_a_saved_file_are_found(tmp_path: Path) -> None:
    """Somebody wrote into it: nothing of that comes into a deck."""
    text = b'{"cards": [{"id": "R01", "car": 0, "pickup": "x", "setout": "1", "brimstone": -1, "rails": ["AB"]}]}'
    (tmp_path / FILE).write_bytes(text)
    capture = resume(tmp_path)
    assert capture is not None
    assert [fault.reason for fault in faults(capture.cards)] == [
        Reason.CAR_TOO_SMALL,
        Reason.NO_CIRCLE,
        Reason.BRIMSTONE_TOO_SMALL,
        Reason.NO_DRAWING,
        Reason.CARDS_MISSING,
    ]
    with pytest.raises(Refused):
        finished(capture, DEMO)
