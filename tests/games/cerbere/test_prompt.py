"""Every move that the rules accept has leaves of the prompts that do the same, in one touch or in several.

Apart from that are corrections; a boat's tag laid face down; and symbols that no board bears.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from random import Random
from typing import Any, get_args

import msgspec
from msgspec.structs import replace

from companion.engine.codec import private_json
from companion.engine.prompt import leaves
from companion.games.cerbere import moves as mv
from companion.games.cerbere.data.cards import slot_of
from companion.games.cerbere.game import Cerbere
from companion.games.cerbere.moves import CerbereMove
from companion.games.cerbere.names import DeckKind, OpName
from companion.games.cerbere.prompts.report import MOST, SYMBOLS
from companion.games.cerbere.prompts.tree import prompt
from companion.games.cerbere.rules.play import find_card, option_of
from companion.games.cerbere.state import CerbereState, RevealQuestion, Walk
from tests.engine.driver import Driver
from tests.engine.subjects.cerbere import NAMES, SUBJECT
from tests.games.apart import Kinds
from tests.games.cerbere.wild import command
from tests.games.state_after import state_after
from tests.thorough import rounds

GAME = Cerbere(None)
Steps = Sequence[Any]


after = partial(state_after, GAME)


def tree(s: CerbereState) -> set[bytes]:
    found = leaves(lambda path: prompt(s, path), limit=20_000, together=7)
    return {private_json(move) for move in found}


def led(s: CerbereState, steps: Steps) -> CerbereState | None:
    """The state after several leaves; None if one of them is none."""
    for step in steps:
        made = after(s, step) if private_json(step) in tree(s) else None
        if made is None:
            return None
        s = made
    return s


def plain(s: CerbereState) -> bytes:
    """A state for comparing: whether the table has said "go on" is no part of it, nor what was answered in parts."""
    play = None if s.play is None else replace(s.play, on=False)
    return private_json(replace(s, play=play))


def names_of(value: Any) -> tuple[str, ...]:
    return () if value is None else (value,) if isinstance(value, str) else tuple(value)


def ways(s: CerbereState, move: Any) -> Iterator[Steps]:
    """Steps of leaves that may do the same as `move`."""
    yield (move,)
    match move:
        case mv.PlayCard(card=card, option=str(option)):
            yield (mv.PlayCard(find_card(s, card, s.turn.active).id, option, carry=True),)
        case mv.Pay(who=who):
            index = s.play.owed[0] if move.index is None and s.play is not None else move.index
            yield (mv.Ok(),)
            for names in (names_of(who), names_of(who) * 2):
                yield [mv.Answer(name) for name in names]
            yield [mv.Pay(index, (name,)) for name in names_of(who)]
            if s.play is not None:  # nobody is named: the only one who can
                yield [mv.Answer(s.seats[s.play.player].name)] * 2
        case mv.Resolve(effect=i, pawn=name):
            yield (mv.Resolve(i),)
            yield (mv.Ok(),)
            if name is not None:
                yield (mv.Answer(name),)
                yield (mv.Answer(name), mv.Ok())
                yield (mv.Answer(name), mv.Resolve(i))
        case mv.Answer() if s.play is not None and s.play.owed:  # one's own pawn, where nobody else can pay
            yield (mv.Ok(),)
        case mv.Ok() | mv.EndTurn():
            yield from ((mv.Ok(),), (mv.EndTurn(),), (mv.Answer("none"),), (mv.Answer("walk"),))
        case mv.LayBoat(seats=n):
            yield (mv.Answer(str(n)),)
        case mv.Symbol(deck=None):
            yield (replace(move, deck=DeckKind.SURVIVAL),)
        case mv.BoatPeek() | mv.BoatSwap():
            if s.play is not None:
                yield from ((mv.Ok(), move), *((mv.Resolve(i), move) for i in s.play.left))


def apart(s: CerbereState, move: Any) -> bool:
    """It has no leaf, and needs none."""
    match move:
        case mv.Correct():
            return True
        case mv.PlayCard(option=None):
            return True
        case mv.LayBoat():
            return not isinstance(s.task, RevealQuestion)
        case mv.Symbol(pawn=pawn) if (s.index(pawn) or 0) in s.boats.aboard:
            return True  # a passenger stands on no space
        case mv.Resolve() if s.play is not None and s.play.slots and s.play.left:
            return _names_again(s, move)
        case mv.Symbol(op=op, n=n):
            deck = getattr(move.deck, "value", "survival")
            return not any(
                (op, deck) == (p.op, getattr(p.deck, "value", "survival"))
                and (n == p.n if not p.each else n in range(p.n, (MOST + 1) * p.n, p.n))
                for p in SYMBOLS
            )
    return False


def _names_again(s: CerbereState, move: mv.Resolve) -> bool:
    """It names another pawn than the one that was named for the effect: Undo is the way back."""
    play = s.play
    assert play is not None
    effects = option_of(s, play).effect
    if move.effect >= len(effects):
        return False
    op = effects[move.effect]
    known = play.target(slot_of(op)) if slot_of(op) is not None else None
    return known is not None and move.pawn not in (None, s.seats[known].name)


def same(s: CerbereState, move: Any) -> bool:
    goal = after(s, move)
    assert goal is not None
    carried = isinstance(move, mv.PlayCard | mv.Pay) or (s.play is not None and bool(s.play.owed))
    if carried:  # what a finger does is carried on at once, as far as nothing has to be decided
        return any(led(s, steps) is not None for steps in ways(s, move))
    return any(made is not None and plain(made) == plain(goal) for made in (led(s, way) for way in ways(s, move)))


UNSAID: set[type] = set()
"""Moves that `command` never says."""


def played(seed: int) -> Iterator[CerbereState]:
    """States of a random game."""
    opening, moves = SUBJECT.openings[seed % len(SUBJECT.openings)]
    driver = Driver(SUBJECT, opening, moves)
    rng = Random(seed)
    for _ in range(60):
        yield driver.state
        request = driver.random_request(rng)
        if request is None:
            return
        driver.attempt(request)


def said_in(s: CerbereState, rng: Random) -> Any:
    """A move of any kind."""
    return msgspec.convert(command(rng, list(NAMES[: len(s.seats)])), CerbereMove)


def test_what_the_rules_accept_has_a_leaf_and_only_what_has_to_be_is_apart() -> None:
    kinds = Kinds()
    for seed in range(rounds(5, 10)):
        rng = Random(seed)
        looked = 0
        over = False
        for s in played(seed):
            for _try in range(12):
                move = said_in(s, rng)
                accepted = after(s, move) is not None
                let_pass = accepted and apart(s, move)
                looked += kinds.tried(move, accepted, let_pass, partial(same, s, move), s.task, s.play)
            over = s.over is not None
        assert looked or over
    assert kinds.unsaid_and_idle(get_args(CerbereMove)) == (UNSAID, set())


def test_a_symbol_that_no_board_bears_can_still_be_said_by_a_program() -> None:
    driver = Driver(SUBJECT, SUBJECT.openings[0][0])
    move = mv.Symbol("Ana", OpName.MOVE, 8)
    assert apart(driver.state, move) and after(driver.state, move) is not None


def test_a_walk_is_asked_by_the_way_s_own_place() -> None:
    """CB-166..168: each way of a fork says to which space it leads, so that a board can light it up."""
    rng, seen = Random(3), 0
    opening, moves = SUBJECT.openings[1]
    for seed in range(2):
        driver = Driver(SUBJECT, opening, moves)
        rng = Random(seed)
        for _ in range(120):
            s = driver.state
            if isinstance(s.task, Walk) and s.task.asked is not None:
                options = prompt(s).options
                seen += all(option.place.isdecimal() for option in options if option.key != "none")
            request = driver.random_request(rng)
            if request is None:
                break
            driver.attempt(request)
    assert seen
