"""What follows from a corrected value: 45 cards stay 45, fifteen tokens fifteen, a moved engine has moved.

A position is put right from a game that is dealt (`begin`). A correction shows where something is, and the table is
right: no answer to it depends on what was delivered, is covered, is face down, or is known of a hand (4.2).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from random import Random
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from companion.engine.patch import SEALED, correction, following, laid_over, names_field, patched, saying, value_said
from companion.engine.refused import BadInput
from companion.engine.secret import Secret
from companion.games.hellrail.data.deck import Card
from companion.games.hellrail.names import CARDS, HAND, MOST_LOADED, NUMBERED, Effect, Level, Phase
from companion.games.hellrail.state import RailState, SoulTask, Task, Turn, UseTask, at_place, with_cars

S = RailState
Patch = Mapping[str, Any]
BEFORE = (Phase.PLACING, Phase.SETUP)
"""Nothing is dealt yet."""
FieldPath = tuple[str, ...]
"""The field that says which token is there."""
IN_TURN = (Phase.START, Phase.DRAW, Phase.ACTIONS)
ON_TABLE = (
    *("seats", "turn", "first", "placer", "draw", "discard", "table", "grid", "effects", "unused", "markers"),
    *("markers_out", "cerberus", "recharges"),
)
"""What a table sees."""


def begin(fresh: S, patch: Patch) -> S:
    """A position is put right from a game that is dealt: in the actions of a turn, every effect token unused."""
    if patch.get("phase") in BEFORE:
        return fresh
    hand = 0 if fresh.light else HAND
    seats = tuple(replace(seat, hand=hand) for seat in fresh.seats)
    draw = 0 if fresh.light else CARDS - hand * len(seats)
    dealt = replace(fresh, phase=Phase.ACTIONS, seats=seats, draw=draw, unused=tuple(Effect))
    return replace(dealt, turn=Turn(still=_others(dealt, 0)))


def _others(state: S, seat: int) -> tuple[int, ...]:
    """Keeper: whose engines have not moved in a turn of that seat, by default."""
    return tuple(i for i in range(len(state.seats)) if i != seat) if state.level is Level.KEEPER else ()


# -- short forms -------------------------------------------------------------------------------------------------------


def dress(state: S, patch: Patch) -> Patch:
    """Short forms: an engine's place in one word (`C5`, `2,1:S@out`), a delivered car by its worth (`6`, `{"car": 6}`),
    a token that is face down as sealed. Of a hand of another size no card is known; an engine that is
    elsewhere has no heading, where none is said."""
    seats = patch.get("seats")
    strangers: dict[str, Any] = {}
    if isinstance(seats, Mapping):
        dressed = {}
        for name, part in seats.items():
            if not isinstance(part, Mapping):
                dressed[name] = part
                continue
            dressed[name] = own = {**({"known": []} if "hand" in part else {}), **part}
            at, delivered = own.get("at"), own.get("delivered")
            if isinstance(at, str):
                node, _, heading = at.partition("@")
                own["at"] = {"node": node, "heading": heading or None}
            elif isinstance(at, Mapping) and "node" in at:
                own["at"] = {"heading": None, **at}
            if isinstance(delivered, list | tuple):
                own["delivered"] = [_car(state, car, f"seats.{name}.delivered", strangers) for car in delivered]
        patch = {**patch, "seats": dressed}
    return _tokens(state, laid_over(patch, {"strangers": strangers} if strangers else {}))


def _car(state: S, car: Any, key: str, strangers: dict[str, Any]) -> str:
    worth = car.get("car") if isinstance(car, Mapping) and car.keys() == {"car"} else car
    if isinstance(worth, str):
        return worth
    if type(worth) is not int or not 0 <= worth <= MOST_LOADED:
        raise BadInput(field=key, reason=f"cards, or what cars are worth, 0 to {MOST_LOADED}")
    name = f"~{state.next_stranger() + len(strangers)}"
    strangers[name] = {"id": name, "car": worth}
    return name


def lying_tokens(state: S) -> dict[FieldPath, Effect | None]:
    """The tokens outside the unused pile, by the fields that say where they lie."""
    lying: dict[FieldPath, Effect | None] = {("effects", circle): effect for circle, effect in state.effects.items()}
    return lying | {("seats", seat.name, "held"): seat.held for seat in state.seats} | {("in_use",): state.in_use}


def _tokens(state: S, patch: Patch) -> Patch:
    """Return the patch with what follows for the other tokens. One with a given place is nowhere else: it changes
    places with the one that was there. HR-118: those that are not named stay as they were, or are mixed out of what is
    left. The unused pile has the rest."""
    kept, pile = lying_tokens(state), patch.get("unused")
    were = dict.fromkeys(("effects", circle) for circle in NUMBERED) | kept
    told = {place: value for place in were if (value := value_said(patch, *place)) is not UNSET}
    heap = [*pile] if isinstance(pile, list | tuple) else []
    if not told and not isinstance(pile, list | tuple):
        return patch
    left = [effect.value for effect in Effect if effect not in ({**kept, **told}.values()) and effect not in heap]
    discard = patch.get("discard")
    Random(len(left) * 100 + (len(discard) if isinstance(discard, list | tuple) else 0)).shuffle(left)

    def face_down(field: str, value: Any, was: Effect | None) -> Any:
        if value != SEALED or not state.secret:
            return value
        if not left:
            raise BadInput(field=field, reason=f"{len(Effect)} tokens in all")
        return left.pop(left.index(was) if was in left else 0)

    told = {place: face_down(".".join(place), value, were[place]) for place, value in told.items()}
    heap = [face_down("unused", value, None) for value in heap]
    rest = [effect.value for effect in dict.fromkeys((*state.unused, *Effect)) if effect in left]
    taken = {effect: were[place] for place, effect in told.items() if isinstance(effect, str)}
    for place, effect in kept.items():
        if place not in told and effect in taken:
            spare = [was for was in (taken[effect],) if was in rest] or (rest if state.secret and pile is None else [])
            if spare:  # else it is in two places, which is refused
                told[place] = rest.pop(rest.index(spare[0]))
    for place, effect in told.items():
        patch = laid_over(patch, saying(place, effect))
    return {**patch, "unused": rest if pile is None else heap or pile}


# -- what follows ------------------------------------------------------------------------------------------------------


def settle(before: S, state: S, patch: Patch) -> S:
    state = _cars(state, patch)
    if state.turn.active != before.turn.active:
        state = replace(state, turn=following(state.turn, patch, "turn", still=_others(state, state.turn.active)))
    if not state.light and (state.phase is not Phase.ENDED or not state.tally.corrected):
        state = following(state, patch, draw=state.draw + CARDS - cards_in_game(state))
    return replace(state, agenda=tuple(_called(state, task) for task in state.agenda))


def cards_in_game(state: S) -> int:
    """How many there are, wherever they lie."""
    lying = state.draw + state.laid + len(state.discard) + (state.limbo is not None)
    return lying + sum(seat.hand + len(seat.train) + seat.count for seat in state.seats)


def _cars(state: S, patch: Patch) -> S:
    """Make an undescribed card of what is sealed, or only counted; everything delivered is sealed."""
    state = replace(state, strangers=dict(sorted(state.strangers.items(), key=lambda named: int(named[0][1:]))))
    sealed, strangers, seats = set(state.sealed.reveal()), dict(state.strangers), []
    numbers = iter(range(state.next_stranger(), 999_999))

    def fresh() -> str:
        name = f"~{next(numbers)}"
        strangers[name] = Card(name)
        sealed.add(name)
        return name

    for seat in state.seats:
        own, count, known = patch.get("seats", {}).get(seat.name, {}), seat.count, seat.delivered.reveal()
        train = tuple(fresh() if car == SEALED else car for car in seat.train)
        if "delivered" in own and "count" not in own and own["delivered"] != SEALED:
            count = len(known)
        elif "count" in own and "delivered" not in own:
            sealed -= set(known[count:])
            known = known[:count]
        known += tuple(fresh() for _ in range(count - len(known)))
        if "delivered" in own or "count" in own:
            sealed |= set(known)
        seats.append(replace(seat, train=train, delivered=Secret(known), count=count))
    return replace(state, seats=tuple(seats), strangers=strangers, sealed=Secret(frozenset(sealed)))


def _called(state: S, task: Task) -> Task:
    """A task with the cars that it calls by their places in a train (`#2`); `unused`: a token of that pile."""
    if isinstance(task, UseTask) and state.secret and task.to == "unused" and state.unused:
        task = replace(task, to=state.unused[0].value)
    return with_cars(task, lambda ref, seat: at_place(state.seats[seat].train, ref) if ref[:1] == "#" else ref)


# -- corrections -------------------------------------------------------------------------------------------------------


def corrected(before: S, patch: Patch) -> S:
    """What a correction makes of a state.

    :raises BadInput: for what no correction says now, or a value that cannot be.
    """
    patch = correction(patch, before, ON_TABLE)
    _sayable(before, patch)
    before = replace(before, tally=replace(before.tally, corrected=True))
    active = before.seats[before.turn.active]
    if (
        names_field(patch, "draw")
        and type(patch["draw"]) is int
        and not names_field(patch, "seats", active.name, "hand")
    ):
        hand = active.hand + before.draw - patch["draw"]  # what the pile has less, the active hand has more
        if not 0 <= hand <= CARDS:
            raise BadInput(field="draw", reason=f"0 to {active.hand + before.draw}")
        patch = laid_over(patch, {"seats": {active.name: {"hand": hand}}})
    patch = dress(before, patch)
    s = settle(before, patched(_brought_out(before, patch), patch), patch)
    opened = (set(seat.delivered.reveal()) for seat in s.seats if names_field(patch, "seats", seat.name, "delivered"))
    s = replace(s, named=s.named.union(*opened))
    used = {task.effect for task in before.agenda if isinstance(task, UseTask)}
    old = lying_tokens(before)
    for place, effect in lying_tokens(s).items():
        if effect is not old.get(place) and used & {effect, old.get(place)}:
            raise BadInput(field=".".join(place), reason="an effect, none that is being used")
    stays = (task for task in s.agenda if not isinstance(task, SoulTask) or s.seats[task.seat].soul_catcher)
    s = replace(s, agenda=tuple(stays))
    return _turn(before, s, patch)


def _sayable(state: S, patch: Patch) -> None:
    """:raises BadInput: for what no correction says, or none says now."""
    of_seat = {"known": "no correction says it"}
    never: dict[FieldPath, str] = {}
    if state.phase is not Phase.ENDED:
        of_seat |= dict.fromkeys(("delivered", "loaded_worth"), "nothing before the end")
    if state.phase in BEFORE:
        of_seat["held"] = never["effects",] = never["unused",] = "nothing before the tokens are dealt"
    never |= {("seats", seat.name, key): reason for seat in state.seats for key, reason in of_seat.items()}
    if state.agenda or state.phase not in IN_TURN:
        never |= {("turn", key): "the same turn, while something is owed" for key in Turn.__struct_fields__}
    if state.secret and patch.get("unused") != [SEALED] * len(state.unused):
        never["unused",] = "face down: nobody knows which these are"
    for place, reason in never.items():
        if names_field(patch, *place):
            raise BadInput(field=".".join(place), reason=reason)


def _brought_out(before: S, patch: Patch) -> S:
    """Take the cards' places from the table. Where the record had one in secret an undescribed one takes its place (it
    counts nothing at the end, unless the table says what it was). One is made for each card, used or not, so that
    their numbers reveal nothing."""
    sealed, open_before = before.sealed.reveal(), {card for _, card in lying(before)}
    shown = {card: place for place, card in lying(patched(before, patch)) if names_field(patch, *place)}
    added = [card for card in shown if card not in open_before - sealed and card != SEALED]
    for card in added:
        if before.card(card) is None:
            raise BadInput(field=".".join(shown[card]), reason=f"{card} is no card of the deck")
    gone = {card for place, card in lying(before) if place[-1] == "train" and names_field(patch, *place)} & sealed
    first = before.next_stranger() + len(patch.get("strangers", ()))
    instead = {card: f"~{first + i}" for i, card in enumerate(added)}

    def other(cards: Iterable[str]) -> tuple[str, ...]:
        return tuple(instead.get(card, card) for card in cards)

    seats = (
        replace(
            seat,
            train=other(seat.train),
            delivered=Secret(other(seat.delivered.reveal())),
            known=Secret(seat.known.reveal().difference(instead)),
        )
        for seat in before.seats
    )
    return replace(
        before,
        seats=tuple(seats),
        strangers=before.strangers | {id: Card(id) for id in instead.values()},
        sealed=Secret(sealed.difference(instead).union(instead.values())),
        named=before.named.union(added),
        agenda=tuple(
            with_cars(task, lambda car, _seat: "" if car in gone else instead.get(car, car)) for task in before.agenda
        ),
    )


def lying(state: S) -> Iterator[tuple[FieldPath, str]]:
    """Yield each card with a public place, with the field that says so."""
    yield from ((("table",), card) for card in sorted(state.table))
    yield from ((("discard",), card) for card in state.discard)
    yield from ((("grid", "stacks"), laid.card) for stack in state.grid.stacks.values() for laid in stack)
    yield from ((("seats", seat.name, "train"), card) for seat in state.seats for card in seat.train)


def _turn(before: S, state: S, patch: Patch) -> S:
    """Begin another player's turn anew (A5). An engine that is elsewhere has moved, without an event."""
    another = state.turn.active != before.turn.active
    still = state.all_still if another else before.turn.still
    moved = {i for i, seat in enumerate(state.seats) if names_field(patch, "seats", seat.name, "at")}
    turn = following(state.turn, patch, "turn", still=tuple(i for i in still if i not in moved))
    if another:
        turn = following(turn, patch, "turn", drawn=False, returned=False, tender=False, gluttony=False)
        state = replace(state, toll=(), looked=None)
    if another or names_field(patch, "turn", "drawn"):
        state = replace(state, phase=Phase.ACTIONS if turn.drawn or state.light else Phase.START)
    return replace(state, turn=turn)
