"""IW-066 for the screen: the pile, the oldest cards of the track, and each hand."""

from __future__ import annotations

from functools import partial

from companion.engine.correction import Line, Page, Step, step
from companion.engine.text import N_, Text
from companion.games.infernal_wagon.moves import Adjust
from companion.games.infernal_wagon.names import Level
from companion.games.infernal_wagon.view import HandView, WagonView

MOST_IN_HAND = 9


def pages(view: WagonView) -> tuple[Page, ...]:
    """One page: there is little to put right, and the clock runs."""
    lines: list[Line] = [step(view.pile, 0, view.setup.p0, Adjust, Text(N_("Pile")), "pile")]
    if view.setup.level is not Level.L0:  # there nobody knows what lies on the track
        less = Adjust(discard=1) if view.behind else None
        lines.append(Step(Text(N_("Behind the {iw.wagon}")), str(view.behind), less, None, "wagon", "ember"))
    return (Page((*lines, *map(_hand, view.hands)), icon="pile"),)


def _hand(hand: HandView) -> Line:
    to = partial(_holds, hand.name)
    return step(hand.cards, 0, MOST_IN_HAND, to, Text(hand.name), seat=hand.colour or "white")


def _holds(name: str, cards: int) -> Adjust:
    return Adjust(player=name, hand=cards)
