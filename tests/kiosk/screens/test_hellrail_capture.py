"""A deck is taken down on the screen: by tags, a keypad and drawings; it goes on where it stood, and makes a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.engine import atomic_file
from companion.engine.signals import Tag
from companion.games.hellrail.data.capture import FILE, drawing, resume
from companion.games.hellrail.data.deck import Card, TagOf
from companion.games.hellrail.data.deck_file import load_deck, own_deck, parse_deck
from kiosk.own_data import OwnData
from kiosk.screens.hellrail.capture import Capture
from tests.tools.gallery.root import context_for
from tests.tools.gallery.scene import Scene

pytestmark = pytest.mark.usefixtures("english")

UIDS = [f"04{i:02X}5A7E9C1D80" for i in range(50)]


class Desk:
    """The screen, its folders, and who gets the tags."""

    def __init__(self, window: Any, tmp_path: Path) -> None:
        self.config, self.data = tmp_path / "config", tmp_path / "data"
        for folder in (self.config, self.data):
            folder.mkdir(exist_ok=True)
        self.taker: Any = None
        self.context = context_for(Scene("capture"))
        self.context.own = OwnData(self.config, self.data, self._catch)
        self.opened: list[Any] = []
        self.context.open_screen = self.opened.append
        self.screen = Capture(self.context)
        window(self.screen)

    def _catch(self, taker: Any) -> None:
        self.taker = taker

    def card(self, i: int, *digits: str, shape: int | None = None) -> None:
        """Tap a card, type its values, touch its drawing."""
        self.taker(UIDS[i])
        for digit in digits:
            self.screen.enter(digit)
        if shape is not None:
            self.screen.draw_shape(shape)

    def all(self, count: int = 45) -> None:
        """Take down so many cards: the last one on the screen, those before it as they are kept."""
        values = [(3 + i % 7, str(1 + i % 9), str(1 + (i + 3) % 9), 1 + i % 5, drawing(i % 21)) for i in range(count)]
        before = tuple(Card(f"R{n:02}", *one) for n, one in enumerate(values[:-1], 1))
        tags = {uid: TagOf(card=card.id) for uid, card in zip(UIDS, before, strict=False)}
        self.screen.book.capture = replace(self.screen.book.capture, cards=before, tags=tags)
        car, pickup, setout, brimstone, _rails = values[-1]
        self.card(count - 1, str(car), pickup, setout, str(brimstone), shape=(count - 1) % 21)


@pytest.fixture
def desk(window: Any, tmp_path: Path) -> Desk:
    return Desk(window, tmp_path)


def test_a_tag_of_another_game_is_not_taken(desk: Desk) -> None:
    desk.context.owner_of = {UIDS[0]: "cerbere"}.get
    desk.taker(UIDS[0])
    assert desk.screen.band._what == "A tag of Cerbère" and not desk.screen.book.capture.tags
    desk.taker(UIDS[1])
    assert desk.screen.book.capture.tags


def test_a_piece_is_called_by_its_name(desk: Desk) -> None:
    desk.screen.book.capture = replace(
        desk.screen.book.capture,
        tags={"0A": TagOf(circle="CG"), "0B": TagOf(effect="heresy"), "0C": TagOf(piece="boatman")},
    )
    said = []
    for uid in ("0A", "0B", "0C"):
        desk.taker(uid)
        said.append(desk.screen.band._expected)
    assert said == ["Circle G", "Heresy", "Boatman"]


def test_forget_and_step(desk: Desk, touch: Any, pump: Any) -> None:
    desk.all(3)
    screen = desk.screen
    screen.turn_to("car")
    pump(2)
    touch(*screen.before.center).lift()
    assert screen.book.n == 2
    screen.forget_card()
    assert len(screen.book.capture.cards) == 2 and screen.book.n is None
    screen.step(-1)
    assert screen.book.n == 2 and screen.tag_text.text == UIDS[2]


def test_it_goes_on_where_it_stood(desk: Desk, window: Any, tmp_path: Path) -> None:
    desk.card(0, "6", "1", "2", "3", shape=4)
    desk.card(1, "5", "2")
    desk.screen.closed()
    assert desk.taker is None
    again = Desk(window, tmp_path)
    assert again.screen.book.n == 2 and again.screen.progress.count.text == "1"
    assert again.screen.book.capture == desk.screen.book.capture
    assert resume(again.data) == desk.screen.book.capture


def test_a_damaged_capture_is_not_overwritten(desk: Desk, window: Any, tmp_path: Path, touch: Any, pump: Any) -> None:
    (desk.data / FILE).write_text("{broken", encoding="utf-8")
    again = Desk(window, tmp_path)
    assert again.screen.band.visible and again.screen.book.damaged
    again.taker(UIDS[0])
    assert (desk.data / FILE).read_text(encoding="utf-8") == "{broken"
    pump(2)
    touch(*again.screen.anew.center).lift()
    again.card(0, "6")
    assert resume(again.data) is not None
    assert (desk.data / (FILE + ".bak")).read_text(encoding="utf-8") == "{broken"


def test_a_full_disk_is_said(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("companion.games.hellrail.data.capture.write_whole", full)
    desk.taker(UIDS[0])
    assert desk.screen.band.visible and desk.screen.book.trouble is not None
    assert desk.screen.book.n == 1, "taking down goes on"


def test_a_whole_deck_without_tags_gets_them_card_by_card(desk: Desk) -> None:
    """Somebody shared the card data."""
    for i in range(45):
        desk.screen.add_plain()
        for digit in (str(3 + i % 7), "1", "2", "3"):
            desk.screen.enter(digit)
    desk.screen.step(-45)
    assert desk.screen.book.n == 1
    desk.taker(UIDS[0])
    desk.taker(UIDS[1])
    book = desk.screen.book
    assert [book.capture.tags[uid].card for uid in UIDS[:2]] == ["R01", "R02"] and book.n == 3
    desk.taker(UIDS[0])
    assert book.n == 1, "a known tag opens its card"
    desk.taker(UIDS[2])
    assert desk.screen.band.visible and UIDS[2] not in book.capture.tags


def test_what_is_missing_keeps_the_file_from_being_written(desk: Desk) -> None:
    desk.all(2)
    desk.card(2, "6")
    desk.screen.finish()
    assert not desk.screen.write.enabled
    assert "Card 3 · The Pickup Circle is missing." in desk.screen.list.text
    assert "3 of 45" in desk.screen.list.text
    said = desk.screen.book.write(False)
    assert said.title == "Card 3" and not own_deck(desk.config).exists()


def test_with_a_gap_next_leads_to_it(desk: Desk) -> None:
    desk.all(44)
    desk.card(44, "3")
    desk.taker(UIDS[3])
    desk.screen.go_on()
    assert desk.screen.book.n == 45 and desk.screen.field == "pickup"


def test_the_file_is_the_deck(desk: Desk, touch: Any, pump: Any) -> None:
    desk.all()
    desk.screen.finish()
    pump(2)
    touch(*desk.screen.compared.center).lift()
    pump(2)
    touch(*desk.screen.write.center).lift()
    path = own_deck(desk.config)
    deck = parse_deck(path.read_text(encoding="utf-8"), path)
    assert deck.official and len(deck.cards) == 45 and len(deck.tags) == 45
    assert deck.layouts == load_deck("demo", None).layouts
    first = deck.cards["R01"]
    assert (first.car, first.pickup, first.setout, first.brimstone, first.rails) == (3, "1", "4", 1, drawing(0))
    assert desk.screen.band.visible and load_deck("", desk.config) == deck


def test_where_settings_are_locked_it_goes_to_the_data(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    real = atomic_file.write_whole

    def locked(path: Path, data: bytes) -> None:
        if desk.config in path.parents:
            raise PermissionError(13, "Permission denied")
        real(path, data)

    monkeypatch.setattr(atomic_file, "write_whole", locked)
    desk.all()
    said = desk.screen.book.write(True)
    assert said.title == "The settings folder is locked" and str(desk.data / "deck.toml") in said.hint
    assert (desk.data / "deck.toml").exists()


def test_the_real_kiosk_hands_tags_over(play: Any) -> None:
    """From the reader to the screen, and back to the table when it is closed."""
    play.kiosk.context.chosen = "hellrail"
    play.root.open("hellrail_capture")
    play.pump(2)
    play.kiosk.runtime.receive(Tag("table", UIDS[0]))
    play.wait(lambda: play.screen.book.n == 1)
    play.kiosk.runtime.receive(Tag("table", UIDS[0], present=False))
    play.sync()
    assert play.kiosk.context.update.refusal is None
    play.root.open(None)
    play.pump(2)
    assert play.kiosk.runtime.tag_hook is None
    play.kiosk.runtime.receive(Tag("table", UIDS[1]))
    play.wait(lambda: play.kiosk.context.update.refusal is not None)
