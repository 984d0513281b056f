"""What can never be: 45 cards, each once; fifteen tokens; supplies; places that exist; a middle of something (4.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from companion.engine.patch import Faults, Patches, Rules, broken, nothing, repeated
from companion.games.hellrail import state as st
from companion.games.hellrail.board.graph import Graph, graph_of, trace
from companion.games.hellrail.data.deck_written import check_card
from companion.games.hellrail.names import CARDS, CIRCLES, HERESIES, RAIL, Effect, Level, Phase, Source, Token, Variant
from companion.games.hellrail.rules.ending import level_seats
from companion.games.hellrail.rules.settle import BEFORE, S, begin, cards_in_game, dress, lying, lying_tokens, settle
from companion.games.hellrail.rules.steps import FLIPS, take_over
from companion.games.hellrail.rules.using import OF_THE_TABLE, TOKEN_OF, unavailable
from companion.games.hellrail.state import Seat, rail_cards

# -- the table ---------------------------------------------------------------------------------------------------------


def _graph(state: S) -> Graph:
    return graph_of(rail_cards(state), state.grid, state.deck.rulings)


def _on_map(state: S, node: str) -> bool:
    """Whether it is a tie of the map."""
    return state.map and ":" in node and _graph(state).exists(node)


def _lying(state: S) -> Iterator[tuple[str, str]]:
    """Yield each card with a place, also a secret one."""
    yield from ((".".join(place), card) for place, card in lying(state))
    yield from (("limbo", card) for card in (state.limbo,) if card is not None)
    yield from ((f"seats.{seat.name}.delivered", card) for seat in state.seats for card in seat.delivered.reveal())
    yield from ((f"seats.{seat.name}.known", card) for seat in state.seats for card in seat.known.reveal())


def _said_after(state: S) -> bool:
    """After the end the table may have said otherwise (HR-082)."""
    return state.phase is Phase.ENDED and state.tally.corrected


def _tokens(state: S) -> list[Effect]:
    return [*(effect for effect in lying_tokens(state).values() if effect is not None), *state.unused]


def _held_in_use(state: S) -> Effect | None:
    use = state.agenda[0] if state.agenda else None
    return use.effect if isinstance(use, st.UseTask) and use.source is Source.HELD else None


UNFOLLOWED = "nothing: at level light nobody follows it"
WITHOUT_A_MAP = (
    *nothing("nothing: without a map `table` tells what lies there", "grid.stacks"),
    *nothing("none without a map: `markers_out` tells how many", "markers"),
)
OF_LEVEL: dict[Level, Rules] = {
    Level.LIGHT: (
        *nothing(UNFOLLOWED, "draw", "discard", "table", "limbo", "toll", "markers", "markers_out", "grid.stacks"),
        ("phase", lambda s: s.phase not in (Phase.START, Phase.DRAW), "actions: nobody says what is drawn"),
    ),
    Level.KEEPER: WITHOUT_A_MAP,
    Level.MAP: (
        *nothing("nothing: the map tells what lies there", "table"),
        *nothing("none: `markers` tells where they lie", "markers_out"),
        ("grid.circles", lambda s: s.phase is Phase.PLACING or len(s.grid.circles) == len(CIRCLES), "all ten circles"),
        ("markers", lambda s: all(_on_map(s, node) for node in s.markers), "ties of the map"),
    ),
}
BEFORE_THE_END: Rules = nothing("nothing before the end", "reason", "opened", "scores")
TABLE: Rules = (
    ("toll", lambda s: all(map(s.card, s.toll)), "cards of the deck"),
    ("sealed", lambda s: all(s.card(id) or id.startswith("~") for id in s.sealed.reveal()), "cards of the deck"),
    ("named", lambda s: all(s.card(id) or id.startswith("~") for id in s.named), "cards of the deck"),
    ("draw", lambda s: s.light or _said_after(s) or cards_in_game(s) == CARDS, f"{CARDS} cards in all"),
    ("draw", lambda s: s.draw >= 0, f"{CARDS} cards in all"),
    ("unused", lambda s: len(set(_tokens(s))) == len(_tokens(s)), "each token in one place"),
    ("unused", lambda s: len(_tokens(s)) in (len(Effect), len(Effect) * (s.phase not in BEFORE)), "all the tokens"),
    ("phase", lambda s: s.phase not in BEFORE or s.draw == CARDS or s.light, "another one: cards are dealt already"),
    ("phase", lambda s: s.phase is not Phase.PLACING or _to_place(s), "another one: there is no circle to place"),
    ("limbo", lambda s: s.limbo is None or s.agenda or s.phase is Phase.ENDED, "nothing: no card was turned over"),
    ("scores", lambda s: s.scores is None or _seats(s.scores) == [*range(len(s.seats))], "each seat once"),
    ("opened", lambda s: s.scores is None or s.opened, "the delivered cards of each seat, at the reveal"),
    ("opened", lambda s: not s.opened or s.scores is not None or level_seats(s), "nothing before the reveal"),
    ("in_use", lambda s: s.in_use is _held_in_use(s), "the held token that is being used"),
    ("looked", lambda s: s.looked is None or _looks(s, s.task), "whoever has entered a circle"),
)


def _to_place(state: S) -> bool:
    return Variant.DEVILS_ADVOCATE in state.variants and len(state.grid.circles) < len(CIRCLES)


def _seats(scores: tuple[st.Score, ...]) -> list[int]:
    return sorted(score.seat for score in scores)


def _looks(state: S, task: st.Task | None) -> bool:
    return state.secret and isinstance(task, st.EntryTask) and task.seat == state.looked


# -- seats, and cells of the map ---------------------------------------------------------------------------------------


def _place(state: S, node: str) -> bool:
    return node in CIRCLES or _on_map(state, node) or (node == RAIL and not state.map)


def _heads(state: S, seat: Seat) -> bool:
    node, heading = seat.stand.node, seat.stand.heading
    return heading is None if ":" not in node else _graph(state).stand_on(node, heading) is not None


def _supplied(token: Token) -> Callable[[S, Seat], object]:
    return lambda s, me: s.supply(token) >= 0 or not getattr(me, token.value)


def _placing(state: S) -> bool:
    """While circles are placed, each of them is with one seat or on the map."""
    dealt = [circle for seat in state.seats for circle in seat.circles]
    return state.phase is Phase.PLACING and sorted([*dealt, *state.grid.circles]) == sorted(CIRCLES)


SEAT: Rules = (
    ("known", lambda s, me: len(me.known.reveal()) <= me.hand, "no more cards than the hand has"),
    ("known", lambda s, me: me.known.reveal() <= s.deck.cards.keys(), "cards of the deck"),
    ("count", lambda s, me: me.count == len(me.delivered.reveal()), "as many as were delivered"),
    ("hand", lambda s, me: not (s.light and me.hand), UNFOLLOWED),
    ("train", lambda s, me: not (s.light and me.train), UNFOLLOWED),
    ("at.node", lambda s, me: _place(s, me.stand.node), "a circle, or a tie of the map; without a map also `rail`"),
    ("at.heading", _heads, "the way the engine looks on a tie, none elsewhere"),
    *((one.value, _supplied(one), "no more than there are") for one in TOKEN_OF.values()),
    ("heresy", lambda s, me: me.heresy in (None, *HERESIES), "heresy_cancel or heresy_redirect"),
    ("circles", lambda s, me: not me.circles or _placing(s), "all that are not on the map, while circles are placed"),
    ("loaded_worth", lambda s, me: me.loaded_worth is None or (s.light and s.phase is Phase.ENDED), "nothing as yet"),
)
CELL: Rules = (
    ("", lambda s, cell: cell not in s.grid.circles.values(), "cards, where no circle lies"),
    ("", lambda s, cell: all(s.card(laid.card).rails for laid in s.grid.stacks[cell]), "cards with their tracks"),
)


# -- what is begun -----------------------------------------------------------------------------------------------------

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
IN_TURN = (st.EntryTask, st.UseTask, st.DriveTask, st.BranchTask, st.SoulTask, st.ArriveTask)
ON_ITS_WAY, MET, DERAILED = (
    (st.DriveTask, st.ArriveTask),
    (st.SoulTask, st.MarkerTask),
    (st.DerailTask, st.DumpHandTask),
)
SHAPES: tuple[tuple[Any, ...], ...] = (
    ((st.EntryTask, st.ArriveTask, *MET),),
    (st.UseTask, (st.WindowTask, st.GiveCardsTask, *BY_USER)),
    (st.DriveTask, st.BranchTask),
    (ON_ITS_WAY, MET),
    DERAILED,
    (ON_ITS_WAY, *DERAILED),
)
"""The few ways in which tasks can lie on each other. The last one is a question."""
AGENDA: Rules = (
    ("agenda", lambda s: not s.agenda or s.phase is Phase.ACTIONS, "nothing in phase {0.phase.value}"),
    ("agenda", lambda s: not s.agenda or any(_shaped(s, shape) for shape in SHAPES), "what can be begun together"),
)


def _shaped(state: S, shape: tuple[Any, ...]) -> bool:
    return len(state.agenda) == len(shape) and all(map(isinstance, state.agenda, shape))


TASKS: Sequence[tuple[Any, str, Callable[..., object], str]] = (
    (IN_TURN, "seat", lambda s, t, me, use: t.seat == s.turn.active, "the seat whose turn it is"),
    (st.DriveTask, "", lambda s, t, me, use: s.map, "nothing that needs a map"),
    (st.DriveTask, "path", lambda s, t, me, use: _goes(s, t), "a way over the rails"),
    (st.BranchTask, "nodes", lambda s, t, me, use: all(map(_graph(s).exists, t.nodes)), "the ways at a junction"),
    (st.ArriveTask, "", lambda s, t, me, use: not s.map, "nothing that only the Keeper asks"),
    (
        st.EntryTask,
        "circle",
        lambda s, t, me, use: s.tally.corrected or me.stand.node == t.circle,
        "that of the engine",
    ),
    (st.UseTask, "effect", lambda s, t, me, use: _lies(s, t), "the token of that circle"),
    (st.UseTask, "target", lambda s, t, me, use: t.target != t.seat, "another seat"),
    (st.WindowTask, "", lambda s, t, me, use: not use.begun, "nothing: the effect has begun"),
    ((*BY_USER, st.GiveCardsTask), "", lambda s, t, me, use: _step(t, use), "a step of the effect that has begun"),
    (BY_USER, "seat", lambda s, t, me, use: t.seat == use.seat, "the seat that uses the effect"),
    (st.WindowTask, "holders", lambda s, t, me, use: _may_answer(s, t, use), "others who hold a Heresy token"),
    (st.FlipTask, "why", lambda s, t, me, use: t.why is FLIPS.get(use.effect), "the effect that is used"),
    (st.PriceTask, "effect", lambda s, t, me, use: t.effect is use.effect, "the effect that is used"),
    (st.PriceTask, "seat", lambda s, t, me, use: me.hand or t.more, "a seat with a card to pay"),
    (st.MarkerTask, "node", lambda s, t, me, use: t.node in (s.markers if s.map else (None,)), "a marked tie"),
    (st.MarkerTask, "more", lambda s, t, me, use: t.more < max(1, s.markers.count(t.node)), "the others on that tie"),
    (st.MarkerTask, "drop", lambda s, t, me, use: t.drop <= len(me.train), "as many cars as the train has"),
    (st.MarkerTask, "drop", lambda s, t, me, use: not t.drop or s.limbo, "none until a card was turned over"),
    (st.MarkerTask, "cards", lambda s, t, me, use: not t.cards or len(t.cards) < t.drop, "fewer than have to go"),
    (st.MarkerTask, "cards", lambda s, t, me, use: {*t.cards} <= {*me.train}, "cars of that train"),
    ((st.FlipTask, st.MarkerTask), "", lambda s, t, me, use: s.draw or getattr(t, "drop", 0), "a card to turn over"),
    (
        (st.FlipTask, st.MarkerTask),
        "",
        lambda s, t, me, use: not s.limbo or getattr(t, "drop", 0),
        "a card to turn over",
    ),
    (
        st.SoulTask,
        "target",
        lambda s, t, me, use: t.target != t.seat and me.soul_catcher,
        "another, with a Soul Catcher",
    ),
    (st.SoulTask, "target", lambda s, t, me, use: s.light or s.seats[t.target].train, "a train with a car"),
    (st.DumpHandTask, "seat", lambda s, t, me, use: t.seat == s.agenda[-2].seat, "the seat that has derailed"),
    (st.DumpHandTask, "cards", lambda s, t, me, use: len(t.cards) < me.hand, "fewer than the hand has"),
    (st.DumpHandTask, "cards", lambda s, t, me, use: all(map(s.card, t.cards)), "cards of the deck"),
    (st.DeliverTask, "car", lambda s, t, me, use: t.car in me.train, "a car of that train"),
    (st.PickCarTask, "", lambda s, t, me, use: _train(s, use), "a train with a car to pick"),
    (st.TakeCarTask, "car", lambda s, t, me, use: t.car in _train(s, t), "a car of another train"),
    (st.GiveCarTask, "brimstone", lambda s, t, me, use: t.brimstone in _brimstones(s, t), "that of a car of the train"),
    (
        st.GiveCardsTask,
        "to",
        lambda s, t, me, use: t.to != t.seat and use.seat in (t.seat, t.to),
        "the other of the two",
    ),
    (st.TakeTask, "first", lambda s, t, me, use: _hand(s, t), "another seat with a card"),
    (st.TakeTask, "", lambda s, t, me, use: not take_over(s, t), "nothing: the taking is over"),
    (st.DrawTokenTask, "", lambda s, t, me, use: s.unused and me.held is None, "a token to draw, and room for it"),
)
"""Of tasks of a type: a begun effect can come to its end, and a player has to answer. `use`: the effect that is used,
where it is a step of one. In a corrected game an engine may be elsewhere, and a token."""
CAN_BE_USED: Rules = (
    ("effect", lambda s, t, me: not unavailable(s, t.seat, t.effect, t.source), "one that can be used"),
)
USES: dict[Effect, Rules] = {
    **dict.fromkeys(TOKEN_OF, CAN_BE_USED),
    Effect.SHIFT: (("to", lambda s, t, me: _to(s, t), "another token"),),
    Effect.GUARD_DUTY: (("to", lambda s, t, me: t.to in CIRCLES, "a circle"),),
    Effect.GERYON: (("car", lambda s, t, me: t.car in me.train, "a car of that train"),),
    Effect.LUST: (("target", lambda s, t, me: t.target is not None, "another seat"),),
    Effect.THIEVERY: (
        ("target", lambda s, t, me: t.target is not None, "another seat"),
        ("car", lambda s, t, me: t.redirected or t.car in _train(s, t), "a car of another train"),
    ),
    Effect.HERESY: (("token", lambda s, t, me: t.token in HERESIES and s.supply(t.token), " or ".join(HERESIES)),),
    Effect.DELINQUENCY: (
        *CAN_BE_USED,
        ("node", lambda s, t, me: _on_map(s, t.node or "") if s.map else t.node is None, "a tie of the map"),
    ),
}
"""What was named for an effect that is not begun."""


def _step(task: st.Task, use: st.UseTask) -> bool:
    return use.begun and isinstance(task, STEPS.get(use.effect, ()))


def _goes(state: S, task: st.DriveTask) -> bool:
    way = trace(_graph(state), state.seats[task.seat].stand, [stand.node for stand in task.path])
    return way == (task.path, None)


def _may_answer(state: S, task: st.WindowTask, use: st.UseTask) -> bool:
    return all(state.seats[i].heresy is not None and i != use.seat for i in task.holders)


def _train(state: S, task: st.UseTask | st.TakeCarTask) -> tuple[str, ...]:
    """The train of the target."""
    return () if task.target in (None, task.seat) else state.seats[task.target or 0].train


def _brimstones(state: S, task: st.GiveCarTask) -> set[int | None]:
    """Of the cars that can be given."""
    train = () if task.target == task.seat else state.seats[task.seat].train
    return {card.brimstone for card in map(state.card, train) if card is not None}


def _lies(state: S, use: st.UseTask) -> bool:
    """Whether the token is where it is used."""
    moved = state.tally.corrected and (use.begun or use.effect is not Effect.SHIFT)
    return moved or use.source is Source.HELD or state.effects.get(use.circle) is use.effect


def _to(state: S, use: st.UseTask) -> bool:
    """Whether another token can come instead. Face down it may have been moved."""
    there = use.to in (*state.effects, *state.unused) and (use.source is Source.HELD or use.to != use.circle)
    return there or use.target is not None or (state.secret and state.tally.corrected)


def _hand(state: S, task: st.TakeTask) -> bool:
    named = {seat for seat in (task.only, task.first) if seat is not None}
    return state.turn.gluttony and len(named) < 2 and all(i != task.seat and state.seats[i].hand for i in named)


# -- all of it ---------------------------------------------------------------------------------------------------------


def invariants(state: S) -> Faults:
    """Invariants 1, 2 and 4; HR-031, HR-036, HR-109."""
    for name, card in state.strangers.items():
        if card.id != name:
            yield f"strangers.{name}", "~ and a number"
        check_card(card, f"strangers.{name}")
    yield from ((field, f"{id} is no card of the deck") for field, id in _lying(state) if state.card(id) is None)
    if not _said_after(state):
        yield from repeated("each card in one place", _lying(state))
    yield from broken(OF_LEVEL[state.level], "", state)
    for i, task in enumerate(state.agenda if state.light else ()):
        if not isinstance(task, FOLLOWED) or (isinstance(task, st.UseTask) and task.car is not None):
            yield f"agenda[{i}]", "what level light asks"
    yield from repeated("one circle in a cell", (("grid.circles", cell) for cell in state.grid.circles.values()))
    for cell in state.grid.stacks:
        yield from broken(CELL, f"grid.stacks.{cell}", state, cell)
    for seat in state.seats:
        yield from broken(SEAT, f"seats.{seat.name}", state, seat)
    places = [(f"seats.{seat.name}.at.node", seat.stand.node) for seat in state.seats if ":" in seat.stand.node]
    yield from repeated("a tie without an engine", places)
    heresies = [(f"seats.{seat.name}.heresy", seat.heresy) for seat in state.seats if seat.heresy]
    yield from repeated("one that nobody else holds", heresies)
    if not state.secret:  # else its name would reveal the place of one
        tokens = [(".".join(place), effect) for place, effect in lying_tokens(state).items() if effect is not None]
        yield from repeated("each token in one place", tokens)
    yield from broken(TABLE if state.phase is Phase.ENDED else (*BEFORE_THE_END, *TABLE), "", state)
    yield from broken(AGENDA, "", state)
    use = state.agenda[0] if state.agenda and isinstance(state.agenda[0], st.UseTask) else None
    for i, task in enumerate(state.agenda):
        me = state.seats[getattr(task, "seat", state.turn.active)]
        rules = [(field, holds, reason) for kinds, field, holds, reason in TASKS if isinstance(task, kinds)]
        yield from broken(rules, f"agenda[{i}]", state, task, me, use)
        if isinstance(task, st.UseTask) and not (task.begun or (state.light and task.effect in OF_THE_TABLE)):
            yield from broken(USES.get(task.effect, ()), f"agenda[{i}]", state, task, me)


PATCHES = Patches(settle, invariants, begin, dress)
