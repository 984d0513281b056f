"""A game of ten seconds that has one of everything: a secret, a question with a default, deadlines, chance, an end.

The table counts up to 20 within ten seconds. Each seat may hide a number; it is added when it is shown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.audience import AfterEnd, Audience, Seat
from companion.engine.base_game import BaseGame
from companion.engine.codec import to_kind
from companion.engine.cues import Cue
from companion.engine.game import ClockReading, Deadline, Event, GameSetup, Move, Silent, UndoLabel, events_of
from companion.engine.prompt import Keys, Option, Prompt
from companion.engine.refused import BadInput, Refused
from companion.engine.secret import Secret
from companion.engine.signals import Button, DialTurn, Signal, Tag
from companion.engine.text import Text

LENGTH = 10_000
GOAL = 20


class Start(Move, frozen=True, tag="start"):
    pass


class Hold(Move, frozen=True, tag="hold"):
    pass


class Add(Move, frozen=True, tag="add"):
    n: int
    at: int | None = None


class Roll(Move, frozen=True, tag="roll"):
    pass


class Hide(Move, frozen=True, tag="hide"):
    seat: str
    value: Secret[int]


class Show(Move, frozen=True, tag="show"):
    seat: str


class Answer(Move, frozen=True, tag="answer"):
    value: str


class Tick(Move, frozen=True, tag="tick"):
    """The clock's own: a second has passed, or the ten have."""


class Began(Event, frozen=True, tag="began"):
    def apply(self, state: ToyState, at: int) -> ToyState:
        return replace(state, since=at)


class Held(Event, frozen=True, tag="held"):
    elapsed_ms: int

    def apply(self, state: ToyState, at: int) -> ToyState:
        return replace(state, since=None, spent=self.elapsed_ms)


class Added(Event, frozen=True, tag="added"):
    n: int

    def apply(self, state: ToyState, at: int) -> ToyState:
        return replace(state, total=state.total + self.n)


class Hidden(Event, frozen=True, tag="hidden"):
    seat: str


class HiddenValue(Silent, frozen=True, tag="hidden_value"):
    seat: str
    value: Secret[int]

    def apply(self, state: ToyState, at: int) -> ToyState:
        return replace(state, hidden={**state.hidden, self.seat: self.value})


class Asked(Event, frozen=True, tag="asked"):
    until: int

    def apply(self, state: ToyState, at: int) -> ToyState:
        return replace(state, until=self.until)


class Answered(Event, frozen=True, tag="answered"):
    value: str

    def apply(self, state: ToyState, at: int) -> ToyState:
        return replace(state, until=None)


class Second(Event, frozen=True, tag="second"):
    n: int

    def apply(self, state: ToyState, at: int) -> ToyState:
        return replace(state, ticked=self.n)


class Over(Event, frozen=True, tag="over"):
    won: bool
    elapsed_ms: int

    def apply(self, state: ToyState, at: int) -> ToyState:
        return replace(state, over=self.won, over_at=at, since=None, spent=self.elapsed_ms, until=None)


MoveType = Start | Hold | Add | Roll | Hide | Show | Answer | Tick
EventType = events_of(__name__)


class ToyState(Struct, frozen=True):
    seats: tuple[str, ...]
    total: int = 0
    since: int | None = None
    spent: int = 0
    hidden: dict[str, Secret[int]] = {}
    until: int | None = None
    ticked: int = 0
    over: bool | None = None
    over_at: int = 0


class ToyView(Struct, frozen=True):
    total: int
    hidden: tuple[str, ...]
    mine: int | None
    over: bool | None


class Toy(BaseGame[ToyState]):
    """See the module."""

    name = "toy"
    move_type: Any = MoveType
    event_type: Any = EventType
    correction_type = Add
    state_type = ToyState
    steps_announced = True
    no_step = "not_allowed_now"
    amendable: ClassVar[Mapping[str, tuple[Any, ...]]] = {"won": (True, False)}

    def elapsed(self, state: ToyState, at: int) -> int:
        return state.spent if state.since is None else state.spent + at - state.since

    def setup(self, order: GameSetup, rng: Random) -> tuple[ToyState, Sequence[Event]]:
        if not 1 <= len(order.seats) <= 4:
            raise Refused("bad_player_count", n=len(order.seats))
        if order.options.keys() - {"total"}:
            raise BadInput(reason="no such option")
        return ToyState(tuple(p.name for p in order.seats), total=order.options.get("total", 0)), ()

    def decide(self, state: ToyState, move: Any, at: int, rng: Random) -> Sequence[Event]:
        if isinstance(move, Tick):
            return self._tick(state, at)
        if state.over is not None:
            raise Refused("not_allowed_now")
        match move:
            case Start() if state.since is None:
                return [Began()]
            case Hold() if state.since is not None:
                return [Held(self.elapsed(state, at))]
            case Hide(seat=seat, value=value):
                if seat not in state.seats:
                    raise BadInput(reason=f"no seat {seat}")
                return [Hidden(seat), HiddenValue(seat, value)]
            case Add(n=n) if state.since is not None:
                return self._add(state, n, at)
            case Roll() if state.since is not None:
                return self._add(state, rng.randint(1, 6), at)
            case Show(seat=seat) if state.since is not None and seat in state.hidden:
                return self._add(state, state.hidden[seat].reveal(), at)
            case Answer(value=value) if state.until is not None and value in {"yes", "no"}:
                return [Answered(value)]
            case _:
                raise Refused("not_allowed_now")

    def _add(self, state: ToyState, n: int, at: int) -> list[Event]:
        if self.elapsed(state, at) >= LENGTH:
            raise Refused("too_late")
        events: list[Event] = [Answered("yes")] if state.until is not None else []
        events.append(Added(n))
        if state.total + n >= GOAL:
            return [*events, Over(True, self.elapsed(state, at))]
        return [*events, Asked(at + 3000)] if n == 3 else events

    def _tick(self, state: ToyState, at: int) -> list[Event]:
        events: list[Event] = []
        elapsed = self.elapsed(state, at)
        if state.until is not None and state.until <= at:
            events.append(Answered("yes"))
        if state.since is not None and elapsed // 1000 > state.ticked:
            events.append(Second(elapsed // 1000))
            if elapsed >= LENGTH:
                events.append(Over(False, elapsed))
        return events

    def read(self, state: ToyState, signal: Signal, prompt: Prompt | None) -> Move | Keys | None:
        match signal:
            case Tag(present=True, uid=uid):
                if not uid.isdigit():
                    raise Refused("unknown_tag", uid=uid)
                return Add(int(uid))
            case DialTurn(steps=steps):
                return Add(steps)
            case Button(name="start", pressed=True):
                return Start() if state.since is None else Hold()
            case _:
                return None

    def due(self, state: ToyState) -> Deadline | None:
        moments = [state.until] if state.until is not None else []
        if state.since is not None:
            moments.append(state.since - state.spent + (state.ticked + 1) * 1000)
        return Deadline(min(moments), Tick()) if moments else None

    def legal(self, state: ToyState, at: int) -> Sequence[Any]:
        if state.over is not None:
            return ()
        moves: list[Any] = [Start() if state.since is None else Hold()]
        if state.until is not None:
            moves.append(Answer("no"))
        if state.since is not None and self.elapsed(state, at) < LENGTH:
            moves += [Add(1), Add(2), Add(3), Roll(), *(Show(seat) for seat in state.hidden)]
        return moves

    def view(self, state: ToyState, audience: Audience, at: int) -> ToyView:
        mine = state.hidden.get(audience.name) if isinstance(audience, Seat) else None
        if isinstance(audience, AfterEnd) and state.over is not None:
            mine = next(iter(state.hidden.values()), None)
        return ToyView(state.total, tuple(sorted(state.hidden)), mine.reveal() if mine else None, state.over)

    def redact(self, told: Any, now: ToyState) -> Any:
        return told  # nothing here becomes a secret afterwards

    def prompt(self, state: ToyState, audience: Audience, path: Keys = ()) -> Prompt | None:
        if state.until is None:
            return None
        if path:
            raise LookupError(path)
        options = (Option("yes", Text("Yes"), move=Answer("yes")), Option("no", Text("No"), move=Answer("no")))
        return Prompt("sure", Text("Sure?"), options, default="yes", until_ms=state.until, lasts_ms=3000)

    def slot(self, state: ToyState, uid: str, reader: str) -> str:
        return ""

    def face(self, state: ToyState, at: int) -> ClockReading:
        return ClockReading(state.since is not None, self.elapsed(state, at), at, LENGTH)

    def cues(self, before: ToyState, events: Sequence[Event], after: ToyState) -> tuple[Cue, ...]:
        return tuple(Cue("tick", e.n) for e in events if isinstance(e, Second))

    asides = (Start, Hold)

    def label(self, before: ToyState, move: Any, events: Sequence[Event], at: int) -> UndoLabel:
        match move:
            case Add(n=n):
                return UndoLabel("add", "Add {n}", {"n": n})
            case Roll():
                return UndoLabel("roll", "Roll")
            case Hide(seat=seat) | Show(seat=seat):
                return UndoLabel(type(move).__name__.lower(), "{seat}'s number", {"seat": seat})
            case _:
                return UndoLabel("answer", "the answer")

    def after_undo(self, then: ToyState, then_at: int, now: ToyState, at: int) -> ToyState:
        if now.over is not None and at > now.over_at + 1000:
            raise Refused("too_late")
        if then.over is not None:
            return then
        since, spent = (now.since, now.spent) if now.over is None else (at, now.spent)
        until = None if then.until is None else then.until + at - then_at
        return replace(then, since=since, spent=spent, ticked=now.ticked, until=until)

    def on_resume(self, state: ToyState, at: int) -> Sequence[Event]:
        return [Held(self.elapsed(state, at))] if state.since is not None else []

    def position(self, state: ToyState, at: int, reveal: bool) -> dict[str, Any]:
        left = None if state.until is None else max(0, state.until - at)
        elapsed = self.elapsed(state, at)
        place = {"seats": list(state.seats), "total": state.total, "elapsed_ms": elapsed, "question_ms": left}
        if reveal:
            place["hidden"] = {seat: value.reveal() for seat, value in state.hidden.items()}
        return place

    def import_position(self, order: GameSetup, position: Mapping[str, Any]) -> ToyState:
        given = to_kind(dict(position), _Place)
        hidden = {seat: Secret(value) for seat, value in given.hidden.items()}
        return ToyState(
            tuple(given.seats),
            given.total,
            spent=given.elapsed_ms,
            ticked=given.elapsed_ms // 1000,
            hidden=hidden,
            until=given.question_ms,
        )

    def result(self, state: ToyState, at: int) -> dict[str, Any] | None:
        return None if state.over is None else {"won": state.over, "elapsed_ms": state.spent}

    def group(self, results: Sequence[Mapping[str, Any]], players: Sequence[str]) -> dict[str, Any]:
        return {"games": len(results)}


class _Place(Struct, forbid_unknown_fields=True):
    seats: list[str]
    total: int = 0
    elapsed_ms: int = 0
    question_ms: int | None = None
    hidden: dict[str, int] = {}
