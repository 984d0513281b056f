"""The state of a game of Cerbère. Frozen; only `events.py` makes a new one. Seats are called by their index inside.

a = `runners`, home = first free Rage space, hunt = the last one (section 2 of the matrix).
"""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct
from msgspec.structs import replace

from companion.engine.patch import BY_SEAT, EACH_ONCE, MOMENT, OPENING, SEAT
from companion.engine.secret import Secret
from companion.games.cerbere.data.cards import CardCatalogue, Op
from companion.games.cerbere.data.faces import Path
from companion.games.cerbere.data.rulings import Rulings
from companion.games.cerbere.data.tags import Tags
from companion.games.cerbere.names import (
    BOARD,
    FASTEST,
    PAWNS,
    SLOWEST,
    SURVIVAL,
    Asks,
    Boating,
    CapturedRole,
    DeckKind,
    Level,
    Side,
    Via,
    Winner,
)

ALL_ACTIONS = frozenset((1, 2, 3, 4))

SeatOf = Annotated[int, SEAT]
Seats = Annotated[tuple[SeatOf, ...], EACH_ONCE]
Count = Annotated[int, Meta(ge=0, le=999)]
Numbers = Annotated[tuple[Count, ...], EACH_ONCE]
DieFace = Annotated[int, Meta(ge=SLOWEST, le=FASTEST)]
"""A face of the Speed die."""
Number = Annotated[int, Meta(ge=1, le=3)]
"""Seats of a boat, or a slot for one."""

Slots = Annotated[tuple[Number | None, ...], EACH_ONCE, Meta(min_length=3, max_length=3)]


class Seat(Struct, frozen=True, gc=False):
    """A player. `at`: space of the pawn (Board level); None in the boat, on the Rage track, or at Tracker level."""

    name: Annotated[str, OPENING]
    colour: Annotated[str, OPENING]
    side: Side = Side.RUNNER
    hand: frozenset[Annotated[int, Meta(ge=1, le=4)]] = ALL_ACTIONS
    """Action cards in hand; the others lie in front of the player (CB-046)."""
    survival: Count = 0
    betrayal: Count = 0
    at: Count | None = None

    def cards(self, deck: DeckKind) -> int:
        return self.survival if deck is SURVIVAL else self.betrayal


class DeckCount(Struct, frozen=True, gc=False):
    """A deck by count (CB-013)."""

    draw: Count
    discard: Count = 0


class Boats(Struct, frozen=True, gc=False):
    """The boats. `slots`: seats of the hidden boat in slot 1, 2, 3; None where unknown. `aboard`: in order."""

    boating: Annotated[Boating, OPENING] = Boating.UNKNOWN
    slots: Secret[Slots] = Secret((None, None, None))
    laid: Annotated[int, Meta(ge=0, le=3)] = 0
    """Tagged boats that were tapped so far, in the order of their slots."""
    revealed: Number | None = None
    """Seats of the revealed boat."""
    slot: Number = 1
    """The slot of the revealed boat."""
    aboard: Seats = ()
    show_at: Annotated[int, MOMENT] | None = None
    """Session ms at which kept boats are shown after the end."""
    shown: bool = False
    """Kept boats lie open after the end."""

    @property
    def full(self) -> bool:
        return self.revealed is not None and len(self.aboard) >= self.revealed


class Turn(Struct, frozen=True, gc=False):
    """Whose turn, and what was played in it (CB-041, CB-042). `n` counts turns from 1. `moved`: a card that was played
    moves pawns."""

    active: SeatOf
    action_done: bool = False
    bonus_done: bool = False
    n: Annotated[int, Meta(ge=1, le=99_999)] = 1
    moved: bool = False


class PlayedCard(Struct, frozen=True, gc=False):
    """The card that is being played. `owed`: costs still to be paid by hand; `left`: effects still to be resolved."""

    card: str
    player: SeatOf
    option: str | None = None
    """None: the option is still being chosen."""
    owed: Numbers = ()
    left: Numbers = ()
    slots: tuple[tuple[str, SeatOf], ...] = ()
    """Slot letter -> seat, as far as named (CB-049)."""
    donors: tuple[SeatOf, ...] = ()
    """Who gave a card so far to the discard that is being paid, one by one."""
    several: Seats | None = None
    """Pawns that the begun effect of several still has to move (reading 11)."""
    going: Count | None = None
    """The begun effect of several."""
    on: bool = False
    """The table said go on: what needs no decision is resolved by itself, in the listed order."""
    carried: bool = False
    """It goes on so since its option was chosen by touch, tag or key; then the turn may end by itself, too."""

    def target(self, slot: str | None) -> int | None:
        for letter, seat in self.slots:
            if letter == slot:
                return seat
        return None


# -- what is still to be done, the last first; a question is a task that waits ---------------------------------------


class Walk(Struct, frozen=True, tag="walk", gc=False):
    """A pawn on its way, a step at a time (Board). `asked`: the question that is open about its next step."""

    pawn: SeatOf
    left: Count
    ahead: bool
    made: Count = 0
    fired: tuple[Count, ...] = ()
    """Symbol spaces that already fired in this chain (no endless chain on an owner's board)."""
    asked: Asks | None = None
    via: Via | None = None
    """The way chosen for the next step."""
    stay: bool = False
    """The nacelle was declined for the next step."""


class Ops(Struct, frozen=True, tag="ops", gc=False):
    """Ops of a symbol or of a chosen list, for the player `seat`."""

    seat: SeatOf
    ops: Annotated[tuple[Op, ...], Meta(min_length=1)]
    pawn: SeatOf | None = None
    """Symbols: the pawn that stopped."""
    fired: tuple[Count, ...] = ()


class RevealQuestion(Struct, frozen=True, tag="reveal", gc=False):
    """Asks how many seats the revealed boat has (CB-110)."""

    player: SeatOf
    asked: bool = False


class BoatQuestion(Struct, frozen=True, tag="boat", gc=False):
    """Asks whether to look at a boat or to swap two (CB-112)."""

    player: SeatOf
    optional: bool = False
    asked: bool = False


class CatchQuestion(Struct, frozen=True, tag="catch", gc=False):
    """Tracker: asks who was caught. `hunt`: at the end of a chase. `picked`: so far, in order."""

    hunt: bool = False
    pawn: SeatOf | None = None
    """The pawn that was moved back: no other can have been caught."""
    picked: Seats = ()
    picking: bool = True
    """False: only the zone is left to be entered."""
    asked: bool = False


class CaughtQuestion(Struct, frozen=True, tag="caught", gc=False):
    """Board: these were caught together; `order` = so far named by the active player (CB-072)."""

    pawns: Annotated[Seats, Meta(min_length=2)]
    order: Seats = ()
    asked: bool = False


class PickQuestion(Struct, frozen=True, tag="pick", gc=False):
    """A player has to choose one of the lists of effect `effect` of the card."""

    player: SeatOf
    effect: Count
    each: bool = False
    """Every adventurer chooses: then `rest` still have to."""
    rest: Seats = ()
    asked: bool = False


class Several(Struct, frozen=True, tag="several", gc=False):
    """An effect moves several pawns, one after another (CB-Q04)."""

    pawns: Annotated[Seats, Meta(min_length=1)]
    n: int


class Paid(Struct, frozen=True, tag="paid", gc=False):
    """The pawn that pays cost `cost` has moved, and all that came of it is done."""

    cost: int


class EndCheck(Struct, frozen=True, tag="end_check", gc=False):
    """The turn is over: full boat, chase, next player (CB-053..055). `chased`: the chase is done (CB-066)."""

    chased: bool = False


class EndingQuestion(Struct, frozen=True, tag="ending", gc=False):
    """After a correction: too few runners are left, so asks whether Cerberus has won (CB-131, CB-132)."""

    asked: bool = False


Question = RevealQuestion | BoatQuestion | CatchQuestion | CaughtQuestion | PickQuestion | EndingQuestion
"""What waits for an answer. `asked`: it was put."""
Task = Walk | Ops | Question | Several | Paid | EndCheck


class Over(Struct, frozen=True, gc=False):
    """How the game ended. `winners`: seats."""

    side: Winner
    winners: Seats


class TurnMark(Struct, frozen=True, gc=False):
    """One turn on the chart of the recap: the Rage and the Speed as the turn began."""

    turn: int
    die: Count
    home: Annotated[int, Meta(ge=0, le=PAWNS)]
    speed: int


class Capture(Struct, frozen=True, gc=False):
    """For the chart: who was caught in which turn, and what became of them."""

    turn: int
    seat: SeatOf
    role: CapturedRole


class Tally(Struct, frozen=True, gc=False):
    """Figures for the recap and the history."""

    marks: tuple[TurnMark, ...] = ()
    captures: tuple[Capture, ...] = ()
    chases: Count = 0
    misses: Count = 0
    corrected: bool = False


class CerbereState(Struct, frozen=True, gc=False):
    """Everything. The data files' content rides along, so that a saved game replays whatever the owner changes."""

    level: Annotated[Level, OPENING]
    seats: Annotated[tuple[Seat, ...], BY_SEAT]
    path: Annotated[Path, OPENING]
    catalogue: Annotated[CardCatalogue, OPENING]
    tags: Annotated[Tags, OPENING]
    rulings: Annotated[Rulings, OPENING]
    m: DieFace
    """The chosen minimum of the die."""
    speed: DieFace
    die: Count
    """Index on the Rage track."""
    turn: Turn
    caught: Seats = ()
    """Captured seats in the order of their pawns on the track, after the unused ones."""
    survival: DeckCount = DeckCount(28)
    betrayal: DeckCount = DeckCount(18)
    boats: Boats = Boats()
    play: PlayedCard | None = None
    agenda: tuple[Task, ...] = ()
    bridge: bool = True
    """The rope bridge is intact."""
    cerberus: Count = 0
    """The space of the Cerberus pawn (Board)."""
    over: Over | None = None
    peeking: tuple[SeatOf, Number] | None = None
    """Seat and slot (1..3) of the boat that this seat may look at on the screen now."""
    demo: Annotated[bool, OPENING] = False
    tally: Tally = Tally()

    @property
    def board(self) -> bool:
        return self.level is BOARD

    @property
    def runners(self) -> int:
        """a: pawns in play, on the path or in the boat."""
        return len(self.seats) - len(self.caught)

    @property
    def unused(self) -> int:
        return PAWNS - len(self.seats)

    @property
    def home(self) -> int:
        """First free Rage space: 7 - a."""
        return PAWNS - self.runners

    @property
    def hunt(self) -> int:
        return self.path.hunt

    @property
    def armed(self) -> bool:
        return self.die >= self.path.hunt

    def index(self, name: str) -> int | None:
        for i, seat in enumerate(self.seats):
            if seat.name == name:
                return i
        return None

    def with_seat(self, index: int, **changes: Any) -> CerbereState:
        return replace(
            self, seats=(*self.seats[:index], replace(self.seats[index], **changes), *self.seats[index + 1 :])
        )

    def with_pile(self, deck: DeckKind, pile: DeckCount) -> CerbereState:
        return replace(self, survival=pile) if deck is SURVIVAL else replace(self, betrayal=pile)

    def aboard(self, seat: int) -> bool:
        return seat in self.boats.aboard

    def pile(self, deck: DeckKind) -> DeckCount:
        return self.survival if deck is SURVIVAL else self.betrayal

    def place_of(self, seat: int) -> int | None:
        """Board: the space of a pawn, the boat being one past the last; None off the path."""
        return self.path.boat if seat in self.boats.aboard else self.seats[seat].at

    def clockwise(self, after: int) -> tuple[int, ...]:
        """Return all seats in turn order, beginning left of `after` and ending with it."""
        n = len(self.seats)
        return (*range(after + 1, n), *range(after + 1))

    @property
    def task(self) -> Task | None:
        """What is to be done next."""
        return self.agenda[-1] if self.agenda else None
