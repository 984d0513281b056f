"""Boxes to and from sticks by touch, and what can be wrong with a stick and with the files on it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.enrol import card_set_format as box_files
from companion.enrol.files import settle
from companion.enrol.stick import FOLDER
from companion.games.registry import BOXES
from kiosk.screens.box.hub import Hub
from kiosk.screens.box.more import Differ, More
from tests.enrol.boxes import whole
from tests.kiosk.screens.box_desk import Desk

pytestmark = pytest.mark.usefixtures("english")


@pytest.fixture
def desk(tmp_path: Path, window: Any, touch: Any, pump: Any) -> Desk:
    return Desk(tmp_path, window, touch, pump)


def _stick(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    stick = tmp_path / "media" / "KEY"
    stick.mkdir(parents=True)
    monkeypatch.setattr(More, "root", tmp_path)
    monkeypatch.setattr(More, "mounted", staticmethod(lambda path: path == stick))
    return stick


def test_to_the_stick_and_from_the_stick(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stick = _stick(desk, tmp_path, monkeypatch)
    settle(BOXES["cerbere"], whole("cerbere"), desk.config, desk.data)
    desk.open("cerbere")
    desk.press("More", "To the stick")
    assert "cerbere-box.toml" in desk.page.told.text and (stick / FOLDER / "cerbere-box.toml").is_file()
    desk.config, desk.data = tmp_path / "there", tmp_path / "there"
    desk.open("cerbere")
    desk.press("More", "From the stick")
    assert desk.page.told.text == "85 cards are new"
    desk.press("Back")
    assert isinstance(desk.page, Hub) and desk.page.bound.text == "85"


def test_boxes_that_differ_are_shown_and_somebody_decides(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stick = _stick(desk, tmp_path, monkeypatch)
    boxed, e = BOXES["infernal_wagon"], whole("infernal_wagon")
    settle(boxed, e, desk.config, desk.data)
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
    monkeypatch.setattr(More, "root", tmp_path)
    settle(BOXES["infernal_wagon"], whole("infernal_wagon"), desk.config, desk.data)
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
    assert desk.page.told.text.startswith("there is no mauve here; known are red, pink")


def test_a_full_stick_is_said_and_nothing_is_lost(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _stick(desk, tmp_path, monkeypatch)
    settle(BOXES["cerbere"], whole("cerbere"), desk.config, desk.data)

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("companion.enrol.stick.write_whole", full)
    desk.open("cerbere")
    desk.press("More", "To the stick")
    assert desk.screen.band._what == "The stick is full"
