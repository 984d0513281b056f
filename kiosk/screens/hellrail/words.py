"""HellRail's own words for what the screen shows: places, phases, zones, cars."""

from __future__ import annotations

from companion.engine.text import N_
from companion.games.hellrail.names import CIRCLES, GATES, Phase
from companion.games.hellrail.view import HellRailView, SeatView
from companion.presentation.i18n import _, ngettext
from companion.presentation.words import names


def seat_of(view: HellRailView, name: str) -> SeatView | None:
    return next((seat for seat in view.seats if seat.name == name), None)


def warning_of(view: HellRailView) -> tuple[str, str]:
    """What weighs on the turn: icon and words; empty if nothing does."""
    if view.turn.gluttony:
        return "hand", _("{hr.gluttony}: the hand must go")
    if view.turn.toll is not None:
        return "cerberus", _("Toll: cards worth more than {n}").format(n=view.turn.toll)
    return "", ""


def where(node: str) -> str:
    """Return the place of an engine; the number of its circle follows in a ring."""
    if node == GATES:
        return _("at the")
    return _("in circle") if node in CIRCLES else _("on the rail")


PHASES = {
    Phase.SETUP: N_("The deal"),
    Phase.START: N_("Draw first"),
    Phase.DRAW: N_("Now draw"),
    Phase.ACTIONS: N_("Play cards"),
    Phase.ENDED: N_("The end"),
}


def won_words(best: tuple[str, ...], players: int) -> str:
    """Return who won, of so many players."""
    if len(best) == players > 2:
        return _("All {n} share it").format(n=players)  # all their names are too long to be read in one look
    return ngettext("{names} wins", "{names} share it", len(best)).format(names=names(best))
