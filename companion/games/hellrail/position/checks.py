"""What must hold in a position: 45 cards, each once; 15 tokens; supplies; places that exist (4.1)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.hellrail.board.graph import Graph, graph_of
from companion.games.hellrail.board.layout import cell_text
from companion.games.hellrail.board.routes import trace
from companion.games.hellrail.names import CARDS, CIRCLES, EACH, RAIL, Effect, Phase, Token, Variant
from companion.games.hellrail.position.agenda import check_agenda
from companion.games.hellrail.position.deck import check_card, near
from companion.games.hellrail.position.keys import wrong
from companion.games.hellrail.rules.cards import rail_cards
from companion.games.hellrail.rules.ending import level
from companion.games.hellrail.state import Branch, DealEffects, DrawToken, Drive, Entry, RailState, Soul, Use, Window


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
    said |= {"markers": s.markers_out, "turn.drawn": s.turn.drawn, "turn.tender": s.turn.tender}
    for i, seat in enumerate(s.seats):
        said |= {f"seats[{i}].hand": seat.hand, f"seats[{i}].loaded": seat.train}
    for field, value in said.items():
        if value:
            wrong(field, "nothing: at level light nobody follows it")
    if s.phase in (Phase.START, Phase.DRAW):
        wrong("phase", "actions: at level light nobody says what is drawn", value=s.phase.value)
    for i, task in enumerate(s.agenda):
        if not isinstance(task, FOLLOWED) or (isinstance(task, Use) and task.car is not None):
            wrong(f"agenda[{i}]", "what level light asks", value=type(task).__name__)


FOLLOWED = (Entry, Use, Window, DrawToken, DealEffects, Soul)
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
        if isinstance(task, Drive):
            nodes = [stand.node for stand in task.path]
            states, code = trace(graph, s.seats[task.seat].stand, nodes)
            if code is not None or states != task.path:
                wrong(f"agenda[{i}].path", "a way over the rails")
            if any(not 0 <= other < len(s.seats) for other in task.met):
                wrong(f"agenda[{i}].met", f"0 to {len(s.seats) - 1}")
        if isinstance(task, Branch) and (not task.nodes or not all(map(graph.exists, task.nodes))):
            wrong(f"agenda[{i}].nodes", "the ways at a junction")
        if isinstance(task, Use) and not task.begun and task.node is not None and not graph.exists(task.node):
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
