"""Plays a game through the desk, as a table would: moves, taps, time, undo. For the common suites."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import msgspec

from companion.engine.clock import ManualClock
from companion.engine.codec import private_json, public_json
from companion.engine.engine import Engine
from companion.engine.journal import Journal
from companion.engine.patch import seat_names
from companion.engine.refused import Refused
from companion.engine.requests import Advance, Correct, Legal, MakeMove, Open, Redo, Request, Undo
from companion.engine.signals import Tag
from companion.engine.update import Update
from tests import open_files
from tests.engine.random_patch import random_patch
from tests.engine.subjects import Moves, Subject
from tests.engine.tables import WALL
from tests.random_play import random_move


def request_of(step: Mapping[str, Any]) -> Request:
    """The request of one step as a subject writes it."""
    if "advance" in step:
        return Advance(step["advance"])
    if "tag" in step:
        return Tag("table", step["tag"])
    return Undo() if "undo" in step else MakeMove(dict(step))


class Driver:
    """A desk with one game of `subject` open, and everything its listeners heard."""

    def __init__(self, subject: Subject, opening: Open, moves: Moves = (), journal: Journal | None = None) -> None:
        self.subject = subject
        self.game = subject.make()
        self.clock = ManualClock()
        self.journal = journal or open_files.journal()
        self.engine = Engine({self.game.name: self.game}, self.journal, self.clock, lambda: WALL)
        self.heard: list[Update] = []
        self.codes: set[str] = set()
        self.engine.listen(self.heard.append)
        self.engine.handle(opening)
        for step in moves:
            self.step(step)

    @property
    def session(self) -> Any:
        assert self.engine._session is not None
        return self.engine._session

    @property
    def state(self) -> Any:
        return self.session.state

    @property
    def at(self) -> int:
        """Session ms."""
        return int(self.clock.now_ms() - self.session.origin)

    def step(self, step: Mapping[str, Any]) -> tuple[Any, ...]:
        """One step as a subject writes it; the events told."""
        return self.ask(request_of(step))

    def ask(self, request: Request) -> tuple[Any, ...]:
        """One request; the events told."""
        try:
            return self.engine.handle(request).events
        except Refused as refused:
            self.codes.add(refused.code)
            raise

    def attempt(self, request: Request) -> str | tuple[Any, ...]:
        """One request; the events told, or the code of the refusal."""
        try:
            return self.ask(request)
        except Refused as refused:
            return refused.code

    def legal(self) -> list[Any]:
        """The moves worth offering now."""
        return list(self.engine.handle(Legal()).answer)

    def random_request(self, rng: Random, steps_back: bool = True) -> Request | None:
        """Something a table might do now; None if there is nothing."""
        what = rng.random()
        if what < 0.08:
            return Advance(rng.choice((1, 400, 1_000, 5_000, 20_000)))
        if what < 0.16 and steps_back:
            return rng.choice((Undo(), Undo(), Redo()))
        if what < 0.20 and hasattr(self.game, "patches"):
            names = seat_names(self.state)
            return Correct(random_patch(self.state, names, self.subject.words, rng))
        if what < 0.40 and self.subject.tags:
            return Tag("table", rng.choice(self.subject.tags))
        move = random_move(self.game, self.state, self.at, rng)
        return None if move is None else MakeMove(move)

    def wander(self, rng: Random, steps: int, steps_back: bool = True, to_the_end: bool = True) -> None:
        """Do `steps` random things; refusals are part of it. Not `to_the_end`: step back from the game's end."""
        for _ in range(steps):
            request = self.random_request(rng, steps_back)
            if request is None:
                return
            self.attempt(request)
            if not to_the_end and self.game.result(self.state, self.at) is not None:
                self.attempt(Undo())
                return


def public(updates: Sequence[Update]) -> list[bytes]:
    """Everything that listeners heard, as public JSON: raises if a secret is in it."""
    return [public_json(update) for update in updates]


def plain(move: Any) -> dict[str, Any]:
    """A move as the protocol would send it, its secrets in clear."""
    found: dict[str, Any] = msgspec.json.decode(private_json(move))
    return found
