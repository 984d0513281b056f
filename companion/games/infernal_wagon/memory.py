"""What history keeps of a game that is over: for the list of games, and for the group's next one."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from companion.games.infernal_wagon.names import Attribution, Level, Module, Timer
from companion.games.infernal_wagon.rules.ending import new_players
from companion.games.infernal_wagon.rules.prepare import MOST_EASY
from companion.games.infernal_wagon.rules.timing import FEWEST_MINUTES, MOST_MINUTES
from companion.games.infernal_wagon.state import WagonState
from companion.games.infernal_wagon.view import SetupView


def result(state: WagonState) -> dict[str, Any] | None:
    """Return plain JSON; None while it is not over. `reason` is null for a win, times are elapsed ms."""
    ended = state.result
    if ended is None:
        return None
    return {
        "won": ended.won,
        "reason": None if ended.reason is None else ended.reason.value,
        "elapsed_ms": ended.elapsed,
        "paused": state.clock.paused,
        "appeal": ended.appeal,
        "players": [player.name for player in state.prep.players],
        "new": list(new_players(state)),
        "modules": sorted(state.prep.modules),
        "easy": state.prep.easy,
        "timer": state.prep.timer.value,
        "minutes": state.prep.minutes,
        "level": state.prep.level.value,
        "attribution": state.prep.attribution.value,
        "demo": state.prep.box.demo,
        "pile": state.pile if state.counted_down else None,
        "misses": len(state.tally.misses) if state.tally.misses or state.prep.level is not Level.L0 else None,
        "ticked": None if state.offer.ticked in {None, "none"} else state.offer.ticked,
    }


class Choices(Struct, frozen=True, omit_defaults=True):
    """What was chosen before a finished game, as far as it is kept: options of the next one."""

    modules: tuple[Module, ...] = ()
    easy: Annotated[int, Meta(ge=0, le=MOST_EASY)] = 0
    timer: Timer | None = None
    minutes: Annotated[int, Meta(ge=FEWEST_MINUTES, le=MOST_MINUTES)] | None = None
    level: Level | None = None
    attribution: Attribution | None = None


def next_step(setup: SetupView) -> tuple[Module, int] | None:
    """Return a module, and with how many cards of it to play if it is the Easy one (0: without it), else 1.

    After defeats as many Easy cards as games lost, after wins first none, then one module more; None: nothing to say.
    """
    if Module.EASY in setup.advice:
        return (Module.EASY, setup.easy_suggested) if setup.easy_suggested > setup.easy else None
    if setup.advice and setup.easy:
        return Module.EASY, 0
    return next(((module, 1) for module in setup.advice if module not in setup.modules), None)
