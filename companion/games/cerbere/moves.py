"""What the table may do (sections 4.2 and 4.3). Players and pawns are called by their seat's name."""

from __future__ import annotations

from companion.engine.game import Correction, Move, moves_of
from companion.games.cerbere.names import DeckKind, OpName

Names = str | tuple[str, ...]
"""One name, or several."""


class PlayCard(Move, frozen=True, tag="play", omit_defaults=True):
    """Play a card. `card`: `act2_adv`, `act2` (the side decides the face), `sur_egoisme` ...; `option`: `a` or `b`,
    None: it is asked. `player`: None is the active one."""

    card: str
    option: str | None = None
    player: str | None = None
    carry: bool = False
    """Go on by itself as far as nothing has to be decided or moved, as after `answer` (the screen's tiles)."""
    passing: bool = False
    """A card of the next player ends the turn first, where it may end (a tag)."""


class Pay(Move, frozen=True, tag="pay", omit_defaults=True):
    """Pay cost `index` (0-based; None: the first that is owed): the pawn that moves, or whose cards go (reading 10)."""

    index: int | None = None
    who: Names | None = None


class Resolve(Move, frozen=True, tag="resolve", omit_defaults=True):
    """Effect `effect` is carried out, or (Tracker) was; `pawn`: whom it is about, or the next one of several."""

    effect: int
    pawn: str | None = None


class Answer(Move, frozen=True, tag="answer"):
    """`value` is one of the open question's options."""

    value: str


class Ok(Move, frozen=True, tag="ok"):
    """The one big key: what is picked is all; go on with the card; end the turn."""


class TakeCapture(Move, frozen=True, tag="capture"):
    """Tracker: these pawns were caught, in this order, though no capture was asked for."""

    pawns: tuple[str, ...]


class EndBoardReached(Move, frozen=True, tag="end_board_reached"):
    pawn: str


class ShowBoats(Move, frozen=True, tag="show_boats"):
    """After the end: the kept boats are shown."""


class LayBoat(Move, frozen=True, tag="lay_boat"):
    """A boat's tag was tapped: laid face down on the next slot, or meant by an open question."""

    seats: int


class BoatPeek(Move, frozen=True, tag="boat_peek"):
    slot: int


class BoatSwap(Move, frozen=True, tag="boat_swap"):
    a: int
    b: int


class TakeSeat(Move, frozen=True, tag="seat"):
    pawn: str


class Unseat(Move, frozen=True, tag="unseat"):
    pawn: str


class Symbol(Move, frozen=True, tag="symbol", omit_defaults=True):
    """Tracker: a pawn stopped on a printed symbol."""

    pawn: str
    op: OpName
    n: int = 1
    deck: DeckKind | None = None


class BridgeUsed(Move, frozen=True, tag="bridge_used"):
    pass


class EndTurn(Move, frozen=True, tag="end_turn", omit_defaults=True):
    player: str | None = None


class Correct(Correction, frozen=True, tag="correct"):
    pass


CerbereMove = moves_of(__name__)
