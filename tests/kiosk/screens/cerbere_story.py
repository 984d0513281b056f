"""An evening of Cerbère, written beforehand by the rules alone: what is done, and how the table looks after it.

Whoever plays it with fingers can tell after every touch whether the screen led to where the rules lead.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from companion.engine.clock import ManualClock
from companion.engine.engine import Engine
from companion.engine.journal import Journal
from companion.engine.prompt import Prompt
from companion.engine.refused import Refused
from companion.engine.requests import Legal, MakeMove, Now, Open, Undo
from companion.engine.update import Update
from companion.games.cerbere import moves as mv
from companion.games.cerbere.data.cards import Op, slot_of
from companion.games.cerbere.data.catalogue import load_catalogue
from companion.games.cerbere.game import Cerbere
from companion.games.cerbere.names import CaptureZone, CardDeck, DeckKind, OpName, Side
from companion.games.cerbere.view import CerbereView

CARDS = load_catalogue(None)
LONGEST = 1_500


@dataclass(frozen=True)
class Beat:
    """One thing that somebody does, as the rules name it, and how things stand then. `move` None: a step back."""

    move: Any
    view: CerbereView
    prompt: Prompt


class Writer:
    """What people would do. `flight`: they help the first one to the boat; `feast`: they wait for the dog; `any`."""

    def __init__(self, style: str, rng: Random) -> None:
        self.style, self.rng = style, rng

    def pick(self, moves: list[Any], view: CerbereView, prompt: Prompt) -> Any:
        """One of the moves, or None for a step back."""
        if self.style == "any" and view.turn.n > 1 and self.rng.random() < 0.02:
            return None
        return self.rng.choices(moves, [self.weight(move, view, prompt) for move in moves])[0]

    def weight(self, move: Any, view: CerbereView, prompt: Prompt) -> float:
        """How likely it is."""
        match move:
            case mv.Symbol() | mv.BridgeUsed() | mv.TakeCapture():
                return 0.02 if self.style == "any" else 0.002
            case mv.EndBoardReached(pawn=pawn) | mv.TakeSeat(pawn=pawn):
                return self._report(pawn, view)
            case mv.Unseat():
                return 0.03 if self.style == "any" else 0.001
        if self.style == "any":
            return 1.0
        hero = self._hero(view)
        match move:
            case mv.PlayCard(card=card, option=option):
                return self._card(card, option, view.turn.player == hero)
            case mv.Answer(value=value):
                return self._answer(value, view, prompt, hero)
            case mv.BoatPeek():
                return 0.1  # a thumb takes its time
            case mv.EndTurn():
                return 30.0
        return 1.0

    def _hero(self, view: CerbereView) -> str:
        running = [seat for seat in view.seats if seat.side is Side.RUNNER]
        best = max(running, key=lambda seat: (seat.aboard, seat.at or 0), default=view.seats[0])
        return best.name if view.path is not None else running[0].name if running else ""

    def _report(self, pawn: str, view: CerbereView) -> float:
        if self.style == "feast":
            return 0.0
        if self.style == "any":
            return 0.15 if view.turn.n > 12 else 0.0
        return 5.0 if pawn == self._hero(view) and view.turn.n > 7 else 0.0

    def _card(self, card: str, option: str | None, hero: bool) -> float:
        found = CARDS.cards[card]
        ops = [op for one in found.options if option in (None, one.id) for op in one.effect]
        moved = sum(op.n for op in ops if op.op is OpName.MOVE and str(op.who) in ("self", "other_adventurer"))
        own = sum(op.n for op in ops if op.op is OpName.MOVE and str(op.who) == "self")
        if self.style == "flight":
            return 0.3 + max(0, own if hero else moved - own) ** 2
        return 0.1 if moved > 0 else 6.0 if found.deck is CardDeck.ACTION else 1.0

    def _answer(self, value: str, view: CerbereView, prompt: Prompt, hero: str) -> float:
        flight = self.style == "flight"
        match prompt.id:
            case "seats":
                return 1.0 if (value == "1") is flight else 0.02
            case "caught" if flight:
                return {"none": 8.0, hero: 0.0}.get(value, 1.0)
            case "caught":
                return 0.3 if value == "none" or value in view.picked else 3.0
            case "target" | "pay" if value == hero:
                ahead = (op := _asked_op(view)) is not None and op.n > 0
                return (20.0 if ahead else 0.05) if flight else 1.0
        return 1.0


def _asked_op(view: CerbereView) -> Op | None:
    """The cost or effect that a question is about."""
    play = view.play
    option = CARDS.cards[play.card].option(play.option or "") if play is not None else None
    if play is None or option is None or play.focus is None:
        return None
    return (option.cost if play.owed else option.effect)[play.focus]


def _aimless(move: Any, view: CerbereView) -> bool:
    """An effect by itself that is about somebody who cannot be named: nobody would touch it."""
    play = view.play
    match move:
        case mv.Resolve(effect=i, pawn=None) if play is not None:
            option = CARDS.cards[play.card].option(play.option or "")
            slot = option.effect[i].slot if option is not None else None
            return slot is not None and slot not in play.targets
    return False


def _by_the_screens(legal: list[Any], view: CerbereView, prompt: Prompt) -> Iterator[Any]:
    """What the screens of today make of the leaves: reports from the menu of a turn."""
    resting = prompt.id == "turn"
    for move in legal:
        match move:
            case mv.TakeCapture() | mv.Symbol() | mv.BridgeUsed():
                pass
            case mv.Ok() | mv.Answer(value="none") if (
                prompt.id == "caught" and prompt.option(CaptureZone.START) is not None
            ):
                pass  # the keys say where
            case mv.EndBoardReached() | mv.TakeSeat() | mv.Unseat() if not resting:
                pass
            case mv.Resolve(effect=i, pawn=str()) if _of_several(view, i):
                pass
            case mv.Ok() if resting:
                if view.boats.peek is None:
                    yield mv.EndTurn()
            case _:
                yield move


def _of_several(view: CerbereView, i: int) -> bool:
    """The effect is about all of them, one after another."""
    play = view.play
    option = CARDS.cards[play.card].option(play.option or "") if play is not None else None
    return option is not None and slot_of(option.effect[i]) is None


def _also(view: CerbereView, prompt: Prompt, legal: list[Any]) -> Iterator[Any]:
    """What people do besides what is offered: a card laid on the reader, an effect put first, reports."""
    for card in dict.fromkeys(move.card for move in legal if isinstance(move, mv.PlayCard)):
        yield mv.PlayCard(card)
    if prompt.id == "target":
        yield from _put_first(view, prompt)
    if view.path is not None or prompt.id != "turn" or view.turn.chasing:
        return
    pawns = [seat.name for seat in view.seats if seat.side is Side.RUNNER and not seat.aboard]
    for pawn in pawns:
        yield mv.TakeCapture((pawn,))
        yield mv.Symbol(pawn, OpName.DRAW, 1, DeckKind.SURVIVAL)
        yield mv.Symbol(pawn, OpName.RAGE_FORWARD, 1)
    if view.bridge:
        yield mv.BridgeUsed()


def _put_first(view: CerbereView, prompt: Prompt) -> Iterator[Any]:
    """CB-047: another effect than the one that is asked about, with its pawn."""
    play = view.play
    option = CARDS.cards[play.card].option(play.option or "") if play is not None else None
    if play is None or option is None or play.owed or str(option.order) == "listed":
        return
    for i in play.left:
        if i == play.focus or option.effect[i].slot is None or option.effect[i].slot in play.targets:
            continue
        for one in prompt.options:
            if one.seat:
                yield mv.Resolve(i, one.seat)


def _prompt(desk: Engine) -> Prompt:
    prompt = desk.handle(Now()).answer.prompt
    assert isinstance(prompt, Prompt)
    return prompt


def write(opening: Open, style: str, seed: int, longest: int = LONGEST) -> tuple[Beat, ...]:
    """One story. `longest`: then it breaks off."""
    rng, heard = Random(seed), list[Update]()
    writer = Writer(style, rng)
    journal = Journal()
    beats: list[Beat] = []
    try:
        desk = Engine({"cerbere": Cerbere(None)}, journal, ManualClock(1_000), lambda: "2026-11-20T22:14:00+01:00")
        desk.listen(heard.append)
        desk.handle(opening)
        while (view := _view(heard)).over is None and len(beats) < longest:
            prompt = _prompt(desk)
            legal = list(_by_the_screens(list(desk.handle(Legal()).answer), view, prompt))
            moves = [move for move in (*legal, *_also(view, prompt, legal)) if not _aimless(move, view)]
            move = writer.pick(moves, view, prompt)
            before = len(heard)
            try:
                desk.handle(Undo() if move is None else MakeMove(move))
            except Refused:
                del heard[before:]
                continue
            if isinstance(move, mv.Symbol) and not heard[-1].events:
                continue  # it changed nothing
            prompt = _prompt(desk)
            beats.append(Beat(move, _view(heard), prompt))
            if _view(heard).boats.peek is not None and prompt.id == "turn":
                desk.handle(MakeMove(mv.Ok()))  # who looked at a boat hides it again
    finally:
        journal.close()
    return tuple(beats)


def _view(heard: list[Update]) -> CerbereView:
    found = heard[-1].view
    assert isinstance(found, CerbereView)
    return found


def find(opening: Open, style: str, side: str, most: int, first: int = 0, tries: int = 400) -> tuple[Beat, ...]:
    """The first story from the seed `first` on that ends with `side` winning after at most `most` beats.

    :raises LookupError: if none of them does.
    """
    for seed in range(first, first + tries):
        beats = write(opening, style, seed, most)
        over = beats[-1].view.over
        if over is not None and str(over.side) == side:
            return beats
    raise LookupError(f"{style}: nobody of {tries} ends with {side} in {most} beats")
