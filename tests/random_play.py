"""Random play: the table does whatever is worth offering, at a hurried table's pace. For measuring and for the soak."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from companion.engine.audience import PUBLIC
from companion.engine.game import Game, GameSetup, Player
from companion.engine.prompt import Keys, Prompt, PromptAt
from companion.engine.refused import Refused

Check = Callable[[Any, Any, Sequence[Any]], None]
"""Called after each input with the state before, the state after and the events."""


SEATS = (Player("Ana"), Player("Bo"), Player("Cy"))
SELDOM = frozenset({"give_up", "exit_laid"})
"""Moves that would end a random game before it has begun."""
HOW_SELDOM = 0.05


def random_move(game: Game[Any], state: Any, at: int, rng: Random) -> Any | None:
    """Something that may be done now; None if there is nothing."""
    root = game.prompt(state, PUBLIC)
    if root is None:
        moves = tuple(game.legal(state, at))
        return rng.choice(moves) if moves else None

    def prompt_at(path: Keys) -> Prompt:
        found = game.prompt(state, PUBLIC, path) if path else root
        assert found is not None
        return found

    while True:
        move = random_leaf(prompt_at, rng, at)
        if move is None or type(move).__struct_config__.tag not in SELDOM or rng.random() < HOW_SELDOM:
            return move


def random_leaf(prompt_at: PromptAt, rng: Random, at: int | None = None) -> Any | None:
    """A move that some way through the tree leads to, each option as likely as the others; None if there is none."""

    def walk(path: Keys) -> Any | None:
        options = list(prompt_at(path).options)
        while options:
            option = options.pop(int(rng.random() * len(options)))
            if option.why is not None or option.takes_back or not option.open(at):
                continue
            if (move := option.move) is not None:
                return move
            if not option.chosen and (found := walk((*path, option.key))) is not None:
                return found
        return None

    return walk(())


class Played:
    """One random game, from its set-up or from `state`. `moves` were decided, `refused` had no effect, `dues` came by
    themselves."""

    def __init__(
        self,
        game: Game[Any],
        order: GameSetup,
        rng: Random,
        check: Check | None = None,
        state: Any = None,
    ) -> None:
        self.game = game
        self.rng = rng
        self.check = check
        self.state = game.setup(order, rng)[0] if state is None else state
        self.at = 0
        self.moves = self.refused = self.dues = 0

    def run(self, limit: int = 1_000, pace_ms: int = 4_000) -> Played:
        """Play until the game is over, nothing is worth doing, or `limit` moves were made."""
        while self.moves < limit and self.game.result(self.state, self.at) is None:
            move = random_move(self.game, self.state, self.at, self.rng)
            if move is None:
                break
            self.wait(self.rng.randrange(pace_ms))
            self.make(move)
        return self

    def make(self, move: Any) -> bool:
        """Make one move; False if it was refused (the deadline before it may have changed everything)."""
        try:
            events, state = self.game.make_move(self.state, move, self.at, self.rng)
        except Refused:
            self.refused += 1
            return False
        self.moves += 1
        self._made(events, state)
        return True

    def wait(self, ms: int) -> None:
        """Let time pass, each deadline at its own moment."""
        until = self.at + ms
        while (due := self.game.due(self.state)) is not None and due.at <= until:
            self.dues += 1
            self.at = max(self.at, due.at)
            self._made(*self.game.make_move(self.state, due.move, due.at, self.rng))
        self.at = until

    def _made(self, events: Sequence[Any], state: Any) -> None:
        before, self.state = self.state, state
        if self.check is not None:
            self.check(before, state, events)


def pace(
    game: Game[Any],
    order: GameSetup,
    seconds: float,
    begin: Any = None,
    limit: int = 1_000,
    clock: Callable[[], float] = time.perf_counter,
) -> tuple[float, int]:
    """Moves in a second of random play, and games.

    :param begin: the state from which each game is played, up to `limit` moves; None: its set-up.
    """
    moves, number, begun = 0, 0, clock()
    while (spent := clock() - begun) < seconds:
        moves += Played(game, order, Random(number), state=begin).run(limit).moves
        number += 1
    return moves / spent, number
