"""The table is right: corrected counts (IW-066), and what the screen shows of them."""

from __future__ import annotations

from companion.engine.correction_pages import Corrections, Field, FieldLook
from companion.engine.refused import Refused
from companion.engine.text import N_, Text
from companion.games.infernal_wagon import events as ev
from companion.games.infernal_wagon.moves import Correct
from companion.games.infernal_wagon.names import Level, Phase, QuestionKind
from companion.games.infernal_wagon.rules.ending import check_switches
from companion.games.infernal_wagon.rules.invariants import PATCHES
from companion.games.infernal_wagon.rules.move_context import MoveContext
from companion.games.infernal_wagon.rules.settle import corrected
from companion.games.infernal_wagon.rules.turn import draw_or_skip
from companion.games.infernal_wagon.state import WagonState


def _seen(state: WagonState) -> int:
    """Cards that were laid in the track, and the wagon has gone over."""
    return state.discarded + max(0, len(state.track) - 1)


CORRECTIONS = Corrections(
    (
        Field("pile", Text(N_("Pile")), "pile", within=lambda s, _who: range(s.prep.p0 + 1)),
        Field(
            "discarded",
            Text(N_("Behind the {iw.wagon}")),
            "wagon",
            "ember",
            within=lambda s, _who: range(s.discarded, _seen(s) + 1),
            down_from=_seen,
            shown=lambda s, _who: s.prep.level is not Level.L0,  # there the cards of the track are unknown
        ),
        Field("hands.NAME", look=FieldLook.MARKS, within=lambda _s, _who: range(10), shown=lambda s, _who: s.hands),
    ),
    "pile",
)


def correct(context: MoveContext, move: Correct) -> None:
    """IW-066: what the table sees as it really is, also while held. Never ends the game by itself (reading 15): where
    no hand has a card any more (IW-052, IW-071) the table is asked, and the clock is stopped.

    :raises BadInput: naming the field that cannot be so.
    """
    s = context.state
    if not s.live or (s.asks and s.held_at is None):
        raise Refused("not_allowed_now")
    PATCHES.checked(corrected(s, move.patch, context.at))
    context.emit(ev.PutRight(move.patch))
    context.emit(ev.Corrected("correct"))
    if move.patch.get("pile") == 0:
        check_switches(context)
        if context.state.phase is Phase.TUNNEL and not context.state.asks:
            draw_or_skip(context)
    now = context.state
    if now.live and s.total > 0 == now.total and now.pile > 0 and now.prep.level is not Level.L0:
        context.ask(QuestionKind.ENDS)
