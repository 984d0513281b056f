"""HellRail's own words for what the screen shows: places, phases, zones, cars."""

from __future__ import annotations

from companion.games.hellrail.names import CIRCLES, GATES
from companion.games.hellrail.view import HellRailView, SeatView
from companion.presentation.i18n import _, ngettext
from companion.presentation.words import names


def seat_of(view: HellRailView, name: str) -> SeatView | None:
    return next((seat for seat in view.seats if seat.name == name), None)


def where(node: str) -> str:
    """Return the place of an engine; the number of its circle follows in a ring."""
    if node == GATES:
        return _("at the")
    return _("in circle") if node in CIRCLES else _("on the rail")


def won_words(best: tuple[str, ...], players: int) -> str:
    """Return who won, of so many players."""
    if len(best) == players > 2:
        return _("All {n} share it").format(n=players)  # all their names are too long to be read in one look
    return ngettext("{names} wins", "{names} share it", len(best)).format(names=names(best))
