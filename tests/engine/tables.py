"""Engines and tables for tests: the toy game, a manual clock, a journal in memory."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any

import pytest

from companion import opening
from companion.engine.clock import Clock, ManualClock
from companion.engine.engine import Engine
from companion.engine.engine_thread import EngineThread
from companion.engine.game import Game, Player
from companion.engine.journal import Journal
from companion.engine.requests import MakeMove, Open
from companion.engine.update import Update
from tests import open_files
from tests.engine.toy import Toy

WALL = "2026-01-02T20:15:00+01:00"
SEATS = (Player("Ana"), Player("Bo"))


def opened(path: Path) -> contextlib.closing[Journal]:
    """A journal that is closed at the end of the `with`."""
    return contextlib.closing(Journal(path))


def know_only_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on a companion that starts knows no game but the toy."""

    def only_toy(_config: Path | None) -> dict[str, Game[Any]]:
        return {"toy": Toy()}

    monkeypatch.setattr("companion.games.registry.Games", only_toy)
    monkeypatch.setattr(opening, "Games", only_toy)


def engine(journal: Journal | None = None, clock: Clock | None = None, game: Game[Any] | None = None) -> Engine:
    """An engine that knows one game."""
    known = game or Toy()
    return Engine({known.name: known}, journal or open_files.journal(), clock or ManualClock(), lambda: WALL)


def toy(journal: Journal | None = None, clock: Clock | None = None, **options: Any) -> Engine:
    """An engine with a toy game open."""
    made = engine(journal, clock)
    made.handle(Open("toy", SEATS, options, seed=1))
    return made


def table(path: Path | None, clock: Clock) -> EngineThread:
    """A table with the toy game in its box, not started."""
    return EngineThread(engine(open_files.journal(path), clock))


def move(engine: Engine, kind: str, **fields: Any) -> list[str]:
    """Make a move; the types of the events told."""
    return types(engine.handle(MakeMove({"type": kind, **fields})).events)


def types(events: Any) -> list[str]:
    """Their tags."""
    return [type(event).__struct_config__.tag for event in events]


class Ear:
    """A listener that remembers."""

    def __init__(self) -> None:
        self.heard: list[Update] = []

    def __call__(self, update: Update) -> None:
        self.heard.append(update)

    @property
    def events(self) -> list[str]:
        return [name for update in self.heard for name in types(update.events)]
