"""What happened, with the names and fields of section 4.3. What is kept from the public rides in `silent` events."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from companion.engine.game import Event
from companion.games.hellrail.names import Effect, Level, Play, Source, Token, Variant, Why
from companion.games.hellrail.silent import (
    CardsKnown,
    DrawDone,
    FlipDone,
    Fresh,
    GluttonyOn,
    Looked,
    MarkerGone,
    Opened,
    Placed,
    Planned,
    Sealed,
    Stranger,
    TokensPlaced,
    Uncovered,
)


class GameStarted(Event, frozen=True, tag="game_started"):
    seats: tuple[str, ...]
    level: Level
    layout: str
    variants: tuple[Variant, ...]


class CirclesDealt(Event, frozen=True, tag="circles_dealt"):
    """HR-122. `circles`: seat -> the circles that it places."""

    circles: dict[str, tuple[str, ...]]


class CirclePlaced(Event, frozen=True, tag="circle_placed"):
    seat: str
    circle: str
    cell: str


class FirstPlayerSet(Event, frozen=True, tag="first_player_set"):
    seat: str


class EffectsDealt(Event, frozen=True, tag="effects_dealt", omit_defaults=True):
    """Secret variant: `effects` is left out, only the counts are told."""

    unused: int
    effects: dict[str, Effect] | None = None


class HandsDealt(Event, frozen=True, tag="hands_dealt"):
    each: int
    draw: int


class TenderReturned(Event, frozen=True, tag="tender_returned"):
    seat: str


class CardsDrawn(Event, frozen=True, tag="cards_drawn"):
    seat: str
    n: int


class Recharged(Event, frozen=True, tag="recharged"):
    count: int


class TurnEnded(Event, frozen=True, tag="turn_ended"):
    seat: str
    next: str


class GameEnded(Event, frozen=True, tag="game_ended"):
    reason: str


class CarLoaded(Event, frozen=True, tag="car_loaded"):
    seat: str
    card: str


class CarDelivered(Event, frozen=True, tag="car_delivered"):
    """Public: that a car was delivered, and how many there are. Which one: `Sealed`."""

    seat: str
    count: int


class TollPaid(Event, frozen=True, tag="toll_paid"):
    seat: str
    circle: str
    cards: tuple[str, ...]


class FuelSpent(Event, frozen=True, tag="fuel_spent"):
    seat: str
    card: str
    limit: int | None


class CardShown(Event, frozen=True, tag="card_shown"):
    """Tapped, not played yet: where it goes is chosen next."""

    seat: str
    play: Play
    card: str


class Stepped(Event, frozen=True, tag="stepped"):
    seat: str
    node: str
    heading: str | None


class Pushed(Event, frozen=True, tag="pushed"):
    seat: str
    node: str
    heading: str | None


class Rammed(Event, frozen=True, tag="rammed"):
    seat: str
    target: str


class PushedIntoCircle(Event, frozen=True, tag="pushed_into_circle"):
    seat: str
    circle: str


class MarkerHit(Event, frozen=True, tag="marker_hit"):
    seat: str
    node: str | None


class Derailed(Event, frozen=True, tag="derailed"):
    seat: str
    cars: tuple[str, ...]
    soul_catcher: bool


class CircleEntered(Event, frozen=True, tag="circle_entered"):
    seat: str
    circle: str
    choice: bool


class CarRemoved(Event, frozen=True, tag="car_removed"):
    seat: str
    target: str
    card: str


class BoatUsed(Event, frozen=True, tag="boat_used"):
    seat: str
    card: str
    gap: int


class RailLaid(Event, frozen=True, tag="rail_laid"):
    seat: str
    card: str
    cell: str | None = None
    rotation: int | None = None


class RailUpgraded(Event, frozen=True, tag="rail_upgraded"):
    seat: str
    card: str
    cell: str | None = None
    rotation: int | None = None


class EffectLooked(Event, frozen=True, tag="effect_looked"):
    seat: str


class EffectDeclared(Event, frozen=True, tag="effect_declared", omit_defaults=True):
    seat: str
    effect: Effect
    source: Source
    target: str | None = None


class EffectDeclined(Event, frozen=True, tag="effect_declined"):
    seat: str


class EffectCancelled(Event, frozen=True, tag="effect_cancelled"):
    """`seat`: the user (reading 12)."""

    seat: str
    by: str


class EffectRedirected(Event, frozen=True, tag="effect_redirected"):
    seat: str
    by: str
    target: str


class EffectResolved(Event, frozen=True, tag="effect_resolved"):
    seat: str
    effect: Effect


class HeresySpent(Event, frozen=True, tag="heresy_spent"):
    seat: str
    token: Token


class Flipped(Event, frozen=True, tag="flipped"):
    seat: str
    card: str
    why: Why


class CardsDiscarded(Event, frozen=True, tag="cards_discarded"):
    seat: str
    cards: tuple[str, ...]


class HandDumped(Event, frozen=True, tag="hand_dumped"):
    seat: str
    cards: tuple[str, ...]


class CarsDropped(Event, frozen=True, tag="cars_dropped"):
    seat: str
    cards: tuple[str, ...]


class TokenTaken(Event, frozen=True, tag="token_taken"):
    seat: str
    token: Token


class TokenDrawn(Event, frozen=True, tag="token_drawn", omit_defaults=True):
    seat: str
    effect: Effect | None = None


class HeldReturned(Event, frozen=True, tag="held_returned"):
    seat: str
    effect: Effect


class EffectsSwapped(Event, frozen=True, tag="effects_swapped", omit_defaults=True):
    """`places`: a circle, `unused`, or a seat; `effects` as they lie after the swap (reading 16)."""

    places: tuple[str, str]
    effects: tuple[Effect, Effect] | None = None


class MarkerPlaced(Event, frozen=True, tag="marker_placed"):
    seat: str
    node: str | None


class CerberusMoved(Event, frozen=True, tag="cerberus_moved"):
    seat: str
    circle: str


class RailRemoved(Event, frozen=True, tag="rail_removed"):
    card: str
    cell: str | None
    markers: int


class RailTurned(Event, frozen=True, tag="rail_turned"):
    """`rotation`: the turn made, in clockwise quarter turns (reading 5)."""

    card: str
    cell: str | None
    rotation: int


class CarMoved(Event, frozen=True, tag="car_moved"):
    source: str
    target: str
    card: str


class CardTaken(Event, frozen=True, tag="card_taken"):
    source: str
    target: str


class CardsGiven(Event, frozen=True, tag="cards_given"):
    source: str
    target: str
    n: int


class Fanned(Event, frozen=True, tag="fanned"):
    seat: str
    card: str


class SeatScore(Struct, frozen=True, gc=False):
    delivered: int
    loaded: int
    rank: int


class ScoresShown(Event, frozen=True, tag="scores_shown"):
    scores: dict[str, SeatScore]


class RevealMismatch(Event, frozen=True, tag="reveal_mismatch"):
    seat: str
    missing: tuple[str, ...]
    extra: tuple[str, ...]


class Corrected(Event, frozen=True, tag="corrected"):
    field: str
    value: Any


RailEvent = (
    GameStarted | CirclesDealt | CirclePlaced | FirstPlayerSet | EffectsDealt | HandsDealt | TenderReturned
    | CardsDrawn | Recharged | TurnEnded | GameEnded | CardShown | CarLoaded | CarDelivered | TollPaid | FuelSpent
    | Stepped | Pushed | Rammed | PushedIntoCircle | MarkerHit | Derailed | CircleEntered | CarRemoved | BoatUsed
    | RailLaid | RailUpgraded | EffectLooked | EffectDeclared | EffectDeclined | EffectCancelled | EffectRedirected
    | EffectResolved | HeresySpent | Flipped | CardsDiscarded | HandDumped | CarsDropped | TokenTaken | TokenDrawn
    | HeldReturned | EffectsSwapped | MarkerPlaced | CerberusMoved | RailRemoved | RailTurned | CarMoved | CardTaken
    | CardsGiven | Fanned | ScoresShown | RevealMismatch | Corrected | Planned | Sealed | Uncovered | TokensPlaced
    | CardsKnown | Looked | Stranger | Opened | DrawDone | FlipDone | GluttonyOn | MarkerGone | Placed | Fresh
)  # fmt: skip
