"""The lamps' mirror in a game without a clock: the glow follows the rage, each cue has a light of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.engine.cues import Cue
from companion.engine.game import ClockReading
from companion.engine.update import Update
from companion.games.cerbere.names import Boating, Level, Winner
from companion.games.cerbere.view import BoatsView, CerbereView, OverView, RageView, TurnView
from companion.games.registry import GLOWS
from companion.lights import Mirror
from drivers.light_table import LightTable, load_lights
from tests.companion.lamps import Lamps

ROOT = Path(__file__).resolve().parents[2]


def view(steps: int, chasing: bool = False, over: Winner | None = None) -> CerbereView:
    return CerbereView(
        level=Level.TRACKER,
        difficulty=10,
        faces=(),
        seats=(),
        rage=RageView(9 - steps, 9, 3, steps, 3, 3, 3, (), 3),
        turn=TurnView("Ana", 1, False, False, chasing),
        play=None,
        survival_pile=28,
        betrayal_pile=18,
        boats=BoatsView(Boating.UNKNOWN, 0, None, 1, (), None),
        cerberus=None,
        reach=None,
        path=None,
        bridge=True,
        picked=(),
        follow_cards=True,
        demo=False,
        over=None if over is None else OverView(over, (), ()),
        recap=None,
    )


def update(seen: CerbereView | None, *cues: Cue) -> Update:
    face = None if seen is None else ClockReading(False, 0, 0)
    return Update(None if seen is None else "cerbere", (), cues, seen, None, None, face, 0, 0)


@pytest.fixture(scope="module")
def lights() -> LightTable:
    return load_lights(ROOT / "config/lamps.toml")


def test_the_glow_follows_the_rage() -> None:
    lamps = Lamps()
    mirror = Mirror(lamps)
    for told in (
        update(None),
        update(view(6)),
        update(view(4), Cue("chain_up", 2)),
        update(view(3), Cue("chain_up", 1)),
        update(view(2)),
        update(view(1), Cue("growl", 4)),
        update(view(0), Cue("chain_up", 1), Cue("bark")),
        update(view(0, chasing=True), Cue("chase", 4)),
        update(view(5), Cue("whimper"), Cue("growl", 5)),
        update(view(5, over=Winner.RUNNERS), Cue("escape")),
        update(None),
    ):
        mirror(told)
    assert lamps.told == [
        "idle", "rage_4", "cue chain_up 2", "cue chain_up 1", "rage_3", "rage_2", "cue growl 4", "rage_1",
        "cue chain_up 1", "cue bark", "armed", "cue chase 4", "chase", "cue whimper", "cue growl 5", "rage_4",
        "cue escape", "won", "idle",
    ]  # fmt: skip


def test_every_glow_is_known_to_the_lamps_and_breathes_faster_towards_the_hunt(lights: LightTable) -> None:
    glow = GLOWS["cerbere"]
    moods = [glow(view(steps)) for steps in range(9, -1, -1)] + [glow(view(0, chasing=True))]
    assert moods[:6] == ["rage_4"] * 6
    assert moods[6:] == ["rage_3", "rage_2", "rage_1", "armed", "chase"]
    found = [lights.mood(name) for name in moods[5:]]
    assert found[0].pulse_ms == 0
    for near, far in zip(found[2:], found[1:], strict=False):
        assert 0 < near.pulse_ms < far.pulse_ms and near.level > far.level
    for side in Winner:
        lights.mood(glow(view(3, over=side)))
