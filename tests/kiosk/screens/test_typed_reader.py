"""The page that makes a reader of a keyboard: by its key and a tap, from the notice to a card that plays."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.engine.text import Text
from drivers.config import FOUND
from drivers.simulated.reader import VirtualReader
from kiosk.table.typed_reader import TypedReader
from tests.patience import until

UID = "61008EB2F9"


@pytest.fixture
def keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[VirtualReader]:
    """A reader that types, plugged into this machine."""
    folder = tmp_path / "input"
    folder.mkdir()
    monkeypatch.setattr("drivers.discovery.adopt.FOLDER", folder)
    made = VirtualReader("keyboard", folder, "event7")
    yield made
    made.close()


def noticed(play: Any) -> None:
    """It types into the window, and the strip is touched."""
    from kivy.core.window import Window

    for key in (*map(ord, "0009351929"), 13):
        Window.dispatch("on_key_down", key, 0, chr(key), [])
    play.wait(lambda: "reader_types" in play.kiosk.context.table.notices)
    play.tap(play.root.strip)
    assert play.root.name == "typed_reader"


def test_a_key_and_a_tap_make_it_a_reader(play: Any, keys: VirtualReader) -> None:
    noticed(play)
    play.press("Make it a reader")
    screen = play.root.screen
    assert "Lay a tag" in screen.instruction.text and not screen.make.visible
    hardware = play.kiosk.runtime.hardware
    before = set(hardware.readers)

    def tapped() -> bool:
        keys.tap(UID)
        play.sync()
        return "is a reader now" in screen.instruction.text

    until(tapped, "the tap")
    (name,) = set(hardware.readers) - before
    reader = hardware.readers[name]
    until(lambda: reader.connected, "its device, grabbed")
    keys.tap(UID)
    until(lambda: reader.counters.last == UID, "a card")
    assert (play.kiosk.options.data / FOUND).exists()
    assert name in {one.name for one in play.kiosk.runtime.live.readers()}
    play.press("Done")
    assert play.root.name == "home"


def test_whoever_goes_away_wants_none(play: Any, keys: VirtualReader) -> None:
    noticed(play)
    play.press("Make it a reader")
    play.press("Back")
    keys.tap(UID)
    until(lambda: not any(one.name == "reader tap" for one in threading.enumerate()), "the end of the wait")
    assert not (play.kiosk.options.data / FOUND).exists()


def test_what_nobody_wants_any_more_is_not_told() -> None:
    posted: list[Any] = []
    told: list[object] = []
    waits = threading.Event()

    def adopt(said: Any, _given_up: threading.Event) -> bool:
        said(Text("found"))
        waits.set()
        return True

    give_up = TypedReader(adopt, posted.append).wait(told.append, told.append)
    waits.wait()
    until(lambda: len(posted) == 2, "what came of it")
    posted[0]()
    give_up()
    posted[1]()
    assert told == [Text("found")]
