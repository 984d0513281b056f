"""What can be put right on the screen: a page for the table and one for each player."""

from __future__ import annotations

from collections.abc import Callable

from companion.engine.correction import Choice, Keys, Line, Page, Switch, step
from companion.engine.prompt import Option
from companion.engine.text import N_, Text
from companion.games.cerbere.data.card_words import action_name
from companion.games.cerbere.moves import Correct
from companion.games.cerbere.names import BOATS, FASTEST, SLOWEST, Side
from companion.games.cerbere.view import CerbereView, SeatView

SIDES = (
    (Side.RUNNER, "pawn", N_("Flees")),
    (Side.CERBERUS, "cerberus", "{cb.cerberus}"),
    (Side.OUT, "cross", N_("Out")),
)
MOST_CARDS = 28
ACTIONS = (1, 2, 3, 4)


BONUS_PLAYED = {False: N_("{cb.survival} played"), True: N_("{cb.betrayal} played")}
"""By whether the player who is on turn is on Cerbère's side."""


def pages(view: CerbereView) -> tuple[Page, ...]:
    """The table's page and one for each player."""
    return (Page(_table(view), icon="die"), *(_player_page(view, seat) for seat in view.seats))


def _table(view: CerbereView) -> tuple[Line, ...]:
    rage, turn, path = view.rage, view.turn, view.path
    hunts = any(seat.name == view.turn.player and seat.side is Side.CERBERUS for seat in view.seats)
    lines: list[Line] = [
        step(rage.steps, 0, rage.hunt - rage.home, _nearer(rage.hunt), Text(N_("Steps to {cb.hunt}")), "hunt"),
        Choice(
            Text("{cb.boat}"),
            tuple(
                Option(
                    str(seats or "hidden"),
                    Text(""),
                    icon=f"boat{seats}" if seats else "boat",
                    chosen=seats == view.boats.revealed,
                    move=Correct({"boats": {"revealed": seats}}),
                )
                for seats in (None, *BOATS)
            ),
        ),
        step(rage.speed, SLOWEST, FASTEST, _to("speed"), Text(N_("{cb.speed} of the die")), "die"),
        Keys(
            (
                _switch(N_("{cb.action} played"), "turn.action_done", turn.action_done),
                _switch(BONUS_PLAYED[hunts], "turn.bonus_done", turn.bonus_done),
            )
        ),
    ]
    if view.cerberus is not None and path is not None:
        label = Text(N_("Space of {cb.cerberus}"))
        lines.append(step(view.cerberus, 0, len(path.spaces) - 1, _to("cerberus"), label, "cerberus", tone="danger"))
    if view.bridge or (path is not None and path.bridge is not None):
        holds = view.bridge if path is None else path.bridge_intact
        lines.append(Keys((_switch(N_("The {cb.bridge} holds"), "bridge", holds),)))
    return tuple(lines)


def _player_page(view: CerbereView, seat: SeatView) -> Page:
    hunts = seat.side is Side.CERBERUS
    kind, cards = ("betrayal", seat.betrayal) if hunts else ("survival", seat.survival)
    label = Text(N_("{cb.betrayal} cards") if hunts else N_("{cb.survival} cards"))
    lines: list[Line] = [
        Keys(
            tuple(
                Option(str(side), Text(words), icon=icon, chosen=side is seat.side, move=_of(seat, "side")(str(side)))
                for side, icon, words in SIDES
            )
        ),
        step(cards, 0, MOST_CARDS, _of(seat, kind), label, "hand"),
        *(Keys(tuple(_held(seat, n, hunts) for n in row)) for row in (ACTIONS[:2], ACTIONS[2:])),
        Keys((_aboard(view, seat), _plays(view, seat))),
    ]
    if seat.at is not None:
        most = len(view.path.spaces) if view.path is not None else seat.at
        lines.append(step(seat.at, 0, most, _of(seat, "at"), Text(N_("Space of the pawn")), "pawn"))
    icon = "cerberus" if hunts else ""
    return Page(tuple(lines), seat.name, seat.colour, icon, out=seat.side is Side.OUT)


def _held(seat: SeatView, n: int, hunts: bool) -> Option:
    """An Action card, chosen while it is in the hand."""
    move = _of(seat, "hand")(sorted(set(seat.actions) ^ {n}))
    return Option(f"action{n}", action_name(n, hunts), chosen=n in seat.actions, move=move)


def _aboard(view: CerbereView, seat: SeatView) -> Switch:
    boat, there = view.boats.revealed, view.boats.aboard
    full = boat is None or len(there) >= boat
    names = [name for name in there if name != seat.name] if seat.aboard else [*there, seat.name]
    may = seat.aboard or (seat.side is Side.RUNNER and not full)
    move = Correct({"boats": {"aboard": names}}) if may else None
    return Switch(Text(N_("Sits in the {cb.boat}")), seat.aboard, move)


def _plays(view: CerbereView, seat: SeatView) -> Option:
    mine = view.turn.player == seat.name
    label = Text(N_("Is playing") if mine else N_("Plays now"))
    return Option("turn", label, icon="play", move=None if mine else Correct({"turn": {"active": seat.name}}))


def _switch(label: str, field: str, on: bool) -> Switch:
    return Switch(Text(label), on, _to(field)(not on))


def _nearer(hunt: int) -> Callable[[int], Correct]:
    """More steps to the hunt: the die lies further left."""
    return lambda steps: Correct({"die": hunt - steps})


def _to(field: str) -> Callable[[object], Correct]:
    """Sets a field, or one of an inner object: `turn.active`."""
    outer, _, inner = field.partition(".")
    return lambda value: Correct({outer: {inner: value} if inner else value})


def _of(seat: SeatView, field: str) -> Callable[[object], Correct]:
    return lambda value: Correct({"seats": {seat.name: {field: value}}})
