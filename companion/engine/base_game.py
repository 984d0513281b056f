"""Defaults of most games: a game without a clock, without tags and without surprises has only its rules."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, ClassVar, Generic, TypeVar

from msgspec import Struct, to_builtins

from companion.engine.audience import PUBLIC, Audience
from companion.engine.correction import Page
from companion.engine.correction_pages import Corrections, pages
from companion.engine.cues import Cue
from companion.engine.game import ClockReading, Deadline, Event, GameSetup, Move, UndoLabel, applied, undo_words
from companion.engine.patch import Patches, of_opening, setup_of_position, unknown
from companion.engine.prompt import Keys, Prompt, leaves
from companion.engine.refused import Refused
from companion.engine.signals import Signal
from companion.engine.text import N_

S = TypeVar("S")

ANSWER = N_("the answer")
"""Text of the Undo key where a game has no words of its own for a move."""


class BaseGame(Generic[S]):
    """Defaults of `Game`. Methods that are missing here are every game's own."""

    name: str
    move_type: Any
    event_type: Any
    state_type: type[S]
    patches: Patches[S]
    """What the game declares of its state, for positions and corrections."""
    correction_type: Any = None
    corrections: ClassVar[Corrections] = Corrections()
    """What its pages of corrections show."""
    steps_announced = True
    no_step = "nothing_to_undo"
    amendable: ClassVar[Mapping[str, tuple[Any, ...]]] = {}
    named: ClassVar[Collection[str]] = ("players", "winners")
    move_words: ClassVar[Mapping[type, str]] = {}
    """Move -> msgid of the text of the Undo key; "the answer" where there is none."""
    asides: ClassVar[tuple[type, ...]] = ()
    """Moves that are no step of Undo (`Game.beside`)."""
    legal_most = 2_000
    """Moves that `legal` lists."""

    def __init__(self, config: Path | None = None) -> None:
        """:param config: the folder of the owner's data files, for a game that has any; None: those that come along."""
        self.config = config

    def setup(self, order: GameSetup, rng: Random) -> tuple[S, Sequence[Event]]:
        raise NotImplementedError

    def decide(self, state: S, move: Any, at: int, rng: Random) -> Sequence[Event]:
        """Decide a move: a game has this method, or `make_move`."""
        return self.make_move(state, move, at, rng)[0]

    def make_move(self, state: S, move: Any, at: int, rng: Random) -> tuple[Sequence[Event], S]:
        events = self.decide(state, move, at, rng)
        return events, applied(state, events, at)

    def apply(self, state: S, event: Any, at: int) -> S:
        raise NotImplementedError

    def prompt(self, state: S, audience: Audience, path: Keys = ()) -> Prompt | None:
        raise NotImplementedError

    def view(self, state: S, /, audience: Audience, at: int) -> Struct:
        raise NotImplementedError

    def opening(self, state: S, /) -> GameSetup:
        """Return the seats and options of a fresh game of the same kind: positions are patches of that."""
        raise NotImplementedError

    def fresh(self, state: S) -> S:
        """Return a fresh game of the same opening."""
        return self.setup(self.opening(state), Random(0))[0]

    def position(self, state: S, /, at: int, reveal: bool) -> dict[str, Any]:
        order = self.opening(state)
        usual = unknown(self.fresh(state))
        players = [{key: value for key, value in to_builtins(seat).items() if value} for seat in order.seats]
        patch = self.patches.written(state, usual, at, reveal)
        return {"players": players, "options": dict(order.options), **patch}

    def import_position(self, order: GameSetup, position_: Mapping[str, Any]) -> S:
        order, patch = setup_of_position(order, position_)
        try:
            usual = self.setup(order, Random(0))[0]
        except Refused as error:
            if not position_.keys() & {"players", "options"}:
                raise
            raise of_opening(error) from None
        usual = unknown(usual)
        return self.patches.made(self.patches.begin(usual, patch), patch)

    def correction_pages(self, state: S) -> tuple[Page, ...]:
        return pages(self.corrections, state) if self.corrections.lines else ()

    def result(self, state: S, /, at: int) -> dict[str, Any] | None:
        raise NotImplementedError

    def legal(self, state: S, at: int) -> Sequence[Any]:
        """Return the leaves of what everybody may choose."""

        def prompt(path: Keys) -> Prompt:
            found = self.prompt(state, PUBLIC, path)
            assert found is not None
            return found

        return leaves(prompt, limit=self.legal_most, at=at)

    def read(self, state: S, /, signal: Signal, prompt: Prompt | None) -> Move | Keys | None:
        return None  # the prompt says what a tag or a key means

    def due(self, state: S, /) -> Deadline | None:
        return None  # nothing happens by itself

    def redact(self, older: Any, now: S) -> Any:
        return older  # nothing becomes a secret afterwards

    def slot(self, state: S, /, uid: str, reader: str) -> str:
        return ""

    def tags(self, state: S) -> Collection[str]:
        return ()

    def asks_which_card(self, state: S) -> bool:
        return True  # no clock runs meanwhile

    def face(self, state: S, /, at: int) -> ClockReading:
        return ClockReading(running=False, elapsed_ms=at, at=at)

    def cues(self, before: S, events: Sequence[Event], after: S) -> tuple[Cue, ...]:
        return ()

    def label(self, before: S, move: Any, events: Sequence[Event], at: int) -> UndoLabel:
        text, facts = undo_words(events, before) or (self.move_words.get(type(move), ANSWER), {})
        return UndoLabel(str(type(move).__struct_config__.tag), text, facts)

    def beside(self, before: S, move: Any, events: Sequence[Event], after: S) -> bool:
        return not events or isinstance(move, self.asides)

    def after_undo(self, then: S, then_at: int, now: S, at: int) -> S:
        return then  # undo is open at any time, also after the end

    def on_resume(self, state: S, /, at: int) -> Sequence[Event]:
        return ()

    def group(self, results: Sequence[Mapping[str, Any]], players: Sequence[str]) -> dict[str, Any]:
        return {}

    def informed(self, asked: Any, results: Callable[[], Sequence[Mapping[str, Any]]]) -> Any:
        return asked

    def regroup(self, state: S, known: Mapping[str, Any]) -> Sequence[Event]:
        return ()
