"""What a table may want besides is offered once, on one page. What a table never had is not missed."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.engine.requests import Leave, PostNotice
from companion.engine.update import Notice
from companion.options import PACKAGED_CONFIG, KioskOptions
from kiosk.storage.settings import SettingsFile
from kiosk.widgets.label import Text


@pytest.fixture
def table(tmp_path: Any, sit: Any) -> Any:
    """`table(speaks)`: the kiosk's next start, with a program that speaks or without."""

    def start(speaks: bool = True) -> Any:
        play = sit(KioskOptions(data=tmp_path / "data", config=PACKAGED_CONFIG, lang="en"))
        context = play.kiosk.context
        context.services.voice_there = lambda: speaks
        context.services.phones.switch = switched.append
        play.root.offer()
        play.sync()
        return play

    switched: list[bool] = []
    start.switched = switched  # type: ignore[attr-defined]
    return start


def words(play: Any) -> str:
    return " ".join(w.text for w in play.screen.walk() if isinstance(w, Text))


def test_voice_and_phones_are_offered_once(table: Any) -> None:
    """B12: at the first start, on one page; the voice can be heard before it is wanted."""
    play = table()
    heard: list[str] = []
    play.screen.hear.action = lambda: heard.append("sample")
    assert play.root.name == "offers" and play.screen.done.label == "Not now"
    play.press("Listen")
    assert heard == ["sample"] and play.kiosk.settings.now.voice == "off"
    play.tap(play.screen.voice)
    play.tap(play.screen.phones)
    assert (play.kiosk.settings.now.voice, play.kiosk.settings.now.phones) == ("orders", True)
    assert table.switched == [True]
    play.press("Done")
    assert play.root.name == "home"
    play = table()
    assert play.root.name == "home", "it was offered"


def test_not_now_is_an_answer(table: Any) -> None:
    play = table()
    play.press("Not now")
    assert play.root.name == "home"
    kept = SettingsFile(play.kiosk.options.data).now
    assert (kept.voice, kept.phones, kept.offered) == ("off", False, True)
    play = table()
    assert play.root.name == "home"


def test_a_game_that_goes_on_comes_first(table: Any) -> None:
    play = table()
    play.kiosk.context.enter("infernal_wagon")
    play.sync()
    assert play.root.name == "setup"
    play.kiosk.link.send(Leave(for_good=True))
    play.sync()
    assert play.root.name == "offers", "it was not answered yet"


def test_without_a_program_that_speaks_no_voice_is_offered(table: Any) -> None:
    """B12: the settings say with which line it comes; where there is one, it can be tried there."""
    play = table(speaks=False)
    assert "A voice" not in words(play) and "Phones and a television" in words(play)
    play.press("Not now")
    play.kiosk.context.go.open("settings")
    assert "sudo apt-get install --no-install-recommends espeak-ng" in words(play)
    play.kiosk.context.services.voice_there = lambda: True
    heard: list[str] = []
    play.kiosk.context.services.voice_sample = lambda: heard.append("sample")
    play.kiosk.context.go.open("settings")
    assert "espeak-ng" not in words(play)
    play.pump(2)
    tries = [w for w in play.screen.walk() if getattr(w, "label", "") == "Try"]
    play.tap(min(tries, key=lambda key: key.y))
    assert heard == ["sample"]


def test_a_table_that_never_had_a_reader_misses_none(play: Any) -> None:
    """B12: nothing on the strip, nor on its page; once it had one, that is told."""
    context = play.kiosk.context
    assert set(context.table.notices) == {"no_reader"} and not context.table.reads
    assert not play.root.strip.visible
    context.go.open("notices")
    assert play.screen.rows == []
    context.go.open(None)
    context.owner.keep(replace(context.owner.now, reader_known=True))
    play.kiosk.link.send(PostNotice(Notice("no_sound", {})))
    play.sync()
    assert play.root.strip.visible and play.root.strip.more == 1
