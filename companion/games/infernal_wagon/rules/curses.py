"""Curses: laid open at any time when the track shows their pair (IW-120..126)."""

from __future__ import annotations

from companion.engine.refused import Refused
from companion.engine.secret import Secret
from companion.games.infernal_wagon import events as ev
from companion.games.infernal_wagon.data.cards import Card
from companion.games.infernal_wagon.names import Kind, Level, Question
from companion.games.infernal_wagon.rules.ending import win
from companion.games.infernal_wagon.rules.judge import eq, junctions
from companion.games.infernal_wagon.rules.move_context import MoveContext
from companion.games.infernal_wagon.state import WagonState


def lay_open(w: MoveContext, card: Card | None, holder: int | None) -> None:
    """IW-122: a Curse is laid open. `card` is None where only a touch says so: then nothing can be checked."""
    s = w.state
    if s.curses == 0 or (holder is not None and holder not in s.cursed):
        raise Refused("not_allowed_now")
    if card is None or possible(s, card):
        clear(w, card.slot if card else None, holder)
        return
    w.emit(ev.CurseDoubtful(w.name(holder)))
    # IW-121: which Curse it was stays a secret until it counts.
    w.ask(Question.DOUBTFUL, seat=holder, curse=Secret(card.slot))


def possible(s: WagonState, curse: Card) -> bool:
    """IW-122, IW-123, Q19..Q21: some junction of the present track may show the pair in this direction.

    The junction of the Exit itself does not count: every Curse must be gone before the Exit is reached (IW-073).
    At L1, or where the pair was never entered, a Curse is accepted unchecked.
    """
    if s.prep.level is not Level.L2 or len(curse.ends) != 2:
        return True
    first, second = curse.ends
    before_exit = tuple(card for card in s.track if card.kind is not Kind.EXIT)
    return any(eq(first, out) and eq(second, into) for pairs in junctions(before_exit) for out, into in pairs)


def clear(w: MoveContext, slot: str | None, holder: int | None) -> None:
    """IW-124: done for good. The last one in the Exit's question ends it (IW-125)."""
    if slot is not None:
        w.emit(ev.CurseUsed(Secret(slot)))
    w.emit(ev.CurseCleared(w.name(holder), w.state.curses - 1))
    ask = w.state.asking
    if ask is not None and ask.question is Question.CURSES and w.state.curses == 0:
        w.emit(ev.Answered())
        win(w, ask.appeal)
