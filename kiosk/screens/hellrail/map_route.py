"""A route that a finger chooses: tie after tie, or its end. What is legal says `companion.games.hellrail.offers`."""

from __future__ import annotations

from companion.games.hellrail.grid import Stand
from companion.games.hellrail.names import OFF
from companion.games.hellrail.offers import Offers
from companion.games.hellrail.routes import Route, ends_move

FAR = 24
"""Ties of a Move where nobody knows what the card is worth."""


class Routing:
    """The route of one engine over one map.

    :param limit: the most ties (None: not known).
    """

    def __init__(self, offers: Offers, seat: str, limit: int | None) -> None:
        self.offers, self.seat = offers, seat
        self.limit = FAR if limit is None else limit
        self.known = limit is not None
        self.route: Route = ()

    @property
    def start(self) -> Stand:
        return self.offers.engines[self.seat]

    @property
    def end(self) -> Stand:
        """Where the engine would stand."""
        return self.route[-1] if self.route else self.start

    @property
    def left(self) -> int:
        """Ties that are left."""
        return self.limit - len(self.route)

    @property
    def path(self) -> tuple[str, ...]:
        """The nodes entered."""
        return tuple(stand.node for stand in self.route)

    @property
    def done(self) -> bool:
        """It ends in a circle or off the rail: nothing can follow."""
        return bool(self.route) and ends_move(self.end)

    def nodes(self) -> frozenset[str]:
        """Everything that can be touched: what can be reached from the end or, failing that, from the start.

        The end of the rail only from the tie before it: nobody derails by a slip of the finger.
        """
        found = {stand.node for stand in self._ways(self.start, self.limit)}
        if not self.done:
            found |= {stand.node for stand in self._ways(self.end, self.left)}
        found.discard(OFF)
        if self.off is not None:
            found.add(OFF)
        return frozenset(found)

    @property
    def off(self) -> str | None:
        """The tie over whose edge the rail ends, if the route has come to it."""
        if self.route and self.end.node == OFF:
            before = self.route[-2] if len(self.route) > 1 else self.start
            return before.node
        if self.left > 0 and not self.done and any(step.node == OFF for step in self.offers.steps(self.end)):
            return self.end.node
        return None

    def rammed(self) -> tuple[str, ...]:
        """Whose engines stand in the way."""
        found = [self.offers.on(stand.node, self.seat) for stand in self.route]
        return tuple(dict.fromkeys(name for name in found if name is not None))

    def _ways(self, start: Stand, limit: int) -> dict[Stand, Route]:
        return self.offers.ways(self.seat, limit, start)

    def touch(self, node: str) -> bool:
        """A node was touched: on the route it cuts it there (its end: takes one back), else the route goes on to it by
        the shortest way, or begins anew. False: no way leads there."""
        path = self.path
        if node in path:
            at = len(path) - 1 - path[::-1].index(node)
            self.route = self.route[:at] if at == len(path) - 1 else self.route[: at + 1]
            return True
        if node == self.start.node and not self._to(self.start, self.limit, node):
            self.route = ()
            return True
        if not self.done:
            further = self._to(self.end, self.left, node)
            if further is not None:
                self.route = (*self.route, *further)
                return True
        anew = self._to(self.start, self.limit, node)
        if anew is None:
            return False
        self.route = anew
        return True

    def _to(self, start: Stand, limit: int, node: str) -> Route | None:
        if node == OFF:  # one step only
            return next(((step,) for step in self.offers.steps(start) if step.node == OFF and limit > 0), None)
        return next((route for stand, route in self._ways(start, limit).items() if stand.node == node), None)
