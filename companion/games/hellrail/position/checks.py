"""What must hold in a position: 45 cards, each once; 15 tokens; supplies; places that exist (4.1).

What is begun is there, too: an effect, a Move, a question. Cars are called by id or by place (`#2`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from companion.games.hellrail import state as st
from companion.games.hellrail.board.graph import Graph, graph_of, trace
from companion.games.hellrail.board.layout import cell_text
from companion.games.hellrail.names import (
    CARDS,
    CIRCLES,
    EACH,
    HERESIES,
    RAIL,
    Effect,
    Phase,
    Source,
    Token,
    Variant,
    Why,
)
from companion.games.hellrail.position.deck import check_card, near
from companion.games.hellrail.position.keys import wrong
from companion.games.hellrail.rules.cards import rail_cards
from companion.games.hellrail.rules.ending import level
from companion.games.hellrail.rules.using import OF_THE_TABLE
from companion.games.hellrail.state import RailState, Task, owed

Check = Callable[[RailState, Any, str], None]


def read_agenda(s: RailState, written: tuple[Task, ...]) -> tuple[Task, ...]:
    """The tasks, all seats and cars in them looked up.

    :raises BadInput: naming the field that is wrong.
    """
    for i, task in enumerate(written):
        _seats(s, task, f"agenda[{i}]")
    return tuple(_named(s, task, f"agenda[{i}]") for i, task in enumerate(written))


def _seats(s: RailState, task: Task, key: str) -> None:
    """Seats that a task names exist."""
    for name in ("seat", "target", "to", "first", "only"):
        value = getattr(task, name, None)
        if isinstance(value, int) and not 0 <= value < len(s.seats):
            wrong(f"{key}.{name}", f"0 to {len(s.seats) - 1}", value=value)
    if isinstance(task, st.Window) and (not task.holders or any(h >= len(s.seats) for h in task.holders)):
        wrong(f"{key}.holders", f"0 to {len(s.seats) - 1}")


def _named(s: RailState, task: Task, key: str) -> Task:
    match task:
        case st.Use(seat=seat, target=target, car=car, to=to, effect=effect):
            owner = seat if target is None else target
            pile = s.secret and effect is Effect.SHIFT and to == "unused" and s.unused
            return replace(
                task,
                car=None if car is None else _car(s, owner, car, f"{key}.car"),
                to=s.unused[0].value if pile else to,
            )
        case st.Deliver(seat=seat, car=car):
            return replace(task, car=_car(s, seat, car, f"{key}.car"))
        case st.TakeCar(target=target, car=car):
            return replace(task, car=_car(s, target, car, f"{key}.car"))
        case st.Marker(seat=seat, cards=cards):
            return replace(task, cards=tuple(_car(s, seat, car, f"{key}.cards") for car in cards))
        case _:
            return task


def _car(s: RailState, seat: int, ref: str, key: str) -> str:
    if not ref.startswith("#"):
        return ref
    train, digits = s.seats[seat].train, ref[1:]
    place = int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 4 else 0
    if not 1 <= place <= len(train):
        wrong(key, "a car of that train", value=ref)
    return train[place - 1]


# -- whether it fits the table ---------------------------------------------------------------------------------------


def check_agenda(s: RailState) -> None:
    """What is begun can come to its end. In a corrected game less is asked: the table is right.

    :raises BadInput: naming the task that cannot be.
    """
    if not s.agenda:
        if s.in_use is not None:
            wrong("in_use", "nothing: no effect is being used")
        if s.looked is not None:
            wrong("looked", "nobody: no circle was entered")
        return
    if s.phase is not Phase.ACTIONS:
        wrong("agenda", f"nothing in phase {s.phase.value}")
    if not _shaped(s.agenda):
        wrong("agenda", "what a game can be in the middle of")
    if owed(s.task) is None:
        wrong(f"agenda[{len(s.agenda) - 1}]", "something that somebody has to answer")
    for i, task in enumerate(s.agenda):
        _fits(s, task, i, f"agenda[{i}]")
    use = s.agenda[0] if isinstance(s.agenda[0], st.Use) else None
    if s.in_use is not (use.effect if use is not None and use.source is Source.HELD else None):
        wrong("in_use", "the held token that is being used")
    if s.looked is not None and not (s.secret and isinstance(s.task, st.Entry) and s.task.seat == s.looked):
        wrong("looked", "whoever has entered a circle")


STEPS: dict[Effect, tuple[type, ...]] = {
    Effect.ABYSS: (st.Price, st.PickRail),
    Effect.FALSE_PATH: (st.Price, st.TurnRail),
    Effect.GERYON: (st.Flip, st.Deliver),
    Effect.LUST: (st.Flip, st.GiveCards),
    Effect.THIEVERY: (st.PickCar, st.Flip, st.TakeCar, st.GiveCar),
    Effect.GLUTTONY: (st.Take,),
    Effect.INFERNAL: (st.DrawToken,),
    Effect.CHAOS: (st.DealEffects,),
}
"""What lies on top of a begun effect."""
WHY = {Effect.GERYON: Why.GERYON, Effect.LUST: Why.LUST, Effect.THIEVERY: Why.THIEVERY}


def _shaped(agenda: tuple[Task, ...]) -> bool:
    """The few ways in which tasks can lie on each other."""
    match agenda:
        case (st.Entry() | st.Arrive(),):
            return True
        case (st.Use(begun=False), st.Window()):
            return True
        case (st.Use(begun=True, effect=effect), step):
            return isinstance(step, STEPS.get(effect, ()))
        case (st.Drive(), st.Branch()):
            return True
        case (st.Soul() | st.Marker(),) | (st.Drive() | st.Arrive(), st.Soul() | st.Marker()):
            return True
        case (st.Derail(seat=a), st.DumpHand(seat=b)) | (
            st.Drive() | st.Arrive(),
            st.Derail(seat=a),
            st.DumpHand(seat=b),
        ):
            return a == b
        case _:
            return False


def _fits(s: RailState, task: Task, i: int, key: str) -> None:
    use = s.agenda[0] if isinstance(s.agenda[0], st.Use) else None
    strict = not s.tally.corrected
    seat = getattr(task, "seat", None)
    whose = s.turn.active if use is None else use.seat
    if isinstance(task, st.Entry | st.Use | st.Drive | st.Branch | st.Soul | st.Arrive) and seat != s.turn.active:
        wrong(f"{key}.seat", "the seat whose turn it is", value=seat)
    on_effect = st.Price | st.PickRail | st.TurnRail | st.Flip | st.PickCar | st.Deliver | st.TakeCar | st.GiveCar
    if isinstance(task, on_effect | st.Take | st.DrawToken | st.DealEffects) and seat != whose:
        wrong(f"{key}.seat", "the seat that uses the effect", value=seat)
    if isinstance(task, st.Drive) and not s.map:
        wrong(key, "nothing that needs a map")
    if isinstance(task, st.Arrive) and s.map:
        wrong(key, "nothing that only the Keeper asks")
    match task:
        case st.Entry(seat=at, circle=circle):
            if circle not in CIRCLES or (strict and s.seats[at].stand.node != circle):
                wrong(f"{key}.circle", "the circle of that engine", value=circle)
        case st.Use():
            _use(s, task, key, strict)
        case st.Window(holders=holders):
            if any(s.seats[h].heresy is None or h == whose for h in holders) or len(set(holders)) != len(holders):
                wrong(f"{key}.holders", "others who hold a Heresy token")
        case st.Flip(why=why):
            if use is not None and why is not WHY.get(use.effect):
                wrong(f"{key}.why", "the effect that is used", value=why.value)
            _top_card(s, key)
        case st.Price(seat=at, effect=effect, more=more):
            if use is not None and effect is not use.effect:
                wrong(f"{key}.effect", "the effect that is used", value=effect.value)
            if not s.seats[at].hand and not more:
                wrong(f"{key}.seat", "a seat with a card to pay")
        case st.Marker():
            _marker(s, task, key)
        case st.Soul(seat=at, target=target):
            cars = s.light or s.seats[target].train
            if target == at or not cars or not s.seats[at].soul_catcher:
                wrong(f"{key}.target", "another train with a car, and a Soul Catcher to use")
        case st.DumpHand(seat=at, cards=cards):
            if not s.seats[at].hand or len(cards) >= s.seats[at].hand or len(set(cards)) != len(cards):
                wrong(f"{key}.cards", "fewer than the hand has")
            _known_cards(s, cards, f"{key}.cards")
        case _:
            _step(s, task, key)


def _step(s: RailState, task: Task, key: str) -> None:
    """The steps in which cars, cards and tokens change hands."""
    use = s.agenda[0] if isinstance(s.agenda[0], st.Use) else None
    match task:
        case st.Deliver(seat=seat, car=car):
            if car not in s.seats[seat].train:
                wrong(f"{key}.car", "a car of that train")
        case st.PickCar():
            if use is None or use.target is None or not s.seats[use.target].train:
                wrong(key, "a train with a car to pick")
        case st.TakeCar(seat=seat, target=target, car=car):
            if target == seat or car not in s.seats[target].train:
                wrong(f"{key}.car", "a car of another train")
        case st.GiveCar(seat=seat, target=target, brimstone=brimstone):
            cars = (s.card(car) for car in s.seats[seat].train)
            if target == seat or all(card is None or card.brimstone != brimstone for card in cars):
                wrong(f"{key}.brimstone", "that of a car of the giver's train")
        case st.GiveCards(seat=seat, to=to):
            if to == seat or use is None or use.seat not in (seat, to):
                wrong(f"{key}.to", "the other one of the two")
        case st.Take():
            _take(s, task, key)
        case st.DrawToken(seat=seat):
            if not s.unused or s.seats[seat].held is not None:
                wrong(key, "a token to draw, and room for it")
        case _:
            pass


def _use(s: RailState, task: st.Use, key: str, strict: bool) -> None:
    if task.circle not in CIRCLES:
        wrong(f"{key}.circle", "a circle", value=task.circle)
    if task.source is Source.CIRCLE and strict and s.effects.get(task.circle) is not task.effect:
        wrong(f"{key}.effect", "the token of that circle", value=task.effect.value)
    if task.target == task.seat:
        wrong(f"{key}.target", "another seat", value=task.target)
    if task.begun or (s.light and task.effect in OF_THE_TABLE):
        return
    match task.effect:
        case Effect.SHIFT if task.target is None:
            own = task.source is Source.CIRCLE and task.to == task.circle
            if task.to is None or own or not (task.to in s.effects or task.to in s.unused):
                wrong(f"{key}.to", "another token", value=task.to)
            if task.source is Source.CIRCLE and s.effects.get(task.circle) is not Effect.SHIFT:
                wrong(f"{key}.circle", "the circle where the token lies", value=task.circle)
        case Effect.SHIFT if task.source is Source.CIRCLE and s.effects.get(task.circle) is not Effect.SHIFT:
            wrong(f"{key}.circle", "the circle where the token lies", value=task.circle)
        case Effect.GUARD_DUTY if task.to not in CIRCLES:
            wrong(f"{key}.to", "a circle", value=task.to)
        case Effect.GERYON if task.car not in s.seats[task.seat].train:
            wrong(f"{key}.car", "a car of that train")
        case Effect.THIEVERY if task.target is None or (
            not task.redirected and task.car not in s.seats[task.target].train
        ):
            wrong(f"{key}.car", "a car of another train")
        case Effect.LUST if task.target is None:
            wrong(f"{key}.target", "another seat")
        case Effect.HERESY if task.token not in HERESIES or not s.supply(task.token or Token.BOATMAN):
            wrong(f"{key}.token", " or ".join(HERESIES))
        case Effect.BOATMEN | Effect.TENDERS | Effect.SOUL_CATCHER | Effect.DELINQUENCY:
            _supply(s, task, key)
        case _:
            pass


def _supply(s: RailState, task: st.Use, key: str) -> None:
    """HR-Q33: what the effect gives is there to be given."""
    me = s.seats[task.seat]
    match task.effect:
        case Effect.BOATMEN:
            free = not me.boatman and s.supply(Token.BOATMAN)
        case Effect.TENDERS:
            free = not me.tender and s.supply(Token.TENDER)
        case Effect.SOUL_CATCHER:
            free = not me.soul_catcher and s.supply(Token.SOUL_CATCHER)
        case _:
            free = s.checks and (task.node is not None) is s.map
    if not free:
        wrong(f"{key}.effect", "an effect that can be used", value=task.effect.value)


def _marker(s: RailState, task: st.Marker, key: str) -> None:
    train = s.seats[task.seat].train
    if (task.node is None) is s.map or (task.node is not None and task.node not in s.markers):
        wrong(f"{key}.node", "a marked tie", value=task.node)
    if not 0 <= task.more < max(1, s.markers.count(task.node or "")):
        wrong(f"{key}.more", "further markers on that tie", value=task.more)
    if not task.drop:
        _top_card(s, key)
    if not 0 <= task.drop <= len(train) or (task.drop and s.limbo is None):
        wrong(f"{key}.drop", "as many cars as the train has, once a card was turned over", value=task.drop)
    few = len(task.cards) < task.drop or not task.cards
    if not few or len(set(task.cards)) != len(task.cards) or any(car not in train for car in task.cards):
        wrong(f"{key}.cards", "cars of that train, fewer than have to go")


def _take(s: RailState, task: st.Take, key: str) -> None:
    me = s.seats[task.seat]
    named = [i for i in (task.only, task.first) if i is not None]
    hands = named or [i for i in range(len(s.seats)) if i != task.seat]
    if task.seat in named or len(set(named)) > 1 or not s.turn.gluttony:
        wrong(f"{key}.first", "another seat", value=task.first)
    if any(not s.seats[i].hand for i in named) or not any(s.seats[i].hand for i in hands):
        wrong(f"{key}.first", "a seat with a card", value=task.first)
    if all(me.hand > other.hand for i, other in enumerate(s.seats) if i != task.seat):
        wrong(key, "nothing: the taking is over")


def _top_card(s: RailState, key: str) -> None:
    if not s.draw or s.limbo is not None:
        wrong(key, "a card to turn over")


def _known_cards(s: RailState, cards: tuple[str, ...], key: str) -> None:
    for card in cards:
        if s.card(card) is None:
            wrong(key, "cards of the deck", value=card)


def check(s: RailState) -> None:
    """:raises BadInput: naming the field that cannot be."""
    for name, card in s.strangers.items():
        check_card(card, f"strangers.{name}")
    _cards(s)
    _hands(s)
    if s.light:
        _light(s)
    _grid(s)
    graph = graph_of(rail_cards(s), s.grid, s.deck.rulings) if s.map else None
    _engines(s, graph)
    _markers(s, graph)
    _tokens(s)
    _phase(s)
    _ended(s)
    _tally(s)
    check_agenda(s)
    if graph is not None:
        _ways(s, graph)


# -- cards -------------------------------------------------------------------------------------------------------------


def _lying(s: RailState) -> Iterator[tuple[str, str]]:
    """Each card that lies somewhere, with the field that says so."""
    yield from (("table", card) for card in sorted(s.table))
    yield from (("discard", card) for card in s.discard)
    yield from (("grid.cards", laid.card) for stack in s.grid.stacks.values() for laid in stack)
    for i, seat in enumerate(s.seats):
        yield from ((f"seats[{i}].loaded", card) for card in seat.train)
        yield from ((f"seats[{i}].delivered", card) for card in seat.delivered.reveal())
    if s.limbo is not None:
        yield "limbo", s.limbo


def _cards(s: RailState) -> None:
    """4.1, invariants 1 and 2. After the end the table may have said otherwise (HR-082)."""
    said_after = s.phase is Phase.ENDED and s.tally.corrected
    seen: set[str] = set()
    for field, card in _lying(s):
        if s.card(card) is None:
            wrong(field, "cards of the deck", value=card)
        if card in seen and not said_after:
            wrong(field, "each card in one place", value=card)
        seen.add(card)
    for card in s.toll:
        if s.card(card) is None:
            wrong("toll", "cards of the deck", value=card)
    for card in s.sealed.reveal():  # a stranger of moves that were taken back stays covered
        if s.card(card) is None and not card.startswith("~"):
            wrong("sealed", "cards of the deck", value=card)
    for card in s.named:
        if card not in s.deck.cards and not card.startswith("~"):
            wrong("named", "cards of the deck", value=card)
    if s.light:
        return
    total = sum(1 for _ in _lying(s)) + s.draw + sum(seat.hand for seat in s.seats)
    if s.draw < 0 or (total != CARDS and not said_after):
        wrong("draw", f"{CARDS} cards in all, not {total}", value=s.draw)


def _light(s: RailState) -> None:
    """Nobody follows hands, piles, trains and rails, so nothing of them is said."""
    said: dict[str, object] = {"draw": s.draw, "discard": s.discard, "table": s.table, "limbo": s.limbo, "toll": s.toll}
    said |= {"markers": s.markers_out}
    for i, seat in enumerate(s.seats):
        said |= {f"seats[{i}].hand": seat.hand, f"seats[{i}].loaded": seat.train}
    for field, value in said.items():
        if value:
            wrong(field, "nothing: at level light nobody follows it")
    if s.phase in (Phase.START, Phase.DRAW):
        wrong("phase", "actions: at level light nobody says what is drawn", value=s.phase.value)
    for i, task in enumerate(s.agenda):
        if not isinstance(task, FOLLOWED) or (isinstance(task, st.Use) and task.car is not None):
            wrong(f"agenda[{i}]", "what level light asks", value=type(task).__name__)


FOLLOWED = (st.Entry, st.Use, st.Window, st.DrawToken, st.DealEffects, st.Soul)
"""What level light asks."""


def _hands(s: RailState) -> None:
    """4.1: what is known of a hand is a part of it, and lies nowhere else."""
    elsewhere = {card for _, card in _lying(s)}
    for i, seat in enumerate(s.seats):
        known = seat.known.reveal()
        if len(known) > seat.hand:
            wrong(f"seats[{i}].known", "no more cards than the hand has", value=len(known))
        if any(card not in s.deck.cards or card in elsewhere for card in known):
            wrong(f"seats[{i}].known", "cards that lie nowhere else")
        elsewhere |= known


# -- the map -----------------------------------------------------------------------------------------------------------


def _grid(s: RailState) -> None:
    cells: set[str] = set()
    for circle, cell in s.grid.circles.items():
        if circle not in CIRCLES or cell_text(cell) != cell or not near(cell):
            wrong("grid.circles", "a circle at x,y", value=f"{circle} {cell}")
        if cell in cells:
            wrong("grid.circles", "one circle in a cell", value=cell)
        cells.add(cell)
    for cell, stack in s.grid.stacks.items():
        if cell_text(cell) != cell or not near(cell):
            wrong("grid.cards", "x,y", value=cell)
        if cell in cells:
            wrong("grid.cards", "no card where a circle lies", value=cell)
        if any(not card.rails for laid in stack if (card := s.card(laid.card)) is not None):
            wrong("grid.cards", "cards with their tracks", value=cell)
    if s.map and s.phase is not Phase.PLACING and len(s.grid.circles) != len(CIRCLES):
        wrong("grid.circles", "all ten circles", value=len(s.grid.circles))


def _engines(s: RailState, graph: Graph | None) -> None:
    """HR-031, HR-036: a circle, or a tie with a heading; one engine on a tie."""
    seen: set[str] = set()
    for i, seat in enumerate(s.seats):
        node, heading = seat.stand.node, seat.stand.heading
        tie = ":" in node
        if not tie and node not in CIRCLES and (s.map or node != RAIL):
            wrong(f"seats[{i}].at", "a circle, or a tie of the map" if s.map else "a circle, or rail", value=node)
        if not tie and heading is not None:
            wrong(f"seats[{i}].heading", "none in a circle", value=heading)
        if tie and (graph is None or not graph.exists(node)):
            wrong(f"seats[{i}].at", "a tie of the map", value=node)
        if tie and graph is not None and graph.stand_on(node, heading) is None:
            wrong(f"seats[{i}].heading", "the way the engine looks", value=heading)
        if node in seen:
            wrong(f"seats[{i}].at", "a tie without an engine", value=node)
        if tie:
            seen.add(node)


def _markers(s: RailState, graph: Graph | None) -> None:
    for node in s.markers:
        if graph is None or ":" not in node or not graph.exists(node):
            wrong("markers", "ties of the map", value=node)
    if s.cerberus is not None and s.cerberus not in CIRCLES:
        wrong("cerberus", "a circle", value=s.cerberus)


def _ways(s: RailState, graph: Graph) -> None:
    """A Move on its way goes over the rails that lie there; so does an engine that it pushes."""
    for i, task in enumerate(s.agenda):
        if isinstance(task, st.Drive):
            nodes = [stand.node for stand in task.path]
            states, code = trace(graph, s.seats[task.seat].stand, nodes)
            if code is not None or states != task.path:
                wrong(f"agenda[{i}].path", "a way over the rails")
            if any(not 0 <= other < len(s.seats) for other in task.met):
                wrong(f"agenda[{i}].met", f"0 to {len(s.seats) - 1}")
        if isinstance(task, st.Branch) and (not task.nodes or not all(map(graph.exists, task.nodes))):
            wrong(f"agenda[{i}].nodes", "the ways at a junction")
        if isinstance(task, st.Use) and not task.begun and task.node is not None and not graph.exists(task.node):
            wrong(f"agenda[{i}].node", "a tie of the map", value=task.node)


# -- tokens, the turn, the end -----------------------------------------------------------------------------------------


def _tokens(s: RailState) -> None:
    """4.1, invariant 4, HR-109."""
    for token in (Token.BOATMAN, Token.TENDER, Token.SOUL_CATCHER):
        holders = [i for i, seat in enumerate(s.seats) if getattr(seat, token.value)]
        if len(holders) > EACH:
            wrong(f"seats[{holders[-1]}].{token.value}", f"at most {EACH} hold one")
    seen: set[Token] = set()
    for i, seat in enumerate(s.seats):
        if seat.heresy is not None and seat.heresy in seen:
            wrong(f"seats[{i}].heresy", "the other Heresy token", value=seat.heresy.value)
        seen |= set() if seat.heresy is None else {seat.heresy}
    placed = len(s.effects) + len(s.unused) + sum(seat.held is not None for seat in s.seats) + (s.in_use is not None)
    if placed != len(Effect) and (placed or s.phase not in (Phase.PLACING, Phase.SETUP)):
        wrong("unused", f"{len(Effect)} tokens in all, not {placed}")


def _phase(s: RailState) -> None:
    advocate = Variant.DEVILS_ADVOCATE in s.variants
    if s.phase in (Phase.PLACING, Phase.SETUP) and s.draw != CARDS and not s.light:
        wrong("phase", "another one: cards are dealt already", value=s.phase.value)
    if s.phase is Phase.PLACING and (not advocate or len(s.grid.circles) == len(CIRCLES)):
        wrong("phase", "another one: there is no circle to place", value=s.phase.value)
    in_hand = [circle for seat in s.seats for circle in seat.circles]
    if in_hand and (s.phase is not Phase.PLACING or sorted([*in_hand, *s.grid.circles]) != sorted(CIRCLES)):
        wrong("seats[0].circles", "while circles are placed, each of them with one seat or on the map", value=in_hand)
    if s.limbo is not None and not s.agenda and s.phase is not Phase.ENDED:
        wrong("limbo", "nothing: no card was turned over", value=s.limbo)


def _ended(s: RailState) -> None:
    ended = s.phase is Phase.ENDED
    if s.reason is not None and not ended:
        wrong("reason", "nothing before the end", value=s.reason)
    if s.opened and not ended:
        wrong("opened", "nothing before the end")
    if s.scores is None:
        if s.opened and not level(s):
            wrong("opened", "nothing before the reveal")
        if not s.opened:
            return
    elif not ended:
        wrong("scores", "nothing before the end")
    if s.scores is not None and sorted(score.seat for score in s.scores) != list(range(len(s.seats))):
        wrong("scores", "each seat once")
    if len(s.opened) != len(s.seats):
        wrong("opened", "the delivered cards of each seat")


def _tally(s: RailState) -> None:
    n, t = len(s.seats), s.tally
    seats = [
        t.longest[1],
        *(row[1] for row in (*t.deliveries, *t.derailments)),
        *(i for row in t.rams for i in row[1:]),
    ]
    if any(not 0 <= i < n for i in seats):
        wrong("tally", f"seats from 0 to {n - 1}")
