"""The moves worth offering now: for screens, random play and the protocol's `legal`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from companion.games.infernal_wagon import moves as mv
from companion.games.infernal_wagon.cards import Box
from companion.games.infernal_wagon.corrections import may_hit, may_miss
from companion.games.infernal_wagon.names import Kind, Level, Module, PenaltyKind, Phase, Question, Reason, Timer
from companion.games.infernal_wagon.questions import ANSWERS
from companion.games.infernal_wagon.state import WagonState
from companion.games.infernal_wagon.timing import AFTER_END_MS

_PLAYABLE = (Kind.RAIL, Kind.DANGER, Kind.EASY)
_PENALTIES = (mv.Miss(PenaltyKind.DISCARD, 2), mv.Miss(PenaltyKind.DISCARD, 3), mv.Miss(PenaltyKind.NO_DRAW))


def legal(s: WagonState, at: int) -> Sequence[Any]:
    """Concrete moves; a card is offered if nothing that is known speaks against its coming now."""
    if s.held_at is not None:
        return (mv.Resume(), mv.GiveUp())
    match s.phase:
        case Phase.IDLE:
            return (mv.NewGame(s.prep.n, s.prep.players),)
        case Phase.SETUP:
            return _SETUP
        case Phase.READY:
            return (mv.Start(), mv.Back())
        case Phase.ENDED:
            return _ended(s, at)
        case Phase.EXPLOIT:
            return (*(mv.Tick(name) for name in (*s.offer.ids, *s.offer.ask)), mv.Tick("none"))
        case _:
            return _answers(s) if s.asks else _live(s, at)


_SETUP: tuple[Any, ...] = (
    *(mv.SetModule(module, on) for module in Module for on in (True, False)),
    *(mv.SetEasy(k) for k in (0, 1, 8)),
    *(mv.SetTimer(mode) for mode in Timer),
    mv.Confirm(),
)


def _ended(s: WagonState, at: int) -> tuple[Any, ...]:
    appeal = s.result is not None and s.result.reason is Reason.TIME and at - s.result.at <= AFTER_END_MS
    return (mv.Next(), *((mv.Appeal(),) if appeal else ()), *((mv.Hit(),) if may_hit(s, at) else ()))


def _answers(s: WagonState) -> tuple[Any, ...]:
    question = s.asks[-1].question
    if question is Question.WHO:
        return tuple(mv.Answer(question, p.name) for p, cards in zip(s.prep.players, s.hands, strict=True) if cards)
    return tuple(mv.Answer(question, value) for value in ANSWERS[question])


def _live(s: WagonState, at: int) -> list[Any]:
    cards = cards_to_come(s)
    moves: list[Any] = [_card(slot) for slot in cards]
    if may_miss(s, at):
        moves.extend(_PENALTIES if s.prep.level is Level.L1 else (mv.Miss(),))
    if may_hit(s, at):
        moves.append(mv.Hit())
    if s.pile == 0 or s.prep.level is Level.L0 or (s.phase is Phase.TUNNEL and s.pile == 1):
        moves.append(mv.ExitLaid())
    if s.curses:
        moves.extend(mv.CurseLaid(seat=s.prep.players[seat].name) for seat in sorted(s.cursed))
    if s.prep.level is Level.L0 and s.pile > 0:
        moves.append(mv.Adjust(pile=s.pile - 1))
    moves.extend((mv.Hold(), mv.GiveUp()))
    return moves


def cards_to_come(s: WagonState) -> list[str]:
    """Slots that may be tapped next: unused cards of the modules in play; a switch only after a draw."""
    if s.prep.level is Level.L0 or (s.phase is Phase.OPEN and s.total == 0):
        return []
    box, used = s.prep.box, s.used
    kinds = _PLAYABLE if s.prep.easy else _PLAYABLE[:2]
    cards = [] if _exit_next(s) else [slot for slot in _slots(box, kinds) if slot not in used]
    if s.drawn and s.pile > 1:
        for on, kind in ((s.prep.silence, Kind.SILENCE), (s.prep.uturn, Kind.UTURN)):
            if on:
                cards.extend([slot for slot in _slots(box, (kind,)) if slot not in used])
    return cards


def _exit_next(s: WagonState) -> bool:
    return s.phase is Phase.TUNNEL and s.pile == 1


@lru_cache(maxsize=256)
def _card(slot: str) -> mv.CardTap:
    return mv.CardTap(card=slot)


_known: dict[int, tuple[Box, dict[tuple[Kind, ...], tuple[str, ...]]]] = {}


def _slots(box: Box, kinds: tuple[Kind, ...]) -> tuple[str, ...]:
    """The box's slots of some kinds; looked up once for each box that is in use."""
    known = _known.get(id(box))
    if known is None or known[0] is not box:
        if len(_known) > 16:
            _known.clear()
        known = _known[id(box)] = (box, {})
    if kinds not in known[1]:
        known[1][kinds] = tuple(card.slot for card in box.cards.values() if card.kind in kinds)
    return known[1][kinds]
