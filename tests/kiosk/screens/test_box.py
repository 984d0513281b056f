"""The pages of the box by touch: tags, torn stickers, the second look, sticks, and what can go wrong."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.engine.atomic_file import write_whole
from companion.games.registry import BOXES
from companion.tools.enrol import card_set_format as box_files
from companion.tools.enrol import store
from companion.tools.enrol.files import settle_box
from companion.tools.enrol.stick import FOLDER
from kiosk.screens.box.heap import HeapPage
from kiosk.screens.box.hub import BoxHome, CheckPage
from kiosk.screens.box.more import Differ, MorePage
from kiosk.screens.box.screen import DamagedPage, TagTakenPage, WhichTag
from kiosk.screens.hellrail.rail_cards import RailCards
from kiosk.storage import keeper
from tests.enrol.boxes import whole
from tests.kiosk.screens.box_desk import Desk
from tests.patience import PATIENCE_S

pytestmark = pytest.mark.usefixtures("english")


@pytest.fixture
def desk(tmp_path: Path, window: Any, touch: Any, pump: Any) -> Desk:
    return Desk(tmp_path, window, touch, pump)


def test_one_tag_on_two_cards_is_refused_with_both_names(desk: Desk) -> None:
    desk.open()
    desk.press("Rail")
    desk.tap("01", "02")
    desk.press("Back", "Danger")
    desk.tap("02")
    assert isinstance(desk.page, TagTakenPage)
    assert desk.page.title.text == "This tag is on Rail 2 already; Danger 1 needs another one"
    desk.tap("03")
    assert desk.screen.book.e.on("03") is None, "a question waits"
    desk.press("Leave it")
    assert isinstance(desk.page, HeapPage) and desk.screen.book.e.on("02") == "rail-02"
    desk.tap("02")
    desk.press("It belongs to Danger 1")
    assert desk.screen.book.e.on("02") == "danger-01" and not desk.screen.book.record("rail-02").tags


def test_a_symbol_that_cards_bear_is_not_lost_by_one_touch(desk: Desk) -> None:
    desk.open()
    desk.press("More", "Symbols")
    desk.page.more(1)
    desk.press("Done", "Back", "Rail", "F", "E", "3")
    desk.tap("01")
    desk.press("Done") if desk.screen.book.e.open else None
    desk.press("Back", "More", "Symbols")
    desk.page.more(-1)
    assert len(desk.screen.book.e.signs) == 6 and desk.screen.band._what == "Cards bear this symbol"
    assert desk.screen.book.record("rail-01").values["end1"] == "F"
    desk.page.more(1)
    desk.page.more(-1)
    assert len(desk.screen.book.e.signs) == 6, "one that no card bears goes"


def test_a_strange_tag_at_a_whole_box_is_said(desk: Desk) -> None:
    settle_box(BOXES["cerbere"], whole("cerbere"), desk.config, desk.data)
    desk.open("cerbere")
    desk.tap("ABCDEF0123")
    assert desk.screen.band._what == "This tag is on no card"


def test_a_rail_card_of_hellrail_opens_where_its_values_can_be_typed(desk: Desk) -> None:
    settle_box(BOXES["hellrail"], whole("hellrail"), desk.config, desk.data)
    desk.open("hellrail")
    slot = desk.screen.book.plan.group("rail")[0].slots[4]
    tag = desk.screen.book.record(slot).tags[0].uid
    desk.tap(tag)
    assert (type(desk.page), desk.screen.book.e.open) == (RailCards, slot)
    desk.page.close()
    desk.press("Back", "Check")
    desk.tap(tag)
    desk.press("That is wrong")
    assert (type(desk.page), desk.screen.book.e.open) == (RailCards, slot)
    desk.screen.home()
    desk.press("Circles")
    desk.tap(tag)
    assert isinstance(desk.page, RailCards), "also from another heap that is full"


def test_the_second_look(desk: Desk) -> None:
    desk.open("hellrail")
    desk.press("Circles")
    desk.tap("01", "02")
    desk.press("Back", "Check")
    assert isinstance(desk.page, CheckPage)
    desk.tap("01")
    assert desk.page.niche.name == "Circle G" and desk.page.progress.count.text == "0"
    desk.tap("02", "09")
    assert desk.page.progress.count.text == "2" and desk.screen.band.visible
    desk.tap("01")
    desk.press("That is wrong")
    assert isinstance(desk.page, HeapPage) and desk.screen.book.e.open == "circle-CG"


def test_a_printed_number_is_typed(desk: Desk) -> None:
    desk.open("cerbere")
    desk.press("Barques")
    desk.tap("61008EB2F9")
    desk.press("Back", "More", "Printed number", *"0009351929", "Done")
    assert isinstance(desk.page, HeapPage) and desk.page.niche.name == "Barque, 1 seat", "the card that bears it"
    desk.press("Done", "Back", "More", "Printed number", *"62008EB2FA", "Done")
    assert desk.screen.book.e.on("62008EB2FA") is not None
    desk.press("Back", "More", "Printed number", *"0009351940", "Done")
    assert isinstance(desk.page, WhichTag), "ten digits are hexadecimal or decimal"
    desk.press("decimal")
    assert desk.screen.book.e.on("008EB304") is not None and desk.screen.book.e.on("0009351940") is None


def test_a_reader_that_tells_too_little_is_asked_about(desk: Desk) -> None:
    desk.open("cerbere")
    desk.press("Pawns")
    desk.tap("4A0079C2B3", "4B0079C2B3")
    e = desk.screen.book.e
    first, second = e.on("4A0079C2B3"), e.on("4B0079C2B3")
    desk.tap("0079C2B3")
    assert isinstance(desk.page, WhichTag)
    desk.press(desk.page.answers[1].label)
    assert desk.screen.book.e.shown == second != first and desk.screen.book.e.uids == ("4A0079C2B3", "4B0079C2B3")
    desk.tap("#12345678")
    assert isinstance(desk.page, WhichTag)
    desk.press("Leave it")
    assert desk.screen.book.e.uids == ("4A0079C2B3", "4B0079C2B3")
    desk.tap("#12345678")
    desk.press("decimal")
    desk.tap("#87654321")
    assert desk.screen.book.e.uids[2:] == ("00BC614E", "05397FB1"), "the next one is read like it"


def test_a_card_of_another_game_is_not_enrolled_and_called_by_its_game(desk: Desk) -> None:
    desk.open("cerbere")
    desk.screen.context.table.owner_of = {"07": "hellrail", "08": "cerbere"}.get
    desk.press("Pawns")
    desk.tap("07")
    assert desk.screen.band._what == "A tag of HellRail" and desk.screen.book.e.on("07") is None
    desk.tap("08")
    assert desk.screen.book.e.on("08") == "pawn-red"


def test_a_tag_of_an_evening_that_is_not_played_with_yet_is_not_taken_either(desk: Desk) -> None:
    desk.open("hellrail")
    desk.press("Circles")
    desk.tap("07")
    desk.open("cerbere")
    desk.press("Pawns")
    desk.tap("07")
    assert desk.screen.band._what == "A tag of HellRail" and desk.screen.book.e.on("07") is None


def test_it_goes_on_where_it_stood(desk: Desk) -> None:
    desk.open("cerbere")
    desk.press("Action")
    desk.tap("01", "02")
    before = desk.screen.book.e
    desk.open("cerbere")
    assert desk.screen.book.e.records == before.records and desk.screen.book.e.tally.taps == 2
    desk.press("Action", "Undo")
    assert desk.screen.book.e.on("02") is None, "also on another evening"
    desk.press("Back", "Back")
    assert desk.left == ["back"]
    assert box_files.load_enrolment(BOXES["cerbere"], desk.config / "cerbere" / "box.toml", None).on("01") == "red-1"


def test_a_box_from_a_file_is_gone_on_with(desk: Desk) -> None:
    e = whole("infernal_wagon")
    few = replace(e, records={slot: r for slot, r in e.records.items() if not slot.startswith("curse")})
    box_files.write(BOXES["infernal_wagon"], few, desk.config / "infernal_wagon" / "box.toml", None)
    desk.open()
    assert desk.page.bound.text == "91" and desk.page.next.visible
    desk.press("Go on")
    assert desk.screen.book.e.heap == "curse"


def test_a_damaged_evening_is_said_and_kept(desk: Desk) -> None:
    path = store.file_of("cerbere", desk.data)
    path.parent.mkdir(parents=True)
    path.write_text("{broken", encoding="utf-8")
    desk.open("cerbere")
    assert isinstance(desk.page, DamagedPage) and path.name in desk.page.where.text
    desk.tap("01")
    assert path.read_text(encoding="utf-8") == "{broken"
    desk.press("Begin anew", "Action")
    desk.tap("01")
    assert path.with_name(path.name + ".bak").read_text(encoding="utf-8") == "{broken"
    assert store.saved_enrolment("cerbere", desk.data) is not None


def test_a_wrong_box_file_is_named_by_line_and_not_overwritten_unasked(desk: Desk) -> None:
    path = desk.config / "cerbere" / "box.toml"
    path.parent.mkdir(parents=True)
    path.write_text('[meta]\ngame = "cerbere"\nformat = 1\n[pawns]\nmauve = "0A"\n', encoding="utf-8")
    desk.open("cerbere")
    assert isinstance(desk.page, DamagedPage) and "box.toml:5: pawns.mauve" in desk.page.where.text
    desk.press("Back")
    assert desk.left == ["back"] and "mauve" in path.read_text(encoding="utf-8")


def test_a_full_disk_is_said_and_enrolling_goes_on(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    desk.open("cerbere")
    desk.press("Barques")
    monkeypatch.setattr("companion.tools.enrol.store.write_whole", full)
    desk.tap("01")
    assert desk.screen.band.visible and desk.screen.book.e.on("01") == "boat-1"


def test_a_disk_that_does_not_answer_stops_no_enrolling_and_is_said(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = threading.Event()
    write = write_whole

    def hung(path: Path, data: bytes) -> None:
        answers.wait(PATIENCE_S)
        write(path, data)

    desk.open("cerbere")
    desk.press("Barques")
    monkeypatch.setattr("companion.tools.enrol.store.write_whole", hung)
    monkeypatch.setattr(keeper, "ANSWER_S", 0.0)
    desk.tap("01")
    assert desk.screen.book.e.on("01") == "boat-1" and not desk.screen.band.visible
    monkeypatch.setattr(keeper, "LATE_S", -1.0)
    desk.tap("02")
    assert desk.screen.book.e.on("02") and desk.screen.band.visible
    answers.set()
    monkeypatch.setattr(keeper, "CLOSE_S", PATIENCE_S)
    desk.screen.context.owner.close()
    kept = store.saved_enrolment("cerbere", desk.data)
    assert kept is not None and kept.on("01") == "boat-1" and kept.on("02")


def test_locked_settings_are_said_once_and_the_work_is_kept(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def locked(*_: Any) -> None:
        raise PermissionError(13, "Permission denied")

    desk.open("cerbere")
    desk.press("Barques")
    desk.tap("01")
    monkeypatch.setattr("companion.engine.atomic_file.write_whole", locked)
    desk.press("Back", "Back")
    assert desk.left == [] and desk.screen.band._what == "The settings folder is locked"
    desk.press("Back")
    assert desk.left == ["back"]
    kept = store.saved_enrolment("cerbere", desk.data)
    assert kept is not None and kept.on("01") == "boat-1"


# ---------------------------------------------------------------- sticks


def _stick(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    stick = tmp_path / "media" / "KEY"
    stick.mkdir(parents=True)
    monkeypatch.setattr(MorePage, "root", tmp_path)
    monkeypatch.setattr(MorePage, "mounted", staticmethod(lambda path: path == stick))
    return stick


def test_to_the_stick_and_from_the_stick(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stick = _stick(desk, tmp_path, monkeypatch)
    settle_box(BOXES["cerbere"], whole("cerbere"), desk.config, desk.data)
    desk.open("cerbere")
    desk.press("More", "To the stick")
    assert "cerbere-box.toml" in desk.page.outcome.text and (stick / FOLDER / "cerbere-box.toml").is_file()
    desk.config, desk.data = tmp_path / "there", tmp_path / "there"
    desk.open("cerbere")
    desk.press("More", "From the stick")
    assert desk.page.outcome.text == "85 cards are new"
    desk.press("Back")
    assert isinstance(desk.page, BoxHome) and desk.page.bound.text == "85"


def test_boxes_that_differ_are_shown_and_somebody_decides(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stick = _stick(desk, tmp_path, monkeypatch)
    boxed, e = BOXES["infernal_wagon"], whole("infernal_wagon")
    settle_box(boxed, e, desk.config, desk.data)
    card = e.record("rail-05")
    other = replace(card, values={**card.values, "penalty": "no_draw"})
    box_files.write(boxed, replace(e, records={**e.records, "rail-05": other}), stick / boxed.file, None)
    desk.open()
    desk.press("More", "From the stick")
    assert isinstance(desk.page, Differ)
    assert desk.page.list.text.startswith("Rail 5 Miss: here ") and desk.page.list.text.endswith("there no draw")
    assert desk.screen.book.record("rail-05").values == card.values
    desk.press("The stick’s")
    assert desk.screen.book.record("rail-05").values["penalty"] == "no_draw"


@pytest.mark.parametrize("act", ["To the stick", "From the stick", "Share"])
def test_no_stick_is_said(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, act: str) -> None:
    monkeypatch.setattr(MorePage, "root", tmp_path)
    settle_box(BOXES["infernal_wagon"], whole("infernal_wagon"), desk.config, desk.data)
    desk.open()
    desk.press("More", act)
    assert desk.screen.band._what == "There is no stick"


def test_a_wrong_file_on_the_stick_is_named(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stick = _stick(desk, tmp_path, monkeypatch)
    text = '[meta]\ngame = "cerbere"\nformat = 1\n[pawns]\nmauve = "0A"\n'
    (stick / "cerbere-box.toml").write_text(text, encoding="utf-8")
    desk.open("cerbere")
    desk.press("More", "From the stick")
    assert desk.screen.band._what == "The file on the stick is wrong"
    assert desk.screen.band._expected == "cerbere-box.toml:5: pawns.mauve"
    assert desk.page.outcome.text.startswith("there is no mauve here; known are red, pink")


def test_a_full_stick_is_said_and_nothing_is_lost(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _stick(desk, tmp_path, monkeypatch)
    settle_box(BOXES["cerbere"], whole("cerbere"), desk.config, desk.data)

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("companion.tools.enrol.stick.write_whole", full)
    desk.open("cerbere")
    desk.press("More", "To the stick")
    assert desk.screen.band._what == "The stick is full"
