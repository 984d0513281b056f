"""What can be put right on the screen: a page for the table and one for each player."""

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
    return (Page(_table_lines(view), icon="pile"), *(_player(view, seat) for seat in view.seats))


def _table_lines(view: HellRailView) -> tuple[Line, ...]:
    mine = next(seat.hand for seat in view.seats if seat.name == view.turn.player)
    most = min(CARDS, view.draw + mine)
    dog = next((circle.id for circle in view.circles if circle.cerberus), "")
    pile = Text(N_("Pile, via {name}"), {"name": view.turn.player})
    lines = [] if view.level is Level.LIGHT else [step(view.draw, 0, most, _to("draw"), pile, "pile")]
    lines.append(
        _place_line(
            "{hr.cerberus}",
            "cerberus",
            dog,
            ("", *CIRCLES),
            lambda at: Correct(patch={"cerberus": at or None}),
            "danger",
        )
    )
    if view.level is Level.KEEPER:
        checks = MARKERS - view.checks
        lines.append(step(checks, 0, MARKERS, _to("markers_out"), Text(N_("{hr.check} on the map")), "warning"))
    return tuple(lines)


def _player(view: HellRailView, seat: SeatView) -> Page:
    name = seat.name
    places = CIRCLES if view.level is Level.MAP else (*CIRCLES, RAIL)
    at = seat.node if seat.node in CIRCLES else RAIL
    tender, boatman, catcher = (_token(view, seat, token, words) for token, words in TOKENS)
    mine = view.turn.player == name
    plays = None if mine else Correct(patch={"turn": {"active": name}})
    turn = Option("turn", Text(N_("Plays now")), icon="play", chosen=mine, move=plays)
    most = min(CARDS, seat.hand + view.draw)
    hand = step(seat.hand, 0, most, _of(seat, "hand"), Text(N_("Hand, via the pile")), "hand")
    lines: list[Line] = [] if view.level is Level.LIGHT else [hand]
    lines += [
        _place_line(N_("Place"), "engine", at, places, _of(seat, "at")),
        Keys((tender, boatman)),
        Keys((catcher, turn)),
        Keys((_heresy(view, seat),)),
    ]
    if view.unused_tokens is not None:
        lines.append(Keys((_held_line(view, seat),)))
    return Page(tuple(lines), name, seat.colour)


def _place_line(
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
    return Switch(Text(words), on, _of(seat, token)(not on) if may else None)


def _heresy(view: HellRailView, seat: SeatView) -> Option:
    """Neither, then one of those that nobody else holds."""
    others = {other.heresy for other in view.seats if other.name != seat.name}
    order = [None, *(token for token in HERESIES if token not in others)]
    new = order[(order.index(seat.heresy) + 1) % len(order)] if seat.heresy in order else None
    move = _of(seat, "heresy")(None if new is None else str(new))
    words = Text(HERESY_WORDS[seat.heresy])
    return Option("heresy", words, icon="heresy", move=None if new is seat.heresy else move)


def _held_line(view: HellRailView, seat: SeatView) -> Option:
    """None, then one of the spare ones after the other."""
    order = [None, *sorted({*(view.unused_tokens or ()), *((seat.held,) if seat.held else ())})]
    new = order[(order.index(seat.held) + 1) % len(order)]
    what = Text(N_("none") if seat.held is None else EFFECTS[seat.held].name)
    label = Text(N_("Own token: {what}"), {"what": what})
    move = _of(seat, "held")(None if new is None else str(new))
    return Option("held", label, icon="flame", move=None if new is seat.held else move)


def _to(field: str) -> Callable[[object], Correct]:
    return lambda value: Correct(patch={field: value})


def _of(seat: SeatView, field: str) -> Callable[[object], Correct]:
    return lambda value: Correct(patch={"seats": {seat.name: {field: value}}})
