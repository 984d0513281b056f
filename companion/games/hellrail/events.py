"""What happened: names and fields as in section 4.3 of docs/rules/hellrail.md, and what each event changes and says.

No line names a delivered car, and no undo words name a card: a car may be delivered later. What is kept from the
public rides in silent events.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.game import Event, Sight, Silent, UndoWords, events_of
from companion.engine.message import Line, Say
from companion.engine.secret import Secret
from companion.engine.text import N_, Text, counted
from companion.games.hellrail.board.board_moves import turned
from companion.games.hellrail.board.layout import Laid, Stand, TableGrid
from companion.games.hellrail.data.deck import Card
from companion.games.hellrail.effect_words import EFFECTS, TOKENS
from companion.games.hellrail.names import (
    ACTIONS,
    CARDS,
    GATES,
    HERESIES,
    START,
    Effect,
    FlipReason,
    Level,
    Phase,
    Source,
    Token,
    Variant,
    number_of,
)
from companion.games.hellrail.prompts.parts import circle_within
from companion.games.hellrail.rules.settle import corrected
from companion.games.hellrail.state import RailState, Score, Seat, Task, Turn


def _seat(state: RailState, name: str, **changes: Any) -> RailState:
    i = state.index(name)
    if i is None:
        return state
    return replace(state, seats=(*state.seats[:i], replace(state.seats[i], **changes), *state.seats[i + 1 :]))


def _of(state: RailState, name: str) -> Seat:
    i = state.index(name)
    return state.seats[i if i is not None else 0]


def _out_of_hand(state: RailState, name: str, cards: Iterable[str]) -> RailState:
    """Cards leave a hand; what was known of it is known of the rest. If more would be known than is left (a card was
    entered by its values), nothing is."""
    gone = tuple(cards)
    seat = _of(state, name)
    hand, known = seat.hand - len(gone), seat.known.reveal()
    if not known:
        return _seat(state, name, hand=hand)
    known -= set(gone)
    return _seat(state, name, hand=hand, known=Secret(known if len(known) <= hand else frozenset()))


def _open(state: RailState, cards: tuple[str, ...]) -> RailState:
    """Nothing about these cards is covered any more."""
    sealed = state.sealed.reveal()
    return state if sealed.isdisjoint(cards) else replace(state, sealed=Secret(sealed.difference(cards)))


def _to_discard(state: RailState, cards: Iterable[str]) -> RailState:
    """Cards lie face up on the discard pile."""
    down = tuple(cards)
    return replace(_open(state, down), discard=(*state.discard, *down))


def _without(train: tuple[str, ...], cards: Iterable[str]) -> tuple[str, ...]:
    gone = set(cards)
    return tuple(car for car in train if car not in gone)


def _longest(state: RailState, name: str) -> RailState:
    i = state.index(name) or 0
    n = len(state.seats[i].train)
    return replace(state, tally=replace(state.tally, longest=(n, i))) if n > state.tally.longest[0] else state


def _spent(state: RailState, name: str, cards: Iterable[str]) -> RailState:
    """Cards go from a hand to the discard pile."""
    down = tuple(cards)
    return _to_discard(_out_of_hand(state, name, down), down)


def _of_effect(effect: Effect | None, name: str, tone: str, msgid: str) -> Line | None:
    """About an effect, if it is known which."""
    if effect is None:
        return None
    words = EFFECTS[effect]
    return Line(words.icon, tone, Text(msgid, {"name": name, "effect": Text(words.name)}))


def _moved(state: RailState, name: str) -> RailState:
    """The engine of that seat has moved in this turn."""
    i, still = state.index(name), state.turn.still
    if i not in still:
        return state
    return replace(state, turn=replace(state.turn, still=tuple(other for other in still if other != i)))


def _names(state: RailState) -> tuple[str, ...]:
    return tuple(seat.name for seat in state.seats)


def _token_seen(seat: str, circle: str = "") -> tuple[Sight, ...]:
    """Reading 34: who saw a token that is face down ("": everybody), on a circle or else on an engine card."""
    if circle:
        return (Sight(seat, Text(N_("the token of {hr.circle} {n}"), {"n": number_of(circle)})),)
    return (Sight(seat, Text(N_("the token on an {hr.engine_card}"))),)


def _at(name: str, circle: str, icon: str, tone: str, msgid: str) -> Line:
    """About a circle, and who comes there."""
    return Line(icon, tone, Text(msgid, {"name": name, "place": circle_within(circle)}))


class GameStarted(Event, frozen=True, tag="game_started"):
    seats: tuple[str, ...]
    level: Level
    layout: str
    variants: tuple[Variant, ...]
    tells = Say("engine", "ember", N_("Steam up!"))


class CirclesDealt(Event, frozen=True, tag="circles_dealt"):
    """HR-122. `circles`: seat -> the circles that it places."""

    circles: dict[str, tuple[str, ...]]
    tells = Say("rings", "ok", N_("The circles are dealt"))

    def apply(self, state: RailState, at: int) -> RailState:
        return replace(state, seats=tuple(replace(seat, circles=self.circles[seat.name]) for seat in state.seats))


class CirclePlaced(Event, frozen=True, tag="circle_placed"):
    seat: str
    circle: str
    cell: str

    def apply(self, state: RailState, at: int) -> RailState:
        first = state.first if state.grid.circles else state.index(self.seat)
        left = tuple(replace(seat, circles=tuple(c for c in seat.circles if c != self.circle)) for seat in state.seats)
        grid = TableGrid({**state.grid.circles, self.circle: self.cell}, state.grid.stacks)
        return replace(state, grid=grid, first=first, placer=state.index(self.seat), seats=left)


class FirstPlayerSet(Event, frozen=True, tag="first_player_set"):
    seat: str

    def apply(self, state: RailState, at: int) -> RailState:
        i = state.index(self.seat) or 0
        return replace(state, first=i, turn=Turn(i, still=state.all_still))


class EffectsDealt(Event, frozen=True, tag="effects_dealt", omit_defaults=True):
    """Secret variant: `effects` is left out, only the counts are public."""

    unused: int
    effects: dict[str, Effect] | None = None

    def shows(self, before: RailState) -> tuple[Sight, ...]:
        """HR-091: in a game that is played they are not drawn anew until a player likes them."""
        drawn = before.phase is ACTIONS and self.effects is not None
        return (Sight("", Text(N_("the tokens that were dealt"))),) if drawn else ()


class HandsDealt(Event, frozen=True, tag="hands_dealt"):
    each: int
    draw: int
    cue = "toot"

    def line(self, seen: Any) -> Line:
        return Line("hand", "ok", counted("{n} card each", "{n} cards each", self.each))

    def apply(self, state: RailState, at: int) -> RailState:
        if state.light:
            return replace(state, phase=ACTIONS)
        seats = tuple(replace(seat, hand=self.each) for seat in state.seats)
        return replace(state, seats=seats, draw=self.draw, phase=START)


class TenderReturned(Event, frozen=True, tag="tender_returned"):
    seat: str
    tells = Say("tender", "ash", N_("{seat} gives the {hr.tender:short} back"))

    def apply(self, state: RailState, at: int) -> RailState:
        phase = state.phase if state.light else Phase.DRAW
        state = replace(state, phase=phase, turn=replace(state.turn, returned=True))
        return _seat(state, self.seat, tender=False)


class CardsDrawn(Event, frozen=True, tag="cards_drawn"):
    seat: str
    n: int

    def apply(self, state: RailState, at: int) -> RailState:
        return _seat(replace(state, draw=state.draw - self.n), self.seat, hand=_of(state, self.seat).hand + self.n)

    def line(self, seen: Any) -> Line:
        return Line("pile", "ok", counted("{name} draws {n} card", "{name} draws {n} cards", self.n, name=self.seat))


class Recharged(Event, frozen=True, tag="recharged"):
    count: int
    importance = 22
    tells = Say("pile", "brim", N_("Shuffle the discards: {count}"))
    cue = "riffle"

    def apply(self, state: RailState, at: int) -> RailState:
        strangers = {id: card for id, card in state.strangers.items() if id not in state.discard}
        return replace(
            state, draw=state.draw + len(state.discard), discard=(), strangers=strangers, recharges=state.recharges + 1
        )


class TurnEnded(Event, frozen=True, tag="turn_ended"):
    seat: str
    next: str
    importance = 1
    cue = "toot"

    def apply(self, state: RailState, at: int) -> RailState:
        return state.with_turn(state.index(self.next) or 0, state.turn.n + 1)

    def line(self, seen: Any) -> Line:
        return Line("next", "ember", Text(N_("It is {name}’s turn"), {"name": self.next}))


class GameEnded(Event, frozen=True, tag="game_ended"):
    reason: str
    undo = UndoWords(1, N_("the end of the game"))

    def apply(self, state: RailState, at: int) -> RailState:
        return replace(state, phase=Phase.ENDED, reason=self.reason, agenda=(), looked=None)


class CarLoaded(Event, frozen=True, tag="car_loaded"):
    seat: str
    card: str
    tells = Say("car", "ok", N_("{seat} picks up a car"))
    cue = "coupling"

    def apply(self, state: RailState, at: int) -> RailState:
        state = _open(_out_of_hand(state, self.seat, (self.card,)), (self.card,))
        return _longest(_seat(state, self.seat, train=(*_of(state, self.seat).train, self.card)), self.seat)


class CarDelivered(Event, frozen=True, tag="car_delivered"):
    """Public: that a car was delivered, and how many there are. Which one: `Sealed`."""

    seat: str
    count: int
    importance = 21
    tells = Say("sealed", "ok", N_("{seat} sets a car out"))
    cue = "delivery"
    undo = UndoWords(1, N_("a car set out by {name}"))


class TollPaid(Event, frozen=True, tag="toll_paid"):
    seat: str
    circle: str
    cards: tuple[str, ...]
    importance = 2
    tells = Say("cerberus", "ok", N_("{seat} pays the toll"))
    cue = "toll"

    def apply(self, state: RailState, at: int) -> RailState:
        return _spent(state, self.seat, self.cards)


class FuelSpent(Event, frozen=True, tag="fuel_spent"):
    seat: str
    card: str
    limit: int | None
    importance = 3

    def apply(self, state: RailState, at: int) -> RailState:
        return _spent(_moved(state, self.seat), self.seat, (self.card,))

    def line(self, seen: Any) -> Line:
        if self.limit is None:
            return Line("move", "ember", Text(N_("{name} moves"), {"name": self.seat}))
        far = counted("{name}: up to {n} tie", "{name}: up to {n} ties", self.limit, name=self.seat)
        return Line("move", "ember", far)


class Stands(Event, frozen=True):
    """An engine is at a node now."""

    seat: str
    node: str
    heading: str | None

    def apply(self, state: RailState, at: int) -> RailState:
        return _seat(_moved(state, self.seat), self.seat, stand=Stand(self.node, self.heading))


class Stepped(Stands, frozen=True, tag="stepped"):
    pass


class Pushed(Stands, frozen=True, tag="pushed"):
    cue = "ram"


class Rammed(Event, frozen=True, tag="rammed"):
    seat: str
    target: str
    importance = 13
    cue = "ram"

    def apply(self, state: RailState, at: int) -> RailState:
        ram = (state.turn.n, state.index(self.seat) or 0, state.index(self.target) or 0)
        return replace(state, tally=replace(state.tally, rams=(*state.tally.rams, ram)))

    def line(self, seen: Any) -> Line:
        return Line("ram", "danger", Text(N_("{name} rams {target}"), {"name": self.seat, "target": self.target}))


class PushedIntoCircle(Event, frozen=True, tag="pushed_into_circle"):
    seat: str
    circle: str
    importance = 14
    cue = "ram"

    def apply(self, state: RailState, at: int) -> RailState:
        return _seat(_moved(state, self.seat), self.seat, stand=Stand(self.circle))

    def line(self, seen: Any) -> Line:
        return _at(self.seat, self.circle, "rings", "ember", N_("{name} pushed into {place}"))


class MarkerHit(Event, frozen=True, tag="marker_hit"):
    seat: str
    node: str | None
    importance = 20
    tells = Say("warning", "danger", N_("{seat} runs onto a {hr.check}"))


class Derailed(Event, frozen=True, tag="derailed", omit_defaults=True):
    """`cars`: those of the train that go, where it is followed. `keeps`: what a ruling lets it keep (HR-Q05)."""

    seat: str
    cars: tuple[str, ...]
    soul_catcher: bool
    keeps: tuple[str, ...] = ()
    importance = 23
    tells = Say("derail", "danger", N_("{seat} derails"))
    cue = "derail"
    undo = UndoWords(1, N_("the derailment of {name}"))

    def apply(self, state: RailState, at: int) -> RailState:
        state = replace(
            _moved(state, self.seat),
            tally=replace(
                state.tally, derailments=(*state.tally.derailments, (state.turn.n, state.index(self.seat) or 0))
            ),
        )
        seat = _of(state, self.seat)
        state = _seat(
            state,
            self.seat,
            train=_without(seat.train, self.cars),
            soul_catcher=seat.soul_catcher and not self.soul_catcher,
            stand=Stand(GATES),
        )
        return _to_discard(state, self.cars)


class CircleEntered(Event, frozen=True, tag="circle_entered"):
    seat: str
    circle: str
    choice: bool
    importance = 7
    cue = "gong"

    def apply(self, state: RailState, at: int) -> RailState:
        return _seat(state, self.seat, stand=Stand(self.circle))

    def line(self, seen: Any) -> Line:
        return _at(self.seat, self.circle, "rings", "ok", N_("{name} comes to {place}"))


class CarRemoved(Event, frozen=True, tag="car_removed", omit_defaults=True):
    """`card`: None where the trains are not followed (light)."""

    seat: str
    target: str
    card: str | None = None
    importance = 19
    tells = Say("soulcatcher", "danger", N_("{target} loses the last car"))

    def apply(self, state: RailState, at: int) -> RailState:
        state = _seat(state, self.seat, soul_catcher=False)
        if self.card is None:
            return state
        state = _seat(state, self.target, train=_without(_of(state, self.target).train, (self.card,)))
        return _to_discard(state, (self.card,))


class BoatUsed(Event, frozen=True, tag="boat_used", omit_defaults=True):
    """`card` and `gap`: None where the cards are not followed (light)."""

    seat: str
    card: str | None = None
    gap: int | None = None
    importance = 5
    tells = Say("boatman", "ember", N_("{seat} crosses the gap"))

    def apply(self, state: RailState, at: int) -> RailState:
        state = _seat(_moved(state, self.seat), self.seat, boatman=False)
        return state if self.card is None else _spent(state, self.seat, (self.card,))


class Laying(Event, frozen=True):
    """A card of a hand is on the table now."""

    seat: str
    card: str
    cell: str | None = None
    rotation: int | None = None
    cue = "spike"

    def apply(self, state: RailState, at: int) -> RailState:
        state = _open(_out_of_hand(state, self.seat, (self.card,)), (self.card,))
        if not state.map or self.cell is None:
            return replace(state, table=state.table | {self.card})
        stack = (*state.grid.stacks.get(self.cell, ()), Laid(self.card, self.rotation or 0))
        return replace(state, grid=TableGrid(state.grid.circles, {**state.grid.stacks, self.cell: stack}))


class RailLaid(Laying, frozen=True, tag="rail_laid"):
    tells = Say("rail", "ok", N_("{seat} lays a rail"))


class RailUpgraded(Laying, frozen=True, tag="rail_upgraded"):
    tells = Say("rings", "ok", N_("{seat} upgrades a rail"))


class EffectLooked(Event, frozen=True, tag="effect_looked"):
    seat: str
    tells = Say("eye", "ash", N_("{seat} looks, alone"))

    def shows(self, before: RailState) -> tuple[Sight, ...]:
        return _token_seen(self.seat, _of(before, self.seat).stand.node)


class EffectDeclared(Event, frozen=True, tag="effect_declared", omit_defaults=True):
    seat: str
    effect: Effect
    source: Source
    target: str | None = None
    importance = 6
    undo = UndoWords(1, N_("{name}: the effect of the circle"))

    def line(self, seen: Any) -> Line | None:
        return _of_effect(self.effect, self.seat, "ember", N_("{name}: {effect}"))

    def shows(self, before: RailState) -> tuple[Sight, ...]:
        """HR-119: what lay face down is turned up."""
        at = "" if self.source is Source.HELD else _of(before, self.seat).stand.node
        return _token_seen("", at) if before.secret else ()


class EffectDeclined(Event, frozen=True, tag="effect_declined"):
    seat: str
    tells = Say("cross", "ash", N_("{seat} leaves the circle alone"))
    undo = UndoWords(1, N_("{name}: left the circle alone"))


class EffectCancelled(Event, frozen=True, tag="effect_cancelled"):
    """`seat`: the user (reading 12)."""

    seat: str
    by: str
    importance = 18
    tells = Say("heresy", "danger", N_("{by} stops it"))


class EffectRedirected(Event, frozen=True, tag="effect_redirected"):
    seat: str
    by: str
    target: str
    importance = 17
    tells = Say("heresy", "danger", N_("{by} turns it on {target}"))


class EffectResolved(Event, frozen=True, tag="effect_resolved"):
    seat: str
    effect: Effect


class HeresySpent(Event, frozen=True, tag="heresy_spent"):
    seat: str
    token: Token
    cue = "heresy"
    undo = UndoWords(1, N_("the {hr.heresy} of {name}"))

    def apply(self, state: RailState, at: int) -> RailState:
        return _seat(state, self.seat, heresy=None)


class Flipped(Event, frozen=True, tag="flipped"):
    seat: str
    card: str
    why: FlipReason

    def apply(self, state: RailState, at: int) -> RailState:
        return replace(_open(state, (self.card,)), draw=state.draw - 1, limbo=self.card)


class OutOfHand(Event, frozen=True):
    """Cards go from a hand to the discard pile."""

    seat: str
    cards: tuple[str, ...]

    def apply(self, state: RailState, at: int) -> RailState:
        return _spent(state, self.seat, self.cards)


class CardsDiscarded(OutOfHand, frozen=True, tag="cards_discarded"):
    pass


class HandDumped(OutOfHand, frozen=True, tag="hand_dumped"):
    tells = Say("discard", "danger", N_("{seat}’s hand is gone"))


class CarsDropped(Event, frozen=True, tag="cars_dropped"):
    seat: str
    cards: tuple[str, ...]
    importance = 15

    def apply(self, state: RailState, at: int) -> RailState:
        return _to_discard(_seat(state, self.seat, train=_without(_of(state, self.seat).train, self.cards)), self.cards)

    def line(self, seen: Any) -> Line:
        lost = counted("{name} loses {n} car", "{name} loses {n} cars", len(self.cards), name=self.seat)
        return Line("discard", "danger", lost)


class TokenTaken(Event, frozen=True, tag="token_taken"):
    seat: str
    token: Token
    importance = 11

    def apply(self, state: RailState, at: int) -> RailState:
        if self.token in HERESIES:
            return _seat(state, self.seat, heresy=self.token)
        return _seat(state, self.seat, **{self.token.value: True})

    def line(self, seen: Any) -> Line:
        icon, name = TOKENS[self.token]
        return Line(icon, "ok", Text(N_("{name} takes: {token}"), {"name": self.seat, "token": Text(name)}))


class TokenDrawn(Event, frozen=True, tag="token_drawn", omit_defaults=True):
    seat: str
    effect: Effect | None = None
    importance = 10

    def line(self, seen: Any) -> Line | None:
        return _of_effect(self.effect, self.seat, "ok", N_("{name} draws: {effect}"))

    def shows(self, before: RailState) -> tuple[Sight, ...]:
        return (Sight(self.seat if before.secret else "", Text(N_("the token that was drawn"))),)


class HeldReturned(Event, frozen=True, tag="held_returned"):
    seat: str
    effect: Effect


class EffectsSwapped(Event, frozen=True, tag="effects_swapped", omit_defaults=True):
    """`places`: a circle, `unused`, or a seat; `effects` as they lie after the swap (reading 16)."""

    places: tuple[str, str]
    effects: tuple[Effect, Effect] | None = None
    importance = 9
    tells = Say("swap", "ok", N_("Two tokens change places"))

    def shows(self, before: RailState) -> tuple[Sight, ...]:
        """HR-120: a token on an engine card is its owner's to look at."""
        if not before.secret:
            return ()
        return tuple(seen for place in self.places if place in _names(before) for seen in _token_seen(place))


class MarkerPlaced(Event, frozen=True, tag="marker_placed"):
    seat: str
    node: str | None
    tells = Say("warning", "ember", N_("{seat} lays a {hr.check}"))

    def apply(self, state: RailState, at: int) -> RailState:
        if self.node is None:
            return replace(state, markers_out=state.markers_out + 1)
        return replace(state, markers=(*state.markers, self.node))


class CerberusMoved(Event, frozen=True, tag="cerberus_moved"):
    seat: str
    circle: str
    importance = 12

    def apply(self, state: RailState, at: int) -> RailState:
        return replace(state, cerberus=self.circle)

    def line(self, seen: Any) -> Line:
        return _at(self.seat, self.circle, "cerberus", "danger", N_("{hr.cerberus} lies at {place}"))


class RailRemoved(Event, frozen=True, tag="rail_removed"):
    card: str
    cell: str | None
    markers: int
    tells = Say("tunnel", "danger", N_("A rail card is gone"))

    def apply(self, state: RailState, at: int) -> RailState:
        """HR-Q06: markers on the card go back to the supply."""
        if self.cell is None or not state.map:
            return _to_discard(replace(state, table=state.table - {self.card}), (self.card,))
        stack = tuple(laid for laid in state.grid.stacks.get(self.cell, ()) if laid.card != self.card)
        stacks = {cell: cards for cell, cards in state.grid.stacks.items() if cell != self.cell}
        if stack:
            stacks[self.cell] = stack
        kept = tuple(node for node in state.markers if not node.startswith(self.cell + ":"))
        state = replace(state, grid=TableGrid(state.grid.circles, stacks), markers=kept)
        return _to_discard(state, (self.card,))


class RailTurned(Event, frozen=True, tag="rail_turned"):
    """`rotation`: the turn made, in clockwise quarter turns (reading 5)."""

    card: str
    cell: str | None
    rotation: int
    tells = Say("uturn", "ok", N_("A rail card is turned"))

    def apply(self, state: RailState, at: int) -> RailState:
        """HR-Q22: the whole stack turns, markers stay on their printed ties."""
        if self.cell is None or not state.map:
            return state
        grid, markers = turned(state.grid, self.cell, self.rotation, state.markers)
        return replace(state, grid=grid, markers=markers)


class CarMoved(Event, frozen=True, tag="car_moved"):
    source: str
    target: str
    card: str
    importance = 16
    tells = Say("car", "ok", N_("{target} has a car of {source}"))

    def apply(self, state: RailState, at: int) -> RailState:
        """The card is handed over for all to see: a covered car is covered no more."""
        state = _open(state, (self.card,))
        state = _seat(state, self.source, train=_without(_of(state, self.source).train, (self.card,)))
        return _longest(_seat(state, self.target, train=(*_of(state, self.target).train, self.card)), self.target)


class CardTaken(Event, frozen=True, tag="card_taken"):
    source: str
    target: str
    tells = Say("hand", "ok", N_("{target} takes a card of {source}"))

    def apply(self, state: RailState, at: int) -> RailState:
        state = _seat(state, self.source, hand=_of(state, self.source).hand - 1, known=Secret(frozenset()))
        return _seat(state, self.target, hand=_of(state, self.target).hand + 1)


class CardsGiven(Event, frozen=True, tag="cards_given"):
    source: str
    target: str
    n: int
    importance = 4

    def apply(self, state: RailState, at: int) -> RailState:
        giver = _of(state, self.source)
        left = giver.hand - self.n
        known = giver.known if len(giver.known.reveal()) <= left else Secret(frozenset[str]())
        state = _seat(state, self.source, hand=left, known=known)
        return _seat(state, self.target, hand=_of(state, self.target).hand + self.n)

    def shows(self, before: RailState) -> tuple[Sight, ...]:
        """HR-102: whether the companion knows any of the cards is secret."""
        return (Sight(self.target, Text(N_("cards of that hand"))),) if self.n else ()

    def line(self, seen: Any) -> Line:
        given = counted(
            "{name} gives {n} card to {target}",
            "{name} gives {n} cards to {target}",
            self.n,
            name=self.source,
            target=self.target,
        )
        return Line("hand", "ok", given)


class Fanned(Event, frozen=True, tag="fanned", omit_defaults=True):
    """`card`: None where the cards are not followed (light)."""

    seat: str
    card: str | None = None
    importance = 8
    tells = Say("flame", "brim", N_("{seat} fans the flames"))
    cue = "fire"

    def apply(self, state: RailState, at: int) -> RailState:
        return state if self.card is None else _spent(state, self.seat, (self.card,))


class SeatScore(Struct, frozen=True, gc=False):
    delivered: int
    loaded: int
    rank: int


class LoadedTold(Event, frozen=True, tag="loaded_told"):
    """HR-080, light: what the loaded cars of a seat that is level are worth together."""

    seat: str
    worth: int

    def apply(self, state: RailState, at: int) -> RailState:
        return _seat(state, self.seat, loaded_worth=self.worth)


class ScoresShown(Event, frozen=True, tag="scores_shown"):
    scores: dict[str, SeatScore]

    def apply(self, state: RailState, at: int) -> RailState:
        scores = tuple(
            Score(state.index(name) or 0, score.delivered, score.loaded, score.rank)
            for name, score in self.scores.items()
        )
        return replace(state, scores=scores)


class RevealMismatch(Event, frozen=True, tag="reveal_mismatch"):
    seat: str
    missing: tuple[str, ...]
    extra: tuple[str, ...]


class Corrected(Event, frozen=True, tag="corrected"):
    patch: dict[str, Any]
    tells = Say("swap", "ash", N_("Corrected"))

    def apply(self, state: RailState, at: int) -> RailState:
        return corrected(state, self.patch)


# -- bookkeeping: saved and applied, never announced ---------------------------------------------------------------


class Planned(Silent, frozen=True, tag="planned"):
    """What is still to be done after this move."""

    agenda: tuple[Task, ...]
    toll: tuple[str, ...] = ()

    @property
    def aside(self) -> bool:
        return True

    def apply(self, state: RailState, at: int) -> RailState:
        return replace(state, agenda=self.agenda, toll=self.toll)


class DrawDone(Silent, frozen=True, tag="draw_done"):
    """The turn's draw is over. `tender`: it was made with a Tender."""

    tender: bool

    def apply(self, state: RailState, at: int) -> RailState:
        return replace(state, phase=ACTIONS, turn=replace(state.turn, drawn=True, tender=self.tender))


class FlipDone(Silent, frozen=True, tag="flip_done"):
    """The flipped card goes to the discard pile (HR-Q09, reading 9)."""

    def apply(self, state: RailState, at: int) -> RailState:
        return state if state.limbo is None else _to_discard(replace(state, limbo=None), (state.limbo,))


class GluttonyOn(Silent, frozen=True, tag="gluttony_on"):
    """HR-096: the hand has to go this turn."""

    def apply(self, state: RailState, at: int) -> RailState:
        return replace(state, turn=replace(state.turn, gluttony=True))


class MarkerGone(Silent, frozen=True, tag="marker_gone"):
    """A check marker goes back to the supply once it was hit (a house rule: q06)."""

    node: str | None

    def apply(self, state: RailState, at: int) -> RailState:
        if self.node is None:
            return replace(state, markers_out=state.markers_out - 1)
        left = list(state.markers)
        left.remove(self.node)  # another one may lie on the same tie
        return replace(state, markers=tuple(left))


class Placed(Silent, frozen=True, tag="placed"):
    """All circles are placed: the game is set up further."""

    def apply(self, state: RailState, at: int) -> RailState:
        return replace(state, phase=Phase.SETUP)


class Sealed(Silent, frozen=True, tag="sealed"):
    """The car that was delivered."""

    seat: str
    card: Secret[str]

    def apply(self, state: RailState, at: int) -> RailState:
        card = self.card.reveal()
        seat = _of(state, self.seat)
        delivered = Secret((*seat.delivered.reveal(), card))
        state = _seat(state, self.seat, train=_without(seat.train, (card,)), delivered=delivered, count=seat.count + 1)
        tally = replace(state.tally, deliveries=(*state.tally.deliveries, (state.turn.n, state.index(self.seat) or 0)))
        return replace(state, sealed=Secret(state.sealed.reveal() | {card}), tally=tally)


class Uncovered(Silent, frozen=True, tag="uncovered"):
    """A covered car's card was tapped again."""

    card: Secret[str]

    def apply(self, state: RailState, at: int) -> RailState:
        return replace(state, sealed=Secret(state.sealed.reveal() - {self.card.reveal()}))


class TokensPlaced(Silent, frozen=True, tag="tokens_placed"):
    """The present places of the effect tokens (never announced in the secret variant)."""

    effects: Secret[dict[str, Effect]]
    unused: Secret[tuple[Effect, ...]]
    held: Secret[tuple[Effect | None, ...]]
    in_use: Secret[Effect | None] = Secret(None)

    def apply(self, state: RailState, at: int) -> RailState:
        seats = tuple(replace(seat, held=held) for seat, held in zip(state.seats, self.held.reveal(), strict=True))
        return replace(
            state,
            effects=self.effects.reveal(),
            unused=self.unused.reveal(),
            seats=seats,
            in_use=self.in_use.reveal(),
            looked=None,
        )


class CardsKnown(Silent, frozen=True, tag="cards_known"):
    """Cards of a hand that were shown and tapped (Lust)."""

    seat: str
    cards: Secret[frozenset[str]]

    def apply(self, state: RailState, at: int) -> RailState:
        """They are known in this hand, and in no other."""
        cards = self.cards.reveal()
        for seat in state.seats:
            known = seat.known.reveal()
            state = _seat(state, seat.name, known=Secret(known | cards if seat.name == self.seat else known - cards))
        return state


class Looked(Silent, frozen=True, tag="looked"):
    """Secret variant: who looks at the token under them; None: no player any more."""

    seat: str | None

    def apply(self, state: RailState, at: int) -> RailState:
        return replace(state, looked=None if self.seat is None else state.index(self.seat))


class Stranger(Silent, frozen=True, tag="stranger"):
    """A card without a tag, entered by its values."""

    card: Secret[Card]

    def apply(self, state: RailState, at: int) -> RailState:
        card = self.card.reveal()
        return replace(state, strangers={**state.strangers, card.id: card})


class Opened(Silent, frozen=True, tag="opened"):
    """The delivered cards at the end, seat by seat."""

    cards: tuple[tuple[str, ...], ...]

    def apply(self, state: RailState, at: int) -> RailState:
        return replace(state, opened=self.cards)


class Fresh(Silent, frozen=True, tag="fresh"):
    """The same table once more: everything as before the deal."""

    def apply(self, state: RailState, at: int) -> RailState:
        advocate = Variant.DEVILS_ADVOCATE in state.variants
        return RailState(
            level=state.level,
            draw=0 if state.light else CARDS,
            layout=state.layout,
            variants=state.variants,
            deck=state.deck,
            seats=tuple(Seat(seat.name, seat.colour) for seat in state.seats),
            phase=Phase.PLACING if advocate else Phase.SETUP,
            grid=TableGrid() if advocate else TableGrid(state.grid.circles),
            readers=state.readers,
        )


RailEvent = events_of(__name__)
