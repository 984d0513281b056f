"""Diagnostics on the screen: findings, live readers and buttons, the draw test, the tone, the support file."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any, cast

import pytest

from companion.engine.signals import Button, DialTurn, Tag
from companion.engine.supervised import Service, stays_off
from companion.runtime import Runtime
from companion.tools.doctor.finding import Finding
from companion.tools.doctor.live import PinsNow, ReaderNow
from kiosk.screens.doctor.readers import SPAN_MS, ByteRate
from tests.doctor.patient import examine_patiently
from tests.kiosk.screens.conftest import Play
from tests.tools.gallery.doctor import BROKEN, FRAMES, WELL, Still
from tests.tools.gallery.doctor import practice as pretended


def _open(play: Play, page: str, findings: list[Finding] | None = None, live: Any = None) -> Any:
    play.kiosk.context.services.doctor = pretended(findings or WELL, live)
    play.root.open(page)
    play.pump(2)
    return play.screen


# -- the way there, with the real table behind it


def test_from_the_settings_to_what_was_found_and_back(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play.kiosk.runtime, "examine", lambda: BROKEN)
    play.kiosk.context.services.doctor._examine = play.kiosk.runtime.examine  # type: ignore[union-attr]
    play.root.open("settings")
    play.press("Diagnostics")
    assert play.root.name == "doctor"
    play.wait(lambda: play.screen.advice.said is not None)
    assert play.screen.advice.said.code == "journal_newer", "the gravest first"
    play.tap(play.screen.other)
    assert play.screen.advice.said.code != "journal_newer"
    play.press("System")
    assert play.root.name == "doctor:found:system"
    assert next(row.said.code for row in play.screen.rows) == "undervoltage_now"
    play.press("Back")
    play.press("Back")
    assert play.root.name == "settings", "where it was opened"


@pytest.mark.parametrize("way", ["home", "game"])
def test_what_stays_off_is_told_and_begun_again_with_a_key(play: Play, way: str) -> None:
    """At home where the strip tells it, in a game under Diagnostics: the game is not disturbed."""
    context, begun = play.kiosk.context, []
    if way == "game":
        context.enter("infernal_wagon")
        play.sync()
    service = Service("lamps", lambda: begun.append(1))
    stays_off("lamps", service.start)
    play.wait(lambda: "parts_off" in context.table.notices)
    page = play.root.name
    if way == "home":
        play.tap(play.root.strip)
        assert [row.words.hint for row in play.screen.rows] == ["Off: the lamps"]
        play.press("Try again")
    else:
        context.services.doctor = pretended(WELL)
        play.root.open("settings")
        play.press("Diagnostics")
        play.press("Try again")
        assert not any(getattr(w, "label", "") == "Try again" and w.visible for w in play.screen.walk())
        play.root.open(None)
    play.wait(lambda: "parts_off" not in context.table.notices)
    assert begun == [1] and play.root.name == page


def test_an_examination_that_fails_is_its_own_finding(play: Play) -> None:
    """It looks no longer."""
    play.kiosk.context.services.doctor._examine = lambda: 1 / 0  # type: ignore[union-attr]
    play.root.open("doctor")
    play.wait(lambda: play.screen.findings)
    assert [finding.code for finding in play.screen.findings] == ["check_failed"]
    assert not play.screen.practice.looking


def test_the_real_checks_run_from_inside(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.tools.doctor.finding.run_checks", examine_patiently)
    play.root.open("doctor")
    play.wait(lambda: play.screen.findings)
    codes = {finding.code for finding in play.screen.findings}
    assert "check_failed" not in codes
    assert {"files_well", "screen_well"} <= codes
    assert "journal_well" in codes
    assert not play.screen.practice.looking


def test_the_support_file_is_written_and_named(play: Play) -> None:
    play.root.open("doctor")
    play.press("Support file")
    play.wait(lambda: play.screen.line.text)
    (path,) = Path(play.kiosk.options.data).glob("companion-support-*.zip")
    assert "Written" in play.screen.line.text
    with zipfile.ZipFile(path) as archive:
        assert "findings.json" in archive.namelist()


def test_a_support_file_that_cannot_be_written_says_why(play: Play) -> None:
    screen = _open(play, "doctor")
    screen.supported(None, "No space left on device")
    assert "No space left on device" in screen.line.text


# -- while somebody looks, the table plays nothing


def test_tags_and_buttons_go_to_the_page_and_not_to_the_table(play: Play) -> None:
    runtime = cast(Runtime, play.kiosk.runtime)
    heard: list[Any] = []
    runtime.table.post = heard.append  # type: ignore[method-assign, assignment]
    stirred: list[int] = []
    runtime.on_activity = lambda: stirred.append(1)
    play.root.open("doctor:pins")
    runtime.receive(Button("start"))
    runtime.receive(Tag("table", "61008EB2F9"))
    assert heard == []
    play.root.open(None)
    runtime.receive(Button("start"))
    runtime.receive(Button("start", pressed=False))
    runtime.receive(Tag("table", "61008EB2F9", present=False))
    assert len(heard) == 3
    assert len(stirred) == 3, "a button that goes up and a tag that goes away wake nobody"


def test_a_button_lights_while_it_is_pressed(play: Play, until: Any) -> None:
    screen = _open(play, "doctor:pins", live=Still())
    tile = next(tile for tile in screen.buttons if tile.name == "start")
    green = next(tile for tile in screen.buttons if tile.name == "a")
    assert green.lit, "it was held down when the page came"
    screen.signal(Button("start"))
    assert tile.lit
    assert tile.count == 1
    screen.signal(Button("start", pressed=False))
    assert until(lambda: not tile.lit)
    screen.signal(DialTurn("rage", 1))
    assert next(tile for tile in screen.buttons if tile.name == "rage_up").lit


def test_a_part_of_the_wiring_is_lit_while_it_is_pressed(play: Play, until: Any) -> None:
    _open(play, "doctor:pins", live=Still())
    play.press("Wiring")
    screen = play.screen
    lit = screen.wires.lit
    assert {part.name for part in lit} == {"a"}, "it was held down when the page came"
    screen.signal(Button("start"))
    screen.signal(Tag("table", "61008EB2F9"))
    screen.signal(DialTurn("rage", -1))
    assert {part.name for part in lit} == {"a", "start", "table", "rage"}
    screen.signal(Button("start", pressed=False))
    screen.signal(Button("nobody"))
    assert until(lambda: {part.name for part in lit} == {"a", "table"})
    play.press("Back")
    assert play.screen.buttons


def test_lamps_are_lit_in_the_colour_that_is_touched(play: Play) -> None:
    lit: list[str] = []

    class Lamps(Still):
        def light(self, colour: str) -> None:
            lit.append(colour)

    screen = _open(play, "doctor:pins", live=Lamps())
    play.tap(screen.lamps[2])
    assert lit == ["#0000FF"]
    play.press("Lamps in turn")
    play.wait(lambda: len(lit) == 2)
    assert lit[1] == "#FF0000"
    play.root.open(None)  # the rest is not lit any more


# -- readers


class Moving(Still):
    """A reader that a test feeds."""

    def __init__(self) -> None:
        super().__init__()
        self.now = ReaderNow("table", "/dev/ttyUSB0", "rdm6300", True)
        self.taker: Any = None

    def readers(self) -> list[ReaderNow]:
        return [self.now]

    def watch(self, taker: Any) -> None:
        self.taker = taker

    def pins(self) -> PinsNow:
        return PinsNow()


def test_bytes_rate_and_the_tag_in_its_printed_forms_are_shown(play: Play) -> None:
    live = Moving()
    screen = _open(play, "doctor:readers", live=live)
    assert screen.hint.visible
    live.taker("table", FRAMES[:14])
    live.now = ReaderNow("table", "/dev/ttyUSB0", "rdm6300", True, "", 280, 20, 1, "61008EB2F9", 0)
    play.advance(1000)
    screen.look(0)
    assert screen.bytes.data == FRAMES[:14]
    assert "readings: 20" in screen.figures.text
    assert "losses: 1" in screen.figures.text
    assert "bytes/s: 280" in screen.figures.text
    assert [form for _, form in screen.forms._rows()] == ["61008EB2F9", "008EB2F9", "0009351929", "142,45817"]
    assert not screen.hint.visible
    play.root.open(None)
    assert live.taker is None, "nobody looks any more"


def test_the_rate_is_that_of_the_last_seconds() -> None:
    rate = ByteRate()
    assert rate.note(0, 0) == 0
    assert rate.note(1000, 500) == 500
    for i in range(2, 10):
        last = rate.note(i * 1000, 500)
    assert last == 0
    assert SPAN_MS == 2000


# -- the draw test


def test_nine_fields_want_to_be_touched_and_doubled_touches_are_counted(play: Play, touch: Any) -> None:
    screen = _open(play, "doctor:touch")
    wide, high = screen.width, screen.height
    finger = touch(wide / 6, high / 6 * 5)
    for i in range(9):
        finger.slide(wide * (i % 3 + 0.5) / 3, high * (2.5 - i // 3) / 3)
    finger.lift()
    assert screen.field.hit == set(range(9))
    assert "All nine" in screen.say.text
    assert 9 <= len(screen.field.trail) <= 160
    assert screen.doubled == 0
    play.advance(500)
    touch(wide / 2, high / 2).lift()
    touch(wide / 2 + 1, high / 2).lift()
    assert screen.doubled == 1
    assert "twice" in screen.twice.text
    play.advance(500)
    touch(wide / 2, high / 2).lift()
    assert screen.doubled == 1


# -- the tone


def test_the_tone_is_played_and_who_does_not_hear_it_is_told_what_to_do(play: Play) -> None:
    screen = _open(play, "doctor:sound")
    assert not screen.yes.visible
    play.press("Test tone")
    assert "match" in play.kiosk.sounds.heard  # type: ignore[union-attr]
    play.press("Not heard")
    assert screen.advice.said.code == "no_sound_card"
    play.press("Test tone")
    play.press("Heard")
    assert screen.advice.said is None
    assert "well" in screen.ask.text
    play.tap(screen.volume.minus)
    assert play.kiosk.context.owner.now.volume == screen.loudness.level == 6


def test_who_turned_the_sound_off_is_told_so(play: Play) -> None:
    play.kiosk.context.owner.set(profile="silent")
    screen = _open(play, "doctor:sound")
    screen.tone()
    screen.answer(False)
    assert screen.advice.said.code == "sound_chosen_off"


# -- the display


def test_a_rotation_is_tried_kept_and_remembered(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[Any] = []
    display = play.kiosk.context.owner.display
    monkeypatch.setattr(display, "_show", shown.append)
    play.root.open("settings")
    play.press("Display")
    play.press("90°")
    assert play.screen.ask.visible
    assert "10" in play.screen.ask.text
    play.press("Put back")
    assert shown[-1].rotation == 0
    play.press("180°")
    play.press("Keep it")
    assert play.kiosk.context.owner.now.rotation == 180
    play.press("Large")
    play.root.open(None)
    assert shown[-1] == (180, "normal"), "what nobody kept is put back when the page goes"
    assert '"rotation": 180' in (Path(play.kiosk.options.data) / "settings.json").read_text()
    play.kiosk.context.owner.set(rotation=0)


def test_when_it_gets_dim_can_be_chosen(play: Play) -> None:
    told: list[int] = []
    play.kiosk.context.owner.follow(lambda: told.append(1), "dim_after_min")
    play.root.open("display")
    play.press("Never")
    assert play.kiosk.context.owner.now.dim_after_min == 0
    assert told == [1]


# -- words


def test_a_tag_wakes_the_real_kiosk_and_is_played(play: Play) -> None:
    play.kiosk.dim()
    dimmer = play.kiosk.dimmer
    try:
        dimmer.is_dim = True
        cast(Runtime, play.kiosk.runtime).receive(Tag("table", "61008EB2F9"))
        play.wait(lambda: not dimmer.is_dim)
    finally:
        dimmer.close()
