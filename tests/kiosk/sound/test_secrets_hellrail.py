"""What delivered cars are worth and which tokens lie face down is neither heard nor seen in the lamps.

Two games that differ only in that give the same samples and the same colours, move after move.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.engine.clock import ManualClock
from companion.engine.engine import Engine
from companion.engine.game import Player
from companion.engine.refused import Refused
from companion.engine.requests import MakeMove, Open, Redo, Undo
from companion.engine.update import Update
from companion.games.hellrail.game import HellRail
from companion.games.hellrail.names import Effect, Level, Variant
from companion.lights import Mirror
from drivers.glow import FRAME_MS
from drivers.lamps import LedLamps
from drivers.light_table import load_lights
from drivers.pins import RgbDuty
from kiosk.sound.cache import Sounds
from kiosk.sound.director import Director
from kiosk.sound.kit import db
from tests.games.hellrail.stage import opened, sent, spelled
from tests.kiosk.sound.ear import BETWEEN_MS, Ear
from tests.open_files import journal

LIGHTS = load_lights(Path(__file__).resolve().parents[3] / "config/lamps.toml")
Json = Mapping[str, Any]
Step = Json | Undo | Redo


class Led:
    """A lamp that remembers its colours."""

    def __init__(self) -> None:
        self.shown: list[RgbDuty] = []

    @property
    def value(self) -> RgbDuty:
        return self.shown[-1]

    @value.setter
    def value(self, colour: RgbDuty) -> None:
        self.shown.append(colour)

    def close(self) -> None: ...


class Room:
    """What reaches the people: sound, light, the end."""

    def __init__(self, sounds: Sounds) -> None:
        self.clock = ManualClock()
        self.ear, self.led = Ear(sounds), Led()
        self.lamps = LedLamps((self.led,), LIGHTS, self.clock)
        self.desk = Engine({"hellrail": HellRail(None)}, journal(), self.clock, lambda: "")
        self.light: list[RgbDuty] = []
        self.last: Update | None = None
        self.desk.listen(Director(self.ear).hear)
        self.desk.listen(Mirror(self.lamps))
        self.desk.listen(self._hear)

    def _hear(self, update: Update) -> None:
        self.last = update

    def plays(self, step: Step) -> None:
        """A step (a refused one too), and what follows it in sound and light."""
        try:
            self.desk.handle(step if isinstance(step, Undo | Redo) else MakeMove(sent(dict(spelled(step)))))
        except Refused as refused:
            self.ear.named.append((refused.code, None))
        self.goes_on()

    def goes_on(self) -> None:
        """Time goes by: sound and light."""
        self.ear.plays()
        for _ in range(0, BETWEEN_MS, FRAME_MS):
            self.light.append(self.lamps.colour)
            self.clock.set_ms(self.clock.now_ms() + FRAME_MS)
            self.lamps.refresh()


def play(short: Json, steps: Sequence[Step], level: str, sounds: Sounds) -> Room:
    """The steps from that position (short forms of HellRail's scenarios)."""
    room = Room(sounds)
    open = opened(spelled(short), level)
    room.desk.handle(Open("hellrail", tuple(map(Player, open["seats"])), {}, position=open["position"], seed=1))
    for step in steps:
        room.plays(step)
    room.goes_on()
    room.goes_on()  # the last light has gone out, the glow is left
    room.lamps.close()
    return room


def same(first: Room, second: Room) -> None:
    """Byte-equal."""
    assert first.ear.named == second.ear.named
    assert first.ear.heard == second.ear.heard
    assert first.light == second.light


ROOM: Json = {
    "map": "M1",
    "seats": {
        "P1": {"at": "C1", "hand": 4, "train": ["F02", "F01", "F09"]},
        "P2": {"at": "C5", "hand": 3, "train": ["F11"]},
    },
}
FOLLOWED = (Level.KEEPER, Level.MAP)
"""Levels at which cards are followed."""
WORTH: tuple[dict[str, Json], ...] = (
    {},
    {"F02": {"car": 9}, "F01": {"car": 3}, "F11": {"car": 3}},
    {"F02": {"car": 3}, "F01": {"car": 9}, "F11": {"car": 9}},
)
"""What the cars that get delivered are worth. F02 may be set out in circle 1, F01 in 5, F11 nowhere here."""
DELIVERIES: tuple[Step, ...] = (
    {"type": "setout", "card": "F02"},
    Undo(),
    {"type": "setout", "card": "#1"},
    Undo(),
    {"type": "setout", "card": "F02"},
    Undo(),
    Redo(),
    {"type": "move", "card": "F06", "path": "p1..p4;C5", "to": "C5"},
    {"type": "decline"},
    {"type": "setout", "card": "F01"},
    {"type": "pickup", "card": "X13"},
    {"type": "fan", "card": "F08"},
    {"type": "draw", "n": 1},
    {"type": "end_turn"},
)
"""Set out, taken back, done again; a covered car called by its place; on to the next circle; a turn of the other."""


@pytest.mark.parametrize("level", FOLLOWED)
def test_what_a_delivered_car_is_worth_is_not_heard_and_not_seen(level: Level, sounds: Sounds) -> None:
    rooms = [play({**ROOM, "deck": {"X13": {"pickup": "5"}, **worth}}, DELIVERIES, level, sounds) for worth in WORTH]
    same(rooms[0], rooms[1])
    same(rooms[0], rooms[2])
    named = rooms[0].ear.named
    assert named.count(("delivery", None)) == 4
    assert ("chuffs", 5 if level is Level.MAP else 3) in named
    for i, step in enumerate(DELIVERIES):
        if isinstance(step, dict) and step["type"] == "setout":
            loudest = np.abs(np.frombuffer(rooms[0].ear.heard[i], np.float32)).max()
            assert loudest == pytest.approx(db(-7), rel=0.01), step
    assert len(set(rooms[0].light)) > 20


@pytest.mark.parametrize("level", FOLLOWED)
def test_the_end_sounds_and_shines_the_same_whoever_wins(level: Level, sounds: Sounds) -> None:
    """P1 wins, P2 wins, or they share."""
    end: tuple[Step, ...] = (
        {"type": "end_turn"},
        {"type": "draw", "n": 1},
        {"type": "reveal"},
        {"type": "reveal"},
    )
    ranks = []
    rooms = []
    for mine, other in ((("F01", "F02"), ("F03",)), (("F04", "F08"), ("F03",)), (("F01", "F02"), ("F05", "F04"))):
        seats = {"P1": {"delivered": list(mine)}, "P2": {"delivered": list(other)}}
        rooms.append(play({"draw": 0, "seats": seats}, end, level, sounds))
        scores = getattr(rooms[-1].last.view, "scores", ()) if rooms[-1].last is not None else ()
        ranks.append([score.rank for score in scores])
    assert ranks == [[1, 2], [2, 1], [1, 1]]
    same(rooms[0], rooms[1])
    same(rooms[0], rooms[2])
    assert rooms[0].ear.named == [("toot", None), ("knock", None), ("crown", None)]


def test_level_light_tells_no_value_and_no_winner(sounds: Sounds) -> None:
    """Deliveries of other values, one of them taken back; P1 wins, P2 wins, or a tie is broken."""

    def evening(mine: int, other: int) -> Room:
        setout = {"type": "setout", "car": mine}
        steps: tuple[Step, ...] = (
            setout,
            Undo(),
            setout,
            {"type": "fan", "card": {}},
            {"type": "report", "what": "arrived", "circle": "CG"},
            {"type": "setout", "car": other},
            {"type": "report", "what": "no_cards"},
            {"type": "reveal"},
        )
        return play({}, steps, "light", sounds)

    rooms = [evening(7, 2), evening(2, 7)]
    same(*rooms)
    assert rooms[0].ear.named.count(("delivery", None)) == 3
    assert rooms[0].ear.named[-1] == ("crown", None)
    views = [room.last.view for room in rooms if room.last is not None]
    assert [[score.rank for score in getattr(view, "scores", ())] for view in views] == [[1, 2], [2, 1]]


FACE_DOWN: tuple[Step, ...] = (
    {"type": "move", "card": "F06", "path": "p1..p4;C5", "to": "C5"},
    {"type": "pickup", "card": "X13"},
    {"type": "look"},
    {"type": "look"},
    {"type": "decline"},
    {"type": "look"},
    {"type": "end_turn"},
    {"type": "draw", "n": 1},
)
"""Into the circle, something too early, a look, covered again, declined, a look too late, on."""


@pytest.mark.parametrize("level", FOLLOWED)
def test_a_face_down_token_is_not_heard_and_not_seen(level: Level, sounds: Sounds) -> None:
    """Whatever lies in the circle: usable by this player or not."""
    seats = {"P1": {"at": "C1", "hand": 2}, "P2": {"at": "C1"}}
    short: Json = {"map": "M1", "variants": [Variant.SECRET_EFFECTS.value], "seats": seats}
    enters = partial(play, steps=FACE_DOWN, level=level, sounds=sounds)
    rooms = [enters({**short, "effects": {"C5": effect.value}}) for effect in Effect]
    for room in rooms[1:]:
        same(rooms[0], room)
    assert [name for name, _ in rooms[0].ear.named] == [
        "knock", "chuffs", "gong", "refused", "entry_choice_open", "refused", "wrong_phase", "toot",
    ]  # fmt: skip
