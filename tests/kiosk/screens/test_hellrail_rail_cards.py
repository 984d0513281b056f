"""A deck is taken down on the screen: by tags, a keypad and drawings; it goes on where it stood, and makes a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.engine.signals import Tag
from companion.games.hellrail.board.segments import drawing
from companion.games.hellrail.data.deck import Card, TagOf
from companion.games.hellrail.data.deck_file import load_deck, own_deck, parse_deck
from companion.games.hellrail.data.draft import DeckDraft
from companion.games.hellrail.data.enrol import enrolled
from companion.tools.enrol.store import file_of
from kiosk.screens.box.screen import DamagedPage, TagTakenPage
from kiosk.screens.hellrail.rail_cards import DeckEnd, RailCards
from tests.kiosk.screens.box_desk import Desk

pytestmark = pytest.mark.usefixtures("english")

UIDS = [f"04{i:02X}5A7E9C1D80" for i in range(50)]


class Cards(Desk):
    """The page of the rail cards."""

    def card(self, i: int, *digits: str, shape: int | None = None) -> None:
        """Tap a card, type its values, touch its drawing."""
        self.tap(UIDS[i])
        self.type(*digits)
        if shape is not None:
            self.page.draw_shape(shape)

    def type(self, *digits: str) -> None:
        for digit in digits:
            self.page.tell(self.page.field, digit)

    def all(self, count: int = 45) -> None:
        """Take down so many cards: the last one on the screen, those before it as they are kept."""
        values = [
            (3 + i % 7, f"{1 + i % 9}", f"{1 + (i + 3) % 9}", 1 + i % 5, drawing(i % 21, 0)) for i in range(count)
        ]
        before = tuple(Card(f"R{n:02}", *one) for n, one in enumerate(values[:-1], 1))
        tags = {uid: TagOf(card=card.id) for uid, card in zip(UIDS, before, strict=False)}
        self.screen.change(lambda _plan, e: replace(e, records=enrolled(DeckDraft("", before, tags)).records))
        car, pickup, setout, brimstone, _rails = values[-1]
        self.card(count - 1, str(car), pickup, setout, str(brimstone), shape=(count - 1) % 21)

    @property
    def slot(self) -> str | None:
        """The card in hand."""
        slot: str | None = self.screen.book.e.open
        return slot

    def on(self, uid: str) -> str | None:
        slot: str | None = self.screen.book.e.on(uid)
        return slot


@pytest.fixture
def desk(tmp_path: Path, window: Any, touch: Any, pump: Any) -> Cards:
    desk = Cards(tmp_path, window, touch, pump)
    desk.open("hellrail")
    desk.press("Rail Cards")
    return desk


def test_a_tag_of_another_piece_is_asked_about(desk: Cards) -> None:
    tags = {"0A": TagOf(circle="CG"), "0B": TagOf(effect="heresy"), "0C": TagOf(piece="boatman")}
    desk.screen.change(lambda _plan, e: replace(e, records=enrolled(DeckDraft(tags=tags)).records))
    said = []
    for uid in tags:
        desk.tap(uid)
        assert isinstance(desk.page, TagTakenPage)
        said.append(desk.page.title.text)
        desk.press("Leave it")
        assert isinstance(desk.page, RailCards)
    assert said == [
        f"This tag is on {piece} already; Card 1 needs another one" for piece in ("Circle G", "Heresy", "Boatman 1")
    ]


def test_forget_and_step(desk: Cards) -> None:
    desk.all(3)
    desk.page.step(-1)
    assert desk.slot == "R02"
    desk.press("Forget it")
    assert desk.slot is None and desk.page.there == ["R01", "R03"]
    desk.page.step(-1)
    assert desk.slot == "R03" and desk.page.niche.line == UIDS[2]
    desk.page.step(-1)
    desk.page.step(-1)
    assert desk.slot == "R01"
    desk.tap(UIDS[7])
    assert desk.on(UIDS[7]) == "R02", "the next card takes the place that is free"


def test_a_drawing_turns_when_it_is_touched_again(desk: Cards) -> None:
    desk.tap(UIDS[0])
    desk.page.turn_to("rails")
    seen = []
    for _ in range(6):
        desk.page.draw_shape(1)
        seen.append(desk.page.rails)
    assert seen == [drawing(1, turn % 4) for turn in range(6)] and len(set(seen)) == 4
    desk.page.draw_shape(20)
    desk.page.draw_shape(20)
    assert desk.page.rails == drawing(20, 0), "it is the same however it is turned"


def test_it_goes_on_where_it_stood(desk: Cards) -> None:
    desk.card(0, "6", "1", "2", "3", shape=4)
    desk.card(1, "5", "2")
    before = desk.screen.book.e.records
    desk.open("hellrail")
    desk.press("Rail Cards")
    assert desk.page.progress.count.text == "1" and desk.screen.book.e.records == before
    desk.tap(UIDS[1])
    assert desk.slot == "R02" and desk.page.field.name == "setout"


def test_a_damaged_file_is_not_overwritten(desk: Cards) -> None:
    path = file_of("hellrail", desk.data)
    desk.card(0, "6")
    desk.open("hellrail")
    path.write_text("{broken", encoding="utf-8")
    desk.open("hellrail")
    assert isinstance(desk.page, DamagedPage)
    desk.tap(UIDS[0])
    assert path.read_text(encoding="utf-8") == "{broken"
    desk.press("Begin anew", "Rail Cards")
    desk.card(0, "6")
    assert path.with_name(path.name + ".bak").read_text(encoding="utf-8") == "{broken"


def test_a_whole_deck_without_tags_gets_them_card_by_card(desk: Cards) -> None:
    """Somebody shared the card data."""
    for i in range(45):
        desk.page.add_plain()
        desk.type(str(3 + i % 7), "1", "2", "3")
    desk.page.step(-45)
    desk.page.step(1)
    assert desk.slot == "R02"
    desk.tap(UIDS[1])
    assert desk.on(UIDS[1]) == "R02", "the card in hand"
    assert desk.slot == "R03", "the next one that has none"
    desk.tap(UIDS[1])
    assert desk.slot == "R02", "a known tag opens its card"
    for i in (0, *range(2, 45)):
        desk.tap(UIDS[i])
    desk.tap(UIDS[46])
    assert desk.screen.band.visible and desk.on(UIDS[46]) is None


def test_what_is_missing_keeps_the_file_from_being_written(desk: Cards) -> None:
    desk.all(2)
    desk.card(2, "6")
    desk.page.finish()
    assert isinstance(desk.page, DeckEnd) and not desk.page.write.enabled
    assert "Card 3 · The Pickup Circle is missing." in desk.page.list.text
    assert "3 of 45" in desk.page.list.text


def test_with_a_gap_next_leads_to_it(desk: Cards) -> None:
    desk.all(44)
    desk.card(44, "3")
    desk.tap(UIDS[3])
    desk.page.go_on()
    assert desk.slot == "R45" and desk.page.field.name == "pickup"


def test_the_file_is_the_deck(desk: Cards) -> None:
    desk.all()
    desk.press("To the end", "All compared", "Write the deck")
    path = own_deck(desk.config)
    deck = parse_deck(path.read_text(encoding="utf-8"), path)
    assert deck.official and len(deck.cards) == 45 and len(deck.tags) == 45
    assert deck.layouts == load_deck("demo", None).layouts
    first = deck.cards["R01"]
    assert (first.car, first.pickup, first.setout, first.brimstone, first.rails) == (3, "1", "4", 1, drawing(0, 0))
    assert desk.screen.band._what == "The deck is written" and load_deck("", desk.config) == deck


def test_where_settings_are_locked_it_is_said(desk: Cards, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.engine import atomic_file

    real = atomic_file.write_whole

    def locked(path: Path, data: bytes) -> None:
        if desk.config in path.parents:
            raise PermissionError(13, "Permission denied")
        real(path, data)

    monkeypatch.setattr(atomic_file, "write_whole", locked)
    desk.all()
    desk.press("To the end", "Write the deck")
    assert desk.screen.band._what == "The settings folder is locked"


def test_the_real_kiosk_hands_tags_over(play: Any) -> None:
    """From the reader to the screen, and back to the table when it is closed."""
    play.kiosk.context.table.chosen = "hellrail"
    play.root.open("hellrail_box")
    play.screen.heap("rail")
    play.pump(2)
    play.kiosk.runtime.receive(Tag("table", UIDS[0]))
    play.wait(lambda: play.screen.book.e.open == "R01")
    play.kiosk.runtime.receive(Tag("table", UIDS[0], present=False))
    play.sync()
    assert play.kiosk.context.table.update.refusal is None
    play.root.open(None)
    play.pump(2)
    assert play.kiosk.runtime.tag_hook is None
    play.kiosk.runtime.receive(Tag("table", UIDS[1]))
    play.wait(lambda: play.kiosk.context.table.update.refusal is not None)


def test_what_is_forgotten_or_written_can_be_taken_back_on_the_page(desk: Cards) -> None:
    """docs/box.md: the last 20 steps. *Forget it* throws a whole card away at one touch."""
    desk.card(0, "3", "4", "5", "2", shape=4)
    before = desk.screen.book.e.records
    assert desk.on(UIDS[0]) is not None
    desk.press("Forget it")
    assert desk.on(UIDS[0]) is None
    desk.press("Undo")
    assert desk.on(UIDS[0]) is not None and desk.screen.book.e.records == before
    desk.press("Undo")
    assert desk.screen.book.e.records != before, "what was written before it, too"
