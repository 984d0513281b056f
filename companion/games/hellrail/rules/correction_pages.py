"""What can be put right by hand, for the screen: the pile, Cerberus and the checks, then each player."""

from __future__ import annotations

from collections.abc import Callable

from companion.engine.correction import Keys, Line, Page, Step, Switch, step
from companion.engine.prompt import Option
from companion.engine.text import N_, Text
from companion.games.hellrail.effect_words import EFFECTS
from companion.games.hellrail.moves import Correct
from companion.games.hellrail.names import CARDS, CIRCLES, HERESIES, MARKERS, RAIL, Level
from companion.games.hellrail.view import HellRailView, SeatView

TOKENS = (("tender", "{hr.tender:short}"), ("boatman", "{hr.boatman}"), ("soul_catcher", "{hr.soul_catcher_piece}"))
HERESY_WORDS = {
    None: N_("No {hr.heresy}"),
    HERESIES[0]: N_("{hr.heresy}: stop"),
    HERESIES[1]: N_("{hr.heresy}: turn aside"),
}


def pages(view: HellRailView) -> tuple[Page, ...]:
    """The table's page and one for each player."""
    return (Page(_table(view), icon="pile"), *(_player(view, seat) for seat in view.seats))


def _table(view: HellRailView) -> tuple[Line, ...]:
    mine = next(seat.hand for seat in view.seats if seat.name == view.turn.player)
    most = min(CARDS, view.draw + mine)
    dog = next((circle.id for circle in view.circles if circle.cerberus), "")
    lines = [
        step(view.draw, 0, most, _to("draw"), Text(N_("Pile, via {name}"), {"name": view.turn.player}), "pile"),
        _place("{hr.cerberus}", "cerberus", dog, ("", *CIRCLES), lambda at: Correct("cerberus", at or None), "danger"),
    ]
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
    turn = Option(
        "turn", Text(N_("Plays now")), icon="play", chosen=mine, move=None if mine else Correct("turn.active", name)
    )
    most = min(CARDS, seat.hand + view.draw)
    lines: list[Line] = [
        step(seat.hand, 0, most, _to(f"hands.{name}"), Text(N_("Hand, via the pile")), "hand"),
        _place(N_("Stands at"), "engine", at, places, _to(f"place.{name}")),
        Keys((tender, boatman)),
        Keys((catcher, turn)),
        Keys((_heresy(view, seat),)),
    ]
    if view.unused_tokens is not None:
        lines.append(Keys((_held(view, seat),)))
    return Page(tuple(lines), name, seat.colour)


def _place(
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
    return Switch(Text(words), on, Correct(f"tokens.{seat.name}.{token}", not on) if may else None)


def _heresy(view: HellRailView, seat: SeatView) -> Option:
    """Neither, then one of those that nobody else holds."""
    others = {other.heresy for other in view.seats if other.name != seat.name}
    order = [None, *(token for token in HERESIES if token not in others)]
    new = order[(order.index(seat.heresy) + 1) % len(order)] if seat.heresy in order else None
    move = Correct(f"tokens.{seat.name}.heresy", None if new is None else str(new))
    words = Text(HERESY_WORDS[seat.heresy])
    return Option("heresy", words, icon="heresy", move=None if new is seat.heresy else move)


def _held(view: HellRailView, seat: SeatView) -> Option:
    """None, then one of the spare ones after the other."""
    order = [None, *sorted({*(view.unused_tokens or ()), *((seat.held,) if seat.held else ())})]
    new = order[(order.index(seat.held) + 1) % len(order)]
    label = N_("No own token") if seat.held is None else EFFECTS[seat.held].name
    move = Correct(f"tokens.{seat.name}.held", None if new is None else str(new))
    return Option("held", Text(label), icon="flame", move=None if new is seat.held else move)


def _to(field: str) -> Callable[[object], Correct]:
    return lambda value: Correct(field, value)
