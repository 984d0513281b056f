"""The lamps' mirror: the glow of a game without a clock follows its play, and every glow is known to the lamps."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from random import Random
from typing import Any

from msgspec.structs import replace

from companion.engine.audience import PUBLIC
from companion.engine.cues import Cue
from companion.engine.game import ClockReading, GameSetup, Player
from companion.engine.update import Update
from companion.games.cerbere.names import Winner
from companion.games.cerbere.view import CerbereView, OverView
from companion.games.hellrail.names import Effect, Owes, Phase
from companion.games.hellrail.view import CarView, HellRailView, OwedView, ScoreView
from companion.games.registry import GAMES, GLOWS
from companion.lights import Mirror
from drivers.light_table import load_lights

LIGHTS = load_lights(Path(__file__).resolve().parents[2] / "config/lamps.toml")


def opened(game: str, **options: Any) -> Any:
    """The view of a game that has just begun."""
    made = GAMES[game](None)
    state, _events = made.setup(GameSetup(tuple(map(Player, ("Ana", "Bo", "Cy"))), options), Random(1))
    return made.view(state, PUBLIC, 0)


CHASE: CerbereView = opened("cerbere")
RAIL: HellRailView = opened("hellrail", level="keeper")


class Lamps:
    """Notes cues and moods, in order."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def cue(self, name: str, count: int | None = None) -> None:
        self.told.append(f"cue {name}" + (f" {count}" if count is not None else ""))

    def mood(self, name: str) -> None:
        self.told.append(name)


def shone(game: str, *told: tuple[Any, ...]) -> str:
    """What the lamps are told of these views and their cues, between two moments without a game."""
    lamps = Lamps()
    mirror = Mirror(lamps)
    for view, *cues in ((None,), *told, (None,)):
        face = None if view is None else ClockReading(False, 0, 0)
        mirror(Update(None if view is None else game, (), tuple(cues), view, None, None, face, 0, 0))
    return ", ".join(lamps.told)


# ---------------------------------------------------------------- Cerbère


def rage(steps: int, chasing: bool = False, over: Winner | None = None) -> CerbereView:
    return replace(
        CHASE,
        rage=replace(CHASE.rage, die=9 - steps, hunt=9, steps=steps),
        turn=replace(CHASE.turn, chasing=chasing),
        over=None if over is None else OverView(over, ()),
    )


def test_the_glow_follows_the_rage() -> None:
    assert shone(
        "cerbere",
        (rage(6),),
        (rage(4), Cue("chain_up", 2)),
        (rage(3), Cue("chain_up", 1)),
        (rage(2),),
        (rage(1), Cue("growl", 4)),
        (rage(0), Cue("chain_up", 1), Cue("bark")),
        (rage(0, chasing=True), Cue("chase", 4)),
        (rage(5), Cue("whimper"), Cue("growl", 5)),
        (rage(5, over=Winner.RUNNERS), Cue("escape")),
    ) == (
        "idle, rage_4, cue chain_up 2, cue chain_up 1, rage_3, rage_2, cue growl 4, rage_1, "
        "cue chain_up 1, cue bark, armed, cue chase 4, chase, cue whimper, cue growl 5, rage_4, cue escape, won, idle"
    )


def test_it_breathes_faster_towards_the_hunt() -> None:
    glow = GLOWS["cerbere"]
    moods = [glow(rage(steps)) for steps in range(9, -1, -1)] + [glow(rage(0, chasing=True))]
    assert moods == ["rage_4"] * 6 + ["rage_3", "rage_2", "rage_1", "armed", "chase"]
    found = [LIGHTS.mood(name) for name in moods[5:]]
    assert found[0].pulse_ms == 0
    for near, far in zip(found[2:], found[1:], strict=False):
        assert 0 < near.pulse_ms < far.pulse_ms and near.level > far.level
    for side in Winner:
        LIGHTS.mood(glow(rage(3, over=side)))


# ---------------------------------------------------------------- HellRail

SCORES = (ScoreView("Ana", 10, 0, 1, (("F01", 6), ("F02", 4))),)
ASKED = OwedView(Owes.ENTRY, ("Ana",))
glow = GLOWS["hellrail"]


def turn(phase: Phase = Phase.ACTIONS, act: bool = True, **changes: Any) -> HellRailView:
    return replace(RAIL, phase=phase, turn=replace(RAIL.turn, phase=phase, act=act), **{"owed": None, **changes})


def test_the_glow_follows_the_turn() -> None:
    assert shone(
        "hellrail",
        (turn(Phase.PLACING),),
        (turn(Phase.SETUP),),
        (turn(Phase.START), Cue("toot")),
        (turn(Phase.DRAW),),
        (turn(),),
        (turn(owed=ASKED), Cue("knock"), Cue("chuffs", 4), Cue("gong")),
        (turn(), Cue("coupling")),
        (turn(act=False), Cue("delivery")),
        (turn(Phase.START), Cue("toot")),
        (turn(Phase.ENDED, ended="no_cards"), Cue("knock")),
        (turn(Phase.ENDED, ended="no_cards", scores=SCORES), Cue("crown")),
    ) == (
        "idle, setup, cue toot, rail_start, rail_fire, cue knock, cue chuffs 4, cue gong, rail_asked, cue coupling, "
        "rail_fire, cue delivery, rail_embers, cue toot, rail_start, cue knock, rail_sealed, cue crown, won, idle"
    )


def test_the_glow_says_nothing_of_values_and_face_down_tokens() -> None:
    """Cars that may not be known, and tokens as somebody who looks at them sees them, change nothing."""
    cars = tuple(CarView(f"F{n:02}", n, "5", n, covered=n > 5) for n in range(1, 10))
    ana = RAIL.seats[0]
    for phase, owed, act in product(Phase, (None, ASKED), (True, False)):
        seen = turn(phase, act, owed=owed, ended="no_cards" if phase is Phase.ENDED else None)
        for car, effect in product(cars, Effect):
            other = replace(seen, seats=(replace(ana, train=(car,), delivered=4, held=effect),), seen=effect)
            assert glow(other) == glow(seen)
        for scores in (SCORES, (replace(SCORES[0], delivered=3, rank=2),)):
            assert glow(replace(seen, scores=scores)) == ("won" if phase is Phase.ENDED else glow(seen))


def test_each_glow_looks_different() -> None:
    shown = {
        glow(one)
        for one in (
            turn(Phase.SETUP), turn(Phase.PLACING), turn(Phase.START), turn(Phase.DRAW), turn(), turn(act=False),
            turn(owed=ASKED), turn(Phase.ENDED), turn(Phase.ENDED, scores=SCORES),
        )
    }  # fmt: skip
    assert len(shown) == 7
    looks = {(LIGHTS.mood(name).colour, LIGHTS.mood(name).pulse_ms) for name in shown}
    assert len(looks) == len(shown)
    assert 0 < LIGHTS.mood("rail_asked").pulse_ms < LIGHTS.mood("rail_fire").pulse_ms
