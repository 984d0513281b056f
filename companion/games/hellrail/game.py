"""HellRail as the table knows it: the doors of `companion.engine.game.Game`, each leading to one file."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from random import Random
from typing import Any, ClassVar

from msgspec.structs import replace

from companion.engine.audience import Audience
from companion.engine.base_game import BaseGame
from companion.engine.game import Event, GameSetup, UndoLabel
from companion.engine.prompt import Keys, Prompt
from companion.engine.refused import Refused
from companion.engine.secret import Secret
from companion.games.hellrail import memory
from companion.games.hellrail import moves as mv
from companion.games.hellrail.build_view import build_view, redact
from companion.games.hellrail.cues import cues, glow
from companion.games.hellrail.data.deck_file import load_deck
from companion.games.hellrail.data.enrol import NAMES, HellRailBox
from companion.games.hellrail.events import Looked, RailEvent, Uncovered
from companion.games.hellrail.guide import GUIDE
from companion.games.hellrail.prompts.tree import prompt
from companion.games.hellrail.read import read, slot_of_tag
from companion.games.hellrail.rules.corrections import CORRECTIONS
from companion.games.hellrail.rules.decide import decide
from companion.games.hellrail.rules.invariants import PATCHES
from companion.games.hellrail.rules.move_context import MoveContext
from companion.games.hellrail.rules.setup import again, opening, setup
from companion.games.hellrail.sealed import veiled
from companion.games.hellrail.show import SHOW
from companion.games.hellrail.state import RailState
from companion.games.hellrail.words import REFUSALS, label
from companion.games.plugin import GamePlugin

LEGAL_MOST = 100
"""Moves that `legal` lists: the map has thousands."""


class HellRail(BaseGame[RailState]):
    """The rules of HellRail."""

    name = "hellrail"
    move_type = mv.RailMove
    event_type: Any = RailEvent
    correction_type = mv.Correct
    patches = PATCHES
    corrections = CORRECTIONS
    state_type = RailState
    steps_announced = False
    legal_most = LEGAL_MOST
    asides = (mv.LookAtToken, mv.RevealScores, mv.Uncover, mv.NewGame)
    amendable: ClassVar[Mapping[str, tuple[Any, ...]]] = {"winners": ()}
    named: ClassVar[Collection[str]] = ("players", "winners", "scores", "deliveries")

    read = staticmethod(read)
    view = staticmethod(build_view)
    redact = staticmethod(redact)
    slot = staticmethod(slot_of_tag)
    cues = staticmethod(cues)
    opening = staticmethod(opening)

    def setup(self, order: GameSetup, rng: Random) -> tuple[RailState, Sequence[Event]]:
        return setup(order, self.config, rng)

    def make_move(self, state: RailState, move: Any, at: int, rng: Random) -> tuple[Sequence[Event], RailState]:
        work = MoveContext(state, at, rng)
        decide(work, move)
        return work.finish(), work.state

    def prompt(self, state: RailState, audience: Audience, path: Keys = ()) -> Prompt | None:
        return prompt(state, path)  # nothing in it is anybody's secret

    def tags(self, state: RailState) -> Collection[str]:
        return state.deck.tags

    def label(self, before: RailState, move: Any, events: Sequence[Event], at: int) -> UndoLabel:
        return label(before, move, events)

    def beside(self, before: RailState, move: Any, events: Sequence[Event], after: RailState) -> bool:
        """Also a tap that only shows a covered car."""
        shows = all(isinstance(event, Uncovered) for event in events)
        return shows or super().beside(before, move, events, after)

    def after_undo(self, then: RailState, then_at: int, now: RailState, at: int) -> RailState:
        """What was delivered once stays covered: undo and redo are no way to peek (4.2); nor is a correction that is
        taken back. What a correction laid open is open again with it, whatever was covered (A delivery that is taken
        back shows in the counts). Once the delivered cars were shown there is nothing left to play for."""
        if now.revealed and not then.revealed:
            raise Refused("too_late")
        out = {card for s in (then, now) for seat in s.seats for card in seat.delivered.reveal()}
        named = then.named | now.named
        sealed = now.sealed.reveal() | (then.sealed.reveal() & named) | out
        if sum(seat.count for seat in now.seats) <= sum(seat.count for seat in then.seats):
            open_cars = {car for seat in then.seats for car in seat.train} - then.sealed.reveal()
            sealed -= open_cars & then.named
        return replace(then, sealed=Secret(sealed), named=named, looked=None)

    def on_resume(self, state: RailState, at: int) -> Sequence[Event]:
        """A look at a face-down token does not survive a restart."""
        return () if state.looked is None else (Looked(None),)

    def informed(self, asked: Any, results: Callable[[], Sequence[Mapping[str, Any]]]) -> Any:
        return asked.with_readers(asked.zones) if isinstance(asked, GameSetup) else asked

    def fresh(self, state: RailState) -> RailState:
        return again(state)

    def position(self, state: RailState, at: int, reveal: bool) -> dict[str, Any]:
        place = super().position(state if reveal else veiled(state), at, reveal)
        if "strangers" in place:  # what a sealed car is made of, nobody takes away
            place["strangers"] = {name: card for name, card in place["strangers"].items() if card is not None}
        return place

    def result(self, state: RailState, at: int) -> dict[str, Any] | None:
        return memory.result(state)


PLUGIN = GamePlugin(
    HellRail.name,
    HellRail,
    partial(load_deck, ""),
    HellRailBox(),
    REFUSALS,
    glow,
    GUIDE,
    lambda _config: NAMES,
    show=SHOW,
    title="{hr.game}",
)
