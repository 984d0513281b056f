"""A game of Cerbère in the real process, by its sound: what leaves the card, and when, after each move."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from companion.options import PACKAGED_CONFIG
from kiosk.sound.kit import RATE
from kiosk.sound.profile import buffer_of
from tests.process.hearing import CLEAR, Ear
from tests.process.lamp import glows
from tests.process.machine import TABLE, Kiosk, until

pytestmark = pytest.mark.process
ENCODERS = """
[[encoders]]
name = "rage"
a = 5
b = 6
[[encoders]]
name = "speed"
a = 16
b = 20
"""
SEARCH = 0.5
"""Seconds of a cue that are looked for."""
BLOCK = 256
"""A cue that waited begins with a block of the card."""

Cue = tuple[str, int | None]
Step = tuple[str, dict[str, Any], tuple[Cue, ...]]

PLAYED: tuple[Step, ...] = (
    ("play", {"card": "act1_adv", "option": "a"}, (("chain_up", 1),)),
    ("ok", {}, ()),
    ("ok", {}, ()),
    ("play", {"card": "act3_adv", "option": "a"}, (("growl", 4),)),
    ("answer", {"value": "Cy"}, ()),
    ("ok", {}, ()),
    ("ok", {}, ()),
    ("correct", {"field": "die", "value": 8}, (("chain_up", 4),)),
    ("play", {"card": "act1_adv", "option": "a"}, (("chain_up", 1), ("bark", None))),
    ("ok", {}, ()),
    ("ok", {}, (("chase", 4),)),
    ("hunt_result", {"pawns": ["Di"], "zones": ["start"]}, (("capture", None), ("growl", 3))),
    ("play", {"card": "act2_cer", "option": "b"}, ()),
    ("ok", {}, (("chain_up", 1),)),
    ("ok", {}, ()),
    ("play", {"card": "act4_adv", "option": "b"}, (("chain_up", 1),)),
    ("ok", {}, (("knock", None),)),
    ("boat_peek", {"slot": 2}, (("peek", None),)),
)
"""Three turns of people, one of Cerberus's: the moves and what is heard after each."""
BOARDED: tuple[Step, ...] = (
    ("end_board_reached", {"pawn": "Ana"}, (("knock", None),)),
    ("boat", {"seats": 1}, (("oars", None),)),
    ("seat", {"pawn": "Ana"}, (("oars", None),)),
)


def test_what_the_table_hears_of_a_game(tmp_path: Path) -> None:
    patient(tmp_path / "config")
    with Kiosk(tmp_path) as kiosk:
        until(lambda: list(kiosk.data.glob("sound/*/index.json")), "the sound")
        ear = Ear(kiosk.sound, kiosk.data / "sound")
        begun = awake(kiosk, ear)
        kiosk.say(open={"game": "cerbere", "seats": ["Ana", "Bo", "Cy", "Di"]})
        after = hears(ear, (("doors", None),), begun)
        for name, fields, cues in PLAYED:
            kiosk.move(name, **fields)
            after = hears(ear, cues, after)
        dials(kiosk)
        after = ear.now() + RATE
        ear.waits(after)  # the dials' last links
        for name, fields, cues in BOARDED:
            kiosk.move(name, **fields)
            after = hears(ear, cues, after)
        while kiosk.view["over"] is None:
            kiosk.move("ok")
        hears(ear, (("escape", None),), after)
        until(lambda: glows(kiosk.lamp, "won"), "the glow of those who escaped")
        assert max(ear.place(buffer, after)[1] for buffer in ("howl", "capture", "doors", "bark")) < CLEAR
        kiosk.say(quit={})
        assert kiosk.process.wait(timeout=30) == 0, kiosk.said


def patient(config: Path) -> None:
    """A config whose sound keeps a third of a second ready: other tests may take the machine for so long."""
    shutil.copytree(PACKAGED_CONFIG, config)
    (config / "table.toml").write_text(TABLE + ENCODERS, encoding="utf-8")
    (config / "sound.toml").write_text("rest_after_s = 0.0\nahead = 64\nahead_idle = 64\n", encoding="utf-8")


def dials(kiosk: Kiosk) -> None:
    """The Rage is turned to the Hunt and back by its encoder, the Speed by its own; the lamp shows how near it is."""
    for encoder, steps, die, speed, mood in (
        ("rage", 2, 8, 3, "rage_1"),
        ("rage", -1, 7, 3, "rage_2"),
        ("speed", 2, 7, 5, "rage_2"),
        ("rage", 5, 9, 5, "armed"),
        ("rage", -3, 6, 5, "rage_3"),
    ):
        kiosk.say(turn={encoder: steps})
        until(lambda: kiosk.view["rage"]["die"] == die, f"the die on {die}")  # noqa: B023
        until(lambda: kiosk.view["rage"]["speed"] == speed, f"the speed {speed}")  # noqa: B023
        until(lambda: glows(kiosk.lamp, mood), f"the glow {mood}")  # noqa: B023


def awake(kiosk: Kiosk, ear: Ear) -> int:
    """Once the sound is loaded: what cannot be taken back is refused until that is heard. Where it ends."""
    begun = ear.now()

    def answered() -> bool:
        assert not kiosk.line(b'{"undo":{}}')["ok"]
        return ear.place("refused", begun)[1] > CLEAR

    until(answered, "the first sound", pause=0.5)
    end = ear.now() + 2 * ear.length("refused")
    ear.waits(end)
    return end


def hears(ear: Ear, cues: tuple[Cue, ...], since: int) -> int:
    """The cues come one after another, each where the one before ends; the position after the last."""
    end: int | None = None
    for name, n in cues:
        buffer = buffer_of(name, n)
        earliest = since if end is None else end - BLOCK
        ear.heard(buffer, since=earliest)
        length = ear.length(buffer)
        ear.waits(ear.place(buffer, earliest)[0] + length)
        start, sure = ear.place(buffer, earliest, seconds=SEARCH)
        assert sure > CLEAR, (buffer, sure)
        if end is not None:
            assert 0 <= start - end < BLOCK, f"{buffer} came {(start - end) / RATE * 1000:.1f} ms after its moment"
        end = start + length
    return since if end is None else end
