"""The game of coins with one field more in its state: its own line, and one for the kiosk's page of corrections."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from companion.engine.correction_pages import Field
from companion.engine.game import Event, GameSetup
from companion.engine.text import Text
from companion.games.plugin import GamePlugin
from tests.example_game.game import BOX, CORRECTIONS, NAME, REFUSALS, CoinsGame, State, figure


class Painted(State, frozen=True):
    paint: Annotated[int, Meta(ge=0, le=5)] = 0


class PaintedCoins(CoinsGame):
    state_type = Painted
    corrections = replace(CORRECTIONS, lines=(*CORRECTIONS.lines, Field("paint", Text("Paint"), "flame")))

    def setup(self, order: GameSetup, rng: Random) -> tuple[State, Sequence[Event]]:
        state, events = super().setup(order, rng)
        return Painted(state.seats, state.bags, state.tags), events


PLUGIN = GamePlugin(NAME, PaintedCoins, cards=BOX, refusals=REFUSALS, figure=figure)
