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
from companion.games.hellrail.cues import END
from companion.games.hellrail.names import Effect, Level, Owes, Phase
from companion.games.hellrail.view import CarView, HellRailView, OwedView, ScoreView, SeatView, TurnView
from companion.games.registry import GLOWS
from companion.lights import Mirror
from drivers.light_table import LightTable, load_lights
from kiosk.sound import cues_hr, profile
from kiosk.sound.recipe import Kind
from tests.companion.lamps import Lamps, differ

ROOT = Path(__file__).resolve().parents[2]
NAMES = sorted({profile.cue_of(*made) for made in cues_hr.CUES.items()})
"""All that HellRail sounds and lights itself."""
HOUSE = ("knock", "undo", "tap")
MOVES = range(1, 10)
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


@pytest.mark.parametrize(
    ("phase", "mood"),
    [(Phase.PLACING, "setup"), (Phase.SETUP, "setup"), (Phase.START, "rail_start"), (Phase.DRAW, "rail_start")],
)
def test_before_the_draw_the_engine_is_cold(phase: Phase, mood: str) -> None:
    assert glow(view(phase)) == glow(view(phase, act=False)) == mood


def test_an_engine_on_its_way_burns_and_asks_nobody() -> None:
    for what in Owes:
        asked = view(act=False, owed=OwedView(what, ("Ana",)))
        assert glow(asked) == ("rail_fire" if what is Owes.ARRIVAL else "rail_asked"), what


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


@pytest.mark.parametrize("cue", NAMES)
def test_every_cue_of_hellrail_has_a_light(cue: str, lights: LightTable) -> None:
    assert lights.light(cue, 3) != (lights.patterns[lights.default], 3)


def test_the_lights_of_hellrail_differ_in_more_than_their_colour(lights: LightTable) -> None:
    """Another shape, another number of blinks, or clearly another length; also from the companion's own."""
    shown: list[tuple[str, str, int, int]] = []
    for cue in (*NAMES, *HOUSE):
        pattern = lights.light(cue)[0]
        counts = MOVES if cue == "chuffs" else (pattern.blinks,)
        assert pattern.counted == (cue == "chuffs"), cue
        assert pattern.blinks >= max(counts), cue
        shown += [(cue, pattern.shape, n, pattern.ms) for n in counts]
    differ(shown)


def test_the_roll_and_the_crown_do_not_wait(lights: LightTable) -> None:
    assert [cue for cue in NAMES if lights.light(cue)[0].urgent] == ["crown", "reveal_roll"]


def test_the_crown_is_the_end_of_hellrail() -> None:
    assert [cue for cue in NAMES if profile.CUES[cue].kind is Kind.END] == [END]


@pytest.mark.parametrize("n", [0, *MOVES, 12, None])
def test_every_move_has_its_chuffs(n: int | None) -> None:
    assert profile.buffer_of("chuffs", n) == f"chuffs{min(max(n or 1, 1), 9)}"
