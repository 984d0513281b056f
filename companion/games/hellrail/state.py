"""The state of a game of HellRail. Frozen; only `events.py` makes a new one. Seats are called by their index inside.

Rail cards are called by id. A card without a tag that was entered by its values has an id like `~3` and is in
`strangers`; the ids of hands and of the draw pile are unknown, they are the `unseen` ones.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, ClassVar

from msgspec import Meta, Struct
from msgspec.structs import replace

from companion.engine.patch import BY_SEAT, EACH_ONCE, OPENING, SEAT
from companion.engine.recent import Recent
from companion.engine.secret import Secret
from companion.games.hellrail.board.layout import Circle, Stand, TableGrid
from companion.games.hellrail.data.deck import Card, Deck
from companion.games.hellrail.names import (
    CARDS,
    GATES,
    LIGHT,
    MAP,
    MARKERS,
    MOST_LOADED,
    Effect,
    FlipReason,
    Level,
    Owes,
    Phase,
    Source,
    Token,
    Variant,
)

SeatOf = Annotated[int, SEAT]
Count = Annotated[int, Meta(ge=0, le=CARDS)]
Number = Annotated[int, Meta(ge=0, le=99_999)]

StrangerId = Annotated[str, Meta(pattern="^~[1-9][0-9]{0,4}$")]
"""A card that was entered by its values."""
Numbered = Annotated[str, Meta(pattern=r"^C[1-9]\Z", description="a numbered circle: C1 to C9")]
CardId = Annotated[str, Meta(pattern="^([^~]|~[1-9][0-9]{0,4}$)")]

SEALED: Secret[frozenset[str]] = Secret(frozenset())
NOTHING: Secret[tuple[str, ...]] = Secret(())


class Seat(Struct, frozen=True, gc=False, rename={"stand": "at"}):
    """A player. `hand`: a count; `known`: cards of it that Lust showed and the table tapped."""

    name: Annotated[str, OPENING]
    colour: Annotated[str, OPENING]
    hand: Count = 0
    known: Secret[frozenset[str]] = SEALED
    train: tuple[str, ...] = ()
    """Loaded cars, the first next to the engine, the last is the tail."""
    delivered: Secret[tuple[str, ...]] = NOTHING
    count: Count = 0
    """How many cars were delivered: all that anybody may know of them."""
    tender: bool = False
    boatman: bool = False
    soul_catcher: bool = False
    heresy: Token | None = None
    held: Effect | None = None
    """The effect token on the engine card."""
    stand: Stand = Stand(GATES)
    circles: tuple[str, ...] = ()
    """Devil's Advocate: circles that the companion dealt and that are still to be placed."""
    loaded_worth: Annotated[int, Meta(ge=0, le=MOST_LOADED)] | None = None
    """Light: what the loaded cars are worth, said after the end by those who are level (HR-080)."""


class Turn(Struct, frozen=True, gc=False):
    """Whose turn. `entered`: the effect of this visit was offered already."""

    active: SeatOf = 0
    n: Annotated[int, Meta(ge=1, le=99_999)] = 1
    drawn: bool = False
    """The beginning is over: the draw was made. Light: the turn has an event."""
    returned: bool = False
    """The Tender was given back this turn."""
    tender: bool = False
    """The player held a Tender when drawing: no fanning this turn (reading 23)."""
    gluttony: bool = False
    still: tuple[SeatOf, ...] = ()
    """Keeper: whose engines have not moved since the turn began."""


# -- what is still to be done, the last first; a question is a task that waits ---------------------------------------


class OfSeat(Struct, frozen=True, gc=False):
    """What a seat does, or is asked. `owes`: what is awaited from it, as the matrix names it (`answer_due`)."""

    seat: SeatOf
    owes: ClassVar[Owes | None] = None


class EntryTask(OfSeat, frozen=True, tag="entry"):
    """HR-040: use or decline, before anything else."""

    owes = Owes.ENTRY
    circle: Circle


class UseTask(OfSeat, frozen=True, tag="use"):
    """A declared effect. It is under the tasks of its steps; on top again it is over."""

    effect: Effect
    source: Source
    circle: Circle
    target: SeatOf | None = None
    car: str | None = None
    node: str | None = None
    to: str | None = None
    """Guard Duty: the circle. Shift Change: a circle, or the effect of the unused pile."""
    token: Token | None = None
    begun: bool = False
    """The window is closed, the effect has begun."""
    redirected: bool = False


class WindowTask(Struct, frozen=True, tag="window", gc=False):
    """HR-086: these holders may still answer."""

    holders: Annotated[tuple[SeatOf, ...], EACH_ONCE, Meta(min_length=1, description="who may answer")]


class PriceTask(OfSeat, frozen=True, tag="price"):
    """Abyss, False Path: one card of the hand. `more`: not the first (then `done` ends it)."""

    owes = Owes.DISCARD
    effect: Effect
    more: bool = False


class PickRailTask(OfSeat, frozen=True, tag="pick_rail"):
    """Abyss: a rail card of that brimstone, or none."""

    owes = Owes.PICK
    brimstone: Number | None


class TurnRailTask(OfSeat, frozen=True, tag="turn_rail"):
    """False Path: a rail card of that brimstone may be turned."""

    owes = Owes.TURN_RAIL
    brimstone: Number | None


class FlipTask(OfSeat, frozen=True, tag="flip"):
    """The top card of the draw pile is turned over and tapped."""

    owes = Owes.FLIP
    why: FlipReason


class MarkerTask(OfSeat, frozen=True, tag="marker"):
    """HR-093: a check marker was hit. `flipped` tells how many cars have to go once the card is known."""

    node: str | None
    drop: Count = 0
    cards: Annotated[tuple[str, ...], EACH_ONCE] = ()
    """Cars tapped so far."""
    more: Count = 0
    """Further markers on the same tie, to be hit after this one."""


class PickCarTask(OfSeat, frozen=True, tag="pick_car"):
    """Thievery after a redirect: a car of the new target's train."""

    owes = Owes.PICK


class DeliverTask(OfSeat, frozen=True, tag="deliver"):
    """Geryon: equal brimstone, the named car may be delivered here."""

    owes = Owes.ANSWER
    car: str


class TakeCarTask(OfSeat, frozen=True, tag="take_car"):
    """Thievery: equal brimstone, the named car may be taken."""

    owes = Owes.ANSWER
    target: SeatOf
    car: str


class GiveCarTask(OfSeat, frozen=True, tag="give_car"):
    """Thievery: no match, the user must give a car of that brimstone."""

    owes = Owes.GIVE
    target: SeatOf
    brimstone: Number


class GiveCardsTask(OfSeat, frozen=True, tag="give_cards"):
    """Lust: `seat` gives all cards of that brimstone to `to`; `back`: the user's own turn to give (reading 13)."""

    owes = Owes.GIVE
    to: SeatOf
    brimstone: Number | None
    back: bool = False


class TakeTask(OfSeat, frozen=True, tag="take"):
    """Gluttony: one card more is to be taken. `first`: the hand named at declaration; `only`: after a redirect."""

    owes = Owes.TAKE
    first: SeatOf | None = None
    only: SeatOf | None = None


class DrawTokenTask(OfSeat, frozen=True, tag="draw_token"):
    """Infernal Power: a token of the unused pile."""

    owes = Owes.DRAW_TOKEN


class DealEffectsTask(OfSeat, frozen=True, tag="deal_effects"):
    """Chaos Reigns: nine tokens go on the circles again."""

    owes = Owes.DEAL_EFFECTS


class DriveTask(OfSeat, frozen=True, tag="drive"):
    """Map: an engine on its way. `path`: what it still enters; `met`: engines that it rammed in this Move (HR-Q04)."""

    path: tuple[Stand, ...]
    met: tuple[SeatOf, ...] = ()
    branches: tuple[tuple[Number, str], ...] = ()
    """Beyond the path: how many ties ahead -> the node that was chosen at a junction."""


class SoulTask(OfSeat, frozen=True, tag="soul"):
    """HR-112: take the last car of the rammed train?"""

    owes = Owes.SOULCATCH
    target: SeatOf


class BranchTask(OfSeat, frozen=True, tag="branch"):
    """HR-Q23: which way is the pushed engine pushed?"""

    owes = Owes.BRANCH
    target: SeatOf
    nodes: Annotated[tuple[str, ...], Meta(min_length=1)]
    depth: Number = 1


class DumpHandTask(OfSeat, frozen=True, tag="dump_hand"):
    """HR-054: the hand of a derailed seat goes to the discard pile. `cards`: tapped so far."""

    owes = Owes.DISCARD
    cards: Annotated[tuple[str, ...], EACH_ONCE] = ()


class DerailTask(OfSeat, frozen=True, tag="derail"):
    """HR-055..059: after the hand, the rest."""


class ArriveTask(OfSeat, frozen=True, tag="arrive"):
    """Keeper: where did the engine of this seat stop (reading 19)?"""

    owes = Owes.ARRIVAL
    limit: Number
    boat: bool = False
    """A Boatman carries it: he lands on rail or in a circle (HR-Q24)."""


class EndTurnTask(Struct, frozen=True, tag="end_turn", gc=False):
    """The turn ends when all else is done."""


Task = (
    EntryTask | UseTask | WindowTask | PriceTask | PickRailTask | TurnRailTask | FlipTask | MarkerTask
    | PickCarTask | DeliverTask | TakeCarTask | GiveCarTask
    | GiveCardsTask | TakeTask | DrawTokenTask | DealEffectsTask | DriveTask | SoulTask | BranchTask | DumpHandTask
    | DerailTask | ArriveTask | EndTurnTask
)  # fmt: skip


def with_cars(task: Task, call: Callable[[str, int], str]) -> Task:
    """Return the task with its cars called otherwise: `call` makes it of a car and the seat whose train it is of."""
    if isinstance(task, MarkerTask):
        return replace(task, cards=tuple(call(car, task.seat) for car in task.cards))
    if not isinstance(task, UseTask | DeliverTask | TakeCarTask) or task.car is None:
        return task
    target = None if isinstance(task, DeliverTask) else task.target
    return replace(task, car=call(task.car, task.seat if target is None else target))


def at_place(train: tuple[str, ...], ref: str) -> str:
    """Return the car that is called by its place in a train (`#1` = next to the engine); "" if there is none."""
    place = int(ref[1:]) if ref[1:].isdecimal() and len(ref) < 4 else 0
    return train[place - 1] if 1 <= place <= len(train) else ""


def owed(task: Task | None) -> tuple[Owes, tuple[int, ...]] | None:
    """Return what is awaited and from whom; None: nothing but the turn's own commands."""
    match task:
        case WindowTask(holders=holders):
            return Owes.HERESY, holders
        case MarkerTask(seat=seat, drop=drop):
            return (Owes.DROP_CARS if drop else Owes.FLIP), (seat,)
        case OfSeat(seat=seat, owes=Owes() as what):
            return what, (seat,)
        case _:
            return None


def optional(task: Task | None) -> bool:
    """The answer may be that there is none: `pick` nothing, `done`."""
    match task:
        case PickRailTask() | TurnRailTask():
            return True
        case PriceTask(effect=Effect.FALSE_PATH, more=True):
            return True
        case _:
            return False


class Score(Struct, frozen=True, gc=False):
    """A seat at the end: sums of car values, and the rank (1 = won, shared ranks are equal)."""

    seat: SeatOf
    delivered: Number
    loaded: Number
    rank: Number


class Tally(Struct, frozen=True, gc=False):
    """For the recap: what happened in which turn. Deliveries carry no value."""

    deliveries: tuple[tuple[Number, SeatOf], ...] = ()
    """(turn, seat)"""
    rams: tuple[tuple[Number, SeatOf, SeatOf], ...] = ()
    """(turn, seat, target)"""
    derailments: tuple[tuple[Number, SeatOf], ...] = ()
    longest: tuple[Number, SeatOf] = (0, 0)
    """(cars, seat) of the longest train."""
    corrected: bool = False


class RailState(Struct, frozen=True, gc=False):
    """Everything. The deck rides along, so that a saved game replays whatever the owner changes."""

    level: Annotated[Level, OPENING]
    layout: Annotated[str, OPENING]
    variants: Annotated[frozenset[Variant], OPENING]
    deck: Annotated[Deck, OPENING]
    seats: Annotated[tuple[Seat, ...], BY_SEAT]
    phase: Phase = Phase.SETUP
    turn: Turn = Turn()
    first: SeatOf | None = None
    placer: SeatOf | None = None
    """Devil's Advocate: the seat that placed the last circle."""
    draw: Count = 45
    discard: tuple[str, ...] = ()
    table: frozenset[str] = frozenset()
    """Keeper: rail cards on the table (at Map level `grid` has them)."""
    grid: TableGrid = TableGrid()
    limbo: str | None = None
    """A flipped card while its effect resolves."""
    effects: dict[Numbered, Effect] = {}
    """Circle -> effect token."""
    unused: tuple[Effect, ...] = ()
    in_use: Effect | None = None
    """A held token between its use and its return (reading 6)."""
    markers: Annotated[tuple[str, ...], Meta(max_length=MARKERS)] = ()
    """Map: the ties that bear one."""
    markers_out: Annotated[int, Meta(ge=0, le=MARKERS)] = 0
    """Keeper: how many lie on the map."""
    cerberus: Circle | None = None
    strangers: dict[StrangerId, Card] = {}
    """Cards without a tag, entered by their values, in the order of their numbers."""
    sealed: Secret[frozenset[CardId]] = SEALED
    """Cars that were delivered once and came back by Undo: covered until their card is tapped again."""
    named: frozenset[CardId] = frozenset()
    """Cards that a correction brought out of hidden places; taking it back does not make them unsaid."""
    agenda: tuple[Task, ...] = ()
    toll: tuple[str, ...] = ()
    """Cards tapped for Cerberus so far; the next Move takes them along."""
    readers: Annotated[dict[str, str], OPENING] = {}
    """Reader -> zone."""
    looked: SeatOf | None = None
    """Secret variant: the seat that looks at the token of its circle."""
    recharges: Number = 0
    reason: str | None = None
    """Why the game ended."""
    scores: tuple[Score, ...] | None = None
    opened: Annotated[tuple[tuple[str, ...], ...], BY_SEAT] = ()
    """After the reveal: the delivered cards of each seat."""
    tally: Tally = Tally()

    @property
    def map(self) -> bool:
        return self.level is MAP

    @property
    def checks(self) -> int:
        """Check markers in the supply."""
        return MARKERS - self.markers_out - len(self.markers)

    @property
    def light(self) -> bool:
        """Hands, piles, trains and rails are the table's; of cards only those are known that were delivered."""
        return self.level is LIGHT

    @property
    def official(self) -> bool:
        """The result counts: the deck is the owner's, or no card of it is asked about."""
        return self.light or self.deck.official

    @property
    def secret(self) -> bool:
        return Variant.SECRET_EFFECTS in self.variants

    @property
    def revealed(self) -> bool:
        """The delivered cars were opened."""
        return bool(self.opened)

    @property
    def task(self) -> Task | None:
        return self.agenda[-1] if self.agenda else None

    def index(self, name: str) -> int | None:
        for i, seat in enumerate(self.seats):
            if seat.name == name:
                return i
        return None

    @property
    def all_still(self) -> tuple[int, ...]:
        """Keeper: as a turn begins no engine has moved in it."""
        return tuple(range(len(self.seats))) if self.level is Level.KEEPER else ()

    def with_turn(self, seat: int, number: int) -> RailState:
        """Return the turn of a seat as it begins."""
        phase = Phase.ACTIONS if self.light else Phase.START
        return replace(self, phase=phase, turn=Turn(seat, number, still=self.all_still), looked=None)

    def card(self, id: str) -> Card | None:
        """Return a card of the deck, or one entered by its values."""
        return self.deck.cards.get(id) or self.strangers.get(id)

    def next_stranger(self) -> int:
        """Return the number of the next card without a tag: none of one that an undo has covered."""
        last = int(next(reversed(self.strangers))[1:]) if self.strangers else 0
        covered = [int(id[1:]) for id in (*self.sealed.reveal(), *self.named) if id[:1] == "~"]
        return 1 + max([last, *covered])

    def in_the_open(self, id: str) -> bool:
        """Return whether the card's place is public: on the table, on the discard pile, uncovered in a train."""
        if id in self.discard or id == self.limbo or self.on_table(id):
            return True
        return id not in self.sealed.reveal() and any(id in seat.train for seat in self.seats)

    def on_table(self, id: str) -> bool:
        if not self.map:
            return id in self.table
        return any(laid.card == id for stack in self.grid.stacks.values() for laid in stack)

    @property
    def laid(self) -> int:
        """Rail cards on the table."""
        return sum(len(stack) for stack in self.grid.stacks.values()) if self.map else len(self.table)

    def supply(self, token: Token) -> int:
        """Return how many tokens of that kind no player holds."""
        match token:
            case Token.BOATMAN:
                return 2 - sum(seat.boatman for seat in self.seats)
            case Token.TENDER:
                return 2 - sum(seat.tender for seat in self.seats)
            case Token.SOUL_CATCHER:
                return 2 - sum(seat.soul_catcher for seat in self.seats)
            case _:
                return int(all(seat.heresy is not token for seat in self.seats))

    def after(self, seat: int) -> int:
        """Return the left neighbour (HR-018)."""
        return (seat + 1) % len(self.seats)


_RECENT: Recent[Mapping[str, Card]] = Recent(8)


def rail_cards(state: RailState) -> Deck | Mapping[str, Card]:
    """Return all cards that can lie on the map."""
    if not state.strangers:
        return state.deck
    return _RECENT.get((state.deck, state.strangers), lambda: {**state.deck.cards, **state.strangers})
