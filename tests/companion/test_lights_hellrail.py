"""The lamps' mirror in HellRail: the glow follows the turn, each cue has a light of its own."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.engine.cues import Cue
from companion.engine.game import ClockReading
from companion.engine.update import Update
from companion.games.hellrail.names import Effect, Level, Owes, Phase
from companion.games.hellrail.view import CarView, HellRailView, OwedView, ScoreView, SeatView, TurnView
from companion.games.registry import GLOWS
from companion.lights import Mirror
from drivers.light_table import LightTable, load_lights
from tests.companion.lamps import Lamps

ROOT = Path(__file__).resolve().parents[2]
TURN = TurnView("Ana", 1, Phase.ACTIONS, (), False, True, True, False, (), True, True, True, None, False)
ANA = SeatView("Ana", "blue", 3, (), 0, False, False, False, None, None, False, 0, "CG", None)
VIEW = HellRailView(
    level=Level.KEEPER,
    layout="placeholder_a",
    variants=(),
    phase=Phase.ACTIONS,
    seats=(ANA,),
    turn=TURN,
    draw=36,
    discard=0,
    discard_top=None,
    table=0,
    limbo=None,
    circles=(),
    map=(),
    markers=(),
    checks=8,
    supply={},
    unused=6,
    unused_tokens=None,
    looking=None,
    seen=None,
    usable=None,
    owed=None,
    using=None,
    placing=None,
    official=False,
    placeholder=True,
    ended=None,
    scores=None,
    recap=None,
    toll_tapped=(),
)
SCORES = (ScoreView("Ana", 10, 0, 1, (("F01", 6), ("F02", 4))),)
ASKED = OwedView(Owes.ENTRY, ("Ana",))
glow = GLOWS["hellrail"]


def view(phase: Phase = Phase.ACTIONS, act: bool = True, **changes: Any) -> HellRailView:
    return replace(VIEW, phase=phase, turn=replace(TURN, phase=phase, act=act), **changes)


def update(seen: HellRailView | None, *cues: Cue) -> Update:
    face = None if seen is None else ClockReading(False, 0, 0)
    return Update(None if seen is None else "hellrail", (), cues, seen, None, None, face, 0, 0)


@pytest.fixture(scope="module")
def lights() -> LightTable:
    return load_lights(ROOT / "config/lamps.toml")


def test_the_glow_follows_the_turn() -> None:
    lamps = Lamps()
    mirror = Mirror(lamps)
    for told in (
        update(None),
        update(view(Phase.PLACING)),
        update(view(Phase.SETUP)),
        update(view(Phase.START), Cue("toot")),
        update(view(Phase.DRAW)),
        update(view()),
        update(view(owed=ASKED), Cue("knock"), Cue("chuffs", 4), Cue("gong")),
        update(view(), Cue("coupling")),
        update(view(act=False), Cue("delivery")),
        update(view(Phase.START), Cue("toot")),
        update(view(Phase.ENDED, ended="no_cards"), Cue("knock")),
        update(view(Phase.ENDED, ended="no_cards", scores=SCORES), Cue("crown")),
        update(None),
    ):
        mirror(told)
    assert lamps.told == [
        "idle", "setup", "cue toot", "rail_start", "rail_fire", "cue knock", "cue chuffs 4", "cue gong", "rail_asked",
        "cue coupling", "rail_fire", "cue delivery", "rail_embers", "cue toot", "rail_start", "cue knock",
        "rail_sealed", "cue crown", "won", "idle",
    ]  # fmt: skip


def test_the_glow_says_nothing_of_values_and_face_down_tokens() -> None:
    """Cars that may not be known, and tokens as somebody who looks at them sees them, change nothing."""
    cars = tuple(CarView(f"F{n:02}", n, "5", n, covered=n > 5) for n in range(1, 10))
    for phase, owed, act in product(Phase, (None, ASKED), (True, False)):
        seen = view(phase, act, owed=owed, ended="no_cards" if phase is Phase.ENDED else None)
        for car, effect in product(cars, Effect):
            other = replace(seen, seats=(replace(ANA, train=(car,), delivered=4, held=effect),), seen=effect)
            assert glow(other) == glow(seen)
        for scores in (SCORES, (replace(SCORES[0], delivered=3, rank=2),)):
            assert glow(replace(seen, scores=scores)) == ("won" if phase is Phase.ENDED else glow(seen))


def test_every_glow_is_known_to_the_lamps_and_each_looks_different(lights: LightTable) -> None:
    shown = {
        glow(one)
        for one in (
            view(Phase.SETUP), view(Phase.PLACING), view(Phase.START), view(Phase.DRAW), view(), view(act=False),
            view(owed=ASKED), view(Phase.ENDED), view(Phase.ENDED, scores=SCORES),
        )
    }  # fmt: skip
    assert len(shown) == 7
    looks = {(lights.mood(name).colour, lights.mood(name).pulse_ms) for name in shown}
    assert len(looks) == len(shown)
    assert 0 < lights.mood("rail_asked").pulse_ms < lights.mood("rail_fire").pulse_ms
