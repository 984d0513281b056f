"""What can be put right on the screen."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.correction_pages import PLAYER, Corrections, Field, FieldLook
from companion.engine.text import N_, NOTHING, Text
from companion.games.cerbere.data.card_words import action_name
from companion.games.cerbere.names import BOATS, DeckKind, Side
from companion.games.cerbere.state import CerbereState

S = CerbereState
SIDES = {
    Side.RUNNER: ("pawn", Text(N_("Flees"))),
    Side.CERBERUS: ("cerberus", Text("{cb.cerberus}")),
    Side.OUT: ("cross", Text(N_("Out"))),
}
BOAT_ICONS = {seats: (f"boat{seats or ''}", NOTHING) for seats in (None, *BOATS)}
CARDS = range(29)


def _hunts(state: S, seat: int) -> bool:
    return state.seats[seat].side is Side.CERBERUS


def _bonus(state: S, _who: None) -> Text:
    return Text(N_("{cb.betrayal} played") if _hunts(state, state.turn.active) else N_("{cb.survival} played"))


def _action(card: int) -> Field:
    """An Action card, lit while it is in the hand."""
    return Field("seats.NAME.hand", lambda s, seat: action_name(card, _hunts(s, seat)), look=FieldLook.KEY, has=card)


def _cards(deck: DeckKind, words: str, hunts: bool) -> Field:
    """The cards of a deck, on the pages of those who play with it."""
    path = f"seats.NAME.{deck.value}"
    return Field(path, Text(words), "hand", within=CARDS, shown=lambda s, seat: _hunts(s, seat) is hunts)


def _plays(state: S, seat: int) -> Text:
    return Text(N_("Is playing") if state.turn.active == seat else N_("Plays now"))


def _track(state: S, _who: None) -> Sequence[int]:
    return range(state.home, state.hunt + 1)


def _path(state: S, seat: int | None) -> Sequence[int]:
    """A pawn also sits in the boat, behind the last space."""
    return range(state.path.length + (seat is not None))


def _walked(state: S, seat: int | None) -> bool:
    return state.board and (seat is None or state.place_of(seat) is not None)


def _may_board(state: S, seat: int) -> tuple[bool, ...]:
    runs, room = state.seats[seat].side is Side.RUNNER, len(state.boats.aboard) < (state.boats.revealed or 0)
    return (False, True) if runs and room else (False,)


CORRECTIONS = Corrections(
    (
        Field("die", Text(N_("Steps to {cb.hunt}")), "hunt", within=_track, down_from=lambda s: s.hunt),
        Field("boats.revealed", Text("{cb.boat}"), words=BOAT_ICONS),
        Field("speed", Text(N_("{cb.speed} of the die")), "die"),
        (Field("turn.action_done", Text(N_("{cb.action} played"))), Field("turn.bonus_done", _bonus)),
        Field("cerberus", Text(N_("Space of {cb.cerberus}")), "cerberus", "danger", within=_path, shown=_walked),
        Field("bridge", Text(N_("The {cb.bridge} holds")), shown=lambda s, _who: s.path.bridge is not None),
        Field("seats.NAME.side", look=FieldLook.KEYS, words=SIDES),
        _cards(DeckKind.BETRAYAL, N_("{cb.betrayal} cards"), hunts=True),
        _cards(DeckKind.SURVIVAL, N_("{cb.survival} cards"), hunts=False),
        (_action(1), _action(2)),
        (_action(3), _action(4)),
        (
            Field("boats.aboard", Text(N_("Sits in the {cb.boat}")), has=PLAYER, within=_may_board),
            Field("turn.active", _plays, "play", look=FieldLook.KEY, has=PLAYER),
        ),
        Field("seats.NAME.at", Text(N_("Space of the pawn")), "pawn", value=S.place_of, within=_path, shown=_walked),
    ),
    "die",
    badge=lambda s, seat: "cerberus" if _hunts(s, seat) else "",
    out=lambda s, seat: s.seats[seat].side is Side.OUT,
)
