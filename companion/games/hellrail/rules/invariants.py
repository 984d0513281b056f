"""What can never be: 45 cards, each once; fifteen tokens; supplies; places that exist; a middle of something (4.1)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.patch import Faults, Patches
from companion.engine.refused import BadInput
from companion.games.hellrail import state as st
from companion.games.hellrail.board.graph import Graph, graph_of, trace
from companion.games.hellrail.board.layout import cell_text
from companion.games.hellrail.data.deck_written import check_card, near
from companion.games.hellrail.names import (
    CARDS,
    CIRCLES,
    EACH,
    HERESIES,
    NUMBERED,
    RAIL,
    Effect,
    Phase,
    Source,
    Token,
    Variant,
)
from companion.games.hellrail.rules.ending import level
from companion.games.hellrail.rules.settle import BEFORE, S, begin, cards, dress, lying, lying_tokens, settle
from companion.games.hellrail.rules.steps import FLIPS
from companion.games.hellrail.rules.using import OF_THE_TABLE, TOKEN_OF, ahead
from companion.games.hellrail.state import Task, owed, rail_cards

FOLLOWED = (st.EntryTask, st.UseTask, st.WindowTask, st.DrawTokenTask, st.DealEffectsTask, st.SoulTask)
"""What level light asks."""
STEPS: dict[Effect, tuple[type, ...]] = {
    Effect.ABYSS: (st.PriceTask, st.PickRailTask),
    Effect.FALSE_PATH: (st.PriceTask, st.TurnRailTask),
    Effect.GERYON: (st.FlipTask, st.DeliverTask),
    Effect.LUST: (st.FlipTask, st.GiveCardsTask),
    Effect.THIEVERY: (st.PickCarTask, st.FlipTask, st.TakeCarTask, st.GiveCarTask),
    Effect.GLUTTONY: (st.TakeTask,),
    Effect.INFERNAL: (st.DrawTokenTask,),
    Effect.CHAOS: (st.DealEffectsTask,),
}
"""The tasks on top of a begun effect."""
BY_USER = tuple({step for steps in STEPS.values() for step in steps} - {st.GiveCardsTask})
"""Steps that the seat takes which uses the effect."""


def invariants(state: S) -> Faults:
    yield from _cards(state)
    yield from _light(state) if state.light else _grid(state)
    graph = graph_of(rail_cards(state), state.grid, state.deck.rulings) if state.map else None
    yield from _places(state, graph)
    yield from _tokens(state)
    yield from _phase(state)
    yield from _begun(state)
    if graph is not None:
        yield from _ways(state, graph)


# -- cards -------------------------------------------------------------------------------------------------------------


def _lying(state: S) -> Iterator[tuple[str, str]]:
    """Yield each card with a place, also a secret one."""
    yield from lying(state)
    for seat in state.seats:
        yield from ((f"seats.{seat.name}.delivered", card) for card in seat.delivered.reveal())
    if state.limbo is not None:
        yield "limbo", state.limbo


def _cards(state: S) -> Faults:
    """Invariants 1 and 2. After the end the table may have said otherwise (HR-082)."""
    for name, card in state.strangers.items():
        if card.id != name:
            yield f"strangers.{name}", "~ and a number"
        try:
            check_card(card, f"strangers.{name}")
        except BadInput as error:
            yield str(error.facts["field"]), str(error.facts["reason"])
    said_after = state.phase is Phase.ENDED and state.tally.corrected
    seen: set[str] = set()
    for field, id in _lying(state):
        if state.card(id) is None:
            yield field, f"{id} is no card of the deck"
        elif id in seen and not said_after:
            yield field, f"{id}: each card in one place"
        seen.add(id)
    for seat in state.seats:
        known = seat.known.reveal()
        if len(known) > seat.hand:
            yield f"seats.{seat.name}.known", "no more cards than the hand has"
        if any(card not in state.deck.cards or card in seen for card in known):
            yield f"seats.{seat.name}.known", "cards that lie nowhere else"
        seen |= known
        if seat.count != len(seat.delivered.reveal()):
            yield f"seats.{seat.name}.count", "as many as were delivered"
    for field, ids in (("toll", state.toll), ("sealed", state.sealed.reveal()), ("named", state.named)):
        if any(state.card(id) is None and (field == "toll" or not id.startswith("~")) for id in ids):
            yield field, "cards of the deck"
    if not state.light and (state.draw < 0 or (cards(state) != CARDS and not said_after)):
        yield "draw", f"{CARDS} cards in all, not {cards(state)}"


def _light(state: S) -> Faults:
    """Light: hands, piles, trains and rails are not followed, so the state has nothing of them."""
    heaps = {
        "draw": state.draw,
        "discard": state.discard,
        "table": state.table,
        "limbo": state.limbo,
        "toll": state.toll,
    }
    heaps |= {"markers": state.markers, "markers_out": state.markers_out, "grid.stacks": state.grid.stacks}
    for seat in state.seats:
        heaps |= {f"seats.{seat.name}.hand": seat.hand, f"seats.{seat.name}.train": seat.train}
    yield from ((field, "nothing: at level light nobody follows it") for field, value in heaps.items() if value)
    if state.phase in (Phase.START, Phase.DRAW):
        yield "phase", "actions: at level light nobody says what is drawn"
    for i, task in enumerate(state.agenda):
        if not isinstance(task, FOLLOWED) or (isinstance(task, st.UseTask) and task.car is not None):
            yield f"agenda[{i}]", "what level light asks"


# -- the map -----------------------------------------------------------------------------------------------------------


def _grid(state: S) -> Faults:
    circles, stacks = state.grid.circles, state.grid.stacks
    if any(circle not in CIRCLES or cell_text(cell) != cell or not near(cell) for circle, cell in circles.items()):
        yield "grid.circles", "circles at x,y"
    elif len(set(circles.values())) != len(circles):
        yield "grid.circles", "one circle in a cell"
    if state.map and state.phase is not Phase.PLACING and len(circles) != len(CIRCLES):
        yield "grid.circles", "all ten circles"
    if stacks and not state.map:
        yield "grid.stacks", "nothing: without a map `table` tells what lies there"
    if state.table and state.map:
        yield "table", "nothing: the map tells what lies there"
    for cell, stack in stacks.items():
        if cell_text(cell) != cell or not near(cell):
            yield f"grid.stacks.{cell}", "x,y"
        elif cell in circles.values() or not stack:
            yield f"grid.stacks.{cell}", "cards, where no circle lies"
        elif any(card is not None and not card.rails for card in (state.card(laid.card) for laid in stack)):
            yield f"grid.stacks.{cell}", "cards with their tracks"


def _places(state: S, graph: Graph | None) -> Faults:
    """HR-031, HR-036: an engine is in a circle, or on a tie with a heading; one engine on a tie."""
    seen: set[str] = set()
    for seat in state.seats:
        node, heading, key = seat.stand.node, seat.stand.heading, f"seats.{seat.name}.at"
        tie = ":" in node
        if tie and (graph is None or not graph.exists(node)):
            yield f"{key}.node", "a tie of the map"
        elif not tie and node not in CIRCLES and (state.map or node != RAIL):
            yield f"{key}.node", "a circle, or a tie of the map" if state.map else "a circle, or rail"
        elif (tie and graph is not None and graph.stand_on(node, heading) is None) or (not tie and heading is not None):
            yield f"{key}.heading", "the way the engine looks" if tie else "none in a circle"
        elif node in seen:
            yield f"{key}.node", "a tie without an engine"
        seen |= {node} if tie else set()
    if state.markers and not state.map:
        yield "markers", "none without a map: `markers_out` tells how many"
    if state.markers_out and state.map:
        yield "markers_out", "none: `markers` tells where they lie"
    if any(graph is not None and (":" not in node or not graph.exists(node)) for node in state.markers):
        yield "markers", "ties of the map"
    if state.cerberus is not None and state.cerberus not in CIRCLES:
        yield "cerberus", "a circle"


def _ways(state: S, graph: Graph) -> Faults:
    """A Move on its way goes over the rails that lie there; so does an engine that it pushes."""
    for i, task in enumerate(state.agenda):
        if isinstance(task, st.DriveTask):
            states, code = trace(graph, state.seats[task.seat].stand, [stand.node for stand in task.path])
            if code is not None or states != task.path:
                yield f"agenda[{i}].path", "a way over the rails"
        if isinstance(task, st.BranchTask) and (not task.nodes or not all(map(graph.exists, task.nodes))):
            yield f"agenda[{i}].nodes", "the ways at a junction"
        if isinstance(task, st.UseTask) and not task.begun and task.node is not None and not graph.exists(task.node):
            yield f"agenda[{i}].node", "a tie of the map"


# -- tokens, the turn, the end -----------------------------------------------------------------------------------------


def _tokens(state: S) -> Faults:
    """Invariant 4, HR-109."""
    for token in (Token.BOATMAN, Token.TENDER, Token.SOUL_CATCHER):
        holders = [seat.name for seat in state.seats if getattr(seat, token.value)]
        if len(holders) > EACH:
            yield f"seats.{holders[-1]}.{token.value}", f"at most {EACH} hold one"
    given: set[Token] = set()
    for seat in state.seats:
        if seat.heresy is not None and (seat.heresy in given or seat.heresy not in HERESIES):
            yield f"seats.{seat.name}.heresy", "heresy_cancel or heresy_redirect, if nobody else holds it"
        given |= set() if seat.heresy is None else {seat.heresy}
    yield from (
        (f"effects.{circle}", "numbered circles: C1 to C9") for circle in state.effects if circle not in NUMBERED
    )
    seen: list[Effect] = []
    for place, effect in lying_tokens(state).items():
        if effect in seen and not state.secret:  # else its name would reveal the place of one
            yield ".".join(place), "each token in one place"
        seen += [] if effect is None else [effect]
    seen += state.unused
    if len(set(seen)) != len(seen) or (len(seen) != len(Effect) and (seen or state.phase not in BEFORE)):
        yield "unused", f"{len(Effect)} tokens in all, each in one place"


def _phase(state: S) -> Faults:
    ended, advocate = state.phase is Phase.ENDED, Variant.DEVILS_ADVOCATE in state.variants
    if state.phase in BEFORE and state.draw != CARDS and not state.light:
        yield "phase", "another one: cards are dealt already"
    if state.phase is Phase.PLACING and (not advocate or len(state.grid.circles) == len(CIRCLES)):
        yield "phase", "another one: there is no circle to place"
    in_hand = [circle for seat in state.seats for circle in seat.circles]
    if in_hand and (state.phase is not Phase.PLACING or sorted([*in_hand, *state.grid.circles]) != sorted(CIRCLES)):
        holder = next(seat.name for seat in state.seats if seat.circles)
        yield f"seats.{holder}.circles", "while circles are placed, each of them with one seat or on the map"
    if state.limbo is not None and not state.agenda and not ended:
        yield "limbo", "nothing: no card was turned over"
    for seat in state.seats:
        if seat.loaded_worth is not None and not (ended and state.light):
            yield f"seats.{seat.name}.loaded_worth", "nothing before the end, and only where trains are not followed"
    for field, said in (("reason", state.reason), ("opened", state.opened), ("scores", state.scores)):
        if said is not None and said != () and not ended:
            yield field, "nothing before the end"
    if state.scores is not None and sorted(score.seat for score in state.scores) != list(range(len(state.seats))):
        yield "scores", "each seat once"
    if (state.scores is not None and len(state.opened) != len(state.seats)) or (
        state.scores is None and state.opened and not level(state)
    ):
        yield "opened", "the delivered cards of each seat, at the reveal"


# -- what is begun -----------------------------------------------------------------------------------------------------


def _begun(state: S) -> Faults:
    """A begun effect can come to its end, and a player has to answer."""
    use = state.agenda[0] if state.agenda and isinstance(state.agenda[0], st.UseTask) else None
    if state.in_use is not (use.effect if use is not None and use.source is Source.HELD else None):
        yield "in_use", "the held token that is being used"
    if state.looked is not None and not (
        state.secret and isinstance(state.task, st.EntryTask) and state.task.seat == state.looked
    ):
        yield "looked", "whoever has entered a circle"
    if not state.agenda:
        return
    if state.phase is not Phase.ACTIONS:
        yield "agenda", f"nothing in phase {state.phase.value}"
    elif not _shaped(state.agenda):
        yield "agenda", "what a game can be in the middle of"
    elif owed(state.task) is None:
        yield f"agenda[{len(state.agenda) - 1}]", "something that somebody has to answer"
    else:
        for i, task in enumerate(state.agenda):
            yield from ((f"agenda[{i}]{inner}", reason) for inner, reason in _fits(state, task, use))


def _shaped(agenda: tuple[Task, ...]) -> bool:
    """The few ways in which tasks can lie on each other."""
    match agenda:
        case (
            (st.EntryTask() | st.ArriveTask(),)
            | (st.UseTask(begun=False), st.WindowTask())
            | (st.DriveTask(), st.BranchTask())
        ):
            return True
        case (st.UseTask(begun=True, effect=effect), step):
            return isinstance(step, STEPS.get(effect, ()))
        case (st.SoulTask() | st.MarkerTask(),) | (st.DriveTask() | st.ArriveTask(), st.SoulTask() | st.MarkerTask()):
            return True
        case (*under, st.DerailTask(seat=a), st.DumpHandTask(seat=b)):
            return a == b and (not under or (len(under) == 1 and isinstance(under[0], st.DriveTask | st.ArriveTask)))
        case _:
            return False


def _fits(state: S, task: Task, use: st.UseTask | None) -> Faults:
    """In a corrected game an engine may be elsewhere, and a token."""
    strict, seat = not state.tally.corrected, getattr(task, "seat", state.turn.active)
    me, whose = state.seats[seat], state.turn.active if use is None else use.seat
    if (
        isinstance(task, st.EntryTask | st.UseTask | st.DriveTask | st.BranchTask | st.SoulTask | st.ArriveTask)
        and seat != state.turn.active
    ):
        yield ".seat", "the seat whose turn it is"
    if isinstance(task, BY_USER) and seat != whose:
        yield ".seat", "the seat that uses the effect"
    if isinstance(task, st.DriveTask | st.ArriveTask) and state.map is not isinstance(task, st.DriveTask):
        yield "", "nothing that needs a map" if isinstance(task, st.DriveTask) else "nothing that only the Keeper asks"
    match task:
        case st.EntryTask(circle=circle) if circle not in CIRCLES or (strict and me.stand.node != circle):
            yield ".circle", "the circle of that engine"
        case st.UseTask():
            yield from _use(state, task, strict)
        case st.WindowTask(holders=holders):
            if not holders or any(state.seats[h].heresy is None or h == whose for h in holders) or _twice(holders):
                yield ".holders", "others who hold a Heresy token"
        case st.FlipTask(why=why):
            if use is not None and why is not FLIPS.get(use.effect):
                yield ".why", "the effect that is used"
            yield from _top_card(state)
        case st.PriceTask(effect=effect, more=more):
            if use is not None and effect is not use.effect:
                yield ".effect", "the effect that is used"
            elif not me.hand and not more:
                yield ".seat", "a seat with a card to pay"
        case st.MarkerTask():
            yield from _marker(state, task)
        case st.SoulTask(target=target):
            if target == seat or not (state.light or state.seats[target].train) or not me.soul_catcher:
                yield ".target", "another train with a car, and a Soul Catcher to use"
        case st.DumpHandTask(cards=tapped):
            if len(tapped) >= me.hand or _twice(tapped) or any(state.card(card) is None for card in tapped):
                yield ".cards", "cards of the deck, fewer than the hand has"
        case st.DeliverTask(car=car) if car not in me.train:
            yield ".car", "a car of that train"
        case st.PickCarTask() if use is None or use.target is None or not state.seats[use.target].train:
            yield "", "a train with a car to pick"
        case st.TakeCarTask(target=target, car=car) if target == seat or car not in state.seats[target].train:
            yield ".car", "a car of another train"
        case st.GiveCarTask(target=target, brimstone=brimstone):
            own = (state.card(car) for car in me.train)
            if target == seat or all(card is None or card.brimstone != brimstone for card in own):
                yield ".brimstone", "that of a car of the giver's train"
        case st.GiveCardsTask(to=to) if to == seat or use is None or use.seat not in (seat, to):
            yield ".to", "the other one of the two"
        case st.TakeTask():
            yield from _take(state, task)
        case st.DrawTokenTask() if not state.unused or me.held is not None:
            yield "", "a token to draw, and room for it"
        case _:
            pass


def _twice(found: tuple[object, ...]) -> bool:
    return len(set(found)) != len(found)


def _use(state: S, task: st.UseTask, strict: bool) -> Faults:
    me, lies, circle = state.seats[task.seat], state.effects.get(task.circle), task.source is Source.CIRCLE
    if task.circle not in CIRCLES:
        yield ".circle", "a circle"
    if circle and strict and lies is not task.effect:
        yield ".effect", "the token of that circle"
    if task.target == task.seat:
        yield ".target", "another seat"
    if task.begun or (state.light and task.effect in OF_THE_TABLE):
        return
    match task.effect:
        case Effect.SHIFT if circle and lies is not Effect.SHIFT:
            yield ".circle", "the circle where the token lies"
        case Effect.SHIFT if task.target is None and (strict or not state.secret):  # face down it may have been moved
            if (circle and task.to == task.circle) or not (task.to in state.effects or task.to in state.unused):
                yield ".to", "another token"
        case Effect.GUARD_DUTY if task.to not in CIRCLES:
            yield ".to", "a circle"
        case Effect.GERYON if task.car not in me.train:
            yield ".car", "a car of that train"
        case Effect.THIEVERY:
            if task.target is None or (not task.redirected and task.car not in state.seats[task.target].train):
                yield ".car", "a car of another train"
        case Effect.LUST if task.target is None:
            yield ".target", "another seat"
        case Effect.HERESY if task.token not in HERESIES or not state.supply(task.token or Token.BOATMAN):
            yield ".token", " or ".join(HERESIES)
        case Effect.BOATMEN | Effect.TENDERS | Effect.SOUL_CATCHER:
            token = TOKEN_OF[task.effect]
            if getattr(me, token.value) or not state.supply(token):  # HR-Q33
                yield ".effect", "an effect that can be used"
        case Effect.DELINQUENCY if not state.checks or (task.node is not None) is not state.map:
            yield ".effect", "an effect that can be used"
        case _:
            pass


def _marker(state: S, task: st.MarkerTask) -> Faults:
    train = state.seats[task.seat].train
    if (task.node is None) is state.map or (task.node is not None and task.node not in state.markers):
        yield ".node", "a marked tie"
    if task.more >= max(1, state.markers.count(task.node or "")):
        yield ".more", "further markers on that tie"
    if not task.drop:
        yield from _top_card(state)
    if task.drop > len(train) or (task.drop and state.limbo is None):
        yield ".drop", "as many cars as the train has, once a card was turned over"
    few = len(task.cards) < task.drop or not task.cards
    if not few or _twice(task.cards) or any(car not in train for car in task.cards):
        yield ".cards", "cars of that train, fewer than have to go"


def _take(state: S, task: st.TakeTask) -> Faults:
    named = [i for i in (task.only, task.first) if i is not None]
    hands = named or [i for i in range(len(state.seats)) if i != task.seat]
    if task.seat in named or len(set(named)) > 1 or not state.turn.gluttony:
        yield ".first", "another seat"
    elif any(not state.seats[i].hand for i in named) or not any(state.seats[i].hand for i in hands):
        yield ".first", "a seat with a card"
    elif ahead(state, task.seat):
        yield "", "nothing: the taking is over"


def _top_card(state: S) -> Faults:
    if not state.draw or state.limbo is not None:
        yield "", "a card to turn over"


PATCHES = Patches(settle, invariants, begin, dress)
