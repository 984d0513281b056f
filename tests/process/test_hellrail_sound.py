"""Three turns of HellRail in the real process, by their sound: what leaves the card, and when, after each move."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.games.hellrail.stage import opened
from tests.patience import PATIENCE_S, until
from tests.process.hearing import CLEAR, Cue, Ear, awake, captured, hears
from tests.process.lamp import glows
from tests.process.machine import Kiosk

pytestmark = pytest.mark.process
Step = tuple[dict[str, Any], tuple[Cue, ...], str]

ROOM: dict[str, Any] = {
    "map": {"circles": {"CG": "-2,0", "C1": "0,0"}, "cards": {"-1,0": "X45", "1,0": "X44"}},
    "phase": "start",
    "draw": 2,
    "discard": ["X13", "X14", "X15", "X16", "X17"],
    "cerberus": "C1",
    "effects": {"C1": "guard_duty"},
    "seats": {
        "P1": {"at": "C1", "hand": 5, "loaded": ["F02", "F09"], "heresy": "heresy_cancel"},
        "P2": {"at": "1,0:W", "heading": "in", "hand": 3},
        "P3": {"at": "1,0:EW.1", "heading": "E", "hand": 0},
    },
}
"""Cerberus sits with P1 between the Gates and a rail that ends; on it P2 stands behind P3."""
WEST = ["-1,0:E", "-1,0:EW.1", "-1,0:EW.2", "-1,0:W", "CG"]
EAST = ["-1,0:W", "-1,0:EW.2", "-1,0:EW.1", "-1,0:E", "C1"]
TOOT: Cue = ("toot", None)
PLAYED: tuple[Step, ...] = (
    ({"type": "draw", "n": 1}, (), "rail_fire"),
    ({"type": "setout", "card": "F02"}, (("delivery", None),), "rail_fire"),
    ({"type": "pickup", "card": "F01"}, (("coupling", None),), "rail_fire"),
    ({"type": "lay", "card": "F03", "cell": "0,1", "rotation": 0}, (("spike", None),), "rail_fire"),
    (
        {"type": "move", "card": "F06", "toll": ["F07"], "path": WEST},
        (("toll", None), ("chuffs", 5), ("gong", None)),
        "rail_fire",
    ),
    ({"type": "fan", "card": "F08"}, (("fire", None), ("riffle", None), TOOT), "rail_start"),
    ({"type": "draw", "n": 1}, (), "rail_fire"),
    ({"type": "move", "card": "F04", "path": ["1,0:EW.2", "1,0:EW.1"]}, (("chuffs", 2), ("ram", None)), "rail_fire"),
    (
        {"type": "move", "card": "F05", "path": ["1,0:E"]},
        (("chuffs", 1), ("ram", None), ("derail", None)),
        "rail_fire",
    ),
    ({"type": "end_turn"}, (TOOT,), "rail_start"),
    ({"type": "draw", "n": 1}, (), "rail_fire"),
    ({"type": "move", "card": "F12", "path": EAST}, (("chuffs", 5), ("gong", None)), "rail_asked"),
    ({"type": "use", "source": "circle", "circle": "C5"}, (("knock", None),), "rail_asked"),
    ({"type": "heresy", "seat": "P1", "choice": "cancel"}, (("heresy", None),), "rail_embers"),
)
"""Moves, what is heard after each, and the glow that stays."""
OVER: dict[str, Any] = {
    "draw": 0,
    "phase": "ended",
    "seats": {"P1": {"delivered": ["F01", "F02"]}, "P2": {"delivered": ["F03"]}},
}


def test_what_the_table_hears_of_three_turns_and_of_the_end(tmp_path: Path) -> None:
    captured(tmp_path / "config")
    with Kiosk(tmp_path) as kiosk:
        kiosk.wait_for_sound()
        ear = Ear(kiosk.sound, kiosk.data / "sound")
        after = awake(kiosk, ear)
        kiosk.say(open=without_game(ROOM))
        until(lambda: glows(kiosk.lamp, "rail_start"), "the glow of the first turn")
        for move, cues, mood in PLAYED:
            kiosk.say(move=move)
            after = hears(ear, cues, after)
            until(lambda: glows(kiosk.lamp, mood), f"the glow {mood} after {move}")  # noqa: B023
        kiosk.say(undo={})
        after = hears(ear, (("undo", None),), after)
        kiosk.say(leave={})
        kiosk.say(open=without_game(OVER))
        until(lambda: glows(kiosk.lamp, "rail_sealed"), "the glow of closed cars")
        assert ear.place("crown", after)[1] < CLEAR
        kiosk.move("reveal")
        hears(ear, (("crown", None),), after)
        until(lambda: glows(kiosk.lamp, "won"), "the glow of the winner")
        kiosk.say(quit={})
        assert kiosk.process.wait(timeout=PATIENCE_S) == 0, kiosk.said


def without_game(short: dict[str, Any]) -> dict[str, Any]:
    """That position, as the control channel opens it."""
    return opened(short, "map")
