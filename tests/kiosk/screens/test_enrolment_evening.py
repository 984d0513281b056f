"""Three evenings: an invented box of each game is enrolled by touch from its first card to the game that is played with
it.

`pytest -s` prints what it took.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.games.hellrail.board.segments import DRAWINGS
from companion.games.hellrail.data.deck_file import load_deck
from companion.games.registry import BOXES
from companion.options import PACKAGED_CONFIG
from companion.tools.enrol.card_set_format import load_enrolment
from tests.kiosk.screens.enrolling import Enroller, uid


def _groups() -> Mapping[str, list[dict[str, str]]]:
    """The invented demonstration box: heap -> the values of its cards, those alike beside each other."""
    boxed = BOXES["infernal_wagon"]
    box = load_enrolment(boxed, PACKAGED_CONFIG / "infernal_wagon" / "demo.json", None)
    found: dict[str, list[dict[str, str]]] = {}
    for slot, heap in boxed.plan(None, box).slots.items():
        values = {n: v for n, v in box.record(slot).values.items() if (v and n != "cross") or v == "yes"}
        found.setdefault(heap.id, []).append(values)
    order = ("special", "cross", "penalty", "end1", "end2", "end3", "end4", "arrow")
    for cards in found.values():
        cards.sort(key=lambda card: [card.get(name, "") for name in order])
    return found


def wagon(hands: Enroller) -> None:
    """By heaps, with what is alike told once; then a game is opened and the first card is placed."""
    hands.touch(hands.screen.gates[0])
    hands.press("Tracking", "The box", "More", "Symbols")
    hands.touch(hands.page.count.plus)
    assert len(hands.e.signs) == 6
    hands.press("Done", "Back")
    groups, n, rail = _groups(), 0, ""
    for heap, label in (
        ("start", "Départ"), ("rail", "Rail"), ("easy", "Facile"), ("danger", "Danger"), ("curse", "Malédiction"),
        ("uturn", "Demi-tour"), ("silence", "Silence"), ("exit", "Issue"),
    ):  # fmt: skip
        if hands.root.name == "box" and type(hands.page).__name__ == "BoxHome":
            hands.press(label)
        elif hands.e.heap != heap:
            hands.press("Back", label)
        assert hands.e.heap == heap
        for values in groups[heap]:
            if hands.page.tiles:
                hands.tell({} if heap == "exit" else values)
            hands.tap(uid(n))
            rail = uid(n) if heap == "rail" else rail
            n += 1
    hands.press("Back")
    at = hands.screen.book.at()
    assert (at.bound, at.described) == (n, n) and at.whole
    assert hands.tally.taps == hands.taps == n
    hands.note()
    hands.press("Back")
    _play_wagon(hands, rail)


def _play_wagon(hands: Enroller, rail: str) -> None:
    hands.wait(lambda: hands.root.name in ("setup", "tracking"))
    view = hands.view
    assert view.setup.level == "L2"
    hands.root.open(None)
    hands.sync()
    hands.press("Start")
    hands.tap(rail)
    hands.sync()
    view = hands.view
    assert [card.slot for card in view.track][-1].startswith("rail-")


def cerbere(hands: Enroller) -> None:
    """85 tags in the order of the screen, and one touch; then a card is played with its tag."""
    hands.touch(hands.screen.gates[1])
    hands.press("Box", "Action")
    n, tags = 0, {}
    while (slot := hands.screen.book.next_slot) is not None:
        tags[slot] = uid(1000 + n)
        hands.tap(tags[slot])
        n += 1
    hands.press("Back")
    assert hands.screen.book.at().bound == n == hands.taps == 85
    hands.note()
    hands.press("Back")
    assert hands.root.name == "cerbere_setup"
    _play_cerbere(hands, tags)


def _play_cerbere(hands: Enroller, tags: Mapping[str, str]) -> None:
    context = hands.kiosk.context
    context.ask.open_for("cerbere", context.set_up.players(), {})
    hands.sync()
    hands.tap(tags[f"{context.set_up.players()[0].colour}-1"])
    hands.sync()
    update = context.table.update
    assert update is not None and update.view is not None
    assert update.refusal is None and update.prompt is not None and update.prompt.id == "option"


def hellrail(hands: Enroller, few: bool = False) -> None:
    """Each rail card (or a `few`) is typed and drawn, then circles and tokens; the deck that was written is played."""
    hands.touch(hands.screen.gates[2])
    hands.press("Box", "More", "Name")
    hands.type("Maison")
    hands.press("Done", "Back", "Rail Cards")
    demo = load_deck("demo", None)
    cards = list(demo.cards.values())[: 4 if few else None]
    for n, card in enumerate(cards):
        hands.tap(uid(2000 + n))
        for value in (card.car, card.pickup, card.setout, card.brimstone):
            hands.touch(next(key for key in hands.page.pad if key.value == str(value)))
        shape, turn = DRAWINGS[card.rails]
        for _ in range(1 + turn):
            hands.touch(hands.page.drawings.tiles[shape])
        assert hands.page.rails == card.rails
    if few:
        hands.press("Next card")
    else:
        hands.press("To the end", "All compared", "Write the deck", "Back")
        hands.page.close()
        hands.sync()
    hands.press("Back")
    assert hands.root.name == "hellrail_box"
    hands.press("Circles")
    for n in range(25):
        hands.tap(uid(2100 + n))
    hands.press("Back")
    assert hands.screen.book.at().bound == len(cards) + 25 == hands.taps == hands.tally.taps
    hands.note()
    hands.press("Back")
    assert hands.root.name == "hellrail_setup"
    deck = load_deck("", hands.config)
    assert deck.placeholder is few and deck.official is not few
    assert few or deck.name == "Maison"
    assert len(deck.tags) == (25 if few else 70)
    if not few:
        assert {c.id: (c.car, c.rails) for c in deck.cards.values()} == {
            f"R{n:02d}": (c.car, c.rails) for n, c in enumerate(cards, 1)
        }
    hands.press("Steam up")
    hands.wait(lambda: hands.root.name == "hellrail")
    _play_hellrail(hands, few)


def _play_hellrail(hands: Enroller, few: bool) -> None:
    """A circle is known, whatever it means now; with the whole deck a rail card is fanned by its tag."""
    hands.tap(uid(2100))
    hands.sync()
    refusal = hands.kiosk.context.table.update.refusal  # type: ignore[union-attr]
    assert refusal is not None and refusal.code == "wrong_phase"
    if few:
        return
    hands.kiosk.context.ask.act("draw1")
    hands.sync()
    hands.kiosk.context.ask.act("fan")
    hands.sync()
    hands.tap(uid(2000))
    hands.sync()
    update = hands.kiosk.context.table.update
    assert update is not None and update.refusal is None, update
    assert any(getattr(event, "card", None) == "R01" for event in update.events), update.events


BOXES_OF = {"infernal_wagon": wagon, "cerbere": cerbere, "hellrail": hellrail}


@pytest.fixture
def hands(tmp_path: Path, window: Any, english: None) -> Iterator[Enroller]:
    """A kiosk in the window, in English, where nothing moves."""
    made = Enroller(tmp_path, window(None, (800, 480)))
    yield made
    made.close()


@pytest.mark.slow
@pytest.mark.parametrize("game", BOXES_OF)
def test_a_whole_box_is_enrolled_by_touch_and_played_with(hands: Enroller, game: str) -> None:
    BOXES_OF[game](hands)
    print(hands.report(game))


def test_a_deck_that_is_not_whole_is_played_with_as_far_as_it_is(hands: Enroller) -> None:
    hellrail(hands, few=True)
