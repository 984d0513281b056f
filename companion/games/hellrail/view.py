"""What HellRail shows. Delivered cars are a count until the end; covered cars and face-down tokens show nothing."""

from __future__ import annotations

from msgspec import Struct

from companion.games.hellrail.names import Effect, Level, Phase, Token, Variant


class CarView(Struct, frozen=True):
    """A car of a train. `covered`: it came back by Undo, nothing is shown until its card is tapped again."""

    id: str | None
    car: int | None
    setout: str | None
    brimstone: int | None
    covered: bool = False
    here: bool = False
    """It can be delivered at the engine's present place."""


class SeatView(Struct, frozen=True):
    """A player. `held_down`: an effect token is face down on the engine card (secret variant)."""

    name: str
    colour: str
    hand: int
    train: tuple[CarView, ...]
    delivered: int
    tender: bool
    boatman: bool
    soul_catcher: bool
    heresy: Token | None
    held: Effect | None
    held_down: bool
    fuel: int
    """Brimstone that a Move of this train needs."""
    node: str
    """A circle (`C5`, `CG`), `rail` (Keeper), or a tie (Map)."""
    heading: str | None
    known: tuple[CarView, ...] = ()
    """Only in the own view of that seat: cards of the hand that the companion knows, as the cars that they would be."""


class CircleView(Struct, frozen=True):
    """A circle. `effect`: its token, None: none there, or face down (`down`). `cell`: at Map level."""

    id: str
    number: int
    effect: Effect | None
    down: bool
    cerberus: bool
    cell: str | None


class RailView(Struct, frozen=True):
    """A rail card on the map. `rails`: segments as they lie; `under`: older cards beneath."""

    cell: str
    card: str
    rails: tuple[str, ...]
    q: int
    brimstone: int | None
    under: int


class TurnView(Struct, frozen=True):
    """Whose turn. What can be done now is true, the rest is dim; `draws`: numbers that may be drawn."""

    player: str
    n: int
    phase: Phase
    draws: tuple[int, ...]
    drop_tender: bool
    act: bool
    """Card actions are open, and the hand is not empty."""
    move: bool
    boat: bool
    setout: tuple[str, ...]
    """Cars that can be delivered here, by id (a covered one by its place: `#2`)."""
    pickup: bool
    fan: bool
    end: bool
    toll: int | None
    """Leaving costs cards worth more than this (HR-098)."""
    gluttony: bool


class OwedView(Struct, frozen=True):
    """What is awaited. `what`: a `names.Owes`; `seats`: who may answer."""

    what: str
    seats: tuple[str, ...]


class EffectView(Struct, frozen=True):
    """The effect that is being resolved."""

    effect: Effect
    target: str | None


class ScoreView(Struct, frozen=True):
    """Only after `reveal`: one seat's result. `cars`: (card id or None, value) of the delivered cars, as delivered."""

    name: str
    delivered: int
    loaded: int
    rank: int
    cars: tuple[tuple[str | None, int | None], ...]


class RecapView(Struct, frozen=True):
    """Only after `reveal`: deliveries as (turn, name), rams as (turn, name, target), derailments as (turn, name)."""

    turns: int
    deliveries: tuple[tuple[int, str], ...]
    rams: tuple[tuple[int, str, str], ...]
    derailments: tuple[tuple[int, str], ...]
    longest: tuple[int, str] | None
    recharges: int
    corrected: bool


class PlacingView(Struct, frozen=True):
    """Devil's Advocate: who places a circle now, which are left, where they may lie (the Gates: anywhere)."""

    seat: str
    left: tuple[str, ...]
    cells: tuple[str, ...]
    may: tuple[str, ...] = ()
    """Seats that may place it; the first of them is `seat`."""


class HellRailView(Struct, frozen=True):
    """The view of a game of HellRail."""

    level: Level
    layout: str
    variants: tuple[Variant, ...]
    phase: Phase
    seats: tuple[SeatView, ...]
    turn: TurnView
    draw: int
    discard: int
    discard_top: str | None
    table: int
    """Rail cards on the table."""
    limbo: str | None
    circles: tuple[CircleView, ...]
    map: tuple[RailView, ...]
    markers: tuple[str, ...]
    checks: int
    supply: dict[str, int]
    unused: int
    unused_tokens: tuple[Effect, ...] | None
    """The unused pile; None while it is face down (secret variant)."""
    looking: str | None
    """Secret variant: who looks at the token of the own circle now."""
    seen: Effect | None
    """Secret variant: only in the own view of the seat that looks."""
    usable: bool | None
    """The same: whether that token could be used now."""
    owed: OwedView | None
    using: EffectView | None
    placing: PlacingView | None
    official: bool
    placeholder: bool
    """The deck is the demonstration deck: a permanent mark."""
    ended: str | None
    """Why the game ended; the scores come with `reveal`."""
    scores: tuple[ScoreView, ...] | None
    recap: RecapView | None
    toll_tapped: tuple[str, ...]
    """Cards tapped for Cerberus so far."""

    @property
    def active(self) -> SeatView:
        """Whose turn it is; before the first one the seat that begins the list."""
        return next((seat for seat in self.seats if seat.name == self.turn.player), self.seats[0])
