"""What the map can be asked for by a finger: where a card may lie, how far an engine may go. Pure, over the view.

Everything here is known to everybody who looks at the table, so a screen may ask it for the card that somebody is
about to play. The rules have the last word: a move that is offered may still be refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.games.hellrail import board_moves
from companion.games.hellrail.board_moves import Crossing
from companion.games.hellrail.deck import Card
from companion.games.hellrail.graph import Graph
from companion.games.hellrail.grid import Grid, Laid, Stand
from companion.games.hellrail.routes import Route, reach
from companion.games.hellrail.rulings import Rulings
from companion.games.hellrail.view import HellRailView, RailView


class Offers:
    """The map of one view. Made anew for each view; what it works out it keeps.

    :param rulings: of the table's deck (which edges derail, whether markers hinder an upgrade).
    """

    def __init__(self, view: HellRailView, rulings: Rulings | None = None) -> None:
        self.view = view
        self.rulings = rulings or Rulings()
        self.grid = grid_of(view)
        self.cards: Mapping[str, Card] = {rail.card: Card(rail.card, rails=rail.rails) for rail in view.map}
        self.graph = Graph(self.cards, self.grid, self.rulings.q18_unmatched_edge)
        self.engines = {seat.name: Stand(seat.node, seat.heading) for seat in view.seats}

    # -- engines ---------------------------------------------------------------------------------------------------

    def ways(self, seat: str, limit: int, start: Stand | None = None) -> dict[Stand, Route]:
        """HR-029..038: every state in which a Move of up to `limit` ties can end, each with a shortest path."""
        return reach(self.graph, start or self.engines[seat], limit)

    def steps(self, stand: Stand) -> tuple[Stand, ...]:
        """All states one tie ahead."""
        return self.graph.next(stand)

    def on(self, node: str, but: str = "") -> str | None:
        """HR-036, HR-037: whose engine stands on that tie. In a circle nobody is in the way."""
        if ":" not in node:
            return None
        return next((name for name, stand in self.engines.items() if stand.node == node and name != but), None)

    def crossings(self, seat: str, brimstone: int | None = None) -> dict[str, Crossing]:
        """HR-115, HR-116: where a Boatman can take this engine with a card of that brimstone (None: of any)."""
        found = board_moves.crossings(self.cards, self.grid, self.engines[seat])
        return {side: crossing for side, crossing in found.items() if brimstone is None or crossing.gap <= brimstone}

    # -- cards -----------------------------------------------------------------------------------------------------

    def lay_cells(self) -> tuple[str, ...]:
        """HR-061, HR-068: every cell where a rail card may be laid."""
        return board_moves.lay_places(self.cards, self.grid)

    def upgrades(self, rails: Iterable[str]) -> dict[str, tuple[int, ...]]:
        """HR-063, HR-064: every cell that a card with these tracks may cover, with the quarter turns that fit."""
        card = Card("", rails=tuple(rails))
        found = {rail.cell: tuple(q for q in range(4) if self._covers(rail.cell, card, q)) for rail in self.view.map}
        return {cell: turns for cell, turns in found.items() if turns}

    def _covers(self, cell: str, card: Card, q: int) -> bool:
        code, _facts = board_moves.upgrade_refusal(
            self.cards, self.grid, cell, card, q, self.engines.values(), self.view.markers, self.rulings
        )
        return code is None

    def free_cards(self, brimstone: int | None) -> tuple[RailView, ...]:
        """HR-065, HR-066, HR-088, HR-094: rail cards without an engine and of that brimstone, as far as it is known."""
        return tuple(
            rail
            for rail in self.view.map
            if not board_moves.occupied(rail.cell, self.engines.values())
            and (brimstone is None or rail.brimstone is None or rail.brimstone == brimstone)
        )

    def free_ties(self) -> tuple[str, ...]:
        """HR-092, HR-Q32: ties without an engine and without a marker."""
        taken = {*self.view.markers, *(stand.node for stand in self.engines.values())}
        return tuple(node for node in self.graph.ties() if node not in taken)


def grid_of(view: HellRailView) -> Grid:
    """The table of a view. Cards lie there as they are seen: already turned, those beneath unseen."""
    circles = {circle.id: circle.cell for circle in view.circles if circle.cell is not None}
    return Grid(circles, {rail.cell: (Laid(rail.card),) for rail in view.map})
