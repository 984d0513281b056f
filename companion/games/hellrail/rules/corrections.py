"""What can be put right on the screen."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.correction_pages import PLAYER, Corrections, Field, FieldLook
from companion.engine.text import N_, Text
from companion.games.hellrail.effect_words import EFFECTS
from companion.games.hellrail.names import CIRCLES, HERESIES, RAIL, Level, Token
from companion.games.hellrail.state import RailState

S = RailState
FIGURES = {circle: ("", Text(circle[1:])) for circle in CIRCLES}
HERESY = {
    None: ("", Text(N_("No {hr.heresy}"))),
    HERESIES[0]: ("", Text(N_("{hr.heresy}: stop"))),
    HERESIES[1]: ("", Text(N_("{hr.heresy}: turn aside"))),
}


def _token(token: Token, words: str) -> Field:
    return Field(f"seats.NAME.{token.value}", Text(words), within=lambda s, _who: [False, True][: 1 + s.supply(token)])


def _held(state: S, seat: int) -> Text:
    held = state.seats[seat].held
    return Text(N_("Own token: {what}"), {"what": Text(N_("none") if held is None else EFFECTS[held].name)})


def _places(state: S, _seat: int) -> Sequence[str]:
    return CIRCLES if state.map else (*CIRCLES, RAIL)


def _heresies(state: S, seat: int) -> Sequence[Token | None]:
    return (None, *(token for token in HERESIES if state.supply(token) or state.seats[seat].heresy is token))


def _may_hold(state: S, seat: int) -> list[str | None]:
    """None, or one of the spare ones."""
    held = state.seats[seat].held
    return [None, *sorted({*state.unused, *((held,) if held else ())})]


def _pile(state: S, _who: None) -> Text:
    return Text(N_("Pile, via {name}"), {"name": state.seats[state.turn.active].name})


def _of_pile(state: S, seat: int | None) -> Sequence[int]:
    """What the pile has more, a hand has less."""
    return range(state.draw + state.seats[state.turn.active if seat is None else seat].hand + 1)


def _followed(state: S, _seat: int | None) -> bool:
    return not state.light


CORRECTIONS = Corrections(
    (
        Field("draw", _pile, "pile", within=_of_pile, shown=_followed),
        Field(
            "cerberus",
            Text("{hr.cerberus}"),
            "cerberus",
            "danger",
            FieldLook.PLACE,
            within=(None, *CIRCLES),
            words=FIGURES,
        ),
        Field(
            "markers_out", Text(N_("{hr.check} on the map")), "warning", shown=lambda s, _who: s.level is Level.KEEPER
        ),
        Field("seats.NAME.hand", Text(N_("Hand, via the pile")), "hand", within=_of_pile, shown=_followed),
        Field("seats.NAME.at.node", Text(N_("Place")), "engine", look=FieldLook.PLACE, within=_places, words=FIGURES),
        (_token(Token.TENDER, "{hr.tender:short}"), _token(Token.BOATMAN, "{hr.boatman}")),
        (
            _token(Token.SOUL_CATCHER, "{hr.soul_catcher_piece}"),
            Field("turn.active", Text(N_("Plays now")), "play", look=FieldLook.KEY, has=PLAYER),
        ),
        Field("seats.NAME.heresy", icon="heresy", words=HERESY, look=FieldLook.NEXT, within=_heresies),
        Field(
            "seats.NAME.held",
            _held,
            "flame",
            look=FieldLook.NEXT,
            within=_may_hold,
            shown=lambda s, _seat: not s.secret,
        ),
    ),
    "pile",
)
