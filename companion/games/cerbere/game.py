"""Cerbère as the table knows it: the doors of `companion.engine.game.Game`, each leading to one file."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import Any, ClassVar

from msgspec.structs import replace

from companion.engine.audience import Audience
from companion.engine.base_game import BaseGame
from companion.engine.correction import Page
from companion.engine.game import Deadline, Event, GameSetup, UndoLabel
from companion.engine.prompt import Keys, Prompt
from companion.games.cerbere import memory
from companion.games.cerbere.build_view import build_view
from companion.games.cerbere.cues import cues, glow
from companion.games.cerbere.data.catalogue import load_catalogue
from companion.games.cerbere.data.enrol import CerbereBox, names_of
from companion.games.cerbere.events import CerbereEvent, Planned
from companion.games.cerbere.guide import GUIDE
from companion.games.cerbere.moves import CerbereMove, Correct, ShowBoats
from companion.games.cerbere.prompts.tree import prompt
from companion.games.cerbere.read import read, slot_of_tag
from companion.games.cerbere.rules.corrections import CORRECTIONS
from companion.games.cerbere.rules.decide import decide
from companion.games.cerbere.rules.invariants import PATCHES
from companion.games.cerbere.rules.move_context import MoveContext
from companion.games.cerbere.rules.setup import load_book, opening, setup
from companion.games.cerbere.show import SHOW
from companion.games.cerbere.state import CerbereState
from companion.games.cerbere.words import REFUSALS, label
from companion.games.plugin import GamePlugin


class Cerbere(BaseGame[CerbereState]):
    """The rules of Cerbère."""

    name = "cerbere"
    move_type = CerbereMove
    event_type: Any = CerbereEvent
    correction_type = Correct
    patches = PATCHES
    corrections = CORRECTIONS
    state_type = CerbereState
    asides = (ShowBoats,)
    amendable: ClassVar[Mapping[str, tuple[Any, ...]]] = {"winner": ("runners", "cerberus")}
    named: ClassVar[Collection[str]] = ("players", "winners", "escaped", "captured")

    read = staticmethod(read)
    view = staticmethod(build_view)
    cues = staticmethod(cues)
    result = staticmethod(memory.result)

    def setup(self, order: GameSetup, rng: Random) -> tuple[CerbereState, Sequence[Event]]:
        return setup(order, self.config, rng)

    def make_move(self, state: CerbereState, move: Any, at: int, rng: Random) -> tuple[Sequence[Event], CerbereState]:
        work = MoveContext(state, at, rng)
        decide(work, move)
        return work.finish(), work.state

    def prompt(self, state: CerbereState, audience: Audience, path: Keys = ()) -> Prompt | None:
        return prompt(state, path)  # nothing in it is anybody's secret

    def due(self, state: CerbereState) -> Deadline | None:
        at = state.boats.show_at
        return None if at is None else Deadline(at, ShowBoats())

    def slot(self, state: CerbereState, uid: str, reader: str) -> str:
        return slot_of_tag(state, uid)

    def tags(self, state: CerbereState) -> Collection[str]:
        return state.tags.pieces

    def label(self, before: CerbereState, move: Any, events: Sequence[Event], at: int) -> UndoLabel:
        return label(before, move, events)

    def beside(self, before: CerbereState, move: Any, events: Sequence[Event], after: CerbereState) -> bool:
        """Also the end of a look at a boat."""
        seen = before.peeking is not None and all(event == Planned(before.agenda, before.play) for event in events)
        return seen or super().beside(before, move, events, after)

    def after_undo(self, then: CerbereState, then_at: int, now: CerbereState, at: int) -> CerbereState:
        """A look at a boat that is over stays over: undo and redo are no way to look again. Kept boats that wait to be
        shown have the time left that they had."""
        boats = then.boats
        if boats.show_at is not None:
            boats = replace(boats, show_at=boats.show_at + at - then_at)
        return replace(then, boats=boats, peeking=None)

    def on_resume(self, state: CerbereState, at: int) -> Sequence[Event]:
        """A look at a boat does not survive a restart."""
        return () if state.peeking is None else (Planned(state.agenda, state.play),)

    def opening(self, state: CerbereState) -> GameSetup:
        return opening(state)

    def correction_pages(self, state: CerbereState) -> tuple[Page, ...]:
        return () if state.over is not None else super().correction_pages(state)

    def position(self, state: CerbereState, at: int, reveal: bool) -> dict[str, Any]:
        return super().position(state, at, reveal or state.boats.shown)


PLUGIN = GamePlugin(
    Cerbere.name,
    Cerbere,
    load_book,
    CerbereBox(),
    REFUSALS,
    glow,
    GUIDE,
    lambda config: names_of(load_catalogue(config)),
    show=SHOW,
    title="{cb.game}",
)
