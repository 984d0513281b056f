"""What can be put right on the screen."""

from __future__ import annotations

from companion.engine.correction_pages import PLAYER, Corrections, Field, Look
from companion.engine.text import N_, Text
from companion.games.hellrail.effect_words import EFFECTS
from companion.games.hellrail.names import CARDS, CIRCLES, HERESIES, MAP, RAIL, Level, Token
from companion.games.hellrail.state import RailState

S = RailState
FIGURES = {circle: ("", Text(circle[1:])) for circle in CIRCLES}
HERESY = {
    None: ("", Text(N_("No {hr.heresy}"))),
    HERESIES[0]: ("", Text(N_("{hr.heresy}: stop"))),
    HERESIES[1]: ("", Text(N_("{hr.heresy}: turn aside"))),
}


def _token(token: Token, words: str) -> Field:
    return Field(
        f"seats.NAME.{token.value}",
        Text(words),
        within=lambda s, _seat: (False, True) if s.supply(token) > 0 else (False,),
    )


def _held(state: S, seat: int) -> Text:
    held = state.seats[seat].held
    return Text(N_("Own token: {what}"), {"what": Text(N_("none") if held is None else EFFECTS[held].name)})


def _may_hold(state: S, seat: int) -> list[str | None]:
    """None, or one of the spare ones."""
    held = state.seats[seat].held
    return [None, *sorted({*state.unused, *((held,) if held else ())})]


CORRECTIONS = Corrections(
    (
        Field(
            "draw",
            lambda s, _who: Text(N_("Pile, via {name}"), {"name": s.seats[s.turn.active].name}),
            "pile",
            within=lambda s, _who: range(min(CARDS, s.draw + s.seats[s.turn.active].hand) + 1),
            shown=lambda s, _who: not s.light,
        ),
        Field(
            "cerberus",
            Text("{hr.cerberus}"),
            "cerberus",
            "danger",
            look=Look.PLACE,
            within=lambda _s, _who: (None, *CIRCLES),
            words=FIGURES,
        ),
        Field(
            "markers_out", Text(N_("{hr.check} on the map")), "warning", shown=lambda s, _who: s.level is Level.KEEPER
        ),
        Field(
            "seats.NAME.hand",
            Text(N_("Hand, via the pile")),
            "hand",
            within=lambda s, seat: range(min(CARDS, s.draw + s.seats[seat].hand) + 1),
            shown=lambda s, _seat: not s.light,
        ),
        Field(
            "seats.NAME.at.node",
            Text(N_("Place")),
            "engine",
            look=Look.PLACE,
            within=lambda s, _seat: CIRCLES if s.level is MAP else (*CIRCLES, RAIL),
            words=FIGURES,
        ),
        (_token(Token.TENDER, "{hr.tender:short}"), _token(Token.BOATMAN, "{hr.boatman}")),
        (
            _token(Token.SOUL_CATCHER, "{hr.soul_catcher_piece}"),
            Field("turn.active", Text(N_("Plays now")), "play", look=Look.KEY, has=PLAYER),
        ),
        Field(
            "seats.NAME.heresy",
            icon="heresy",
            words=HERESY,
            look=Look.NEXT,
            within=lambda s, seat: (None, *(one for one in HERESIES if s.supply(one) or s.seats[seat].heresy is one)),
        ),
        Field("seats.NAME.held", _held, "flame", look=Look.NEXT, within=_may_hold, shown=lambda s, _seat: not s.secret),
    ),
    "pile",
)
