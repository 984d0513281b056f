"""The clock: start, hold, resume, time cues, and what comes next by itself (IW-009..011, IW-072, Q31)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.engine.game import ClockReading, Deadline
from companion.engine.refused import Refused
from companion.games.infernal_wagon import events as ev
from companion.games.infernal_wagon.moves import AnswerDue, CueDue, TimeUp
from companion.games.infernal_wagon.names import Phase, Timer
from companion.games.infernal_wagon.rules.move_context import MoveContext
from companion.games.infernal_wagon.rules.timing import (
    AFTER_END_MS,
    cue_after,
    time_cues,
)
from companion.games.infernal_wagon.state import GameClock, WagonState


def timed(state: WagonState) -> bool:
    return state.prep.timer is Timer.TIMED


def remaining(state: WagonState, at: int) -> int | None:
    """ms left at a moment; None in calm mode (IW-010)."""
    return max(0, state.prep.length_ms - state.clock.at(at)) if timed(state) else None


def start_clock(context: MoveContext) -> None:
    """IW-011: the countdown begins with the press."""
    if context.state.phase is not Phase.READY:
        raise Refused("not_allowed_now")
    context.emit(ev.Started(context.state.prep.length_ms if timed(context.state) else None))
    if timed(context.state):
        context.emit(ev.CueEvent("A0"))


def hold_clock(context: MoveContext) -> None:
    """Q31: an interruption in the room. The game is marked as paused."""
    if not context.state.live or context.state.held_at is not None:
        raise Refused("not_allowed_now")
    context.emit(ev.ClockHeld(remaining(context.state, context.at)))


def resume_clock(context: MoveContext) -> None:
    """On from where the clock stood; questions have the time left that they had."""
    if context.state.held_at is None:
        raise Refused("not_allowed_now")
    context.emit(ev.Resumed(remaining(context.state, context.at)))


def due(state: WagonState) -> Deadline | None:
    """Return what comes next by itself: a time cue, the end of the time, a question's default; in the same ms in this
    order (reading 17).
    """
    if not state.live or state.held_at is not None:
        return None
    nearest: Deadline | None = None
    if state.clock.since is not None and timed(state):
        start_of_time = state.clock.since - state.clock.elapsed
        nearest = Deadline(start_of_time + state.prep.length_ms, TimeUp())
        left = time_cues(state.prep.minutes)[state.clock.cue :]
        if left:
            moment, _ = left[0]
            if moment < state.prep.length_ms:
                nearest = Deadline(start_of_time + moment, CueDue())
    for ask in state.asks:
        if ask.until is not None and (nearest is None or ask.until < nearest.at):
            nearest = Deadline(ask.until, AnswerDue(ask.question))
    return nearest


def cue_due(context: MoveContext) -> None:
    """The next time cue (section 6.2)."""
    context.emit(ev.CueEvent(time_cues(context.state.prep.minutes)[context.state.clock.cue][1]))


def face(state: WagonState, at: int) -> ClockReading:
    """Return the clock as shown."""
    length = state.prep.length_ms if timed(state) else None
    elapsed = state.result.elapsed if state.result is not None else state.clock.at(at)
    if length is not None:
        elapsed = min(elapsed, length)
    return ClockReading(state.running and state.held_at is None, elapsed, at, length)


AFTER_THE_GAME = {Phase.EXPLOIT, Phase.IDLE}


def after_undo(then: WagonState, then_at: int, now: WagonState, at: int) -> WagonState:
    """`then`, with the clock of `now`: it ran on meanwhile, after the end of the game for ten seconds, and cues missed
    meanwhile stay silent (reading 5). A question, and the moments after the end, have the time left that they had.

    :raises Refused: `not_allowed_now` while the clock is held.
    """
    if now.held_at is not None:
        raise Refused("not_allowed_now")
    if now.phase in AFTER_THE_GAME and then.phase in AFTER_THE_GAME:
        return then  # an exploit: the game that was played stays over
    away = at - then_at
    asks = tuple(replace(a, until=a.until + away) if a.until is not None else a for a in then.asks)
    result = None if then.result is None else replace(then.result, at=then.result.at + away)
    held = then.held_at
    elapsed = now.clock.at(at if now.result is None else min(at, now.result.at + AFTER_END_MS))
    stands = held is not None or (then.live and then.clock.since is None)
    missed = cue_after(elapsed, now.prep.minutes) if now.result is not None else 0
    clock = GameClock(elapsed, None if stands else at, max(now.clock.cue, missed), now.clock.paused)
    held = None if held is None else held + away
    prep = replace(then.prep, sound=now.prep.sound)  # whether the sound plays is no step of the table's
    return replace(then, asks=asks, result=result, held_at=held, clock=clock, prep=prep)


def on_resume(state: WagonState, at: int) -> list[Any]:
    """After a crash a running game comes back held."""
    return [ev.ClockHeld(remaining(state, at))] if state.live and state.held_at is None else []
