"""Symbols printed on the boards, as they can be reported at Tracker level (CB-160)."""

from __future__ import annotations

from typing import NamedTuple

from companion.engine.prompt import N_
from companion.games.cerbere import moves as mv
from companion.games.cerbere.card_words import ADVANCE, BACK, TABLE
from companion.games.cerbere.names import Deck, OpName


class Printed(NamedTuple):
    """What a symbol does. `each`: the words with a number {n}; how many spaces is asked then."""

    key: str
    icon: str
    label: str
    op: OpName
    n: int = 1
    deck: Deck | None = None
    each: str = ""

    def move(self, pawn: str, n: int = 1) -> mv.Symbol:
        return mv.Symbol(pawn, self.op, self.n * n, self.deck)


SYMBOLS = (
    Printed("draw", "draw", N_("Draw 1 Survival"), OpName.DRAW, 1, Deck.SURVIVAL),
    Printed("rage_up", "hunt", N_("Rage +1"), OpName.RAGE_FORWARD),
    Printed("rage_down", "hunt", N_("Rage −1"), OpName.RAGE_BACK),
    Printed("speed_down", "die", N_("Speed −1"), OpName.SPEED_DOWN),
    Printed("boat", "boat", N_("Look or swap"), OpName.BOAT),
    Printed("hunt", "cerberus", N_("The chase wakes"), OpName.HUNT),
    Printed("forward", "pawn", N_("Forward"), OpName.MOVE, each=ADVANCE["self"]),
    Printed("back", "back", N_("Back again"), OpName.MOVE, -1, each=BACK["self"]),
    Printed("cerberus", "cerberus", N_("Cerberus runs"), OpName.CERBERUS, each=TABLE[OpName.CERBERUS]),
)
