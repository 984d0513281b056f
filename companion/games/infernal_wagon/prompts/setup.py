"""Setting Infernal Wagon up, as prompts: branch lines, clock, tracking. Who plays is told by names, not chosen."""

from __future__ import annotations

from functools import lru_cache

from companion.engine.prompt import MAIN, Keys, Option, Prompt
from companion.engine.text import N_, Text
from companion.games.infernal_wagon import moves as mv
from companion.games.infernal_wagon.names import Attribution, Level, Module, Timer
from companion.games.infernal_wagon.rules.prepare import MOST_EASY
from companion.games.infernal_wagon.rules.timing import FEWEST_MINUTES, MOST_MINUTES
from companion.games.infernal_wagon.state import WagonState

LEVELS = {
    Level.L0: ("pile", Text(N_("Clock only"))),
    Level.L1: ("tag", Text(N_("Kinds"))),
    Level.L2: ("joker", Text(N_("All cards"))),
}
ASKED = {
    Attribution.NONE: ("cross", Text(N_("Never"))),
    Attribution.ON_LOSS: ("nodraw", Text(N_("On a loss"))),
    Attribution.EACH_PLAY: ("hand", Text(N_("Each card"))),
}


NO_LIMIT = Text(N_("No limit"))


def clock_text(timer: Timer, minutes: int) -> Text:
    """What the clock begins with."""
    return Text("{n}:00", {"n": minutes}) if timer is Timer.TIMED else NO_LIMIT


def setup(s: WagonState, path: Keys) -> Prompt:
    """IW-092: four independent branch lines; IW-009, IW-010: with a clock or without."""
    prep = s.prep
    match path:
        case ():
            return _setup(
                prep.easy,
                prep.silence,
                prep.uturn,
                prep.curse,
                (prep.timer, prep.minutes),
                prep.level,
                prep.attribution,
            )
        case ("easy",):
            return _easy(prep.easy)
        case ("timer",):
            return _timers(prep.timer, prep.minutes)
        case ("level",):
            return _levels(prep.level)
        case ("asked",):
            return _attributions(prep.attribution)
    raise LookupError(path)


@lru_cache(maxsize=256)
def _setup(
    easy: int, silence: bool, uturn: bool, curse: bool, clock: tuple[Timer, int], level: Level, attribution: Attribution
) -> Prompt:
    options = (
        Option("easy", Text("{iw.easy}"), Text("{n}", {"n": easy}), icon="joker"),
        _module(Module.SILENCE, Text("{iw.silence}"), "silence", "ice", silence, mv.Prepare(silence=not silence)),
        _module(Module.UTURN, Text("{iw.uturn}"), "uturn", "brim", uturn, mv.Prepare(uturn=not uturn)),
        _module(Module.CURSE, Text("{iw.curse}"), "curse", "hex", curse, mv.Prepare(curse=not curse)),
        Option("timer", Text(N_("How long?")), clock_text(*clock), icon="clock"),
        Option("level", Text(N_("Tracking")), LEVELS[level][1], icon="tag"),
        Option("asked", Text(N_("Ask whose card it was?")), ASKED[attribution][1], icon="hand"),
        Option("confirm", Text(N_("We are ready")), icon="play", tone="ok", badge=MAIN, move=mv.Confirm()),
    )
    return Prompt("setup", Text("{iw.branches}"), options)


def _module(module: Module, label: Text, icon: str, tone: str, on: bool, switch: mv.Prepare) -> Option:
    return Option(module, label, icon=icon, tone=tone, move=switch, chosen=on)


@lru_cache(maxsize=16)
def _easy(now: int) -> Prompt:
    options = [
        Option(str(k), Text("{n}", {"n": k}), icon="joker", move=mv.Prepare(easy=k), chosen=k == now)
        for k in range(MOST_EASY + 1)
    ]
    return Prompt("easy", Text(N_("How many {iw.easy} cards?")), tuple(options))


@lru_cache(maxsize=16)
def _timers(timer: Timer, now: int) -> Prompt:
    """IW-009, IW-010, reading 36."""
    calm = Option("calm", NO_LIMIT, icon="clock", move=mv.Prepare(timer=Timer.CALM), chosen=timer is Timer.CALM)
    lengths = tuple(
        Option(
            str(k), clock_text(Timer.TIMED, k), icon="clock", move=mv.Prepare(minutes=k),
            chosen=timer is Timer.TIMED and k == now,
        )
        for k in range(FEWEST_MINUTES, MOST_MINUTES + 1)
    )  # fmt: skip
    return Prompt("timer", Text(N_("How long?")), (calm, *lengths))


@lru_cache(maxsize=4)
def _levels(now: Level) -> Prompt:
    options = tuple(
        Option(level, label, icon=icon, move=mv.Prepare(level=level), chosen=level is now)
        for level, (icon, label) in LEVELS.items()
    )
    return Prompt("level", Text(N_("Do your cards bear tags?")), options)


@lru_cache(maxsize=4)
def _attributions(now: Attribution) -> Prompt:
    options = tuple(
        Option(asked, label, icon=icon, move=mv.Prepare(attribution=asked), chosen=asked is now)
        for asked, (icon, label) in ASKED.items()
    )
    return Prompt("asked", Text(N_("Ask whose card it was?")), options)
