"""`correct`: any tracked value is set to what the table says (4.2). The table is right.

Fields are written as in a position: `die`, `players.Ana.survival`, `pos.Ana`, `boats.seated` ... (`FIELDS`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from companion.engine.correction import Choice, Keys, Line, Page, Switch, step
from companion.engine.prompt import Option
from companion.engine.refused import BadInput
from companion.engine.secret import Secret
from companion.engine.text import N_, Text
from companion.games.cerbere.data.card_words import action_name
from companion.games.cerbere.moves import Correct
from companion.games.cerbere.names import BOATS, FASTEST, SLOWEST, Deck, Role, Side
from companion.games.cerbere.state import ALL_ACTIONS, Capture, CerbereState, Pile
from companion.games.cerbere.view import CerbereView, SeatView

S = CerbereState


def corrected(s: S, field: str, value: Any) -> S:
    """The state with that value.

    :raises BadInput: for an unknown field or a value that cannot be.
    """
    head, _, rest = field.partition(".")
    if head not in FIELDS:
        raise BadInput(field=field, expected=", ".join(FIELDS))
    try:
        return FIELDS[head](s, rest, value)
    except BadInput as error:
        raise BadInput(field=field, value=value, expected=error.facts.get("expected", "")) from error


def _wrong(expected: str) -> BadInput:
    return BadInput(expected=expected)


def _count(value: Any, least: int, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise _wrong(f"a number from {least} to {most}")
    return value


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise _wrong("true or false")
    return value


def _player(s: S, name: Any) -> int:
    found = s.index(name) if isinstance(name, str) else None
    if found is None:
        raise _wrong(", ".join(seat.name for seat in s.seats))
    return found


# -- players --------------------------------------------------------------------


def _players(s: S, rest: str, value: Any) -> S:
    """`players.Ana.survival`; a name may hold dots."""
    name, _, key = rest.rpartition(".")
    if key not in PLAYER_FIELDS:
        raise _wrong(", ".join(PLAYER_FIELDS))
    return PLAYER_FIELDS[key](s, _player(s, name), value)


def _cards(deck: Deck) -> Callable[[S, int, Any], S]:
    def set_cards(s: S, i: int, value: Any) -> S:
        """The difference comes from, or goes to, the draw pile as far as it can, then the discards."""
        pile, held = s.pile(deck), s.seats[i].cards(deck)
        n = _count(value, 0, held + pile.draw + pile.discard)
        if n and s.seats[i].side is not (Side.RUNNER if deck is Deck.SURVIVAL else Side.CERBERUS):
            raise _wrong("0: that player holds none of these")
        more = n - held
        drawn = min(more, pile.draw) if more > 0 else 0
        new = Pile(pile.draw - drawn, pile.discard - (more - drawn))
        s = s.with_seat(i, **{deck.value: n})
        return s.with_pile(deck, new)

    return set_cards


def _actions(s: S, i: int, value: Any) -> S:
    if not isinstance(value, Sequence) or isinstance(value, str) or any(v not in (1, 2, 3, 4) for v in value):
        raise _wrong("some of 1, 2, 3, 4")
    if s.seats[i].side is Side.OUT and value:
        raise _wrong("none: that player is out")
    return s.with_seat(i, hand=frozenset(value))


def _side(s: S, i: int, value: Any) -> S:
    """A pawn comes onto the track or back from it; the die stays right of the pawns."""
    side = next((side for side in Side if side == value), None)
    if side is None:
        raise _wrong("runner, cerberus or out")
    old = s.seats[i]
    if side is old.side:
        return s
    if old.side is Side.RUNNER and s.runners == 1:
        raise _wrong("runner: the last one ends the game by a capture")
    survival, betrayal = s.survival, s.betrayal
    survival = Pile(survival.draw, survival.discard + old.survival)
    betrayal = Pile(betrayal.draw, betrayal.discard + old.betrayal)
    caught = tuple(seat for seat in s.caught if seat != i)
    at = None
    captures = tuple(c for c in s.tally.captures if c.seat != i)
    if side is Side.RUNNER:
        at = s.path.gates if s.board else None
    else:
        role = Role.CERBERUS if side is Side.CERBERUS else Role.OUT
        caught = (*caught, i) if i not in s.caught else s.caught
        captures = (*captures, Capture(s.turn.n, i, role))
    aboard = tuple(seat for seat in s.boats.aboard if seat != i)
    s = replace(
        s,
        caught=caught,
        survival=survival,
        betrayal=betrayal,
        boats=replace(s.boats, aboard=aboard),
        tally=replace(s.tally, captures=captures),
    )
    hand = frozenset() if side is Side.OUT else ALL_ACTIONS
    s = s.with_seat(i, side=side, at=at, hand=hand, survival=0, betrayal=0)
    return replace(s, die=max(s.home, min(s.die, s.hunt)))


def _pos(s: S, rest: str, value: Any) -> S:
    """Board: where a pawn stands; the boat is one past the last space."""
    if not s.board:
        raise _wrong("nothing: pawns are not followed at this level")
    i = _player(s, rest)
    if s.seats[i].side is not Side.RUNNER:
        raise _wrong("nothing: that pawn is not on the path")
    at = _count(value, 0, s.path.boat)
    others = tuple(seat for seat in s.boats.aboard if seat != i)
    if at < s.path.boat:
        capacity = s.path.spaces[at].capacity
        if capacity is not None and sum(seat.at == at for k, seat in enumerate(s.seats) if k != i) >= capacity:
            raise _wrong("another space: that one is full")
        return replace(s, boats=replace(s.boats, aboard=others)).with_seat(i, at=at)
    if s.boats.revealed is None or len(others) >= s.boats.revealed:
        raise _wrong("a space of the path: no boat has a free seat")
    return replace(s, boats=replace(s.boats, aboard=(*others, i))).with_seat(i, at=None)


def _cerberus(s: S, rest: str, value: Any) -> S:
    if not s.board:
        raise _wrong("nothing: pawns are not followed at this level")
    return replace(s, cerberus=_count(value, 0, s.path.length - 1))


# -- turn, piles, boats --------------------------------------------------------------------


def _turn(s: S, rest: str, value: Any) -> S:
    match rest:
        case "active":
            i = _player(s, value)
            if s.seats[i].side is Side.OUT:
                raise _wrong("a player who is not out")
            if s.play is not None or s.agenda:
                raise _wrong("the same player: a card is being played")
            return replace(s, turn=replace(s.turn, active=i))
        case "action_done":
            return replace(s, turn=replace(s.turn, action_done=_flag(value)))
        case "bonus_done":
            return replace(s, turn=replace(s.turn, bonus_done=_flag(value)))
        case _:
            raise _wrong("active, action_done or bonus_done")


def _piles(s: S, rest: str, value: Any) -> S:
    name, _, heap = rest.partition(".")
    deck = next((deck for deck in Deck if deck == name), None)
    if deck is None or heap not in ("draw", "discard"):
        raise _wrong("survival or betrayal, draw or discard")
    pile = s.pile(deck)
    total = pile.draw + pile.discard
    n = _count(value, 0, total)
    # No card is lost: what is not on one heap lies on the other.
    new = Pile(n, total - n) if heap == "draw" else Pile(total - n, n)
    return s.with_pile(deck, new)


def _boats(s: S, rest: str, value: Any) -> S:
    boats = s.boats
    match rest:
        case "revealed" if value is None:
            s = _seated(s, ())
            return replace(s, boats=replace(s.boats, revealed=None))
        case "revealed":
            if value not in BOATS or isinstance(value, bool):
                raise _wrong("1, 2 or 3, or nothing while the boats are hidden")
            if len(boats.aboard) > value:
                raise _wrong("a boat with a seat for everybody aboard")
            return replace(s, boats=replace(boats, revealed=value))
        case "seated":
            return _seated(s, value)
        case "hidden" if value is None:
            return replace(s, boats=replace(boats, slots=Secret((None, None, None)), laid=0))
        case _:
            raise _wrong("revealed, seated or hidden")


def _seated(s: S, value: Any) -> S:
    names = (value,) if isinstance(value, str) else value
    if not isinstance(names, Sequence):
        raise _wrong("the names of those aboard")
    aboard = tuple(_player(s, name) for name in names)
    if any(s.seats[i].side is not Side.RUNNER for i in aboard) or len(set(aboard)) != len(aboard):
        raise _wrong("runners, each once")
    if len(aboard) > (s.boats.revealed or 0):
        raise _wrong(f"at most {s.boats.revealed or 0} names")
    left = [i for i in s.boats.aboard if i not in aboard]
    s = replace(s, boats=replace(s.boats, aboard=aboard))
    if s.board:
        for i in left:
            s = s.with_seat(i, at=s.path.length - 1)
        for i in aboard:
            s = s.with_seat(i, at=None)
    return s


PLAYER_FIELDS: dict[str, Callable[[S, int, Any], S]] = {
    "survival": _cards(Deck.SURVIVAL),
    "betrayal": _cards(Deck.BETRAYAL),
    "actions_in_hand": _actions,
    "side": _side,
}
FIELDS: dict[str, Callable[[S, str, Any], S]] = {
    "die": lambda s, _rest, value: replace(s, die=_count(value, s.home, s.hunt)),
    "speed": lambda s, _rest, value: replace(s, speed=_count(value, SLOWEST, FASTEST)),
    "m": lambda s, _rest, value: replace(s, m=_count(value, SLOWEST, FASTEST)),
    "players": _players,
    "pos": _pos,
    "cerberus": _cerberus,
    "bridge_intact": lambda s, _rest, value: replace(s, bridge=_flag(value)),
    "turn": _turn,
    "piles": _piles,
    "boats": _boats,
}
"""First word of a field -> what sets it."""


# -- for the screen ----------------------------------------------------------------------------------------------------


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
                    move=Correct("boats.revealed", seats),
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
        lines.append(Keys((_switch(N_("The {cb.bridge} holds"), "bridge_intact", holds),)))
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
        lines.append(step(seat.at, 0, most, _to(f"pos.{seat.name}"), Text(N_("Space of the pawn")), "pawn"))
    icon = "cerberus" if hunts else ""
    return Page(tuple(lines), seat.name, seat.colour, icon, out=seat.side is Side.OUT)


def _held(seat: SeatView, n: int, hunts: bool) -> Option:
    """An Action card, chosen while it is in the hand."""
    move = _of(seat, "actions_in_hand")(sorted(set(seat.actions) ^ {n}))
    return Option(f"action{n}", action_name(n, hunts), chosen=n in seat.actions, move=move)


def _aboard(view: CerbereView, seat: SeatView) -> Switch:
    boat, there = view.boats.revealed, view.boats.aboard
    full = boat is None or len(there) >= boat
    names = [name for name in there if name != seat.name] if seat.aboard else [*there, seat.name]
    may = seat.aboard or (seat.side is Side.RUNNER and not full)
    return Switch(Text(N_("Sits in the {cb.boat}")), seat.aboard, Correct("boats.seated", names) if may else None)


def _plays(view: CerbereView, seat: SeatView) -> Option:
    mine = view.turn.player == seat.name
    label = Text(N_("Is playing") if mine else N_("Plays now"))
    return Option("turn", label, icon="play", move=None if mine else Correct("turn.active", seat.name))


def _switch(label: str, field: str, on: bool) -> Switch:
    return Switch(Text(label), on, Correct(field, not on))


def _nearer(hunt: int) -> Callable[[int], Correct]:
    """More steps to the hunt: the die lies further left."""
    return lambda steps: Correct("die", hunt - steps)


def _to(field: str) -> Callable[[object], Correct]:
    return lambda value: Correct(field, value)


def _of(seat: SeatView, field: str) -> Callable[[object], Correct]:
    return _to(f"players.{seat.name}.{field}")
