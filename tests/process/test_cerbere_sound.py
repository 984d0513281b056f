"""A game of Cerbère in the real process, by its sound: what leaves the card, and when, after each move."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kiosk.sound.kit import RATE
from tests.patience import PATIENCE_S, until
from tests.process.hearing import CLEAR, Cue, Ear, awake, captured, hears
from tests.process.lamp import glows
from tests.process.machine import TABLE, Kiosk

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

Step = tuple[str, dict[str, Any], tuple[Cue, ...]]

PLAYED: tuple[Step, ...] = (
    ("play", {"card": "act1_adv", "option": "a"}, (("chain_up", 1),)),
    ("ok", {}, ()),
    ("ok", {}, ()),
    ("play", {"card": "act3_adv", "option": "a"}, (("growl", 4),)),
    ("answer", {"value": "Cy"}, ()),
    ("ok", {}, ()),
    ("correct", {"field": "die", "value": 8}, (("chain_up", 4),)),
    ("play", {"card": "act1_adv", "option": "a"}, (("chain_up", 1), ("bark", None))),
    ("ok", {}, ()),
    ("ok", {}, (("chase", 4),)),
    ("answer", {"value": "Di"}, ()),
    ("ok", {}, ()),
    ("answer", {"value": "start"}, (("capture", None), ("growl", 3))),
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
    ("answer", {"value": "1"}, (("oars", None),)),
    ("seat", {"pawn": "Ana"}, (("oars", None),)),
)


def test_what_the_table_hears_of_a_game(tmp_path: Path) -> None:
    captured(tmp_path / "config", TABLE + ENCODERS)
    with Kiosk(tmp_path) as kiosk:
        kiosk.wait_for_sound()
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
        assert kiosk.process.wait(timeout=PATIENCE_S) == 0, kiosk.said


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
