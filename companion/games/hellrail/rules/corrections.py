"""`correct`: any tracked public value is set to what the table says. The table is right; the 45 cards stay 45.

Fields: `seats.Ana.` with `hand`, `train`, `at`, `tender`, `boatman`, `soul_catcher`, `heresy`, `held`; `discard`,
`table` (Keeper), `draw`, `cerberus`, `effects.C3`, `markers`, `turn.active`; after the end `seats.Ana.delivered`
(cards, or what cars are worth) and `loaded_worth`, and `opened`: what lies there, to be compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from companion.engine.correction import Keys, Line, Page, Step, Switch, step
from companion.engine.prompt import Option
from companion.engine.refused import BadInput
from companion.engine.secret import Secret
from companion.engine.text import N_, Text
from companion.games.hellrail.board.layout import Stand
from companion.games.hellrail.data.deck import Card
from companion.games.hellrail.effect_words import EFFECTS
from companion.games.hellrail.moves import Correct
from companion.games.hellrail.names import (
    CARDS,
    CIRCLES,
    GATES,
    HERESIES,
    MARKERS,
    MOST_LOADED,
    NUMBERED,
    RAIL,
    Effect,
    Level,
    Phase,
)
from companion.games.hellrail.state import Marker, RailState, Task, Use
from companion.games.hellrail.view import HellRailView, SeatView

S = RailState
OPENED = "opened"
"""Changes nothing: it is compared with the record (HR-082)."""


def check(s: S, patch: Mapping[str, Any]) -> None:
    """Whether the table may set these values now. A token that is being used stays where everybody sees it.

    :raises BadInput: for an unknown field or a value that cannot be.
    """
    corrected(s, patch)
    used = {task.effect for task in s.agenda if isinstance(task, Use)}
    for field, value in _leaves(patch):
        tokens = field.startswith("effects.") or field.endswith(".held")
        if used and tokens and (value in used or s.effects.get(field.removeprefix("effects.")) in used):
            raise BadInput(field=field, expected="an effect, none that is being used")


def corrected(s: S, patch: Mapping[str, Any]) -> S:
    """The state with these values.

    :raises BadInput: for an unknown field or a value that cannot be.
    """
    for field, value in _leaves(patch):
        head, _, rest = field.partition(".")
        if head == "seats":
            name, _, head = rest.rpartition(".")
            rest = f"{name}.{head}" if head in TOKEN_FIELDS else name
            head = "tokens" if head in TOKEN_FIELDS else head
        elif head in OF_A_SEAT:
            head = ""
        if head not in FIELDS or (s.light and head in OF_CARDS):
            raise BadInput(field=field, expected=", ".join(FIELDS))
        try:
            s = FIELDS[head](s, rest, value)
        except BadInput as error:
            raise BadInput(field=field, expected=error.facts.get("expected", "")) from error
    return replace(s, tally=replace(s.tally, corrected=True))


def _leaves(patch: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Each field that a patch says, by its path, and its value.

    :raises BadInput: where nothing is said.
    """
    if not patch:
        raise BadInput(field="patch", expected=", ".join(FIELDS))
    for key, value in patch.items():
        if key in OBJECTS and isinstance(value, Mapping):
            for inner, part in value.items():
                if key != "seats":
                    yield f"{key}.{inner}", part
                elif isinstance(part, Mapping) and part:
                    yield from ((f"{key}.{inner}.{field}", one) for field, one in part.items())
                else:
                    raise BadInput(field=f"{key}.{inner}", expected="an object of fields")
        else:
            yield key, value


def _wrong(expected: str) -> BadInput:
    return BadInput(expected=expected)


def _count(value: Any, least: int, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise _wrong(f"a number from {least} to {most}")
    return value


def _seat(s: S, name: str) -> int:
    found = s.index(name)
    if found is None:
        raise _wrong(", ".join(seat.name for seat in s.seats))
    return found


def _with(s: S, i: int, **changes: Any) -> S:
    return replace(s, seats=(*s.seats[:i], replace(s.seats[i], **changes), *s.seats[i + 1 :]))


def _hands(s: S, rest: str, value: Any) -> S:
    """What one hand has more, the draw pile has less."""
    i = _seat(s, rest)
    n = _count(value, 0, s.seats[i].hand + s.draw)
    return _with(replace(s, draw=s.draw + s.seats[i].hand - n), i, hand=n, known=Secret(frozenset()))


def _draw(s: S, rest: str, value: Any) -> S:
    """What the pile has less, the active hand has more."""
    i = s.turn.active
    n = _count(value, 0, s.draw + s.seats[i].hand)
    return _with(replace(s, draw=n), i, hand=s.seats[i].hand + s.draw - n, known=Secret(frozenset()))


def _ids(s: S, value: Any) -> tuple[str, ...]:
    if not isinstance(value, Sequence) or isinstance(value, str):
        raise _wrong("a list of cards")
    cards = tuple(value)
    if any(not isinstance(card, str) or s.card(card) is None for card in cards) or len(set(cards)) != len(cards):
        raise _wrong("cards of the deck, each once")
    return cards


def _moved(s: S, before: tuple[str, ...], after: tuple[str, ...]) -> S:
    """Cards that come from nowhere leave the draw pile; cards that go nowhere join it (unseen).

    Only what everybody sees can speak against it: no answer depends on what was delivered, is covered, or is known
    of a hand.
    """
    sealed = s.sealed.reveal()
    added = [card for card in after if card not in before or card in sealed]
    if any(s.in_the_open(card) for card in added):
        raise _wrong("cards that lie nowhere else")
    draw = s.draw + len(before) - len(after)
    if draw < 0:
        raise _wrong("fewer cards: the draw pile is empty")
    return _brought_out(replace(s, draw=draw), added, gone=frozenset(before) & sealed)


def _brought_out(s: S, cards: list[str], gone: frozenset[str]) -> S:
    """The table shows where these cards are. Wherever the record had one in secret lies another one, which nobody
    can describe (it counts nothing at the end, unless the table says what it was). One is made for each card, used
    or not, so that their numbers tell nothing.

    :param gone: covered cars of the train that is put right: nothing that is begun is about them any more.
    """
    first = s.next_stranger()
    instead = {card: f"~{first + i}" for i, card in enumerate(cards)}
    called = instead | dict.fromkeys(gone, "")
    seats = tuple(
        replace(
            seat,
            train=tuple(instead.get(car, car) for car in seat.train),
            delivered=Secret(tuple(instead.get(car, car) for car in seat.delivered.reveal())),
            known=Secret(seat.known.reveal() - set(cards)),
        )
        for seat in s.seats
    )
    return replace(
        s,
        seats=seats,
        strangers=s.strangers | {id: Card(id) for id in instead.values()},
        sealed=Secret((s.sealed.reveal() - set(cards)) | set(instead.values())),
        named=s.named | set(cards),
        agenda=tuple(_called(task, called) for task in s.agenda),
    )


def _called(task: Task, called: dict[str, str]) -> Task:
    """The task about the cars as they are called now; a car called "" is in no train."""
    car = getattr(task, "car", None)
    if isinstance(car, str) and car in called:
        return replace(task, car=called[car])
    if isinstance(task, Marker) and not called.keys().isdisjoint(task.cards):
        return replace(task, cards=tuple(new for car in task.cards if (new := called.get(car, car))))
    return task


def _trains(s: S, rest: str, value: Any) -> S:
    i = _seat(s, rest)
    cards = _ids(s, value)
    return _with(_moved(s, s.seats[i].train, cards), i, train=cards)


def _discard(s: S, rest: str, value: Any) -> S:
    cards = _ids(s, value)
    return replace(_moved(s, s.discard, cards), discard=cards)


def _table(s: S, rest: str, value: Any) -> S:
    if s.map:
        raise _wrong("nothing: the map tells what lies on the table")
    cards = _ids(s, value)
    return replace(_moved(s, tuple(s.table), cards), table=frozenset(cards))


def _place(s: S, rest: str, value: Any) -> S:
    i = _seat(s, rest)
    s = replace(s, turn=replace(s.turn, still=tuple(k for k in s.turn.still if k != i)))  # it moved, and nobody told
    if value in CIRCLES or (value == RAIL and not s.map):
        return _with(s, i, stand=Stand(value))
    if s.map and isinstance(value, str) and ":" in value:
        node, _, heading = value.partition("@")
        return _with(s, i, stand=_tie(s, i, node, heading or None))
    raise _wrong("a circle" + (" or a tie" if s.map else " or rail"))


def _tie(s: S, i: int, node: str, heading: str | None) -> Stand:
    from companion.games.hellrail.board.graph import graph_of

    graph = graph_of(s.deck if not s.strangers else {**s.deck.cards, **s.strangers}, s.grid, s.deck.rulings)
    stand = graph.stand_on(node, heading)
    if stand is None:
        raise _wrong("a tie of the map, with @ and a heading")
    if any(other.stand.node == node for k, other in enumerate(s.seats) if k != i):
        raise _wrong("a tie without an engine")
    return stand


def _cerberus(s: S, rest: str, value: Any) -> S:
    if value is not None and value not in CIRCLES:
        raise _wrong("a circle, or nothing")
    return replace(s, cerberus=value)


def _effects(s: S, rest: str, value: Any) -> S:
    """A token on a circle; the one that lay there takes its place (fifteen stay fifteen)."""
    effect = next((e for e in Effect if e == value), None)
    if rest == GATES or rest not in NUMBERED or effect is None:
        raise _wrong("an effect on a numbered circle")
    old = s.effects.get(rest)
    effects = {circle: (old if e is effect else e) for circle, e in s.effects.items()}
    if old is None or any(e is None for e in effects.values()):
        raise _wrong("an effect once the tokens are dealt")
    effects[rest] = effect
    unused = tuple(old if e is effect else e for e in s.unused)
    seats = tuple(replace(seat, held=old) if seat.held is effect else seat for seat in s.seats)
    return replace(s, effects={c: e for c, e in effects.items() if e is not None}, unused=unused, seats=seats)


def _tokens(s: S, rest: str, value: Any) -> S:
    name, _, token = rest.rpartition(".")
    i = _seat(s, name)
    match token:
        case "tender" | "boatman" | "soul_catcher" if isinstance(value, bool):
            if value and sum(getattr(seat, token) for k, seat in enumerate(s.seats) if k != i) >= 2:
                raise _wrong("false: both are held by others")
            return _with(s, i, **{token: value})
        case "heresy":
            found = next((t for t in HERESIES if t == value), None)
            if value is not None and (
                found is None or any(seat.heresy is found for k, seat in enumerate(s.seats) if k != i)
            ):
                raise _wrong("heresy_cancel or heresy_redirect, if nobody else holds it")
            return _with(s, i, heresy=found)
        case "held":
            return _held(s, i, value)
        case _:
            raise _wrong("tender, boatman, soul_catcher (true or false), heresy, held")


def _held(s: S, i: int, value: Any) -> S:
    """A token from the unused pile, or back to it. Face down (HR-118) any token may be said, for nobody sees where it
    lies: it changes places with the one that was held, or a token of the unused pile comes where it lay.
    """
    old = s.seats[i].held
    effect = next((e for e in Effect if e == value), None)
    if value is not None and (effect is None or not (s.secret or effect in s.unused)):
        raise _wrong("an effect" if s.secret else "an effect of the unused pile")
    if effect is None:
        unused = s.unused if old is None else (*s.unused, old)
        return _with(replace(s, unused=unused), i, held=None)
    if old is effect:
        return s
    if old is None and not s.unused:
        raise _wrong("nothing: the unused pile is empty")
    if old is not None:
        there, unused = old, tuple(old if e is effect else e for e in s.unused)
    else:
        there = effect if effect in s.unused else s.unused[0]
        unused = tuple(e for e in s.unused if e is not there)
    effects = {circle: there if e is effect else e for circle, e in s.effects.items()}
    seats = tuple(replace(seat, held=there) if seat.held is effect else seat for seat in s.seats)
    return _with(replace(s, effects=effects, unused=unused, seats=seats), i, held=effect)


def _markers(s: S, rest: str, value: Any) -> S:
    if not s.map:
        n = _count(value, 0, MARKERS)
        return replace(s, markers_out=n, checks=MARKERS - n)
    if not isinstance(value, Sequence) or isinstance(value, str) or len(value) > MARKERS:
        raise _wrong(f"at most {MARKERS} ties")
    for node in value:
        _tie(replace(s, seats=()), -1, str(node), None)
    return replace(s, markers=tuple(value), checks=MARKERS - len(value))


def _turn(s: S, rest: str, value: Any) -> S:
    """With another player the turn begins anew; `drawn`: its draw was made."""
    if s.agenda or s.phase not in IN_TURN:
        raise _wrong("the same turn, while something is owed")
    if rest == "drawn" and isinstance(value, bool):
        phase = Phase.ACTIONS if value or s.light else Phase.START
        return replace(s, phase=phase, turn=replace(s.turn, drawn=value))
    if rest != "active":
        raise _wrong("active, or drawn (true, false)")
    i = _seat(s, str(value))
    return s if i == s.turn.active else replace(s.with_turn(i, s.turn.n), toll=())


def _delivered(s: S, rest: str, value: Any) -> S:
    """HR-082: after the end, the cards on the table are right. A car is said by its card, or by what it is worth."""
    if s.phase is not Phase.ENDED:
        raise _wrong("nothing before the end")
    i = _seat(s, rest)
    if not isinstance(value, Sequence) or isinstance(value, str) or len(value) > CARDS:
        raise _wrong("a list of cards, or of what cars are worth")
    made: list[str] = []
    for car in value:
        worth = car.get("car") if isinstance(car, Mapping) and car.keys() == {"car"} else car
        if not isinstance(worth, str):
            new = Card(f"~{s.next_stranger()}", _count(worth, 0, MOST_LOADED))
            s = replace(s, strangers={**s.strangers, new.id: new})
            made.append(new.id)
        else:
            made.append(worth)
    cards = _ids(s, made)
    return _with(replace(s, named=s.named | set(cards)), i, delivered=Secret(cards), count=len(cards))


def _loaded_worth(s: S, rest: str, value: Any) -> S:
    """HR-080, light: what the loaded cars are worth; null: it is asked again where it matters."""
    if s.phase is not Phase.ENDED or not s.light:
        raise _wrong("nothing before the end, and only where trains are not followed")
    return _with(s, _seat(s, rest), loaded_worth=None if value is None else _count(value, 0, MOST_LOADED))


FIELDS: dict[str, Callable[[S, str, Any], S]] = {
    "hand": _hands,
    "draw": _draw,
    "train": _trains,
    "discard": _discard,
    "table": _table,
    "at": _place,
    "cerberus": _cerberus,
    "effects": _effects,
    "tokens": _tokens,
    "markers": _markers,
    "turn": _turn,
    "delivered": _delivered,
    "loaded_worth": _loaded_worth,
}
"""Field -> what sets it; those of a seat get its name."""
TOKEN_FIELDS = ("tender", "boatman", "soul_catcher", "heresy", "held")
OF_A_SEAT = ("hand", "train", "at", "tokens", "delivered", "loaded_worth")
OBJECTS = ("seats", "effects", "turn")
IN_TURN = (Phase.START, Phase.DRAW, Phase.ACTIONS)
OF_CARDS = frozenset(("hand", "draw", "train", "discard", "table", "markers"))
"""Light: nobody follows these."""


# -- for the screen ----------------------------------------------------------------------------------------------------


TOKENS = (("tender", "{hr.tender:short}"), ("boatman", "{hr.boatman}"), ("soul_catcher", "{hr.soul_catcher_piece}"))
HERESY_WORDS = {
    None: N_("No {hr.heresy}"),
    HERESIES[0]: N_("{hr.heresy}: stop"),
    HERESIES[1]: N_("{hr.heresy}: turn aside"),
}


def pages(view: HellRailView) -> tuple[Page, ...]:
    """The table's page and one for each player."""
    return (Page(_table_lines(view), icon="pile"), *(_player(view, seat) for seat in view.seats))


def _table_lines(view: HellRailView) -> tuple[Line, ...]:
    mine = next(seat.hand for seat in view.seats if seat.name == view.turn.player)
    most = min(CARDS, view.draw + mine)
    dog = next((circle.id for circle in view.circles if circle.cerberus), "")
    pile = Text(N_("Pile, via {name}"), {"name": view.turn.player})
    lines = [] if view.level is Level.LIGHT else [step(view.draw, 0, most, _to("draw"), pile, "pile")]
    lines.append(
        _place_line(
            "{hr.cerberus}",
            "cerberus",
            dog,
            ("", *CIRCLES),
            lambda at: Correct(patch={"cerberus": at or None}),
            "danger",
        )
    )
    if view.level is Level.KEEPER:
        checks = MARKERS - view.checks
        lines.append(step(checks, 0, MARKERS, _to("markers"), Text(N_("{hr.check} on the map")), "warning"))
    return tuple(lines)


def _player(view: HellRailView, seat: SeatView) -> Page:
    name = seat.name
    places = CIRCLES if view.level is Level.MAP else (*CIRCLES, RAIL)
    at = seat.node if seat.node in CIRCLES else RAIL
    tender, boatman, catcher = (_token(view, seat, token, words) for token, words in TOKENS)
    mine = view.turn.player == name
    plays = None if mine else Correct(patch={"turn": {"active": name}})
    turn = Option("turn", Text(N_("Plays now")), icon="play", chosen=mine, move=plays)
    most = min(CARDS, seat.hand + view.draw)
    hand = step(seat.hand, 0, most, _of(seat, "hand"), Text(N_("Hand, via the pile")), "hand")
    lines: list[Line] = [] if view.level is Level.LIGHT else [hand]
    lines += [
        _place_line(N_("Place"), "engine", at, places, _of(seat, "at")),
        Keys((tender, boatman)),
        Keys((catcher, turn)),
        Keys((_heresy(view, seat),)),
    ]
    if view.unused_tokens is not None:
        lines.append(Keys((_held_line(view, seat),)))
    return Page(tuple(lines), name, seat.colour)


def _place_line(
    label: str, icon: str, at: str, places: tuple[str, ...], to: Callable[[str], Correct], tone: str = ""
) -> Step:
    """A place that is turned to the next or the one before, round and round."""
    i = places.index(at) if at in places else 0
    back, on = places[i - 1], places[(i + 1) % len(places)]
    figure = at[1:] if at in CIRCLES else "–"
    return Step(Text(label), figure, to(back), to(on), icon, tone, place=True)


def _token(view: HellRailView, seat: SeatView, token: str, words: str) -> Switch:
    on = bool(getattr(seat, token))
    may = on or view.supply.get(token, 0) > 0
    return Switch(Text(words), on, _of(seat, token)(not on) if may else None)


def _heresy(view: HellRailView, seat: SeatView) -> Option:
    """Neither, then one of those that nobody else holds."""
    others = {other.heresy for other in view.seats if other.name != seat.name}
    order = [None, *(token for token in HERESIES if token not in others)]
    new = order[(order.index(seat.heresy) + 1) % len(order)] if seat.heresy in order else None
    move = _of(seat, "heresy")(None if new is None else str(new))
    words = Text(HERESY_WORDS[seat.heresy])
    return Option("heresy", words, icon="heresy", move=None if new is seat.heresy else move)


def _held_line(view: HellRailView, seat: SeatView) -> Option:
    """None, then one of the spare ones after the other."""
    order = [None, *sorted({*(view.unused_tokens or ()), *((seat.held,) if seat.held else ())})]
    new = order[(order.index(seat.held) + 1) % len(order)]
    what = Text(N_("none") if seat.held is None else EFFECTS[seat.held].name)
    label = Text(N_("Own token: {what}"), {"what": what})
    move = _of(seat, "held")(None if new is None else str(new))
    return Option("held", label, icon="flame", move=None if new is seat.held else move)


def _to(field: str) -> Callable[[object], Correct]:
    return lambda value: Correct(patch={field: value})


def _of(seat: SeatView, field: str) -> Callable[[object], Correct]:
    return lambda value: Correct(patch={"seats": {seat.name: {field: value}}})
