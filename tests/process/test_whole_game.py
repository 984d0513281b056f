"""Whole games in the real process: bytes on the serial line, mock presses, and what comes out of it everywhere."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import Any

import pytest

from companion.engine.entry import Status
from companion.presentation.colours import C
from kiosk.sound.kit import RATE
from tests.games.infernal_wagon.place import place
from tests.patience import PATIENCE_S, until
from tests.process.demo_box import EXIT, TAGS, WINNING
from tests.process.hands import recorded, replays
from tests.process.hearing import CLEAR, Ear, awake
from tests.process.lamp import glows
from tests.process.machine import TABLE, Kiosk
from tests.process.readers import Hand

pytestmark = pytest.mark.process
CLOCK = (0.03, 0.08, 0.72, 0.5)
"""Where the clock's figures stand on the wide game screen."""
LAST_TICKS = ("tick2_half", "tick1", "tick1_half")
"""Before the explosion."""


def newest(view: Any) -> str | None:
    return str(view["track"][-1]["slot"]) if view["track"] else None


def ear_of(kiosk: Kiosk) -> Ear:
    """Once the sound is rendered."""
    kiosk.wait_for_sound()
    return Ear(kiosk.sound, kiosk.data / "sound")


def record(kiosk: Kiosk) -> tuple[list[str], Any]:
    """After the end: the kinds of all events told, and the result."""
    told, result, status = recorded(kiosk)
    assert status is Status.ENDED
    return [event["type"] for event in told], result


def test_a_whole_game_is_won_with_cards_and_buttons(tmp_path: Path, wire: Hand) -> None:
    with Kiosk(tmp_path, TABLE + wire.entry(), renders=True) as kiosk:
        ear = ear_of(kiosk)
        home = kiosk.picture()
        assert home.size == (800, 480)
        options = {"box": "demo", "modules": ["silence"], "attribution": "none"}
        kiosk.say(open={"game": "infernal_wagon", "seats": ["Ana", "Bo"], "options": options})
        kiosk.move("confirm")
        until(lambda: glows(kiosk.lamp, "setup"), "the glow of the set-up")
        ready = kiosk.shows(lambda p: p.share(C.bone, CLOCK) > 0.3, "the clock, huge")
        assert ready.changed(home) > 0.1

        begun = ear.now()
        kiosk.push("start")
        until(lambda: kiosk.phase == "open", "the start")
        kiosk.shows(lambda p: p.changed(ready, CLOCK) > 0.02, "another second on the clock")
        ear.heard("A0_whistle", since=begun)
        ear.waits(ear.place("A0_whistle", begun)[0] + ear.length("A0_whistle"))  # events step back for it
        until(lambda: glows(kiosk.lamp, "loop_1"), "the glow of the first loop")
        play(kiosk, wire, ear)

        end = ear.now()
        kiosk.tap(wire, TAGS[EXIT], lambda v: v["phase"] == "ended")
        ear.heard("won", since=end)
        until(lambda: glows(kiosk.lamp, "won"), "the glow of the winners")
        recap = kiosk.shows(lambda p: p.share(C.brim) > 0.005, "the recap in gold")
        assert recap.share(C.bone, CLOCK) < 0.3
        last = kiosk.view
        kiosk.say(quit={})
        assert kiosk.process.wait(timeout=PATIENCE_S) == 0, kiosk.said
        assert not (kiosk.folder / "control").exists()

    assert last["pile"] == 0
    told, result = record(kiosk)
    assert result["won"]
    fits = sum(not slot.startswith("silence") for slot in WINNING) - 1
    assert (told.count("match"), told.count("held"), told.count("resumed"), told.count("won")) == (fits, 1, 1, 1)
    assert told.count("silence_on") == told.count("silence_off") == 4
    text = replays(kiosk)
    assert "rail-47" in text
    assert "undo" in text


def play(kiosk: Kiosk, wire: Hand, ear: Ear) -> None:
    """All cards but the Exit; at their first time the events are looked at closely."""
    switched = False
    for i, slot in enumerate(WINNING):
        if slot in ("rail-06", "danger-08", "silence-01", "silence-02"):
            catch_up(ear)
        if slot == "rail-06":
            a_miss_is_taken_back(kiosk, wire, ear)
        if slot == "danger-08":
            a_hold(kiosk, ear)
        mark = ear.now()
        if slot.startswith("silence"):
            switched = not switched
            kiosk.tap(wire, TAGS[slot], lambda v: v["silence"] == switched)  # noqa: B023
            if i < 20:
                a_switch(kiosk, ear, switched, mark)
            continue
        view = kiosk.tap(wire, TAGS[slot], lambda v: newest(v) == slot)  # noqa: B023
        if slot in ("rail-30", "rail-41"):
            a_question(kiosk)
        else:
            assert view["phase"] in ("open", "tunnel"), (slot, view)
        if i == 0:
            ear.heard("match", since=mark)


def catch_up(ear: Ear) -> None:
    """Nobody at a table is as fast as this test: let the cues that wait for others come out before the next."""
    ear.waits(ear.now() + RATE)


def a_question(kiosk: Kiosk) -> None:
    """It may fit or not: button A says that it does."""
    asked = kiosk.say(view={})
    assert asked["prompt"]["id"] == "matched"
    assert asked["view"]["phase"] == "ask"
    kiosk.shows(lambda p: p.share(C.ok) > 0.05, "the green half of the question")
    kiosk.push("a")
    until(lambda: kiosk.phase == "open", "the answer")
    kiosk.shows(lambda p: p.share(C.ok) < 0.02, "the question gone")


def a_miss_is_taken_back(kiosk: Kiosk, wire: Hand, ear: Ear) -> None:
    """A card that does not fit costs the three oldest; the undo button brings them back."""
    before, mark = kiosk.view, ear.now()
    view = kiosk.tap(wire, TAGS["rail-07"], lambda v: newest(v) == "rail-07")
    assert view["behind"] == before["behind"] + 1 - 3
    kiosk.shows(lambda p: p.share(C.bone, CLOCK) < 0.3 and p.share(C.danger) > 0.01, "the order to discard")
    ear.heard("thuds3", since=mark)
    kiosk.push("undo")
    until(lambda: newest(kiosk.view) == newest(before), "the step back")
    after = kiosk.view
    assert (after["track"], after["pile"]) == (before["track"], before["pile"])
    ear.heard("undo", since=mark)


def a_hold(kiosk: Kiosk, ear: Ear) -> None:
    """The start button stops everything, and lets it go on."""
    mark = ear.now()
    kiosk.push("start")
    until(lambda: kiosk.phase == "held", "the hold")
    until(lambda: glows(kiosk.lamp, "held"), "the glow of a hold")
    ear.heard("hold", since=mark)
    held = kiosk.shows(lambda p: p.share(C.bone, CLOCK) < 0.05 and p.share(C.ash, CLOCK) > 0.1, "a clock gone grey")
    assert kiosk.picture().changed(held, CLOCK) < 0.002  # no figure is another one; a last spark may be
    kiosk.push("start")
    until(lambda: kiosk.phase == "open", "the resumption")
    kiosk.shows(lambda p: p.share(C.ice, CLOCK) > 0.2 or p.share(C.bone, CLOCK) > 0.3, "the clock lit again")


def a_switch(kiosk: Kiosk, ear: Ear, silent: bool, mark: int) -> None:
    """Silence turns the whole window cold, and back."""
    if silent:
        cold = kiosk.shows(lambda p: p.cold() > 0.8 and p.share(C.icepit) > 0.1, "a window of ice")
        assert cold.share(C.ice, CLOCK) > 0.2
        ear.heard("silence_on", since=mark)
    else:
        kiosk.shows(lambda p: p.cold() < 0.1 and p.share(C.icepit) < 0.02, "a window of embers")
        ear.heard("silence_off", since=mark)


def held_at(elapsed_ms: int) -> dict[str, Any]:
    """A game that was held then."""
    track = ["start-3", "start-2", "start-1", "rail-01", "rail-02"]
    position = place(["Ana", "Bo"], [2, 3], elapsed_ms, held=True, pile=2, box="demo", level="L1", track=track)
    return {"game": "infernal_wagon", "seats": ["Ana", "Bo"], "position": position}


def test_in_the_last_minute_the_table_says_what_did_not_fit(tmp_path: Path, wire: Hand) -> None:
    table = TABLE + wire.entry()
    with Kiosk(tmp_path, table, {"SDL_AUDIODRIVER": "dummy"}, seen=True) as kiosk:
        kiosk.say(open=held_at(301_000))
        assert kiosk.phase == "held"
        until(lambda: glows(kiosk.lamp, "held"), "the glow of a hold")
        kiosk.push("start")
        until(lambda: kiosk.phase != "held", "the start")
        kiosk.tap(wire, TAGS["rail-05"], lambda v: newest(v) == "rail-05")
        kiosk.push("b")  # at L1 nobody asks: B says that it did not fit
        until(lambda: kiosk.view["behind"] == 3, "the two oldest cards gone")
        assert kiosk.view["result"] is None
        assert kiosk.picture().share(C.ember) < 0.03, "no key to play again yet"
        kiosk.push("start")
        until(lambda: kiosk.phase == "held", "the hold")
        assert kiosk.end(signal.SIGTERM) == 0, kiosk.said


def test_a_game_is_lost_at_seven_minutes(tmp_path: Path) -> None:
    with Kiosk(tmp_path) as kiosk:
        ear = ear_of(kiosk)
        awake(kiosk, ear)
        kiosk.say(open=held_at(414_500))
        last, mark = kiosk.picture(), ear.now()
        kiosk.push("start")
        until(lambda: kiosk.phase == "ended", "7:00")
        recap = kiosk.shows(lambda p: p.changed(last) > 0.1 and p.share(C.danger) > 0.01, "the recap")
        until(lambda: glows(kiosk.lamp, "lost"), "the glow of the lost")
        ear.heard("explosion7", since=mark)
        ear.waits(ear.place("explosion7", mark)[0] + ear.length("explosion7"))
        view = kiosk.view
        assert kiosk.end(signal.SIGTERM) == 0, kiosk.said

    assert recap.size == (800, 480)
    assert view["result"]["reason"] == "time"
    assert view["result"]["elapsed_ms"] == 420_000
    blast, certain = ear.place("explosion7", mark)
    assert certain > CLEAR
    # When each of them leaves: tests/kiosk/sound/test_player.py.
    assert max(ear.place(cue, mark, blast)[1] for cue in LAST_TICKS) > CLEAR
    told, result = record(kiosk)
    assert told.count("lost") == 1
    assert result["reason"] == "time"
    replays(kiosk)
