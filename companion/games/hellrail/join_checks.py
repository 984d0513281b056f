"""What must hold in a position: 45 cards, each once; 15 tokens; supplies; places that exist (4.1)."""

from __future__ import annotations

from collections import Counter

from companion.engine.refused import BadInput
from companion.games.hellrail import state as st
from companion.games.hellrail.cards import rail_cards
from companion.games.hellrail.graph import graph_of
from companion.games.hellrail.layout import cell_text
from companion.games.hellrail.names import CARDS, CIRCLES, EACH, NUMBERED, RAIL, Effect, Phase, Token
from companion.games.hellrail.state import RailState


def check(s: RailState) -> None:
    """:raises BadInput: naming the field that cannot be."""
    _cards(s)
    _grid(s)
    _engines(s)
    _tokens(s)
    _tasks(s)


def _cards(s: RailState) -> None:
    lying: Counter[str] = Counter(s.discard) + Counter(s.table)
    for stack in s.grid.stacks.values():
        lying.update(laid.card for laid in stack)
    for i, seat in enumerate(s.seats):
        lying.update(seat.train)
        lying.update(seat.delivered.reveal())
        if not 0 <= seat.hand <= CARDS:
            raise BadInput(field=f"seats[{i}].hand", value=seat.hand, expected=f"0 to {CARDS}")
        for card in seat.known.reveal():
            if s.card(card) is None or len(seat.known.reveal()) > seat.hand:
                raise BadInput(field=f"seats[{i}].known", expected="cards of that hand")
    if s.limbo is not None:
        lying[s.limbo] += 1
    for card, n in lying.items():
        if s.card(card) is None:
            raise BadInput(field="cards", value=card, expected="cards of the deck")
        if n > 1:
            raise BadInput(field="cards", value=card, expected="each card in one place")
    total = sum(lying.values()) + s.draw + sum(seat.hand for seat in s.seats)
    if s.draw < 0 or total != CARDS:
        raise BadInput(field="draw", value=s.draw, expected=f"{CARDS} cards in all, not {total}")


def _grid(s: RailState) -> None:
    for circle, cell in s.grid.circles.items():
        if circle not in CIRCLES or cell_text(cell) != cell:
            raise BadInput(field="grid.circles", value=f"{circle} {cell}", expected="a circle at x,y")
    cells = Counter(s.grid.circles.values())
    cells.update(tuple(s.grid.stacks))
    for cell, n in cells.items():
        if n > 1:
            raise BadInput(field="grid", value=cell, expected="one thing in a cell")
    for cell, stack in s.grid.stacks.items():
        if cell_text(cell) != cell or any(not 0 <= laid.q <= 3 for laid in stack):
            raise BadInput(field="grid.cards", value=cell, expected="x,y and 0 to 3 quarter turns")


def _engines(s: RailState) -> None:
    graph = graph_of(rail_cards(s), s.grid, s.deck.rulings) if s.map else None
    seen: set[str] = set()
    for i, seat in enumerate(s.seats):
        node, heading = seat.stand.node, seat.stand.heading
        if node in CIRCLES or (node == RAIL and not s.map):
            continue
        if graph is None or graph.stand_on(node, heading) is None:
            raise BadInput(field=f"seats[{i}].at", value=node, expected="a circle, or a tie with a heading")
        if node in seen:
            raise BadInput(field=f"seats[{i}].at", value=node, expected="a tie without an engine")
        seen.add(node)
    for node in s.markers:
        if graph is None or ":" not in node or not graph.exists(node) or s.markers.count(node) > 1:
            raise BadInput(field="markers", value=node, expected="ties of the map, each once")
    if s.cerberus is not None and s.cerberus not in CIRCLES:
        raise BadInput(field="cerberus", value=s.cerberus, expected="a circle")


def _tokens(s: RailState) -> None:
    if any(circle not in NUMBERED for circle in s.effects):
        raise BadInput(field="effects", expected="numbered circles")
    every = [*s.effects.values(), *s.unused, *(seat.held for seat in s.seats if seat.held is not None)]
    if s.in_use is not None:
        every.append(s.in_use)
    if len(set(every)) != len(every):
        raise BadInput(field="effects", expected="each effect once")
    if s.phase not in (Phase.PLACING, Phase.SETUP) and len(every) != len(Effect):
        raise BadInput(field="effects", expected="fifteen tokens")
    for token in (Token.BOATMAN, Token.TENDER, Token.SOUL_CATCHER):
        if s.supply(token) < 0:
            raise BadInput(field=token.value, expected=f"at most {EACH}")
    held = [seat.heresy for seat in s.seats if seat.heresy is not None]
    if len(set(held)) != len(held):
        raise BadInput(field="heresy", expected="each Heresy token once")


def _tasks(s: RailState) -> None:
    """Seats that a task names exist."""
    n = len(s.seats)
    for i, task in enumerate(s.agenda):
        for name in ("seat", "target", "to", "first", "only"):
            value = getattr(task, name, None)
            if isinstance(value, int) and not 0 <= value < n:
                raise BadInput(field=f"agenda[{i}].{name}", value=value, expected=f"0 to {n - 1}")
        if isinstance(task, st.Window) and any(not 0 <= h < n for h in task.holders):
            raise BadInput(field=f"agenda[{i}].holders", expected=f"0 to {n - 1}")
    if s.looked is not None and not 0 <= s.looked < n:
        raise BadInput(field="looked", value=s.looked, expected=f"0 to {n - 1}")
