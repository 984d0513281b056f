"""The moves worth offering now (for the protocol's `legal`, random play and tests)."""

from __future__ import annotations

from typing import Any

from companion.games.cerbere import moves as mv
from companion.games.cerbere.choice import choice
from companion.games.cerbere.decks import DECK_OF
from companion.games.cerbere.effects import open_effects
from companion.games.cerbere.names import CardDeck, Question, Side
from companion.games.cerbere.play import FACE_OF, option_refusal
from companion.games.cerbere.state import CerbereState
from companion.games.cerbere.turn import may_end

PICKED_THEN_OK = (Question.CAUGHT,)


def legal(s: CerbereState) -> list[Any]:
    """Answers while a question stands open, else the card's effects, else cards to play and the end of the turn."""
    if s.over is not None:
        return []
    asked = choice(s)
    if asked is not None:
        answers: list[Any] = [mv.Answer(option.value) for option in asked.options]
        if asked.default is not None or asked.question in PICKED_THEN_OK:
            answers.append(mv.Ok())
        return answers
    p = s.play
    if p is not None:
        if p.owed:
            return [mv.Ok()]
        return [*(mv.Resolve(effect) if s.board else mv.Done(effect) for effect in open_effects(s, p)), mv.Ok()]
    found = playable(s)
    if may_end(s):
        found.append(mv.EndTurn())
    if not s.board:
        found += _reports(s)
    return found


def playable(s: CerbereState) -> list[Any]:
    """CB-041, CB-042, CB-045: the active player's cards, with each option that can be paid."""
    active = s.turn.active
    seat = s.seats[active]
    found: list[Any] = []
    face = FACE_OF.get(seat.side)
    deck = DECK_OF.get(seat.side)
    bonus = not s.turn.bonus_done and deck is not None and seat.cards(deck) > 0
    for card in s.catalogue.cards.values():
        if card.deck is CardDeck.ACTION:
            if s.turn.action_done or card.face is not face or card.index not in seat.hand:
                continue
        elif not bonus or deck is None or card.deck.value != deck.value:
            continue
        for option in card.options:
            if option_refusal(s, card, option, active) is None:
                found.append(mv.PlayCard(card.id, option.id))
    return found


def _reports(s: CerbereState) -> list[Any]:
    """Tracker: what may have happened on the board."""
    on_path = [seat.name for i, seat in enumerate(s.seats) if seat.side is Side.RUNNER and i not in s.boats.aboard]
    if s.boats.revealed is None:
        return [mv.EndBoardReached(name) for name in on_path]
    found: list[Any] = [mv.Unseat(s.seats[i].name) for i in s.boats.aboard]
    if not s.boats.full:
        found += [mv.TakeSeat(name) for name in on_path]
    return found
